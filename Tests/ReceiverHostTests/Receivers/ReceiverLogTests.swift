// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Logging
import MessageTexts
import ObservationBus
import Synchronization
import Testing

@testable import DaemonRuntime
@testable import ReceiverHost

/// What the log says of a receiver.
@Suite struct ReceiverLogTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private struct Handler: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { lines.add("\(event.level) \(event.message)") }
    }

    @Test func `a stop without a request is a warning`() {
        let lines = Lines()
        let record = ReceiverRecord(
            ReceiverPlan(id: "rover", driver: "fake", configuration: "{}"), hub: ObservationHub(),
            clock: GatewayClock(.system), logger: Logger(label: "test") { _ in Handler(lines: lines) })
        record.report(DriverStateReport(.stopped, reason: "not a terminal"), isFailure: true)
        record.report(DriverStateReport(.stopped, .stoppedOnRequest))
        #expect(lines.all == ["warning stopped: not a terminal", "info stopped: stopped on request"])
    }

    @Test func `a state that a driver repeats is logged once`() {
        let lines = Lines()
        let record = ReceiverRecord(
            ReceiverPlan(id: "rover", driver: "fake", configuration: "{}"), hub: ObservationHub(),
            clock: GatewayClock(.system), logger: Logger(label: "test") { _ in Handler(lines: lines) })
        for _ in 0..<3 { record.report(DriverStateReport(.degraded, reason: "nothing valid")) }
        record.report(DriverStateReport(.running, reason: "receiving data"))
        record.report(DriverStateReport(.degraded, reason: "nothing valid"))
        #expect(
            lines.all == [
                "info degraded: nothing valid", "info running: receiving data", "info degraded: nothing valid",
            ])
    }

    @Test func `reasons that change all the time are logged every 20 s, with the number of those left out`() {
        let lines = Lines()
        let seconds = Mutex<Int64>(1000)
        let record = ReceiverRecord(
            ReceiverPlan(id: "rover", driver: "fake", configuration: "{}"), hub: ObservationHub(),
            clock: GatewayClock(.system), logger: Logger(label: "test") { _ in Handler(lines: lines) },
            ticks: { seconds.withLock { $0 } * 1_000_000_000 })
        // The state is another one than before.
        record.report(DriverStateReport(.degraded, reason: "nothing valid"))
        func flood() {
            for number in 1...60 {
                record.report(DriverStateReport(.degraded, reason: "nothing valid in \(number) bytes"))
                seconds.withLock { $0 += 1 }
            }
        }
        flood()
        // The first ones in a row are due at once: a driver may find out more soon after it starts.
        let more = "reports before it were logged at level debug"
        #expect(
            lines.all == [
                "info degraded: nothing valid", "info degraded: nothing valid in 1 bytes",
                "info degraded: nothing valid in 2 bytes", "info degraded: nothing valid in 3 bytes",
                "info degraded: nothing valid in 4 bytes", "info degraded: nothing valid in 5 bytes",
                "info degraded: nothing valid in 21 bytes (15 \(more))",
                "info degraded: nothing valid in 41 bytes (19 \(more))",
            ])
        #expect(record.condition.state.reason == "nothing valid in 60 bytes")
        // A change of the state is logged in any case, and states what was left out before it.
        record.report(DriverStateReport(.running, reason: "receiving data"))
        #expect(lines.all.last == "info running: receiving data (19 \(more))")
        record.report(DriverStateReport(.degraded, reason: "nothing valid"))
        #expect(lines.all.count == 10)
        #expect(lines.all.last == "info degraded: nothing valid")
        flood()
        #expect(lines.all.count == 10 + 3)
        // The limit is for drivers only.
        record.report(DriverStateReport(.degraded, reason: "it floods"), isOwn: true)
        #expect(lines.all.last == "info degraded: it floods (19 \(more))")
    }

    @Test func `a receiver that is away for days is told once, and again after it was back`() {
        let lines = Lines()
        let record = ReceiverRecord(
            ReceiverPlan(id: "rover", driver: "fake", configuration: "{}"), hub: ObservationHub(),
            clock: GatewayClock(.system), logger: Logger(label: "test") { _ in Handler(lines: lines) })
        func lose() {
            for pause in ["0.8", "1.9", "3.6", "24.9"] {
                record.report(DriverStateReport(.connecting, reason: "connecting to it"))
                record.report(DriverStateReport(.lost, reason: "out of range; trying again in \(pause) s"))
            }
        }
        lose()
        let once = ["info connecting: connecting to it", "warning lost: out of range; trying again in 0.8 s"]
        #expect(lines.all == once)
        record.report(DriverStateReport(.lost, reason: "the adapter is off; trying again in 7.1 s"))
        #expect(lines.all == once + ["warning lost: the adapter is off; trying again in 7.1 s"])
        #expect(record.publish([(.timing(Timing()), GatewayClock(.system).now)]) { _ in true })
        let before = lines.all.count
        lose()
        #expect(lines.all.suffix(from: before) == once[...])
        #expect(record.condition.state.reason == "out of range; trying again in 24.9 s")
    }
}
