// SPDX-License-Identifier: Apache-2.0

/// A change of the active receiver. The gateway publishes it in order with the fixes, and it applies to all later
/// fixes.
public struct ActiveReceiver: Codable, Hashable, Sendable {
    /// The active receiver; nil if no receiver can be active.
    public var current: SourceID?
    /// The previously active receiver; nil if there was no active receiver.
    public var previous: SourceID?
    /// The reason for the change, in a sentence.
    public var reason: String
    /// The reason as a code with parameters; nil in recordings of older versions.
    public var message: CodedText?

    public init(current: SourceID?, previous: SourceID?, reason: String, message: CodedText? = nil) {
        (self.current, self.previous, self.reason, self.message) = (current, previous, reason, message)
    }
}

/// A condition that the operator should know about. It is published when it begins and again when it ends.
public struct Alert: Codable, Hashable, Sendable {
    /// The severity of an alert.
    public enum Severity: UInt8, Codable, Coded {
        /// No action is needed.
        case information = 1
        /// A function of the gateway will fail unless the operator acts.
        case warning = 2
        /// A function of the gateway is failing.
        case critical = 3

        /// The word used by the control interface.
        public var code: String { ["", "information", "warning", "critical"][Int(rawValue)] }
    }

    /// The stable code for programs: lower-case words and hyphens, such as `low-disk`.
    public var code: String
    /// The severity of the alert.
    public var severity: Severity
    /// The text for people: the condition, its location and the remedy.
    public var text: String
    /// The text as a code with parameters; it may be shorter than `text`. Nil in recordings of older versions.
    public var message: CodedText?
    /// True if the condition has ended. An alert about an instant, such as a clock step, is over at once.
    public var isOver: Bool

    public init(code: String, severity: Severity, text: String, message: CodedText? = nil, isOver: Bool = false) {
        (self.code, self.severity, self.text) = (code, severity, text)
        (self.message, self.isOver) = (message, isOver)
    }
}

extension ActiveReceiver: StageResult {
    public static let kind = ObservationKind.activeReceiver

    /// The size in bytes of `reason` and of the parameters of `message`, which have about the same size.
    public var heldBytes: Int { reason.utf8.count * (message == nil ? 1 : 2) }
}

extension ObservationKind {
    /// Another receiver has become active; published by the gateway.
    public static let activeReceiver = ObservationKind(rawValue: 261)
}

extension Payload {
    /// A payload that announces the receiver that is active from now on.
    public static func activeReceiver(_ change: ActiveReceiver) -> Payload { Payload(change) }
}

extension Alert: StageResult {
    public static let kind = ObservationKind.alert

    /// The size in bytes of `text` and of the parameters of `message`, which have about the same size.
    public var heldBytes: Int { text.utf8.count * (message == nil ? 1 : 2) }
}

extension ObservationKind {
    /// An alert; published by the gateway or a stage.
    public static let alert = ObservationKind(rawValue: 260)
}

extension Payload {
    /// A payload with an alert.
    public static func alert(_ alert: Alert) -> Payload { Payload(alert) }
}
