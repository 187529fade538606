// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The state of the uplink to agrirouter: `GET /v1/agrirouter`. It never contains a secret.
public struct AgrirouterReport: Codable, Hashable, Sendable {
    /// The positions waiting to be sent.
    public struct Queue: Codable, Hashable, Sendable {
        /// Number of positions, including those sent but not acknowledged.
        public var entries: UInt64
        /// The positions' size in bytes.
        public var bytes: UInt64
        /// The time of the oldest position.
        public var oldest: Timestamp?
    }

    /// An error of the uplink and its remedy.
    public struct UplinkError: Codable, Hashable, Sendable {
        /// Agrirouter's code, or one of the gateway's own.
        public var code: String
        /// The explanation for people.
        public var text: String
        /// The remedy for people; nil if there is none.
        public var cure: String?
        /// The text by its code.
        public var message: CodedText?
        /// The cure by its code.
        public var cureMessage: CodedText?
        /// When it occurred, by the daemon's clock.
        public var time: Timestamp

        enum CodingKeys: String, CodingKey {
            case code, text, cure, message, time
            case cureMessage = "cure_message"
        }
    }

    /// The endpoint's certificate.
    public struct Certificate: Codable, Hashable, Sendable {
        /// The certificate's expiry.
        public var end: Timestamp
        /// The days until the expiry, by the daemon's clock; negative after it.
        public var days: Double

        enum CodingKeys: String, CodingKey {
            case end = "not_after"
            case days = "days_left"
        }
    }

    public var state: ReportCode<UplinkReport.State>
    /// When the state began, by the daemon's clock.
    public var since: Timestamp
    /// The explanation of the state, for people.
    public var text: String
    /// The text by its code.
    public var message: CodedText?
    /// Whether positions leave the machine, or would if agrirouter were reached: what an indicator shows.
    public var isActive: Bool
    /// agrirouter's environment: `qa` for testing, `production` for real use.
    public var environment: String
    /// The portal in which people create registration codes and manage endpoints and routes.
    public var portal: String?
    /// The endpoint's ID at agrirouter; nil before onboarding.
    public var endpoint: String?
    /// The permanent ID that this gateway chose for itself.
    public var externalID: String?
    /// The endpoint's certificate; nil before onboarding.
    public var certificate: Certificate?
    /// The kind of entries being collected.
    public var positions: ReportCode<UplinkReport.Positions>
    /// The interval at which positions are collected, in seconds.
    public var collectInterval: Double
    /// The interval at which positions are sent, in seconds.
    public var sendInterval: Double
    /// Positions on disk that agrirouter has not acknowledged.
    public var queue: Queue
    /// Number of positions that agrirouter accepted since the daemon started.
    public var sent: UInt64
    /// Number of positions that agrirouter never acknowledged.
    public var unconfirmed: UInt64
    /// Number of dropped positions by reason.
    public var dropped: [String: UInt64]
    /// The last time at which agrirouter accepted a message.
    public var lastSuccess: Timestamp?
    /// The time of the next attempt.
    public var nextAttempt: Timestamp?
    /// The last error that still matters.
    public var error: UplinkError?
    /// The lead of this machine's clock over agrirouter's in seconds, if the difference is too large.
    public var clockAhead: Double?
    /// The number of known members.
    public var members: Int

    /// Creates a report from a stage's result.
    ///
    /// - Parameters:
    ///   - report: The stage's result.
    ///   - portal: The portal in which people manage endpoints.
    ///   - now: The daemon's clock.
    public init(_ report: UplinkReport, portal: String? = nil, now: UTCTime) {
        (state, since, text) = (ReportCode(report.state), Timestamp(report.since), report.text)
        message = report.message
        (isActive, environment, self.portal) = (report.isActive, report.environment, portal)
        (endpoint, externalID) = (report.endpoint, report.externalID)
        certificate = report.certificateEnd.map { end in
            let left = Double(end.nanosecondsSince1970) - Double(now.nanosecondsSince1970)
            return Certificate(end: Timestamp(end), days: (left / 8.64e12).rounded() / 10)
        }
        (positions, collectInterval) = (ReportCode(report.positions), report.collectInterval)
        sendInterval = report.sendInterval
        queue = Queue(
            entries: report.queue.entries, bytes: report.queue.bytes, oldest: report.queue.oldest.map(Timestamp.init))
        (sent, unconfirmed, members) = (report.sent, report.unconfirmed, report.members)
        dropped = Dictionary(report.dropped.map { ($0.reason, $0.count) }) { first, _ in first }
        (lastSuccess, nextAttempt) = (report.lastSuccess.map(Timestamp.init), report.nextAttempt.map(Timestamp.init))
        error = report.error.map { error in
            UplinkError(
                code: error.code, text: error.text, cure: error.cure.isEmpty ? nil : error.cure,
                message: error.message, cureMessage: error.cureMessage, time: Timestamp(error.time))
        }
        clockAhead = report.clockAhead
    }

    enum CodingKeys: String, CodingKey {
        case state, since, text, message, environment, portal, endpoint, certificate, positions, queue, sent,
            unconfirmed, dropped, error
        case members
        case isActive = "active"
        case externalID = "external_id"
        case collectInterval = "collect_interval_s"
        case sendInterval = "send_interval_s"
        case lastSuccess = "last_success"
        case nextAttempt = "next_attempt"
        case clockAhead = "clock_ahead_s"
    }
}
