// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Logging
import MessageTexts
import ObservationBus
import Synchronization
import Testing

@testable import DaemonRuntime
@testable import ReceiverHost

/// What becomes of a receiver's state when records of its driver are refused.
@Suite struct RefusalStateTests {
    private final class Box<Value: Sendable>: Sendable {
        private let value: Mutex<Value>
        init(_ value: Value) { self.value = Mutex(value) }
        var now: Value { value.withLock { $0 } }
        func change(_ body: (inout Value) -> Void) { value.withLock { value in body(&value) } }
    }

    private struct Handler: LogHandler {
        let lines: Box<[String]>
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) {
            let line = "\(event.message)"
            lines.change { $0.append(line) }
        }
    }

    /// A receiver that runs, with a time of its own.
    private struct Bench {
        let seconds = Box<Int64>(1000)
        let lines = Box<[String]>([])
        let record: ReceiverRecord

        init() {
            let (time, log) = (seconds, lines)
            record = ReceiverRecord(
                ReceiverPlan(id: "rover", driver: "fake", configuration: "{}"), hub: ObservationHub(),
                clock: GatewayClock(.system), logger: Logger(label: "test") { _ in Handler(lines: log) },
                ticks: { time.now * 1_000_000_000 })
            record.report(DriverStateReport(.running, reason: "data flows"))
        }

        var state: DriverState { record.condition.state.state }
        var reason: String { record.condition.state.reason }
        /// How often a state said that something was refused.
        var told: Int { lines.now.filter { $0.contains("refused a batch") }.count }

        func pass(_ count: Int64) { seconds.change { $0 += count } }
        func refuse() { _ = record.noteRefusal("speed_mps is out of its range") }
        func deliver() {
            record.noteArrival()
            _ = record.publish([(.timing(Timing()), GatewayClock(.system).now)]) { _ in true }
        }
    }

    @Test func `what is refused again and again has to be sound for longer each time, and after an hour anew`() {
        let bench = Bench()
        for proof in [5, 10, 20, 40, 80, 160, 320, 600, 600, 600] as [Int64] {
            bench.refuse()
            bench.pass(proof - 1)
            bench.deliver()
            #expect(bench.state == .degraded, "\(proof) s")
            bench.pass(1)
            bench.deliver()
            #expect(bench.state == .running, "\(proof) s")
        }
        bench.pass(3601)
        bench.refuse()
        bench.pass(5)
        bench.deliver()
        #expect(bench.state == .running)
    }

    @Test func `a silence is told once the refusal before it is old`() {
        let bench = Bench()
        bench.refuse()
        bench.pass(4)
        bench.record.noteSilence(.detail("no data for 10 s"))
        #expect(bench.reason.contains("refused a batch"))
        bench.pass(1)
        bench.record.noteSilence(.detail("no data for 10 s"))
        #expect(bench.state == .degraded && bench.reason == "no data for 10 s")
        bench.deliver()
        #expect(bench.state == .running)
    }

    @Test func `what the driver said during a refusal holds afterwards, also after a silence`() {
        let bench = Bench()
        bench.refuse()
        bench.record.report(DriverStateReport(.degraded, reason: "the rate is wrong"))
        #expect(bench.reason.contains("refused a batch"))
        bench.pass(5)
        bench.record.noteSilence(.detail("no data for 10 s"))
        #expect(bench.reason.contains("refused a batch"), "the driver knows more than that nothing comes")
        bench.deliver()
        #expect(bench.reason == "the rate is wrong")
    }

    @Test func `reports and refusals in turn bring one state in five seconds`() {
        let bench = Bench()
        for state in [DriverState.running, .degraded, .starting, .connecting, .lost, .stopped] {
            for _ in 1...20 {
                bench.record.report(DriverStateReport(state, reason: "so it goes"))
                bench.refuse()
            }
        }
        #expect(bench.told == 1)
        #expect(bench.state == .stopped)
        bench.pass(5)
        bench.refuse()
        #expect(bench.told == 2)
        #expect(bench.state == .degraded)
        bench.record.noteStart(isFirst: false)
        #expect(bench.state == .starting)
    }
}
