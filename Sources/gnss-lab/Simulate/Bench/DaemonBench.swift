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

/// Several simulated receivers at once on terminals and ports that a gateway reads, and what its clients hear of them:
/// as with ``BenchRun``, but of the whole daemon and in real time, or so many times faster.
struct DaemonBench {
    private var receivers: [BenchReceiver]
    private let gateway: BenchGateway
    private let speed: Double

    /// How long the gateway may take to begin, and to say the last of what it heard, in seconds.
    private static let beginning = 60.0
    private static let ending = 10.0

    /// What was measured of the gateway.
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

    /// Makes the lines and starts the gateway.
    ///
    /// - Throws: `GatewayError` where a line cannot be made or the gateway not be started.
    init(_ scenarios: [BenchScenario], speed: Double) throws(GatewayError) {
        self.speed = speed
        // The path of a socket in it may have 107 bytes: TMPDIR may be too long.
        let folder = try TemporaryFolder.make("gnss-bench", in: "/tmp")
        var receivers: [BenchReceiver] = []
        for (index, scenario) in scenarios.enumerated() {
            receivers.append(
                try BenchReceiver(scenario, link: "\(folder)/\(BenchGateway.name(index))", speed: speed))
        }
        gateway = try BenchGateway(in: folder, receivers.map(\.source))
        self.receivers = receivers
    }

    /// Plays all to their ends.
    ///
    /// - Throws: `GatewayError` where the gateway does not begin, or ends.
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

    /// Who reads the gateway's reports, and how the gateway is before anything is sent.
    private func connected(_ control: ControlClient) async throws -> (ReportReader, GatewayReport) {
        let start = ContinuousClock.now
        var reader: ReportReader?
        while start.duration(to: .now) < .seconds(Self.beginning), gateway.isRunning, !SimulationRun.isEnding {
            reader = reader ?? ReportReader(port: gateway.port)
            if let reader, let report = try? await control.status() { return (reader, report) }
            // Nothing tells when a port is opened, and a socket, which may come later.
            try await Task.sleep(for: .milliseconds(50))
        }
        throw GatewayError(.unavailable, "the bench's gateway does not accept connections: \(gateway.words)")
    }

    /// Sends what is due and hears what comes until something else is; false when all have come to their ends.
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
            // A device is named by its node; what has none, by its receiver.
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
    /// What is to be sent, the next first, and the burst that comes after it.
    private var pieces: ArraySlice<[UInt8]> = []
    private var next: VirtualReceiver.Burst?
    private var nextPiece = ContinuousClock.now
    /// By its time in nanoseconds, when the last byte of an epoch was sent.
    private var sent: [Int64: ContinuousClock.Instant] = [:]
    private var lastTime: UTCTime?

    /// Between the pieces of a burst that is split, so that they are read apart.
    private static let pause = Duration.microseconds(500)

    /// A receiver that speaks UBX is at a port, any other at a terminal.
    init(_ scenario: BenchScenario, link: String, speed: Double) throws(GatewayError) {
        let plan = scenario.plan
        receiver = VirtualReceiver(plan, personality: nil, isUART: false, pages: scenario.pages)
        faults = FaultyLine(plan.faults, seed: plan.scenario.seed)
        self.speed = speed
        // The gateway lives in real time: after a break it tries again in 1, 2, 4 … seconds of it.
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

    /// When something is to be sent; nil at the end.
    var due: ContinuousClock.Instant? {
        pieces.isEmpty ? next.map { start.advanced(by: .seconds($0.elapsed / speed)) } : nextPiece
    }

    mutating func begin(at start: ContinuousClock.Instant) { self.start = start }

    /// Whether the last epoch that it sent was not heard yet.
    var isWaiting: Bool { lastTime.map { sent[$0.nanosecondsSince1970] != nil } ?? false }

    var verdict: BenchVerdict {
        var asked = record
        asked.askFromFirstHeard()
        return asked.verdict
    }

    /// Sends what is due.
    mutating func send() throws(GatewayError) {
        // Whoever connects is let in; what is said to it is of no matter.
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
            pieces = delivery.pieces[...]
            lastTime = pieces.isEmpty ? nil : burst.time
            nextPiece = .now
        }
    }

    /// Hears an epoch of it.
    ///
    /// - Returns: milliseconds since its last byte was sent; nil where it is none that was just sent.
    mutating func hear(_ time: UTCTime, _ place: GeodeticPosition?, at now: ContinuousClock.Instant) -> Double? {
        let instant = sent.removeValue(forKey: time.nanosecondsSince1970)
        guard record.hear(time, place), let instant else { return nil }
        return instant.duration(to: now) / .milliseconds(1)
    }
}
