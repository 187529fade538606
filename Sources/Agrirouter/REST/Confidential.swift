// SPDX-License-Identifier: Apache-2.0

/// A text that opens a door: it prints as `<redacted>`, wherever it is printed.
public struct Confidential: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The secret itself: never print or log it.
    public let exposed: String

    /// A text to keep.
    public init(_ text: String) { exposed = text }

    /// Hides the secret, so that no log can contain it.
    public var description: String { "<redacted>" }
    /// Hides the secret, so that no log can contain it.
    public var debugDescription: String { description }
    /// Shows no fields, so that no dump of the value can contain the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
