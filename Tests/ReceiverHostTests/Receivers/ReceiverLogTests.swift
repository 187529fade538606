// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Logging
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
