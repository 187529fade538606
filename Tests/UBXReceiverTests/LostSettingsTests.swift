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
        /// A message that does not arrive, though the receiver sends it.
        var missing: MessageID?
        /// A message that the receiver switches off again right after each change.
        var forgotten: MessageID?
        /// True if only answers and NMEA arrive.
        var isMute = false
        var secondsPerEpoch = 1
        private var now: Int64 = 0
        private static let second: Int64 = 1_000_000_000

        init(_ receiver: FalseUBXReceiver = FalseUBXReceiver(.f9, port: .usb)) {
            self.receiver = receiver
            begin()
        }

        /// A receiver that has restarted every ten seconds for this time.
        static func afterRestarts(of seconds: Int) -> Bench {
            var bench = Bench()
            for _ in 0..<seconds / 10 {
                bench.run(seconds: 10)
                bench.receiver.losePower()
            }
            return bench
        }

        var error: String? { companion.error }

        func lines(_ words: String) -> Int { log.count { $0.contains(words) } }

        func begin() { companion.begin(on: LineFacts(kind: .usb, baud: nil), at: now) }

        /// An epoch at the beginning of each interval, and looks at the clock in between.
        mutating func run(seconds: Int, isSilent: Bool = false) {
            for second in 0..<seconds {
                if !isSilent, second.isMultiple(of: secondsPerEpoch) {
                    let epoch = receiver.nextEpoch()
                    deliver(isMute ? [] : epoch)
                }
                for _ in 0..<4 {
                    serve()
                    now += Self.second / 4
                }
            }
        }

        /// The line falls silent, which the session notices every ten seconds.
        mutating func fallSilent(tensOfSeconds: Int) {
            for _ in 0..<tensOfSeconds {
                run(seconds: 10, isSilent: true)
                companion.begin(burstAt: now, hasBytes: false)
                companion.endBurst()
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
                        if let forgotten { receiver.setInterval(of: forgotten, 0) }
                        deliver(answer)
                    case .setRate: break
                    case .log(_, let text): log.append(text)
                    }
                }
            }
        }

        /// Passes the UBX frames of a burst on; the bytes between them are NMEA.
        private func deliver(_ bytes: [UInt8]) {
            companion.begin(burstAt: now, hasBytes: true)
            var rest = 0
            while let start = bytes[rest...].firstIndex(of: 0xB5), start + 8 <= bytes.count {
                let end = start + 8 + Int(bytes[start + 4]) + Int(bytes[start + 5]) << 8
                let frame = bytes.span.extracting(start..<end)
                if missing == nil || UBXFrame.id(of: frame) != missing { companion.take(frame, format: .ubx) }
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

    @Test func `an optional setting that is not kept is tried twice, and a required one again and again`() {
        var bench = Bench()
        bench.forgotten = .navTIMELS
        bench.run(seconds: 600)
        #expect(bench.lines("changing") == 2 && bench.lines("trying again") == 1)
        #expect(bench.error?.contains("1 of 1 settings failed (NAV-TIMELS") == true)
        bench.forgotten = .navPVT
        bench.receiver.losePower()
        bench.run(seconds: 600)
        #expect(bench.lines("trying again") >= 3)
    }

    @Test(arguments: [true, false])
    func `a failed set-up is repeated less and less although a UBX message arrives now and then`(isRefused: Bool) {
        var receiver = FalseUBXReceiver(.f9, port: .usb)
        (receiver.refusesChanges, receiver.forgetsChanges) = (isRefused, !isRefused)
        receiver.setInterval(of: .navPVT, 20)
        var bench = Bench(receiver)
        bench.run(seconds: 3600)
        #expect((4...6).contains(bench.lines("changing")), "\(bench.lines("changing")) times within an hour")
    }

    @Test func `a receiver that restarts after each set-up is written to less and less`() {
        let bench = Bench.afterRestarts(of: 3600)
        #expect((4...8).contains(bench.lines("changing")), "\(bench.lines("changing")) times within an hour")
    }

    @Test func `a receiver that keeps its settings and sends no UBX is asked less and less, and shows that`() {
        var bench = Bench()
        bench.isMute = true
        bench.run(seconds: 3600)
        #expect((4...7).contains(bench.lines("have stopped")) && bench.lines("changing") == 1, "\(bench.log)")
        #expect(bench.error?.contains("settings for USB, but no UBX arrives") == true)
        bench.isMute = false
        bench.run(seconds: 5)
        #expect(bench.error == nil)
    }

    @Test func `a short pause of UBX alone is no problem of the receiver`() {
        var bench = Bench()
        bench.run(seconds: 30)
        bench.isMute = true
        bench.run(seconds: 25)
        #expect(bench.lines("have stopped") == 1 && bench.error == nil)
    }

    @Test func `after ten minutes without a loss, the pause is short again`() {
        var bench = Bench()
        bench.run(seconds: 30)
        bench.receiver.losePower()
        bench.run(seconds: 700)
        bench.receiver.losePower()
        bench.run(seconds: 40)
        #expect(bench.receiver.interval(of: .navPVT) == 1)
        bench.receiver.losePower()
        bench.run(seconds: 60)
        #expect(bench.receiver.interval(of: .navPVT) == 1 && bench.lines("changing") == 4)
    }

    @Test func `after ten minutes without a loss, a long pause has ended`() {
        var bench = Bench.afterRestarts(of: 600)
        bench.run(seconds: 1000)
        #expect(bench.receiver.interval(of: .navPVT) == 1)
        bench.receiver.losePower()
        bench.run(seconds: 40)
        #expect(bench.receiver.interval(of: .navPVT) == 1)
    }

    @Test func `a receiver that was without power is set up at once, whatever the pause`() {
        var bench = Bench.afterRestarts(of: 600)
        bench.run(seconds: 20, isSilent: true)
        #expect(bench.receiver.interval(of: .navPVT) == 0)
        bench.run(seconds: 5)
        #expect(bench.receiver.interval(of: .navPVT) == 1)
        var forgetful = FalseUBXReceiver(.f9, port: .usb)
        forgetful.forgetsChanges = true
        bench = Bench(forgetful)
        bench.run(seconds: 1000)
        bench.receiver.forgetsChanges = false
        bench.run(seconds: 20, isSilent: true)
        bench.run(seconds: 5)
        #expect(bench.error == nil && bench.receiver.interval(of: .navPVT) == 1)
    }

    @Test func `a receiver that sends only for some seconds of each minute is asked less and less`() {
        var bench = Bench()
        for _ in 0..<60 {
            bench.run(seconds: 10)
            bench.fallSilent(tensOfSeconds: 5)
        }
        #expect(bench.lines("changing") == 1)
        #expect((4...8).contains(bench.lines("have stopped")), "\(bench.lines("have stopped")) times within an hour")
    }

    @Test func `a receiver that was silent for a while is asked at once`() {
        var deaf = FalseUBXReceiver(.f9, port: .usb)
        deaf.isDeaf = true
        var bench = Bench(deaf)
        bench.run(seconds: 20)
        #expect(bench.error?.contains("does not identify itself") == true)
        bench.receiver.isDeaf = false
        bench.run(seconds: 16, isSilent: true)
        bench.run(seconds: 5)
        #expect(bench.error == nil && bench.receiver.interval(of: .navPVT) == 1)
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

    @Test func `a message that is missing at times does not make the driver set the receiver up again and again`() {
        var bench = Bench()
        bench.run(seconds: 30)
        for _ in 0..<20 {
            bench.missing = .navEOE
            bench.run(seconds: 20)
            bench.missing = nil
            bench.run(seconds: 5)
        }
        #expect(bench.lines("have stopped") == 1 && bench.lines("changing") == 1)
        bench.receiver.losePower()
        bench.run(seconds: 40)
        #expect(bench.receiver.interval(of: .navEOE) == 1 && bench.lines("have stopped") == 2)
    }

    @Test func `a receiver that loses a setting again and again is written to less and less`() {
        var bench = Bench()
        bench.run(seconds: 30)
        for _ in 0..<24 {
            bench.receiver.setInterval(of: .navEOE, 0)
            bench.run(seconds: 25)
        }
        #expect((4...6).contains(bench.lines("changing")), "\(bench.lines("changing")) times in ten minutes")
    }

    @Test func `a receiver that is slow has the time of three epochs for each message`() {
        var receiver = FalseUBXReceiver(.f9, port: .usb)
        receiver.setPeriod(milliseconds: 10_000)
        var bench = Bench(receiver)
        bench.secondsPerEpoch = 10
        bench.run(seconds: 60)
        #expect(bench.error == nil && bench.receiver.interval(of: .navEOE) == 1)
        bench.missing = .navEOE
        bench.run(seconds: 20)
        #expect(bench.lines("have stopped") == 0)
        bench.run(seconds: 20)
        #expect(bench.lines("have stopped") == 1)
    }

    @Test func `after a pause of the line, each message has its full time again`() {
        var bench = Bench()
        bench.run(seconds: 30)
        bench.missing = .navEOE
        bench.run(seconds: 5)
        bench.run(seconds: 10, isSilent: true)
        bench.run(seconds: 12)
        #expect(bench.lines("have stopped") == 0)
        bench.run(seconds: 8)
        #expect(bench.lines("have stopped") == 1)
    }

    @Test func `the pause before the next attempt stays long when the same receiver is found again`() {
        var forgetful = FalseUBXReceiver(.f9, port: .usb)
        forgetful.forgetsChanges = true
        var bench = Bench(forgetful)
        bench.run(seconds: 300)
        bench.begin()
        bench.run(seconds: 60)
        #expect(bench.lines("trying again in 60 s") == 1)
        bench.receiver = FalseUBXReceiver(.m8, port: .usb)
        bench.receiver.forgetsChanges = true
        bench.begin()
        bench.run(seconds: 120)
        #expect(bench.lines("trying again in 60 s") == 2)
    }

    @Test func `a receiver that reports its unique id only at times counts as the same one`() {
        var forgetful = FalseUBXReceiver(.f9, port: .usb)
        forgetful.forgetsChanges = true
        var bench = Bench(forgetful)
        bench.run(seconds: 300)
        let order: [MessageID?] = [.secUNIQID, nil, .secUNIQID]
        for missing in order {
            bench.missing = missing
            bench.begin()
            bench.run(seconds: 60)
        }
        #expect(bench.lines("it is a ") == 1 && bench.lines("trying again in 60 s") == 1)
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
