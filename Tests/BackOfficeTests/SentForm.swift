// SPDX-License-Identifier: Apache-2.0

import BackOffice
import Foundation
import Testing

/// The fields of a request, read as a server does; it shares no code with the code that writes them.
struct SentForm {
    struct Field: Equatable {
        var name: String
        var value: String
    }

    /// In their order.
    let fields: [Field]

    init(_ call: BackOfficeCall) throws {
        let permitted = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%&=".utf8)
        #expect(permitted.isSuperset(of: call.body))
        let text = String(decoding: call.body, as: UTF8.self)
        fields = try text.split(separator: "&", omittingEmptySubsequences: false).map { field in
            let sides = field.split(separator: "=", omittingEmptySubsequences: false)
            try #require(sides.count == 2)
            return Field(name: String(sides[0]), value: try Self.decoded(sides[1]))
        }
        #expect(Set(fields.map(\.name)).count == fields.count)
    }

    private static func decoded(_ text: Substring) throws -> String {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false)
        let bytes = try parts.dropFirst().reduce(into: Array(parts[0].utf8)) { bytes, part in
            bytes.append(try #require(UInt8(part.prefix(2), radix: 16)))
            bytes += part.dropFirst(2).utf8
        }
        return try #require(String(validating: bytes, as: UTF8.self))
    }

    subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The JSON in a field.
    func json(_ name: String) throws -> SentJSON {
        try JSONDecoder().decode(SentJSON.self, from: Data(try #require(self[name]).utf8))
    }
}

/// A JSON value, read by Foundation.
enum SentJSON: Decodable, Equatable {
    case text(String)
    case number(Double)
    case list([SentJSON])
    case object([String: SentJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let list = try? container.decode([SentJSON].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: SentJSON].self))
        }
    }

    subscript(_ name: String) -> SentJSON? { if case .object(let members) = self { members[name] } else { nil } }
}

extension SentJSON: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(arrayLiteral elements: SentJSON...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, SentJSON)...) {
        self = .object(Dictionary(uniqueKeysWithValues: elements))
    }
}
