// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The active receiver: programs that name no receiver get its positions.
public struct ActiveReceiverReport: Codable, Hashable, Sendable {
    /// The receiver's id; nil: none.
    public var receiver: String?
    public var since: Timestamp?
    /// Why it became so, in a sentence.
    public var reason: String?
    /// The reason by its code.
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

/// Something a person should know.
public struct AlertReport: Codable, Hashable, Sendable {
    /// What it is, for programs: `low-disk`.
    public var code: String
    /// How much it matters.
    public var severity: ReportCode<Alert.Severity>
    /// What, where and what to do, for people.
    public var text: String
    /// The text by its code.
    public var message: CodedText?
    /// The receiver that it is about; nil: the gateway.
    public var receiver: String?
    /// When the alert was raised.
    public var since: Timestamp

    public init(
        code: String, severity: ReportCode<Alert.Severity>, text: String, message: CodedText? = nil, receiver: String?,
        since: Timestamp
    ) {
        (self.code, self.severity, self.text, self.message) = (code, severity, text, message)
        (self.receiver, self.since) = (receiver, since)
    }
}
