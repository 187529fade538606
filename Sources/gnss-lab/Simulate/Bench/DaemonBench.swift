// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Gateway
internal import GatewayClient
internal import Glibc
internal import Simulation
internal import SystemSupport

/// Runs several simulated receivers on terminals and ports that a gateway reads, and evaluates what the gateway's
/// clients receive. Like ``BenchRun``, but with the whole daemon, in real time or faster by a factor.
struct DaemonBench {
    private var receivers: [BenchReceiver]
    private let gateway: BenchGateway
    private let speed: Double

    /// The time limits for the gateway's start and for its last reports, in seconds.
    private static let beginning = 60.0
    private static let ending = 10.0

    /// Measurements of the gateway.
    struct Figures {
        var observations: Double
        var latencies: [Double]
        var lost: UInt64
        var load: Double
        var memory: Double

        var line: String {
            "gateway: \(Self.short(observations)) observations a second, latency \(Self.short(quantile(0.5))) ms p50, "
                + "\(Self.short(quantile(0.99))) ms p99, \(lost) lost on its bus, \(Self.short(load)) % of a core, "
                + "\(Self.short(memory)) MiB at most"
        }

        private func quantile(_ part: Double) -> Double {
            let ordered = latencies.sorted()
            return ordered.isEmpty ? 0 : ordered[min(ordered.count - 1, Int(part * Double(ordered.count)))]
        }

        private static func short(_ number: Double) -> String {
            number < 100 ? "\((number * 10).rounded() / 10)" : "\(Int(min(number, 1e15).rounded()))"
        }
    }

    /// Creates the lines and starts the gateway.
    ///
    /// - Throws: `GatewayError` if a line cannot be created or the gateway cannot be started.
    init(_ scenarios: [BenchScenario], speed: Double) throws(GatewayError) {
        self.speed = speed
        // A socket path may have at most 107 bytes, and TMPDIR may be too long.
        let folder = try TemporaryFolder.make("gnss-bench", in: "/tmp")
        var receivers: [BenchReceiver] = []
        for (index, scenario) in scenarios.enumerated() {
            receivers.append(
                try BenchReceiver(scenario, link: "\(folder)/\(BenchGateway.name(index))", speed: speed))
        }
        gateway = try BenchGateway(in: folder, receivers.map(\.source))
        self.receivers = receivers
    }

    /// Runs all scenarios to their ends.
    ///
    /// - Throws: `GatewayError` if the gateway does not start or ends early.
    mutating func play() async throws -> (verdicts: [BenchVerdict], figures: Figures) {
        let control = ControlClient(socketPath: gateway.socket)
        let (reader, before) = try await connected(control)
        let (time, start) = (gateway.processorTime ?? 0, ContinuousClock.now)
        var latencies: [Double] = []
        for index in receivers.indices { receivers[index].begin(at: start) }
        while !SimulationRun.isEnding, try step(reader, &latencies) {}
        let last = ContinuousClock.now
        while last.duration(to: .now) < .seconds(Self.ending), receivers.contains(where: \.isWaiting) {
            try hear(reader, &latencies, for: .milliseconds(20))
        }
        let seconds = start.duration(to: last) / .seconds(1)
        let after = try await control.status()
        let lost = after.bus.consumers.reduce(0) { $0 + $1.lost }
        let figures = Figures(
            observations: Double(after.bus.published - before.bus.published) / max(seconds, 0.001),
            latencies: latencies, lost: lost,
            load: ((gateway.processorTime ?? time) - time) / max(seconds, 0.001) * 100,
            memory: gateway.peakMemory ?? 0)
        return (receivers.map(\.verdict), figures)
    }

    /// Waits until the gateway is ready; returns a reader of its reports and its state before any data are sent.
    private func connected(_ control: ControlClient) async throws -> (ReportReader, GatewayReport) {
        let start = ContinuousClock.now
        var reader: ReportReader?
        while start.duration(to: .now) < .seconds(Self.beginning), gateway.isRunning, !SimulationRun.isEnding {
            reader = reader ?? ReportReader(port: gateway.port)
            if let reader, let report = try? await control.status() { return (reader, report) }
            // No event signals the opening of the port and of the socket, which may come later.
            try await Task.sleep(for: .milliseconds(50))
        }
        throw GatewayError(.unavailable, "the bench's gateway does not accept connections: \(gateway.words)")
    }

    /// Sends the data that are due and reads reports until more are due; false when all scenarios have ended.
    private mutating func step(_ reader: ReportReader, _ latencies: inout [Double]) throws -> Bool {
        for index in receivers.indices { try receivers[index].send() }
        guard let due = receivers.compactMap(\.due).min() else { return false }
        try hear(reader, &latencies, for: min(.milliseconds(20), ContinuousClock.now.duration(to: due)))
        return true
    }

    private mutating func hear(
        _ reader: ReportReader, _ latencies: inout [Double], for duration: Duration
    ) throws {
        var waiting = pollfd(fd: reader.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, Int32(max(0, min(1000, duration / .milliseconds(1)))))
        guard let reports = reader.reports() else {
            throw GatewayError(.unavailable, "the bench's gateway has ended: \(gateway.words)")
        }
        let now = ContinuousClock.now
        for report in reports {
            // A report names the device by its node, or by its receiver if there is no node.
            guard
                let index = receivers.indices.first(where: {
                    report.device == receivers[$0].source.device || report.device == BenchGateway.name($0)
                }),
                let time = report.time.map({ UTCTime(nanosecondsSince1970: $0.milliseconds * 1_000_000) }),
                let latency = receivers[index].hear(time, report.position, at: now)
            else { continue }
            latencies.append(latency)
        }
    }
}

/// A simulated receiver of a ``DaemonBench`` and its line.
struct BenchReceiver {
    let source: BenchGateway.Source
    private var receiver: VirtualReceiver
    private var faults: FaultyLine
    private let line: any SimulatedLine
    private let speed: Double
    private var record: BenchRecord
    private var start = ContinuousClock.now
    /// The pieces still to send, and the burst after them.
    private var pieces: ArraySlice<[UInt8]> = []
    private var next: VirtualReceiver.Burst?
    private var nextPiece = ContinuousClock.now
    /// The time at which the last byte of an epoch was sent, by the epoch's time in nanoseconds.
    private var sent: [Int64: ContinuousClock.Instant] = [:]
    private var lastTime: UTCTime?

    /// The pause between the pieces of a split burst, so that they are read separately.
    private static let pause = Duration.microseconds(500)

    /// Creates a receiver with a TCP port if it sends UBX, or else with a terminal.
    init(_ scenario: BenchScenario, link: String, speed: Double) throws(GatewayError) {
        let plan = scenario.plan
        receiver = VirtualReceiver(plan, personality: nil, isUART: false, pages: scenario.pages)
        faults = FaultyLine(plan.faults, seed: plan.scenario.seed)
        self.speed = speed
        // The gateway runs in real time: after a break it retries after 1, 2, 4 … seconds.
        let patience = BenchRecord.Patience(after: 2 * speed, recovery: 10 * speed, perSecondUnplugged: 2)
        record = BenchRecord(scenario.name, plan.faults, patience: patience)
        if plan.ubx != nil {
            let server = try ServerLine(port: 0)
            line = server
            source = BenchGateway.Source(driver: "ubx", device: "tcp://127.0.0.1:\(server.port)")
        } else {
            line = try TerminalLine(link: link, isUART: false)
            source = BenchGateway.Source(driver: "nmea-serial", device: link)
        }
        next = receiver.next()
    }

    /// The time at which the next data must be sent; nil at the end.
    var due: ContinuousClock.Instant? {
        pieces.isEmpty ? next.map { start.advanced(by: .seconds($0.elapsed / speed)) } : nextPiece
    }

    mutating func begin(at start: ContinuousClock.Instant) { self.start = start }

    /// True if the last epoch sent has not been received yet.
    var isWaiting: Bool { lastTime.map { sent[$0.nanosecondsSince1970] != nil } ?? false }

    var verdict: BenchVerdict {
        var asked = record
        asked.askFromFirstHeard()
        return asked.verdict
    }

    /// Sends the data that are due.
    mutating func send() throws(GatewayError) {
        // Accepts connections; the data that clients send are ignored.
        _ = try line.receive()
        while let due, due <= .now {
            if let piece = pieces.popFirst() {
                try line.send(piece)
                nextPiece = .now.advanced(by: Self.pause)
                if pieces.isEmpty, let lastTime { sent[lastTime.nanosecondsSince1970] = .now }
                continue
            }
            guard let burst = next else { return }
            next = receiver.next()
            record.say(burst.time, burst.place, at: burst.elapsed)
            let delivery = faults.send(burst.bytes, at: burst.elapsed)
            try line.plug(!delivery.isUnplugged)
            pieces = line.losesUnread && line.hasUnsent ? [] : delivery.pieces[...]
            lastTime = pieces.isEmpty ? nil : burst.time
            nextPiece = .now
        }
    }

    /// Processes a received epoch.
    ///
    /// - Returns: The milliseconds since its last byte was sent; nil if it was not among those just sent.
    mutating func hear(_ time: UTCTime, _ place: GeodeticPosition?, at now: ContinuousClock.Instant) -> Double? {
        let instant = sent.removeValue(forKey: time.nanosecondsSince1970)
        guard record.hear(time, place), let instant else { return nil }
        return instant.duration(to: now) / .milliseconds(1)
    }
}
