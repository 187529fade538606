// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The active receiver, whose positions go to clients that name no receiver.
public struct ActiveReceiverReport: Codable, Hashable, Sendable {
    /// The receiver's ID; nil if none is active.
    public var receiver: String?
    public var since: Timestamp?
    /// The reason why it became active, in a sentence.
    public var reason: String?
    /// The reason as a code with parameters.
    public var message: CodedText?
    /// The id of the receiver that the operator selected; nil if the gateway decides.
    public var selected: String?

    private enum CodingKeys: String, CodingKey {
        case receiver, since, reason, message
        case selected = "chosen"
    }

    public init(
        receiver: String?, since: Timestamp? = nil, reason: String? = nil, message: CodedText? = nil,
        selected: String? = nil
    ) {
        (self.receiver, self.since, self.reason, self.selected) = (receiver, since, reason, selected)
        self.message = message
    }
}

/// An alert that has not ended.
public struct AlertReport: Codable, Hashable, Sendable {
    /// The stable code for programs, such as `low-disk`.
    public var code: String
    /// The severity of the alert.
    public var severity: ReportCode<Alert.Severity>
    /// The text for people: the condition, its location and the remedy.
    public var text: String
    /// The text as a code with parameters.
    public var message: CodedText?
    /// The receiver concerned; nil for the gateway itself.
    public var receiver: String?
    /// The time at which the alert was raised.
    public var since: Timestamp

    public init(
        code: String, severity: ReportCode<Alert.Severity>, text: String, message: CodedText? = nil, receiver: String?,
        since: Timestamp
    ) {
        (self.code, self.severity, self.text, self.message) = (code, severity, text, message)
        (self.receiver, self.since) = (receiver, since)
    }
}
