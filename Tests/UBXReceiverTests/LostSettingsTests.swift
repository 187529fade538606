// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import GNSSTypes
import Testing
import Transport
import UBX

@testable import SerialReceiver

/// A receiver whose set-up failed, or that has lost its settings, on a clock of the test.
@Suite struct LostSettingsTests {
    private struct Bench {
        let companion = UBXCompanion(.configure(ProvisionOptions()))
        var receiver: FalseUBXReceiver
        var log: [String] = []
        private var now: Int64 = 0
        private static let second: Int64 = 1_000_000_000

        init(_ receiver: FalseUBXReceiver = FalseUBXReceiver(.f9, port: .usb)) {
            self.receiver = receiver
            begin()
        }

        var error: String? { companion.error }

        func lines(_ words: String) -> Int { log.count { $0.contains(words) } }

        func begin() { companion.begin(on: LineFacts(kind: .usb, baud: nil), at: now) }

        /// An epoch per second, and looks at the clock in between.
        mutating func run(seconds: Int) {
            for _ in 0..<seconds {
                let epoch = receiver.nextEpoch()
                deliver(epoch)
                for _ in 0..<4 {
                    serve()
                    now += Self.second / 4
                }
            }
        }

        private mutating func serve() {
            var isDone = false
            while !isDone {
                isDone = true
                for action in companion.actions(at: now) {
                    switch action {
                    case .send(let bytes):
                        isDone = false
                        let answer = receiver.receive(bytes)
                        deliver(answer)
                    case .setRate: break
                    case .log(_, let text): log.append(text)
                    }
                }
            }
        }

        /// Passes the UBX frames of a burst on; the bytes between them are NMEA.
        private func deliver(_ bytes: [UInt8]) {
            companion.begin(burstAt: now)
            var rest = 0
            while let start = bytes[rest...].firstIndex(of: 0xB5), start + 8 <= bytes.count {
                let end = start + 8 + Int(bytes[start + 4]) + Int(bytes[start + 5]) << 8
                companion.take(bytes.span.extracting(start..<end), format: .ubx)
                rest = end
            }
            companion.endBurst()
        }
    }

    @Test func `a receiver that did not keep its settings is set up later`() {
        var forgetful = FalseUBXReceiver(.f9, port: .usb)
        forgetful.forgetsChanges = true
        var bench = Bench(forgetful)
        bench.run(seconds: 30)
        #expect(bench.error?.contains("settings failed") == true)
        bench.receiver.forgetsChanges = false
        bench.run(seconds: 60)
        #expect(bench.error == nil && bench.receiver.interval(of: .navPVT) == 1)
        bench.receiver.losePower()
        bench.run(seconds: 40)
        #expect(bench.receiver.interval(of: .navPVT) == 1)
    }

    @Test func `a receiver that never keeps its settings is written to less and less`() {
        var forgetful = FalseUBXReceiver(.f9, port: .usb)
        forgetful.forgetsChanges = true
        var bench = Bench(forgetful)
        bench.run(seconds: 3600)
        #expect((4...7).contains(bench.lines("changing")), "\(bench.lines("changing")) times within an hour")
    }

    @Test func `a receiver that refuses its settings is asked again only after a restart`() {
        var refusing = FalseUBXReceiver(.f9, port: .usb)
        refusing.refusesChanges = true
        var bench = Bench(refusing)
        bench.run(seconds: 600)
        #expect(bench.error?.contains("refused") == true && bench.lines("changing") == 1)
        bench.receiver.refusesChanges = false
        bench.receiver.setInterval(of: .navPVT, 1)
        bench.run(seconds: 5)
        bench.receiver.losePower()
        bench.run(seconds: 40)
        #expect(bench.error == nil && bench.receiver.interval(of: .navPVT) == 1)
    }

    @Test func `a restart is noticed although the receiver has a UBX message in its flash`() {
        var receiver = FalseUBXReceiver(.f9, port: .usb)
        receiver.setInterval(of: .navPVT, 1)
        receiver.storeSettings()
        var bench = Bench(receiver)
        bench.run(seconds: 30)
        #expect(bench.error == nil && bench.receiver.interval(of: .navEOE) == 1)
        bench.receiver.losePower()
        #expect(bench.receiver.interval(of: .navPVT) == 1 && bench.receiver.interval(of: .navEOE) == 0)
        bench.run(seconds: 40)
        #expect(bench.receiver.interval(of: .navEOE) == 1 && bench.lines("have stopped") == 1)
    }

    @Test func `a receiver that keeps its settings is left alone`() {
        var bench = Bench()
        bench.run(seconds: 600)
        #expect(bench.error == nil && bench.lines("have stopped") == 0 && bench.lines("it is a ") == 1)
    }

    @Test func `the same identity is logged once, however often the line is found`() {
        var bench = Bench()
        for _ in 0..<5 {
            bench.run(seconds: 5)
            bench.begin()
        }
        #expect(bench.lines("it is a ") == 1)
    }
}
