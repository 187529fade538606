// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import UBX

struct OutputWatchTests {
    /// MON-COMMS of two ports.
    private func communication(errors: UInt8 = 0, uart: UInt8, usb: UInt8 = 0) -> [UInt8] {
        [0, 2, errors, 0, 0, 1, 5, 255]
            + [(UInt8(1), uart), (3, usb)].flatMap { port, usage -> [UInt8] in
                var bytes = [UInt8](repeating: 0, count: 40)
                (bytes[1], bytes[8], bytes[9]) = (port, usage, usage)
                return bytes
            }
    }

    @Test func `a full line is told, and no more once it is well`() {
        var watch = OutputWatch()
        watch.take(.monCOMMS, communication(uart: 30).span, at: 1)
        #expect(watch.verdict(at: 2) == nil)
        watch.take(.monCOMMS, communication(uart: 93).span, at: 3)
        #expect(watch.verdict(at: 4) == .nearlyFull(93))
        watch.take(.monCOMMS, communication(errors: 2, uart: 99).span, at: 5)
        #expect(watch.verdict(at: 6) == .overflows)
        watch.take(.monCOMMS, communication(uart: 20).span, at: 7)
        #expect(watch.verdict(at: 8) == .overflows, "a complaint stands for a while")
        watch.take(.monCOMMS, communication(uart: 20).span, at: 60_000_000_000)
        #expect(watch.verdict(at: 60_000_000_001) == nil)
    }

    @Test func `only the line's own port counts, and an old mark does not`() {
        var watch = OutputWatch()
        watch.port = .uart1
        watch.take(.monCOMMS, communication(uart: 10, usb: 100).span, at: 1)
        #expect(watch.verdict(at: 2) == nil)
        watch.take(.monCOMMS, communication(errors: 2, uart: 10, usb: 10).span, at: 3)
        #expect(watch.verdict(at: 4) == nil)
    }

    @Test func `old receivers and notices tell it too`() {
        var buffers = [UInt8](repeating: 0, count: 28)
        buffers[13] = 95
        var watch = OutputWatch()
        watch.take(.monTXBUF, buffers.span, at: 1)
        #expect(watch.verdict(at: 2) == .nearlyFull(95))
        watch = OutputWatch()
        watch.take(MessageID(0x04, 0x01), Array("txbuf alloc".utf8).span, at: 1)
        #expect(watch.verdict(at: 2) == .overflows)
    }

    @Test func `what is said is believed for a while`() {
        var watch = OutputWatch()
        watch.take(.monCOMMS, communication(uart: 93).span, at: 0)
        #expect(watch.verdict(at: 19_000_000_000) != nil && watch.verdict(at: 21_000_000_000) == nil)
    }

    @Test func `payloads of any length harm nothing`() {
        var watch = OutputWatch()
        for length in 0..<120 {
            let payload = [UInt8](repeating: 3, count: length)
            for id in [MessageID.monCOMMS, .monTXBUF, MessageID(0x04, 0x00)] { watch.take(id, payload.span, at: 1) }
        }
    }
}
