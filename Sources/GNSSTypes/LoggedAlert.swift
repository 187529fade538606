// SPDX-License-Identifier: Apache-2.0

/// An alert in the log: in the store, and in the answer to `GET /v1/alerts`.
public struct LoggedAlert: Codable, Hashable, Sendable {
    /// The number of the alert, counted from 1.
    public var id: UInt64
    /// Stable code for programs, such as `low-disk`.
    public var code: String
    /// The severity of the alert.
    public var severity: ReportCode<Alert.Severity>
    /// The text for people: the condition, its location and the remedy.
    public var text: String
    /// The text as a code with parameters; nil for an alert that an older version stored.
    public var message: CodedText?
    /// The receiver that the alert concerns; nil for the gateway.
    public var receiver: String?
    public var began: Timestamp
    /// The end of the alert; nil if the alert continues, or continued when the daemon that stored it exited.
    public var ended: Timestamp?
    /// The greatest severity that the alert has had, if it has become less severe since; nil otherwise. The store keeps
    /// it; reports do not contain it.
    public var greatest: ReportCode<Alert.Severity>?

    /// The greatest severity that the alert has had.
    public var greatestSeverity: ReportCode<Alert.Severity> { greatest ?? severity }

    public init(
        id: UInt64, code: String, severity: ReportCode<Alert.Severity>, text: String, message: CodedText? = nil,
        receiver: String?, began: Timestamp, ended: Timestamp? = nil, greatest: ReportCode<Alert.Severity>? = nil
    ) {
        (self.id, self.code, self.severity, self.text) = (id, code, severity, text)
        (self.message, self.receiver, self.began, self.ended) = (message, receiver, began, ended)
        self.greatest = greatest
    }

    enum CodingKeys: String, CodingKey {
        case id, code, severity, text, message, receiver, began, ended
    }
}
