// SPDX-License-Identifier: Apache-2.0

/// Which of several receivers is active. The gateway publishes it, in order with the fixes:
/// it holds from there on.
public struct ActiveReceiver: Codable, Hashable, Sendable {
    /// The receiver; nil: none has anything to say.
    public var current: SourceID?
    /// The one before; nil: there was none.
    public var previous: SourceID?
    /// Why it changed, in a sentence.
    public var reason: String

    public init(current: SourceID?, previous: SourceID?, reason: String) {
        self.current = current
        self.previous = previous
        self.reason = reason
    }
}

/// Something a person should know: published when it begins, and once more when it is over.
public struct Alert: Codable, Hashable, Sendable {
    /// How much it matters.
    public enum Severity: UInt8, Codable, Coded {
        /// Good to know.
        case information = 1
        /// Something will go wrong if nothing is done.
        case warning = 2
        /// Something goes wrong.
        case critical = 3

        /// The word of the control interface.
        public var code: String { ["", "information", "warning", "critical"][Int(rawValue)] }
    }

    /// What it is, for programs: lower-case words and hyphens, such as `low-disk`.
    public var code: String
    /// How much it matters.
    public var severity: Severity
    /// What, where and what to do, for people.
    public var text: String
    /// Whether it is past. An alert that is an instant (a clock step) is over at once.
    public var isOver: Bool

    public init(code: String, severity: Severity, text: String, isOver: Bool = false) {
        self.code = code
        self.severity = severity
        self.text = text
        self.isOver = isOver
    }
}

extension ActiveReceiver: StageResult {
    public static let kind = ObservationKind.activeReceiver

    /// The size of its text in bytes.
    public var heldBytes: Int { reason.utf8.count }
}

extension ObservationKind {
    /// Another receiver has become active; published by the gateway.
    public static let activeReceiver = ObservationKind(rawValue: 261)
}

extension Payload {
    /// The receiver that is active from now on.
    public static func activeReceiver(_ change: ActiveReceiver) -> Payload { Payload(change) }
}

extension Alert: StageResult {
    public static let kind = ObservationKind.alert

    /// The size of its text in bytes.
    public var heldBytes: Int { text.utf8.count }
}

extension ObservationKind {
    /// Something a person should know. The gateway's, or a stage's.
    public static let alert = ObservationKind(rawValue: 260)
}

extension Payload {
    /// Something a person should know.
    public static func alert(_ alert: Alert) -> Payload { Payload(alert) }
}
