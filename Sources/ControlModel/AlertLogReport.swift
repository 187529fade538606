// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Current and past alerts, the newest first: `GET /v1/alerts`.
public struct AlertLogReport: Codable, Hashable, Sendable {
    /// An alert.
    public struct Entry: Codable, Hashable, Sendable {
        /// The number of the alert, counted from 1.
        public var id: UInt64
        /// Stable code for programs, such as `low-disk`.
        public var code: String
        /// How serious the alert is.
        public var severity: ReportCode<Alert.Severity>
        /// The text for people: the condition, the place and the remedy.
        public var text: String
        /// The text by its code; nil for one that an older version stored.
        public var message: CodedText?
        /// The receiver that it is about; nil: the gateway.
        public var receiver: String?
        public var began: Timestamp
        /// The end of the alert; nil if it continues.
        public var ended: Timestamp?

        public init(
            id: UInt64, code: String, severity: ReportCode<Alert.Severity>, text: String, message: CodedText? = nil,
            receiver: String?, began: Timestamp
        ) {
            (self.id, self.code, self.severity, self.text) = (id, code, severity, text)
            (self.message, self.receiver, self.began) = (message, receiver, began)
        }
    }

    public var alerts: [Entry]

    public init(alerts: [Entry]) { self.alerts = alerts }

    /// The number of alerts kept.
    public static let limit = 1000
}
