// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import DriverKit
import GNSSTypes
import Logging
import ObservationBus
import PluginHosting
import Synchronization
import Testing

@testable import DaemonRuntime
@testable import GPSDServer
@testable import Gateway
@testable import ReceiverHost

@Suite struct MetricsTests {
    @Test func `what the program counts is written with its dimensions, histograms with all their buckets`() throws {
        let store = MetricsStore()
        let counter = Counter(label: "reloads.total", dimensions: [("result", "a \"b\"\\\n")], factory: store)
        counter.increment(by: 3)
        Counter(label: "reloads.total", dimensions: [("result", "a \"b\"\\\n")], factory: store).increment()
        Gauge(label: "level", factory: store).record(2.5)
        let timer = CoreMetrics.Timer(label: "duration_seconds", factory: store)
        timer.recordNanoseconds(2_000_000)
        timer.recordNanoseconds(20_000_000_000)
        var text = PrometheusText()
        store.write(to: &text)
        let page = try MetricsPage(text.text)
        #expect(page["reloads_total{result=\"a \\\"b\\\"\\\\\\n\"}"] == 4)
        #expect(page["level"] == 2.5)
        #expect(page["duration_seconds_bucket{le=\"0.001\"}"] == 0)
        #expect(page["duration_seconds_bucket{le=\"0.005\"}"] == 1)
        #expect(page["duration_seconds_bucket{le=\"+Inf\"}"] == 2)
        #expect(page["duration_seconds_count"] == 2)
        #expect(page["duration_seconds_sum"] == 20.002)
    }

    @Test func `names from outside cannot make the store grow without end`() throws {
        let store = MetricsStore()
        for number in 0..<(MetricsStore.mostMetrics * 2) {
            Counter(label: "c", dimensions: [("n", "\(number)")], factory: store).increment()
        }
        var text = PrometheusText()
        store.write(to: &text)
        #expect(try MetricsPage(text.text).values.count == MetricsStore.mostMetrics)
    }

    @Test(arguments: [("a.b-c", "a_b_c"), ("9a", "_9a"), ("", "_"), ("ä", "_"), ("a:b", "a:b")])
    func `names are made as the format wants them`(name: String, expected: String) {
        #expect(PrometheusText.name(name) == expected)
    }

    @Test func `the daemon's metrics are a valid page that shows its receivers, bus, clients and process`() async throws
    {
        let (hub, clock) = (ObservationHub(), GatewayClock(.system))
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let servers = ServerGate(count: 0)
        let fleet = ReceiverFleet(
            runners: ThreeObservations(), hub: hub, clock: clock, servers: servers, logger: logger)
        let selection = SelectionService(
            ActiveReceiverSelector.Rules(hold: .seconds(10), fixTimeout: .seconds(3)), clock: clock, logger: logger
        ) { [reporter = GatewayReporter(hub: hub, clock: clock)] change in reporter.say(.activeReceiver(change)) }
        var status = GPSDStatus()
        (status.clients, status.lostBytes) = (5, 1 << 40)
        let metrics = GatewayMetrics(
            fleet: fleet, selection: selection, hub: hub, gpsd: { [status] in status }, clock: clock,
            store: MetricsStore())
        let subscription = hub.subscribe("gpsd", policy: .latest)
        let run = Task { try await fleet.run() }
        defer { run.cancel() }
        fleet.add(ReceiverPlan(id: "rover", driver: "fake", configuration: "{}"))
        #expect(await eventually { fleet.receivers.first?.state.state == .running })
        let page = try MetricsPage(await metrics.text())
        #expect(page["gnss_gateway_build_info{version=\"\(GatewayVersion.current)\"}"] == 1)
        #expect(page["gnss_gateway_receiver_state{receiver=\"rover\",state=\"running\"}"] == 1)
        #expect(page["gnss_gateway_receiver_state{receiver=\"rover\",state=\"lost\"}"] == 0)
        #expect(page["gnss_gateway_observations_total{receiver=\"rover\",kind=\"timing\"}"] == 3)
        #expect(page["gnss_gateway_receiver_last_data_age_seconds{receiver=\"rover\"}"] != nil)
        #expect(page["gnss_gateway_driver_restarts_total{receiver=\"rover\"}"] == 0)
        #expect(page["gnss_gateway_bus_lost_total{consumer=\"gpsd\"}"] == 0)
        #expect(page["gnss_gateway_gpsd_clients"] == 5)
        #expect(page["gnss_gateway_gpsd_lost_bytes_total"] == Double(1 << 40))
        #expect(try #require(page["process_resident_memory_bytes"]) > 1_048_576)
        #expect(try #require(page["process_open_fds"]) > 2)
        #expect(try #require(page["process_cpu_seconds_total"]) > 0)
        run.cancel()
        _ = await run.result
        _ = subscription
    }
}

/// Drivers that publish three observations and run until they are stopped.
private struct ThreeObservations: RunnerFactory {
    func check(_ plan: ReceiverPlan) {}

    func makeRunner(_ plan: ReceiverPlan, _ record: ReceiverRecord) -> any DriverRunner { Runner(record) }

    private final class Runner: DriverRunner {
        let takesCorrections = false
        private let record: ReceiverRecord
        private let onEnd = Mutex<(@Sendable (RunOutcome) -> Void)?>(nil)

        init(_ record: ReceiverRecord) { self.record = record }

        func start(onEnd: @escaping @Sendable (RunOutcome) -> Void) {
            self.onEnd.withLock { $0 = onEnd }
            record.noteArrival()
            for _ in 0..<3 { _ = record.publish([(.timing(Timing()), record.clock.now)]) { _ in true } }
        }

        func stop() {
            let tell = onEnd.withLock { onEnd in
                defer { onEnd = nil }
                return onEnd
            }
            tell?(.stopped)
        }

        func write(_ bytes: [UInt8]) throws(PluginError) -> Int { throw .writeFailed("it takes none") }

        func abandon() { stop() }
    }
}

/// A page of metrics, read strictly: what Prometheus would refuse is thrown.
struct MetricsPage {
    struct Fault: Error { var line: Substring }

    /// By name with labels, as they stand there.
    private(set) var values: [String: Double] = [:]

    subscript(sample: String) -> Double? { values[sample] }

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Fault(line: text.suffix(40)) }
        var kinds: [Substring: Substring] = [:]
        var current: Substring = ""
        let sample = /([a-zA-Z_:][a-zA-Z0-9_:]*)((?:\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)+\})?) (\S+)/
        for line in text.split(separator: "\n") {
            if let help = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) .+/) {
                guard kinds[help.1] == nil else { throw Fault(line: line) }
                current = help.1
            } else if let type = line.wholeMatch(of: /# TYPE (\S+) (counter|gauge|histogram)/) {
                guard type.1 == current, kinds.updateValue(type.2, forKey: type.1) == nil else {
                    throw Fault(line: line)
                }
            } else if let match = line.wholeMatch(of: sample), let value = Double(match.3) {
                let suffixes = kinds[current] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
                let isOfFamily = suffixes.contains { match.1 == current + $0 }
                guard isOfFamily, value >= 0 || kinds[current] == "gauge" else { throw Fault(line: line) }
                guard values.updateValue(value, forKey: "\(match.1)\(match.2)") == nil else { throw Fault(line: line) }
            } else {
                throw Fault(line: line)
            }
        }
    }
}
