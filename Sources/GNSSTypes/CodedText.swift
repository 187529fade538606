// SPDX-License-Identifier: Apache-2.0

/// A sentence for people as a code with parameters, so that a client can show it in another language. In JSON:
/// `{"code":"receiver.silent","parameters":{"seconds":12}}`.
public struct CodedText: Codable, Hashable, Sendable {
    /// The value that replaces `{name}` in a sentence.
    public enum Parameter: Hashable, Sendable {
        /// A name, a path or a quotation, the same in every language.
        case words(String)
        /// A number; the sentence determines its number of decimals.
        case number(Double)
        /// Another sentence.
        case sentence(CodedText)
    }

    /// Topic and name of the sentence: `alert.low_disk`.
    public var code: String
    public var parameters: [String: Parameter]

    public init(_ code: some TextCode, _ parameters: [String: Parameter] = [:]) {
        (self.code, self.parameters) = (code.rawValue, parameters)
    }

    /// Creates a sentence of a table that has its own codes, such as `osnma.reason.stale`.
    public init(code: String, _ parameters: [String: Parameter] = [:]) {
        (self.code, self.parameters) = (code, parameters)
    }

    private enum CodingKeys: String, CodingKey {
        case code, parameters
    }

    /// Reads a sentence; `parameters` may be missing.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(String.self, forKey: .code)
        parameters = try container.decodeIfPresent([String: Parameter].self, forKey: .parameters) ?? [:]
    }

    /// Writes a sentence.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        if !parameters.isEmpty { try container.encode(parameters, forKey: .parameters) }
    }

    /// The sentence in English if it and all sentences in it are of one topic; the code stands for one of another topic.
    public func text<Topic: TextCode>(of topic: Topic.Type) -> String {
        text(from: { code in Topic(rawValue: code)?.english })
    }

    /// The sentence with its parameters. "…" is a missing parameter.
    ///
    /// - Parameter template: Returns the template of a code, in which `{name}` stands for a parameter, `{name:1}` for a
    ///   number with one decimal; nil for an unknown code, which is then the text.
    public func text(from template: (String) -> String?) -> String {
        var (result, rest) = ("", Substring(template(code) ?? code))
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            result += words(of: rest[rest.index(after: open)..<close], from: template) ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private func words(of place: Substring, from template: (String) -> String?) -> String? {
        let parts = place.split(separator: ":", maxSplits: 1)
        guard let name = parts.first else { return nil }
        return switch parameters[String(name)] {
        case .words(let words)?: words
        case .number(let number)?: Self.text(of: number, decimals: parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        case .sentence(let sentence)?: sentence.text(from: template)
        case nil: "…"
        }
    }

    /// A number with 0...3 decimals; a number too large for an integer is written as Swift prints it.
    private static func text(of number: Double, decimals: Int) -> String {
        let factor = [1, 10, 100, 1000][min(max(decimals, 0), 3)]
        guard let scaled = Int64(exactly: (number * Double(factor)).rounded()), decimals > 0 else {
            return Int64(exactly: number.rounded()).map { "\($0)" } ?? "\(number)"
        }
        let fraction = "\(scaled.magnitude % UInt64(factor))"
        return (scaled < 0 ? "-" : "") + "\(scaled.magnitude / UInt64(factor))."
            + String(repeating: "0", count: decimals - fraction.count) + fraction
    }
}

extension CodedText.Parameter: Codable {
    /// Reads a string, a number or a sentence.
    ///
    /// - Throws: `DecodingError` for any other value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let words = try? container.decode(String.self) {
            self = .words(words)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .sentence(try container.decode(CodedText.self))
        }
    }

    /// Writes a string, a number or a sentence.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .words(let words): try container.encode(words)
        case .number(let number): try container.encode(number)
        case .sentence(let sentence): try container.encode(sentence)
        }
    }
}

extension CodedText.Parameter: ExpressibleByStringInterpolation {
    public init(stringLiteral words: String) { self = .words(words) }
}

extension CodedText.Parameter {
    /// A whole number.
    public static func count(_ number: some BinaryInteger) -> Self { .number(Double(number)) }
}
