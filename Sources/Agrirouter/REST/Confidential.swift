// SPDX-License-Identifier: Apache-2.0

/// A text that opens a door: it prints as `<redacted>`, wherever it is printed.
public struct Confidential: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The text itself.
    public let exposed: String

    /// A text to keep.
    public init(_ text: String) { exposed = text }

    /// Not the text.
    public var description: String { "<redacted>" }
    /// Not the text.
    public var debugDescription: String { description }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
