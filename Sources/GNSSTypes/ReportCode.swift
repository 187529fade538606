// SPDX-License-Identifier: Apache-2.0

/// An enumeration's case in a report, encoded in JSON as its code. An unknown code is kept unchanged and equals no
/// case, so that a client can read the reports of a newer daemon.
public enum ReportCode<Value: Coded>: Codable, Hashable, Sendable, CustomStringConvertible {
    case known(Value)
    /// The code of a case unknown to this program.
    case other(String)

    /// Creates the code of a case.
    public init(_ value: Value) { self = .known(value) }

    /// Creates the case of a code.
    public init(code: String) { self = Value(code: code).map(Self.known) ?? .other(code) }

    /// The case; nil if the code is unknown to this program.
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

    /// Reads a code, even an unknown one.
    ///
    /// - Throws: `DecodingError` if the value is not a string.
    public init(from decoder: any Decoder) throws {
        self.init(code: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the code.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }

    /// Returns true if the code is that of the case.
    public static func == (code: Self, value: Value) -> Bool { code.value == value }

    /// Returns true if the code is that of another case, or unknown to this program.
    public static func != (code: Self, value: Value) -> Bool { code.value != value }
}
