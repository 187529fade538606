// SPDX-License-Identifier: Apache-2.0

/// Which receiver programs should believe where there are several. The gateway publishes it, in order with the fixes:
/// it holds from there on.
public struct ActiveReceiver: Hashable, Sendable {
    /// The receiver; nil: none has anything to say.
    public var current: SourceID?
    /// The one before; nil: there was none.
    public var previous: SourceID?
    /// Why it changed, in a sentence.
    public var reason: String

    /// A change.
    public init(current: SourceID?, previous: SourceID?, reason: String) {
        self.current = current
        self.previous = previous
        self.reason = reason
    }
}

/// Something a person should know: published when it begins, and once more when it is over.
public struct Alert: Hashable, Sendable {
    /// How much it matters.
    public enum Severity: UInt8, Sendable, CaseIterable {
        /// Good to know.
        case information = 1
        /// Something will go wrong if nothing is done.
        case warning = 2
        /// Something goes wrong.
        case critical = 3
    }

    /// What it is, for programs: lower-case words and hyphens, such as `low-disk`.
    public var code: String
    /// How much it matters.
    public var severity: Severity
    /// What, where and what to do, for people.
    public var text: String
    /// Whether it is past. An alert that is an instant (a clock step) is over at once.
    public var isOver: Bool

    /// An alert.
    public init(code: String, severity: Severity, text: String, isOver: Bool = false) {
        self.code = code
        self.severity = severity
        self.text = text
        self.isOver = isOver
    }
}
