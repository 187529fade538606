// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import ControlModel
internal import GNSSTypes
internal import SetupModel

extension TrialReport {
    /// The report for people.
    var text: String {
        let epochs = count(of: .fix)
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

    /// The steps, one per line.
    private var way: String {
        guard let steps else { return "" }
        let rows = steps.map { step in
            let result =
                switch step.result {
                case .known(.passed): "ok"
                case .known(.failed): "FAILED"
                case .known(.notReached): "-"
                case .other(let code): code
                }
            return [result, step.step.code, step.code.map { "\(step.text ?? "") (\($0))" } ?? ""]
        }
        return TextTable(["RESULT", "STEP", "WHY"], rows).text + "\n"
    }

    private var conclusion: String {
        if refusedBatches > 0 {
            return "BAD: the gateway refused \(refusedBatches) batches from its driver; the daemon's log says why"
        }
        if positions > 0 {
            return verdict == .compatible
                ? "GOOD: delivers positions, and the Galileo pages that OSNMA needs (\(verdict.code))"
                : "GOOD: delivers positions, but no raw Galileo pages, so OSNMA is not possible (\(verdict.code))"
        }
        if count(of: .fix) > 0 {
            return "NO FIX: the receiver sends data but has no position; give it a clear sky and a few minutes "
                + "(\(verdict.code))"
        }
        if !frames.isEmpty { return "NO EPOCHS: no frame contains a position; set the receiver to send RMC and GGA" }
        let word = verdict == .incompatible ? "NOT UNDERSTOOD: received no valid data" : "SILENT: received no data"
        return "\(word) (\(verdict.code)); \(reason)"
    }

    private func rate(_ epochs: Int) -> String {
        guard epochs > 1, seconds > 0 else { return "" }
        return ", about \(Int((Double(epochs) / seconds).rounded())) per second"
    }

    private static func words(_ fix: FixReport) -> String {
        var words = "\(fix.kind), \(fix.quality)"
        if let used = fix.satellitesUsed { words += ", \(used) satellites used" }
        if let view = fix.satellitesInView { words += " of \(view) in view" }
        return words
    }
}
