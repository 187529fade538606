// SPDX-License-Identifier: Apache-2.0

/// A secret text that prints as `<redacted>`.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret itself. Do not print or log it.
    public let exposed: String

    public init(_ text: String) { exposed = text }

    /// Returns 256 random bits from the system as 64 hexadecimal digits.
    public static func random() -> Secret {
        var generator = SystemRandomNumberGenerator()
        let words = (0..<4).map { _ in String(generator.next() as UInt64, radix: 16) }
        return Secret(words.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined())
    }

    /// Hides the secret, so that no log can contain it.
    public var description: String { "<redacted>" }
    /// Hides the secret, so that no log can contain it.
    public var debugDescription: String { description }
    /// Shows no fields, so that no dump of the value can contain the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
