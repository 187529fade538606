// SPDX-License-Identifier: Apache-2.0

internal import DriverTesting
internal import FoundationEssentials

/// What the process that tries a driver out says to the one that asked, a line of JSON each.
enum CheckMessage: Codable {
    /// A group of checks begins, and how many seconds it may take.
    case begins(group: String, limit: Double)
    /// A group was gone through, with what was found, and whether the process is of no more use.
    case found([CheckResult], isOver: Bool)

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

    /// The word for the check.
    var check: String
    /// What is asked, in words.
    var title: String
    /// `passed`, `failed` or `skipped`.
    var result: String
    /// Why it failed or was skipped.
    var reason: String?
    /// What was measured.
    var figures: [Figure]

    init(_ finding: DriverConformance.Finding) {
        (check, title) = (finding.property.rawValue, finding.check)
        switch finding.verdict {
        case .passed: (result, reason) = ("passed", nil)
        case .failed(let words): (result, reason) = ("failed", words)
        case .skipped(let words): (result, reason) = ("skipped", words)
        }
        figures = finding.figures.map { Figure(name: $0.name, value: $0.value, unit: $0.unit) }
    }

    /// The finding; nil where the word for it is not known.
    var finding: DriverConformance.Finding? {
        guard let property = ConformanceCheck(rawValue: check) else { return nil }
        let words = reason ?? ""
        return DriverConformance.Finding(
            property, result == "passed" ? .passed : result == "failed" ? .failed(words) : .skipped(words),
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
    var checks: [CheckResult]

    /// The report as text.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
