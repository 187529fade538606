// SPDX-License-Identifier: Apache-2.0

/// The state of a sampling session and the latest event in it. A stage publishes it at every change.
public struct SampledCentroid: Codable, Hashable, Sendable {
    /// The `reason` of the settings change that disables sampling, and of the sessions that it ends.
    public static let disabled = "disabled"

    /// The latest event in a session.
    public enum Event: UInt8, Codable, Coded {
        /// The session was started.
        case started = 1
        /// A sample was accepted.
        case accepted = 2
        /// A sample was rejected; `reason` states why.
        case rejected = 3
        /// The earlier samples were discarded; `reason` states why. The sample that caused the reset may be the first
        /// of the new ones.
        case reset = 4
        /// The wanted number of samples is complete; no further sample is taken.
        case finished = 5
        /// A user or program stopped the session.
        case stopped = 6
        /// The settings of all sampling sessions were changed. Such an event has session 0 and no receiver.
        case settings = 7

        /// The word used by the control interface.
        public var code: String {
            ["", "started", "accepted", "rejected", "reset", "finished", "stopped", "settings"][Int(rawValue)]
        }
    }

    /// The progress of a sampling session.
    public enum State: UInt8, Codable, Coded {
        /// More samples are needed.
        case collecting = 1
        /// Enough samples exist; each further one replaces the oldest.
        case ready = 2
        /// The session is complete and has its result.
        case finished = 3
        /// The session was stopped before it was complete.
        case stopped = 4

        /// The word used by the control interface.
        public var code: String { ["", "collecting", "ready", "finished", "stopped"][Int(rawValue)] }
    }

    /// Number of rejected samples with the same reason.
    public struct Rejected: Codable, Hashable, Sendable {
        /// The reason, for programs.
        public var reason: String
        /// The number of rejections since the last reset.
        public var count: UInt64

        /// Creates the count of one reason.
        public init(_ reason: String, _ count: UInt64) { (self.reason, self.count) = (reason, count) }
    }

    /// The receiver whose positions are sampled; if the session follows the active receiver, the one that is active
    /// now.
    public var receiver: SourceID
    /// The number of the session, counted from 1 since the gateway started.
    public var session: UInt64
    /// The latest event.
    public var event: Event
    /// The reason for the event, for programs; may be empty.
    public var reason: String
    /// The reason for the event, for people; may be empty.
    public var text: String
    /// The text as a code with parameters; nil if it has no code, and in recordings of older versions.
    public var message: CodedText?
    /// The progress of the session.
    public var state: State
    /// The method that computes the centre.
    public var method: CentroidMethod
    /// The number of samples wanted.
    public var wanted: Int
    /// The number of samples accepted.
    public var count: Int
    /// Rejections since the last reset, sorted by reason.
    public var rejected: [Rejected] = []
    /// The number of resets since the session started.
    public var resets = 0
    /// The averaged point of the accepted samples; nil if there are none.
    public var estimate: CentroidEstimate?

    /// Creates a report of an event in a sampling session, without a text.
    public init(
        receiver: SourceID, session: UInt64, event: Event, reason: String = "", state: State, method: CentroidMethod,
        wanted: Int, count: Int
    ) {
        (self.receiver, self.session, self.event, self.reason) = (receiver, session, event, reason)
        (self.state, self.method, self.wanted, self.count) = (state, method, wanted, count)
        text = ""
    }

    /// True if the session has ended. It has a result if the state is `finished`.
    public var isFinal: Bool { state == .finished || state == .stopped }

    /// True if the event is more than the acceptance or rejection of one sample.
    public var isNews: Bool { event != .accepted && event != .rejected }
}

extension SampledCentroid: StageResult {
    public static let kind = ObservationKind.centroid

    /// The size of the text and of the reasons for rejections, in bytes.
    public var heldBytes: Int { text.utf8.count * (message == nil ? 1 : 2) + rejected.count * 64 }

    /// True if the numbers of the estimate lie in their plausible ranges.
    public var isSound: Bool { estimate.map(\.isSound) ?? true }
}

extension ObservationKind {
    /// The state of a sampling session; published by a stage.
    public static let centroid = ObservationKind(rawValue: 257)
}

extension Payload {
    /// A payload with the state of a sampling session.
    public static func centroid(_ sampling: SampledCentroid) -> Payload { Payload(sampling) }
}
