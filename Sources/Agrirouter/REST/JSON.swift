// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// JSON encoding and decoding for agrirouter's REST interface.
enum JSON {
    /// The largest answer in bytes that is decoded; agrirouter limits its own answers to 1 MB.
    static let limit = 32 * 1024 * 1024

    /// Encodes a value with sorted keys.
    static func bytes(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map(Array.init) ?? []
    }

    /// Decodes a value; returns nil if the bytes are invalid or exceed `limit`.
    static func read<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        guard bytes.count <= limit else { return nil }
        return try? JSONDecoder().decode(type, from: Data(bytes))
    }

    /// Wraps a value that decodes as nil if it is missing or has the wrong type.
    struct Lenient<Value: Decodable>: Decodable {
        var value: Value?
        init(from decoder: any Decoder) { value = try? Value(from: decoder) }
    }

    /// Text that decodes from a JSON string or an integer.
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
