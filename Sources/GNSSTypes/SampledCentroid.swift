// SPDX-License-Identifier: Apache-2.0

/// The state of a sampling session, and what has just happened to it: published with each change. A stage's.
public struct SampledCentroid: Codable, Hashable, Sendable {
    /// The `reason` of sessions that ended because sampling was switched off, and of the change of settings that did it.
    public static let disabled = "disabled"

    /// What has just happened.
    public enum Event: UInt8, Codable, Coded {
        /// It was started.
        case started = 1
        /// A sample counts.
        case accepted = 2
        /// A sample does not count; `reason` says why.
        case rejected = 3
        /// What was sampled before is forgotten; `reason` says why. The sample that made it so may be the first new one.
        case reset = 4
        /// There are enough, and no further sample is taken.
        case finished = 5
        /// A person or program stopped it.
        case stopped = 6
        /// The settings of all sampling sessions were changed: session 0, of no receiver.
        case settings = 7

        /// The word of the control interface.
        public var code: String {
            ["", "started", "accepted", "rejected", "reset", "finished", "stopped", "settings"][Int(rawValue)]
        }
    }

    /// How far a sampling session has come.
    public enum State: UInt8, Codable, Coded {
        /// Too few samples yet.
        case collecting = 1
        /// There are enough, and each further one takes the place of the oldest.
        case ready = 2
        /// There are enough; this is the result.
        case finished = 3
        /// It was stopped before there were enough.
        case stopped = 4

        /// The word of the control interface.
        public var code: String { ["", "collecting", "ready", "finished", "stopped"][Int(rawValue)] }
    }

    /// Samples that did not count, of one reason.
    public struct Rejected: Codable, Hashable, Sendable {
        /// The reason, for programs.
        public var reason: String
        /// How many since the last reset.
        public var count: UInt64

        /// So many of a reason.
        public init(_ reason: String, _ count: UInt64) { (self.reason, self.count) = (reason, count) }
    }

    /// The receiver whose positions are sampled; where the session follows the active receiver, the present one.
    public var receiver: SourceID
    /// The number of the session, counted from 1 since the gateway started.
    public var session: UInt64
    /// What has just happened.
    public var event: Event
    /// Why, for programs; empty where nothing is to be said.
    public var reason: String
    /// Why, for people; empty where nothing is to be said.
    public var text: String
    /// How far the session has come.
    public var state: State
    /// How the centre is found.
    public var method: CentroidMethod
    /// How many samples are wanted.
    public var wanted: Int
    /// How many there are that count.
    public var count: Int
    /// Those that did not count since the last reset, in the order of their reasons.
    public var rejected: [Rejected] = []
    /// How often it was restarted since it was started.
    public var resets = 0
    /// The averaged point of the samples that count; nil while none does.
    public var estimate: CentroidEstimate?

    /// What has happened to a sampling session.
    public init(
        receiver: SourceID, session: UInt64, event: Event, reason: String = "", text: String = "", state: State,
        method: CentroidMethod, wanted: Int, count: Int
    ) {
        (self.receiver, self.session, self.event, self.reason) = (receiver, session, event, reason)
        (self.text, self.state, self.method, self.wanted) = (text, state, method, wanted)
        self.count = count
    }

    /// Nothing more comes of this session. It has a result where the state is `finished`.
    public var isFinal: Bool { state == .finished || state == .stopped }

    /// More is said than that one more sample did or did not count.
    public var isNews: Bool { event != .accepted && event != .rejected }
}

extension SampledCentroid: StageResult {
    public static let kind = ObservationKind.centroid

    /// Its text, and the reasons why samples did not count.
    public var heldBytes: Int { text.utf8.count + rejected.count * 64 }

    /// The numbers of its estimate are such as can be.
    public var isSound: Bool { estimate.map(\.isSound) ?? true }
}

extension ObservationKind {
    /// The state of a sampling session. A stage's.
    public static let centroid = ObservationKind(rawValue: 257)
}

extension Payload {
    /// The state of a sampling session.
    public static func centroid(_ sampling: SampledCentroid) -> Payload { Payload(sampling) }
}
