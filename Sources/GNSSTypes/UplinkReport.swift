// SPDX-License-Identifier: Apache-2.0

/// The state of the uplink to agrirouter. A stage publishes it at every change, and occasionally while the uplink
/// works, with the source `SourceID.uplink`. It never contains a secret.
public struct UplinkReport: Codable, Hashable, Sendable {
    /// The state of the uplink: whether it is onboarded, connected and allowed to send.
    public enum State: UInt8, Codable, Coded {
        /// No endpoint exists; nothing is collected or sent.
        case notOnboarded = 1
        /// The uplink announces its capabilities to agrirouter; positions are collected and will be sent afterwards.
        case connecting = 2
        /// Positions are being sent.
        case online = 3
        /// A person paused the uplink.
        case paused = 4
        /// Agrirouter is unreachable or failing; positions are kept and the uplink retries.
        case offline = 5
        /// Agrirouter blocks this endpoint until a person changes something; positions are kept.
        case halted = 6
        /// Agrirouter no longer accepts this endpoint; positions are kept until it is onboarded again.
        case reonboard = 7

        /// The word used by the control interface.
        public var code: String {
            ["", "not_onboarded", "connecting", "online", "paused", "offline", "halted", "reonboard"][Int(rawValue)]
        }
    }

    /// The kind of entries being collected.
    public enum Positions: UInt8, Codable, Coded {
        /// Nothing: there is nothing yet, or the uplink is paused or not onboarded.
        case nothing = 0
        /// Positions of the active receiver.
        case good = 1
        /// Reports that the active receiver has no fix.
        case noFix = 2
        /// Reports that there is no receiver.
        case noReceiver = 3
        /// Reports that the receiver has a fault or cannot be understood.
        case faulty = 4
        /// Reports without a position: authentication is required, and the receiver's position is not authenticated.
        case withheld = 5

        /// The word used by the control interface.
        public var code: String { ["none", "good", "no_fix", "no_receiver", "faulty", "withheld"][Int(rawValue)] }
    }

    /// The positions stored on disk until they are sent and acknowledged.
    public struct Queue: Codable, Hashable, Sendable {
        /// Number of positions, including those sent but not acknowledged.
        public var entries: UInt64 = 0
        /// The size of these positions in bytes.
        public var bytes: UInt64 = 0
        /// The time of the oldest position.
        public var oldest: UTCTime?

        public init() {}
    }

    /// Number of positions dropped for one reason, which are never sent.
    public struct Dropped: Codable, Hashable, Sendable {
        /// The reason for programs: `age`, `size`, `refused`.
        public var reason: String
        /// The number of positions since the endpoint was onboarded.
        public var count: UInt64

        /// Creates the count of one reason.
        public init(_ reason: String, _ count: UInt64) { (self.reason, self.count) = (reason, count) }
    }

    /// An error of the uplink and its remedy.
    public struct UplinkError: Codable, Hashable, Sendable {
        /// Agrirouter's code (`VAL_000002`, `0401`), or one of the gateway's own (`certificate_refused`).
        public var code: String
        /// The explanation for people.
        public var text: String
        /// The remedy for people; empty if there is none.
        public var cure: String
        /// The time of the error, by the daemon's clock.
        public var time: UTCTime
        /// The text by its code; nil in recordings of older versions.
        public var message: CodedText?
        /// The cure by its code; nil if it has none.
        public var cureMessage: CodedText?

        public init(_ code: String, _ text: String, cure: String = "", at time: UTCTime) {
            (self.code, self.text, self.cure, self.time) = (code, text, cure, time)
        }

        /// An error in coded sentences.
        public init(_ code: String, _ message: CodedText, cure: UplinkText? = nil, at time: UTCTime) {
            self.init(code, message.text, cure: cure?.english ?? "", at: time)
            (self.message, cureMessage) = (message, cure.map { CodedText($0) })
        }
    }

    /// The state of the uplink.
    public var state: State
    /// The start of the state, by the daemon's clock.
    public var since: UTCTime
    /// A sentence for people that explains the state.
    public var text: String
    /// The text by its code; nil in recordings of older versions.
    public var message: CodedText?
    /// True if something changed that a person wants to know; false if only figures did.
    public var isNews = false
    /// The environment of the endpoint: `qa` or `production`; empty without an endpoint.
    public var environment: String
    /// The endpoint's ID; nil without an endpoint.
    public var endpoint: String?
    /// The permanent ID that this gateway chose for itself.
    public var externalID: String?
    /// The expiry of the endpoint's certificate.
    public var certificateEnd: UTCTime?
    /// The kind of entries being collected.
    public var positions = Positions.nothing
    /// The interval at which positions are collected, in seconds.
    public var collectInterval = 0.0
    /// The interval at which positions are sent, in seconds. This is the effective value, which may be longer than
    /// the configured one.
    public var sendInterval = 0.0
    /// Positions on disk that agrirouter has not acknowledged.
    public var queue = Queue()
    /// Number of positions that agrirouter accepted since the daemon started.
    public var sent: UInt64 = 0
    /// Number of positions since the daemon started that agrirouter never acknowledged; most likely they arrived.
    public var unconfirmed: UInt64 = 0
    /// Dropped positions, ordered by reason.
    public var dropped: [Dropped] = []
    /// The last time at which agrirouter accepted a message.
    public var lastSuccess: UTCTime?
    /// The time of the next attempt, while agrirouter is unreachable or asks the uplink to wait.
    public var nextAttempt: UTCTime?
    /// The last error that still matters; nil if there is none.
    public var error: UplinkError?
    /// The lead of this machine's clock over agrirouter's in seconds (negative if it is behind), if the difference is
    /// too large.
    public var clockAhead: Double?
    /// The number of known members.
    public var members = 0

    /// Creates a report of a state.
    public init(_ state: State, since: UTCTime, environment: String, text: String = "") {
        (self.state, self.since, self.environment, self.text) = (state, since, environment, text)
    }

    /// True if positions are sent, or would be if agrirouter were reachable.
    public var isActive: Bool { state == .online || state == .connecting || state == .offline }
}

extension UplinkReport: StageResult {
    public static let kind = ObservationKind.uplink

    public var heldBytes: Int {
        128 + text.utf8.count + (error.map { $0.text.utf8.count + $0.cure.utf8.count } ?? 0)
    }

    /// True if all intervals lie in their plausible ranges.
    public var isSound: Bool {
        ResultRanges.magnitude.contains(collectInterval) && ResultRanges.magnitude.contains(sendInterval)
            && clockAhead.map(ResultRanges.any.contains) ?? true
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
