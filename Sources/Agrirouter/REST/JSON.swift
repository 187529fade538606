// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// JSON as agrirouter writes and reads it.
enum JSON {
    /// The most bytes of an answer that are looked at: agrirouter caps its own at 1 MB.
    static let limit = 32 * 1024 * 1024

    /// A value of texts and numbers as JSON, its keys in order.
    static func bytes(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map(Array.init) ?? []
    }

    /// What bytes state, or nil.
    static func read<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        guard bytes.count <= limit else { return nil }
        return try? JSONDecoder().decode(type, from: Data(bytes))
    }

    /// A value that is nil where something else stands there.
    struct Lenient<Value: Decodable>: Decodable {
        var value: Value?
        init(from decoder: any Decoder) { value = try? Value(from: decoder) }
    }

    /// A text, written as one or as a number.
    struct Text: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self.text = text
            } else {
                text = String(try container.decode(Int64.self))
            }
        }
    }
}
