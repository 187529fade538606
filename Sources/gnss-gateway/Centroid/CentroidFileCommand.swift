// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Centroid
internal import CommandSupport
internal import ControlModel
internal import DaemonRuntime
internal import Foundation
internal import GNSSTypes
internal import Gateway
internal import MessageTexts
internal import ReceiverStream
internal import Settings
internal import SystemSupport

/// The command `gnss-gateway centroid FILE…`, or `centroid file FILE…`.
struct CentroidFileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "file", abstract: "Average captures of a stationary receiver into one precise point.",
        discussion: """
            Takes the first N consecutive epochs of each capture that pass the filter, and prints their centre and its \
            uncertainty. A gap, a lost fix or movement restarts the count. Exits with 65 if there were fewer than N; \
            the result is then printed for the samples found.
            """)

    @Option(
        help: ArgumentHelp(
            "Number of samples, 1...\(CentroidSettings.allowedSamples.upperBound); more are possible than with the "
                + "daemon's setting centroid.samples.", valueName: "N"))
    var samples = CentroidPreferences().samples

    @Option(help: "robust: a weighted mean that resists outliers; compatible: the innermost convex layer.")
    var method = MethodArgument.robust

    @Option(help: ArgumentHelp("Maximum HDOP.", valueName: "NUMBER"))
    var maxHdop: Double?

    @Option(help: ArgumentHelp("Minimum number of satellites in the solution.", valueName: "NUMBER"))
    var minSatellites: Int?

    @Option(help: ArgumentHelp("Minimum mean C/N0, in dB-Hz.", valueName: "NUMBER"))
    var minCn0: Double?

    @Option(help: ArgumentHelp("Maximum horizontal accuracy estimate, in metres.", valueName: "METRES"))
    var maxAccuracy: Double?

    @Option(help: .setting(\CentroidPreferences.filter.minimumFix, "NUMBER"))
    var minFix = CentroidPreferences().filter.minimumFix

    @Option(help: ArgumentHelp("Stop early once the standard error is at most this, in metres.", valueName: "METRES"))
    var standardError: Double?

    @Flag(help: "Accept samples even if the receiver moves.")
    var moving = false

    @Flag(help: "Print one JSON object per file, with all figures.")
    var json = false

    @Argument(help: ArgumentHelp("Captures, each averaged separately; - is standard input.", valueName: "FILE"))
    var files: [String]

    func validate() throws {
        guard !files.isEmpty else { throw ValidationError("Give at least one FILE, or - for standard input.") }
        guard CentroidSettings.allowedSamples.contains(samples) else {
            throw ValidationError(
                "--samples \(samples): 1...\(CentroidSettings.allowedSamples.upperBound) is allowed.")
        }
        if let problem = CentroidPreferences.settings[\.filter.minimumFix]?.schema.problem(of: .integer(Int64(minFix)))
        {
            throw ValidationError("--min-fix: \(problem).")
        }
        for (name, value) in [
            ("max-hdop", maxHdop), ("max-accuracy", maxAccuracy), ("min-cn0", minCn0),
            ("standard-error", standardError),
        ] {
            if let value, !(value > 0) { throw ValidationError("--\(name) \(value): a number above 0 is allowed.") }
        }
    }

    func run() throws {
        var output = StandardOutput()
        var failures: [GatewayError] = []
        for file in files {
            do throws(GatewayError) {
                try sample(file, &output)
                try output.flush()
            } catch {
                failures.append(error)
            }
        }
        let codes = failures.map(Terminal.failure)
        if let first = codes.first { throw first }
    }

    private var settings: CentroidSettings {
        var settings = CentroidSettings(samples: samples)
        settings.method = method.method
        settings.filter.maximumHDOP = maxHdop
        settings.filter.minimumSatellites = minSatellites
        settings.filter.minimumCN0 = minCn0
        settings.filter.maximumAccuracy = maxAccuracy
        settings.filter.minimumKind = minFix == 3 ? .threeDimensional : .twoDimensional
        if moving { settings.movement = nil }
        return settings
    }

    private func sample(_ file: String, _ output: inout StandardOutput) throws(GatewayError) {
        let input = try InputFile(file)
        let rules: [any CentroidFinishRule] = standardError.map { [StandardErrorRule($0)] } ?? []
        var sampling = FileSampling(CentroidSession(settings, rules: rules))
        try sampling.read(input)
        let report = CentroidReport(sampling, file: input.name, method: method.method)
        guard report.position != nil else {
            throw GatewayError(.badData, "\(input.name): no position passes the filter\(sampling.explanation)")
        }
        output.buffer += json ? report.json : Array((sampling.text(input.name) + "\n").utf8)
        guard sampling.best.isComplete else {
            try output.flush()
            throw GatewayError(
                .badData,
                "\(input.name): only \(sampling.best.samples.count) of \(samples) samples"
                    + "\(sampling.explanation)")
        }
    }
}

/// Feeds a session with a capture. If the session is never complete, it keeps the longest consecutive series of
/// samples.
struct FileSampling {
    private(set) var best: CentroidSession
    private(set) var epochs = 0
    private var session: CentroidSession
    private var rejected: [CentroidRejection: Int] = [:]
    private var resets: [String: Int] = [:]

    init(_ session: CentroidSession) { (self.session, best) = (session, session) }

    mutating func read(_ input: InputFile) throws(GatewayError) {
        var configuration = StreamDecoder.Configuration()
        configuration.keepsSentences = false
        configuration.readsRawFrames = false
        let decoder = StreamDecoder(configuration: configuration)
        let time = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        var bytes = try input.read()
        try input.refuseRecording(bytes)
        while !bytes.isEmpty, !session.isComplete {
            decoder.consume(bytes.span, arrivedAt: time) { take($0) }
            bytes = try input.read()
        }
        if !session.isComplete { decoder.finish { take($0) } }
        keepBest()
        guard decoder.statistics.validFrames > 0 else {
            throw GatewayError(.badData, "\(input.name): contains no valid frame; is it a receiver's capture?")
        }
    }

    private mutating func take(_ epoch: DecodedEpoch) {
        guard let fix = epoch.fix, !session.isComplete else { return }
        // Captures contain no arrival times, so an epoch without a time counts as one second after the previous one.
        epochs += 1
        let before = session
        switch session.take(fix, sky: epoch.skyView, arrival: Int64(epochs) * 1_000_000_000) {
        case .rejected(let reason): rejected[reason, default: 0] += 1
        case .reset(let reason, _):
            if before.samples.count > best.samples.count { best = before }
            resets[reason.message.text, default: 0] += 1
        case .accepted, .ignored: break
        }
    }

    private mutating func keepBest() {
        if session.isComplete || session.samples.count >= best.samples.count { best = session }
    }

    /// The number of rejected samples by reason.
    var rejections: [(CentroidRejection, Int)] {
        rejected.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
    }

    /// The result for people.
    func text(_ name: String) -> String {
        let session = best
        guard let estimate = session.progress.estimate else { return "\(name): nothing" }
        let head = "\(name): \(session.samples.count) of \(session.settings.samples) samples"
        return CentroidText(CentroidEstimateReport(estimate), ReportCode(estimate.method), head: head).text
    }

    /// The number of restarts.
    var resetCount: Int { resets.values.reduce(0, +) }

    /// The reasons that there are not more samples, for people; empty if there are none.
    var explanation: String {
        var reasons = rejections.map { "\($0.1) rejected: \($0.0.message.text)" }
        reasons += resets.sorted { $0.key < $1.key }.map { "restarted \($0.value) times: \($0.key)" }
        return reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))"
    }
}

extension CentroidSession {
    /// True if there are enough samples.
    var isComplete: Bool { if case .finished = state { true } else { false } }
}
