// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A case of an enumeration as reports state it: JSON has its code. So that a client can read the reports of a newer daemon,
/// a code that this program does not know is kept as it came, and equals no case.
public enum ReportCode<Value: Coded>: Codable, Hashable, Sendable, CustomStringConvertible {
    case known(Value)
    /// The code of a case that this program does not know.
    case other(String)

    /// A case.
    public init(_ value: Value) { self = .known(value) }

    /// What a code stands for.
    public init(code: String) { self = Value(code: code).map(Self.known) ?? .other(code) }

    /// The case; nil if this program does not know the code.
    public var value: Value? {
        guard case .known(let value) = self else { return nil }
        return value
    }

    /// The word for programs.
    public var code: String {
        switch self {
        case .known(let value): value.code
        case .other(let code): code
        }
    }

    public var description: String { code }

    /// Reads a code, also one that is not known.
    ///
    /// - Throws: `DecodingError` if it is no string.
    public init(from decoder: any Decoder) throws {
        self.init(code: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the code.
    ///
    /// - Throws: the error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }

    /// Whether it is that case.
    public static func == (code: Self, value: Value) -> Bool { code.value == value }

    /// Whether it is another case, or one that this program does not know.
    public static func != (code: Self, value: Value) -> Bool { code.value != value }
}
