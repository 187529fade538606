// SPDX-License-Identifier: Apache-2.0

internal import DriverTesting
internal import FoundationEssentials

/// What the process that tries a driver out says to the one that asked, a line of JSON each.
enum CheckMessage: Codable {
    /// A group of checks begins, and how many seconds it may take.
    case begins(group: String, limit: Double)
    /// What follows is done for a check.
    case tries(check: String)
    /// A function of the driver is called, which may take so many seconds; an empty name: it has returned.
    case calls(phase: String, limit: Double)
    /// What was found already in the group.
    case judged([CheckResult])
    /// A group was gone through, with what was found, and whether the process is of no more use.
    case found([CheckResult], isOver: Bool)

    init(_ progress: ConformanceProgress, limit: (ConformanceGroup) -> Duration) {
        switch progress {
        case .begins(let group): self = .begins(group: group.rawValue, limit: limit(group).inSeconds)
        case .tries(let check): self = .tries(check: check.rawValue)
        case .calls(let phase, let limit): self = .calls(phase: phase?.rawValue ?? "", limit: limit.inSeconds)
        case .judged(let findings): self = .judged(findings.map { CheckResult($0) })
        case .ended(let findings, let isOver): self = .found(findings.map { CheckResult($0) }, isOver: isOver)
        }
    }

    /// Nil where a line is no message.
    init?(_ line: String) {
        guard let message = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else { return nil }
        self = message
    }

    /// The message as a line.
    var line: String {
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// A finding, as it stands in JSON.
struct CheckResult: Codable {
    struct Figure: Codable {
        var name: String
        var value: Double
        var unit: String
    }

    enum Result: String, Codable {
        case passed, failed, skipped
    }

    /// The word for the check.
    var check: String
    /// What is asked, in words.
    var title: String
    /// How it ended.
    var result: Result
    /// Why it failed or was skipped.
    var reason: String?
    /// What was measured.
    var figures: [Figure]

    init(_ finding: DriverConformance.Finding) {
        (check, title) = (finding.property.rawValue, finding.check)
        switch finding.verdict {
        case .passed: (result, reason) = (.passed, nil)
        case .failed(let words): (result, reason) = (.failed, words)
        case .skipped(let words): (result, reason) = (.skipped, words)
        }
        figures = finding.figures.map { Figure(name: $0.name, value: $0.value, unit: $0.unit) }
    }

    /// The finding; nil where the word for it is not known.
    var finding: DriverConformance.Finding? {
        guard let property = ConformanceCheck(rawValue: check) else { return nil }
        let words = reason ?? ""
        let verdict: DriverConformance.Finding.Verdict =
            switch result {
            case .passed: .passed
            case .failed: .failed(words)
            case .skipped: .skipped(words)
            }
        return DriverConformance.Finding(
            property, verdict,
            figures.map { DriverConformance.Finding.Figure($0.name, $0.value, $0.unit) })
    }
}

/// The report of a check, as JSON.
struct CheckReport: Encodable {
    var driver: String
    var version: String
    var file: String
    var receiver: String
    var conforms: Bool
    /// Whether all checks were asked for, and the driver was run.
    var complete: Bool
    var checks: [CheckResult]

    /// The report as text.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension Duration {
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
