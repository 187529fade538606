// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// How the uplink to agrirouter stands: `GET /v1/agrirouter`. It never holds a secret.
public struct AgrirouterReport: Codable, Hashable, Sendable {
    /// What waits to be sent.
    public struct Queue: Codable, Hashable, Sendable {
        /// Positions, including those that were sent and are not acknowledged.
        public var entries: UInt64
        /// The positions' size in bytes.
        public var bytes: UInt64
        /// The time of the oldest.
        public var oldest: Timestamp?
    }

    /// An error of the uplink, with what a person can do against it.
    public struct UplinkError: Codable, Hashable, Sendable {
        /// Agrirouter's code, or a word of the gateway's.
        public var code: String
        /// What it means, for people.
        public var text: String
        /// What to do, for people; nil if nothing is to be done.
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

    /// The certificate of the endpoint.
    public struct Certificate: Codable, Hashable, Sendable {
        /// Until when it is good.
        public var end: Timestamp
        /// How many days are left, by the daemon's clock; negative: so long ago.
        public var days: Double

        enum CodingKeys: String, CodingKey {
            case end = "not_after"
            case days = "days_left"
        }
    }

    public var state: ReportCode<UplinkReport.State>
    /// When the state began, by the daemon's clock.
    public var since: Timestamp
    /// What that means, for people.
    public var text: String
    /// The text by its code.
    public var message: CodedText?
    /// Whether positions leave the machine, or would if agrirouter were reached: what an indicator shows.
    public var isActive: Bool
    /// agrirouter's environment: `qa` for testing, `production` for real use.
    public var environment: String
    /// Where people make registration codes, manage endpoints and routes.
    public var portal: String?
    /// The endpoint's id at agrirouter; nil before onboarding.
    public var endpoint: String?
    /// The id that this gateway chose for itself, for life.
    public var externalID: String?
    /// How long the endpoint's certificate is valid; nil before onboarding.
    public var certificate: Certificate?
    /// What is collected.
    public var positions: ReportCode<UplinkReport.Positions>
    /// How often a position is collected, in seconds.
    public var collectInterval: Double
    /// How often they are sent, in seconds.
    public var sendInterval: Double
    /// Positions on the disk that agrirouter has not acknowledged.
    public var queue: Queue
    /// Positions that agrirouter took since the daemon started.
    public var sent: UInt64
    /// Positions that were never answered for.
    public var unconfirmed: UInt64
    /// What was given up, by reason.
    public var dropped: [String: UInt64]
    /// When agrirouter last took something.
    public var lastSuccess: Timestamp?
    /// When it is tried again.
    public var nextAttempt: Timestamp?
    /// What went wrong last and still matters.
    public var error: UplinkError?
    /// How far this machine's clock is ahead of agrirouter's, where it is too far, in seconds.
    public var clockAhead: Double?
    /// How many members are known.
    public var members: Int

    /// A report of what a stage says.
    ///
    /// - Parameters:
    ///   - report: what it says.
    ///   - portal: where people manage endpoints.
    ///   - now: by the daemon's clock.
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
