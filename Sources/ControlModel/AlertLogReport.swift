// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The alerts that there are and were, the newest first: `GET /v1/alerts`.
public struct AlertLogReport: Codable, Hashable, Sendable {
    /// An alert.
    public struct Entry: Codable, Hashable, Sendable {
        /// Counts the alerts, from 1.
        public var id: UInt64
        /// What it is, for programs: `low-disk`.
        public var code: String
        /// How much it matters.
        public var severity: ReportCode<Alert.Severity>
        /// What, where and what to do, for people.
        public var text: String
        /// The text by its code; nil for one that an older version stored.
        public var message: CodedText?
        /// The receiver that it is about; nil: the gateway.
        public var receiver: String?
        public var began: Timestamp
        /// When it was over; nil: it goes on.
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

    /// How many are kept.
    public static let limit = 1000
}
