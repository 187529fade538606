// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import Gateway
internal import ObservationBus
internal import Synchronization
internal import WebAPI

/// What came of a receiver while it was watched.
struct ReceiverTrial: Codable, Sendable {
    /// The receiver's id.
    var receiver: String
    /// How long it was watched, in seconds.
    var seconds: Double
    /// Observations by kind.
    var kinds: [String: Int] = [:]
    /// Epochs with a position.
    var positions = 0
    /// Galileo I/NAV pages: what OSNMA is made of.
    var pages = 0
    /// Raw frames by what they begin with: `GNGGA`.
    var frames: [String: Int] = [:]
    /// The last epoch.
    var fix: FixReport?
    /// Batches of its driver that were refused meanwhile.
    var refusedBatches = 0
    /// Its state at the end.
    var state = ""
    /// Why.
    var reason = ""
    /// How far the way to it was gone, where it is reached over Bluetooth.
    var steps: [ConnectionSteps.Finding]?

    enum CodingKeys: String, CodingKey {
        case receiver, seconds, kinds, positions, frames, fix, state, reason, verdict, steps
        case pages = "inav_pages"
        case refusedBatches = "refused_batches"
    }

    /// What the receiver is good for.
    enum Verdict: String, Codable, Sendable {
        /// It is not there, or does not say a byte.
        case notConnected = "not_connected"
        /// Something is there and nothing of it is understood.
        case incompatible = "connected_incompatible"
        /// It is understood and has no position.
        case noPosition = "connected_no_position"
        /// Positions come, and no Galileo I/NAV pages.
        case compatibleWithoutOSNMA = "compatible_without_osnma"
        /// Positions come, and Galileo I/NAV pages.
        case compatible
    }

    /// What the receiver is good for; set at the end.
    var verdict = Verdict.notConnected

    /// What it comes to by what was seen.
    var judgement: Verdict {
        if positions > 0 { return pages > 0 ? .compatible : .compatibleWithoutOSNMA }
        if !frames.isEmpty || kinds["fix"] != nil { return .noPosition }
        return hasBytes ? .incompatible : .notConnected
    }

    /// Whether the driver said of a device without a frame that it sends something.
    private var hasBytes: Bool {
        state == "degraded" ? !reason.contains("no byte") : reason.hasPrefix("bytes arrive")
    }

    /// Watches for so long.
    static func watch(_ id: String, for limit: Duration, _ client: ControlClient) async throws -> ReceiverTrial {
        let before = try await client.receivers().first { $0.id == id }
        let watcher = TrialWatcher(ReceiverTrial(receiver: id, seconds: 0))
        let begin = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let request = ObservationRequest(receivers: [SourceID(rawValue: id)])
                _ = try await client.streamObservations(request) { try watcher.take($0) }
            }
            group.addTask { try await Task.sleep(for: limit) }
            defer { group.cancelAll() }
            try await group.next()
        }
        var trial = watcher.trial
        trial.seconds = (ContinuousClock.now - begin) / .seconds(1)
        let after = try await client.receivers().first { $0.id == id }
        trial.refusedBatches = (after?.refusedBatches ?? 0) - (before?.refusedBatches ?? 0)
        (trial.state, trial.reason) = (
            after?.state ?? "gone", after?.reason ?? "it is no receiver of the daemon any more"
        )
        trial.verdict = trial.judgement
        return trial
    }

    /// Whether positions come, and nothing that is wrong.
    var isGood: Bool { positions > 0 && refusedBatches == 0 }

    /// For people.
    var text: String {
        let epochs = kinds["fix"] ?? 0
        let frequent = frames.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(16)
        let rows = [
            ["epochs", "\(epochs), \(positions) with a position" + rate(epochs)],
            ["frames", frequent.isEmpty ? "none" : frequent.map { "\($0.key) \($0.value)" }.joined(separator: ", ")],
            ["Galileo pages", pages == 0 ? "none" : "\(pages) of I/NAV"],
            ["fix", fix.map(Self.words) ?? "none"],
            ["state", "\(state): \(reason)"],
        ]
        return way + TextTable(["receiver", receiver], rows).text + "\n" + conclusion
    }

    /// The steps, a line each.
    private var way: String {
        guard let steps else { return "" }
        let words = [ConnectionSteps.Result.passed: "ok", .failed: "FAILED", .notReached: "-"]
        let rows = steps.map { step in
            [words[step.result] ?? "", step.step.rawValue, step.code.map { "\(step.text ?? "") (\($0))" } ?? ""]
        }
        return TextTable(["RESULT", "STEP", "WHY"], rows).text + "\n"
    }

    private var conclusion: String {
        if refusedBatches > 0 {
            return "BAD: the gateway refused \(refusedBatches) batches of its driver; the daemon's log says why"
        }
        if positions > 0 {
            return verdict == .compatible
                ? "GOOD: positions come, and the Galileo pages that OSNMA needs (\(verdict.rawValue))"
                : "GOOD: positions come; without the raw Galileo pages there is no OSNMA (\(verdict.rawValue))"
        }
        if kinds["fix"] != nil {
            return "NO FIX: it speaks and has no position; give it a view of the sky and some minutes "
                + "(\(verdict.rawValue))"
        }
        if !frames.isEmpty { return "NO EPOCHS: frames come, none of which tells a position; have it send RMC and GGA" }
        let word = verdict == .incompatible ? "NOT UNDERSTOOD: nothing valid came" : "SILENT: nothing came"
        return "\(word) (\(verdict.rawValue)); \(reason)"
    }

    private func rate(_ epochs: Int) -> String {
        guard epochs > 1, seconds > 0 else { return "" }
        return ", about \(Int((Double(epochs) / seconds).rounded())) a second"
    }

    private static func words(_ fix: FixReport) -> String {
        var words = "\(fix.kind), \(fix.quality)"
        if let used = fix.satellitesUsed { words += ", \(used) satellites used" }
        if let view = fix.satellitesInView { words += " of \(view) in view" }
        return words
    }
}

/// Reads the stream of a receiver's observations.
private final class TrialWatcher: Sendable {
    private struct State {
        var trial: ReceiverTrial
        var held: [UInt8] = []
        var hasHead = false
    }

    private let state: Mutex<State>

    init(_ trial: ReceiverTrial) { state = Mutex(State(trial: trial)) }

    var trial: ReceiverTrial { state.withLock { $0.trial } }

    /// Takes a chunk, which may end anywhere.
    func take(_ chunk: [UInt8]) throws -> Bool {
        try state.withLock { state in
            state.held += chunk
            if !state.hasHead {
                guard state.held.count >= RecordingHeader.size else { return true }
                state.held.removeFirst(RecordingHeader.size)
                state.hasHead = true
            }
            var end = 0
            while let size = try RecordReader.size(of: state.held, atOffset: end), size <= state.held.count - end {
                end += size
            }
            var reader = RecordReader(Array(state.held[..<end]))
            state.held.removeFirst(end)
            while let record = try reader.next() {
                if case .observation(let payload) = record.content { state.trial.note(payload) }
            }
            return true
        }
    }
}

extension ReceiverTrial {
    /// Takes something that its driver published.
    mutating func note(_ payload: Payload) {
        kinds[payload.kind.description, default: 0] += 1
        switch payload {
        case .fix(let fix):
            if fix.position != nil { positions += 1 }
            self.fix = FixReport(fix, satellitesInView: self.fix?.satellitesInView)
        case .satellites(let sky): fix?.satellitesInView = sky.satellites.count
        case .sentence(let sentence):
            let name = sentence.shortName
            if frames.count < 256 || frames[name] != nil { frames[name, default: 0] += 1 }
        case .navigationPage(let page): if page.message == .inav { pages += 1 }
        default: break
        }
    }
}

extension Sentence {
    /// What a frame begins with, as far as that names it: `GNGGA`, `UBX 01 07`.
    fileprivate var shortName: String {
        switch format {
        case .nmea:
            let name = bytes.dropFirst().prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "*") }.prefix(8)
            return String(decoding: name.filter { (33...126).contains($0) }, as: UTF8.self)
        case .ubx where bytes.count > 3:
            return "UBX "
                + [bytes[2], bytes[3]].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
        case .ubx: return "UBX"
        case .rtcm3: return "RTCM3"
        case .sbf: return "SBF"
        default: return "other"
        }
    }
}
