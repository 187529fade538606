// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Transport

@Suite struct SerialWriteTests {
    @Test func `what is written arrives as it is`() throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path, isWritable: true)
        try port.configure(LineSettings(baud: 9600))
        let bytes: [UInt8] = [0xB5, 0x62, 0x0A, 0x0D, 0x11, 0x13, 0x03, 0x00, 0xFF]
        #expect(port.write(bytes.span, deadline: MonotonicClock.now + 60_000_000_000, stop: -1) == .written)
        var got = [UInt8](repeating: 0, count: 64)
        #expect(eventually { read(pty.master, &got, got.count) == bytes.count })
        #expect(Array(got.prefix(bytes.count)) == bytes)
    }

    @Test func `a port that was opened for listening is not written to`() throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path)
        guard case .failed(let reason) = port.write([1].span, deadline: MonotonicClock.now, stop: -1) else {
            Issue.record("it was written to")
            return
        }
        #expect(reason.contains("listening"))
    }

    @Test func `a port that takes no more is told`() throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path, isWritable: true)
        try port.configure(LineSettings(baud: 9600))
        let much = [UInt8](repeating: 0x55, count: 1 << 20)
        guard case .timedOut = port.write(much.span, deadline: MonotonicClock.now + 100_000_000, stop: -1) else {
            Issue.record("a terminal that nobody reads took 1 MiB")
            return
        }
    }
}
