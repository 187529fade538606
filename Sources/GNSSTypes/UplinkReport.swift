// SPDX-License-Identifier: Apache-2.0

/// How the uplink to agrirouter stands: published with each change, and now and then while it works. A stage's; its source
/// is `SourceID.uplink`. It never holds a secret.
public struct UplinkReport: Codable, Hashable, Sendable {
    /// How the uplink stands: whether it is onboarded, connected and allowed to send.
    public enum State: UInt8, Codable, Coded {
        /// There is no endpoint: nothing is collected or sent.
        case notOnboarded = 1
        /// It tells agrirouter what it can do; positions are collected, and go out afterwards.
        case connecting = 2
        /// Positions go out.
        case online = 3
        /// A person stopped the sending.
        case paused = 4
        /// Agrirouter is not reached, or in trouble; positions are kept and it is tried again.
        case offline = 5
        /// Agrirouter does not let this endpoint work until a person has changed something; positions are kept.
        case halted = 6
        /// Agrirouter does not accept this endpoint any more; positions are kept until it is onboarded again.
        case reonboard = 7

        /// The word of the control interface.
        public var code: String {
            ["", "not_onboarded", "connecting", "online", "paused", "offline", "halted", "reonboard"][Int(rawValue)]
        }
    }

    /// What is collected at the moment.
    public enum Positions: UInt8, Codable, Coded {
        /// Nothing yet, or nothing while it is paused or not onboarded.
        case nothing = 0
        /// Positions of the active receiver.
        case good = 1
        /// That it has no fix.
        case noFix = 2
        /// That there is no receiver.
        case noReceiver = 3
        /// That it reports a fault, or cannot be understood.
        case faulty = 4
        /// That there is no position to tell: the receiver's is not authenticated, and that is asked for.
        case withheld = 5

        /// The word of the control interface.
        public var code: String { ["none", "good", "no_fix", "no_receiver", "faulty", "withheld"][Int(rawValue)] }
    }

    /// What waits on the disk to be sent.
    public struct Queue: Codable, Hashable, Sendable {
        /// Positions, those included that were sent and are not acknowledged.
        public var entries: UInt64 = 0
        /// The size of these positions in bytes.
        public var bytes: UInt64 = 0
        /// The time of the oldest.
        public var oldest: UTCTime?

        public init() {}
    }

    /// What was not sent and never will be.
    public struct Dropped: Codable, Hashable, Sendable {
        /// The reason, a word for programs: `age`, `size`, `refused`.
        public var reason: String
        /// How many positions since the endpoint was onboarded.
        public var count: UInt64

        /// So many for a reason.
        public init(_ reason: String, _ count: UInt64) { (self.reason, self.count) = (reason, count) }
    }

    /// An error of the uplink, with what a person can do against it.
    public struct Trouble: Codable, Hashable, Sendable {
        /// Agrirouter's code (`VAL_000002`, `0401`), or a word of the gateway's (`certificate_refused`).
        public var code: String
        /// What it means, for people.
        public var text: String
        /// What to do; empty where there is nothing to be done.
        public var cure: String
        /// When, by the daemon's clock.
        public var time: UTCTime

        public init(_ code: String, _ text: String, cure: String = "", at time: UTCTime) {
            (self.code, self.text, self.cure, self.time) = (code, text, cure, time)
        }
    }

    /// How the uplink stands.
    public var state: State
    /// Since when, by the daemon's clock.
    public var since: UTCTime
    /// What that means at the moment, a sentence for people.
    public var text: String
    /// Whether something changed that a person wants to know; false: only figures did.
    public var isNews = false
    /// The environment of the endpoint: `qa` or `production`; empty without an endpoint.
    public var environment: String
    /// The endpoint's id; nil: there is none.
    public var endpoint: String?
    /// The id that this gateway chose for itself, for life.
    public var externalID: String?
    /// Until when the endpoint's certificate is good.
    public var certificateEnd: UTCTime?
    /// What is collected at the moment.
    public var positions = Positions.nothing
    /// How often a position is collected, in seconds.
    public var collectInterval = 0.0
    /// How often they are sent, in seconds: what holds, which may be more than what was asked for.
    public var sendInterval = 0.0
    /// Positions on the disk that agrirouter has not acknowledged.
    public var queue = Queue()
    /// Positions that agrirouter took since the daemon started.
    public var sent: UInt64 = 0
    /// Positions that agrirouter never answered for; most likely they arrived. Since the daemon started.
    public var unconfirmed: UInt64 = 0
    /// What was given up, in the order of the reasons.
    public var dropped: [Dropped] = []
    /// When agrirouter last took something.
    public var lastSuccess: UTCTime?
    /// When it is tried again, while agrirouter is not reached or asks to wait.
    public var nextAttempt: UTCTime?
    /// What went wrong last and still matters; nil: nothing.
    public var trouble: Trouble?
    /// How far this machine's clock is ahead of agrirouter's, in seconds (negative: behind), where it is too far.
    public var clockAhead: Double?
    /// How many members are known.
    public var members = 0

    /// A state since an instant.
    public init(_ state: State, since: UTCTime, environment: String, text: String = "") {
        (self.state, self.since, self.environment, self.text) = (state, since, environment, text)
    }

    /// Whether positions leave the machine, or would if agrirouter were reached.
    public var isActive: Bool { state == .online || state == .connecting || state == .offline }
}

extension UplinkReport: StageResult {
    public static let kind = ObservationKind.uplink

    public var heldBytes: Int {
        128 + text.utf8.count + (trouble.map { $0.text.utf8.count + $0.cure.utf8.count } ?? 0)
    }

    /// Its intervals are such as can be.
    public var isSound: Bool {
        ResultRanges.magnitude.contains(collectInterval) && ResultRanges.magnitude.contains(sendInterval)
            && clockAhead.map(ResultRanges.any.contains) ?? true
    }
}

extension ObservationKind {
    /// How the uplink stands. A stage's.
    public static let uplink = ObservationKind(rawValue: 258)
}

extension Payload {
    /// How the uplink stands.
    public static func uplink(_ report: UplinkReport) -> Payload { Payload(report) }
}
