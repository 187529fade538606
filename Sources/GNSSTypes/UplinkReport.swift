// SPDX-License-Identifier: Apache-2.0

/// The state of the uplink to agrirouter. A stage publishes it at every change, and occasionally while the uplink
/// works, with the source `SourceID.uplink`. `GET /v1/agrirouter` answers with the same JSON as in recordings, and adds
/// values that depend on the time of the request. It never contains a secret.
public struct UplinkReport: Codable, Hashable, Sendable {
    /// The state of the uplink: whether it is onboarded, connected and allowed to send.
    public enum State: String, Coded {
        /// No endpoint exists; nothing is collected or sent.
        case notOnboarded = "not_onboarded"
        /// The uplink announces its capabilities to agrirouter; positions are collected and will be sent afterwards.
        case connecting
        /// Positions are being sent.
        case online
        /// A user paused the uplink.
        case paused
        /// Agrirouter is unreachable or failing; positions are kept and the uplink retries.
        case offline
        /// Agrirouter blocks this endpoint until a user corrects the cause; positions are kept.
        case halted
        /// Agrirouter no longer accepts this endpoint; positions are kept until it is onboarded again.
        case reonboard
    }

    /// The kind of entries being collected.
    public enum Positions: String, Coded {
        /// Nothing, because nothing has arrived yet, or the uplink is paused or not onboarded.
        case nothing = "none"
        /// Positions of the active receiver.
        case good
        /// Reports that the active receiver has no fix.
        case noFix = "no_fix"
        /// Reports that there is no receiver.
        case noReceiver = "no_receiver"
        /// Reports that the receiver has a fault or that its data cannot be decoded.
        case faulty
        /// Reports without a position: authentication is required, and the receiver's position is not authenticated.
        case withheld
    }

    /// The positions stored on disk until they are sent and acknowledged.
    public struct Queue: Codable, Hashable, Sendable {
        /// Number of positions, including those sent but not acknowledged.
        public var entries: UInt64 = 0
        /// The size of these positions in bytes.
        public var bytes: UInt64 = 0
        /// The time of the oldest position.
        public var oldest: Timestamp?

        public init() {}
    }

    /// The endpoint's certificate.
    public struct Certificate: Codable, Hashable, Sendable {
        /// The certificate's expiry.
        public var end: Timestamp
        /// The number of days from the request until the certificate expires, by the daemon's clock; negative after
        /// the expiry. Nil in the stage's own report.
        public var days: Double?

        public init(end: Timestamp) { self.end = end }

        enum CodingKeys: String, CodingKey {
            case end = "not_after"
            case days = "days_left"
        }
    }

    /// An error of the uplink and its remedy.
    public struct UplinkError: Codable, Hashable, Sendable {
        /// Agrirouter's code (`VAL_000002`, `0401`), or a code of the gateway (`certificate_refused`).
        public var code: String
        /// The explanation for people.
        public var text: String
        /// The remedy for people; nil if none exists.
        public var cure: String?
        /// The time of the error, by the daemon's clock.
        public var time: Timestamp
        /// The text as a code with parameters; nil in recordings of older versions.
        public var message: CodedText?
        /// The remedy as a code with parameters; nil if it has none.
        public var cureMessage: CodedText?

        public init(_ code: String, _ text: String, cure: String = "", at time: UTCTime) {
            (self.code, self.text, self.cure, self.time) = (code, text, cure.isEmpty ? nil : cure, Timestamp(time))
        }

        enum CodingKeys: String, CodingKey {
            case code, text, cure, message, time
            case cureMessage = "cure_message"
        }
    }

    /// The state of the uplink.
    public var state: ReportCode<State>
    /// The start of the state, by the daemon's clock.
    public var since: Timestamp
    /// A sentence for people that explains the state.
    public var text: String
    /// The text as a code with parameters; nil in recordings of older versions.
    public var message: CodedText?
    /// True if the change is worth reporting to people; false if only figures changed.
    public var isNews: Bool {
        get { news ?? false }
        set { news = newValue ? true : nil }
    }
    /// `isNews`, absent from answers to requests.
    private var news: Bool?
    /// agrirouter's environment: `qa` for testing, `production` for real use; empty in the stage's own report if there
    /// is no endpoint.
    public var environment: String
    /// The endpoint's ID; nil without an endpoint.
    public var endpoint: String?
    /// The permanent ID that this gateway chose for itself.
    public var externalID: String?
    /// The endpoint's certificate; nil without an endpoint.
    public var certificate: Certificate?
    /// The kind of entries being collected.
    public var positions = ReportCode(Positions.nothing)
    /// The interval at which positions are collected, in seconds.
    public var collectInterval = 0.0
    /// The interval at which positions are sent, in seconds. This is the effective value, which may be longer than
    /// the configured one.
    public var sendInterval = 0.0
    /// Positions on disk that agrirouter has not acknowledged.
    public var queue = Queue()
    /// Number of positions that agrirouter accepted since the daemon started.
    public var sent: UInt64 = 0
    /// Number of positions since the daemon started that agrirouter never acknowledged; they have most likely arrived.
    public var unconfirmed: UInt64 = 0
    /// Number of positions that were dropped since the endpoint was onboarded, and are never sent, by reason: `age`,
    /// `size`, `refused`.
    public var dropped: [String: UInt64] = [:]
    /// The last time at which agrirouter accepted a message.
    public var lastSuccess: Timestamp?
    /// The time of the next attempt while agrirouter is unreachable or requests a pause.
    public var nextAttempt: Timestamp?
    /// The last error that has not been resolved; nil if none exists.
    public var error: UplinkError?
    /// The number of seconds by which this machine's clock is ahead of agrirouter's (negative if it is behind); nil
    /// unless the difference is too large.
    public var clockAhead: Double?
    /// The number of known members.
    public var members = 0

    /// Creates a report of a state.
    public init(_ state: State, since: UTCTime, environment: String, text: String = "") {
        (self.state, self.since, self.environment, self.text) = (
            ReportCode(state), Timestamp(since), environment, text
        )
    }

    enum CodingKeys: String, CodingKey {
        case state, since, text, message, news, environment, endpoint, certificate, positions, queue, sent
        case unconfirmed, dropped, error, members
        case externalID = "external_id"
        case collectInterval = "collect_interval_s"
        case sendInterval = "send_interval_s"
        case lastSuccess = "last_success"
        case nextAttempt = "next_attempt"
        case clockAhead = "clock_ahead_s"
    }

    /// True if positions are sent, or would be if agrirouter were reachable.
    public var isActive: Bool { state == .online || state == .connecting || state == .offline }
}

extension UplinkReport: StageResult {
    public static let kind = ObservationKind.uplink

    public var heldBytes: Int {
        128 + text.utf8.count + (error.map { $0.text.utf8.count + ($0.cure?.utf8.count ?? 0) } ?? 0)
    }

    /// True if all instants and intervals lie in their plausible ranges.
    public var isSound: Bool {
        let times = [since, queue.oldest, certificate?.end, lastSuccess, nextAttempt, error?.time].compactMap(\.self)
        return times.allSatisfy(ResultRanges.timestamps.contains)
            && ResultRanges.magnitude.contains(collectInterval) && ResultRanges.magnitude.contains(sendInterval)
            && [clockAhead, certificate?.days].compactMap(\.self).allSatisfy(ResultRanges.any.contains)
    }
}

extension ObservationKind {
    /// The state of the uplink; published by a stage.
    public static let uplink = ObservationKind(rawValue: 258)
}

extension Payload {
    /// A payload with the state of the uplink.
    public static func uplink(_ report: UplinkReport) -> Payload { Payload(report) }
}
