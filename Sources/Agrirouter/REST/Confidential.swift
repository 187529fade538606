// SPDX-License-Identifier: Apache-2.0

/// A secret text that prints as `<redacted>` in every context.
public struct Confidential: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The secret itself. Do not print or log it.
    public let exposed: String

    public init(_ text: String) { exposed = text }

    /// Hides the secret, so that no log can contain it.
    public var description: String { "<redacted>" }
    /// Hides the secret, so that no log can contain it.
    public var debugDescription: String { description }
    /// Shows no fields, so that no dump of the value can contain the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
