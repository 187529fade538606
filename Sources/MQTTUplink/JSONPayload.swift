// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// A payload in JSON. `docs/mqtt.schema.json` describes all of them.
protocol JSONPayload: Encodable, Sendable {
    /// True if the names of fields get underscores.
    static var usesUnderscores: Bool { get }
}

extension JSONPayload {
    static var usesUnderscores: Bool { false }

    /// The payload as JSON; empty if it contains a number that JSON cannot express.
    var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if Self.usesUnderscores { encoder.keyEncodingStrategy = .convertToSnakeCase }
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }
}
