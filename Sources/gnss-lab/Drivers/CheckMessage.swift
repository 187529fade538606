// SPDX-License-Identifier: Apache-2.0

internal import DriverTesting
internal import FoundationEssentials

/// A message from the process that runs a driver to the one that started it, encoded as a line of JSON.
enum CheckMessage: Codable {
    /// A group of checks begins and may take `limit` seconds.
    case begins(group: String, limit: Double)
    /// The following messages belong to this check.
    case tries(check: String)
    /// A function of the driver is called and may take `limit` seconds; an empty name means that it has returned.
    case calls(phase: String, limit: Double)
    /// Intermediate findings of the group.
    case judged([CheckResult])
    /// The findings of a completed group. `isOver` is true if the process cannot continue.
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

    /// Decodes a line; nil if it is not a message.
    init?(_ line: String) {
        guard let message = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else { return nil }
        self = message
    }

    /// The message as a line of JSON.
    var line: String {
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// A finding in its JSON form.
struct CheckResult: Codable {
    struct Figure: Codable {
        var name: String
        var value: Double
        var unit: String
    }

    enum Result: String, Codable {
        case passed, failed, skipped
    }

    /// The code of the check.
    var check: String
    /// The check in words.
    var title: String
    /// The verdict.
    var result: Result
    /// The reason that the check failed or was skipped.
    var reason: String?
    /// The measured values.
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

    /// The finding; nil if the check's code is unknown.
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

/// The JSON report of `drivers check`.
struct CheckReport: Encodable {
    var driver: String
    var version: String
    var file: String
    var receiver: String
    var conforms: Bool
    /// True if all checks were requested and the driver was run.
    var complete: Bool
    var checks: [CheckResult]

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension Duration {
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
