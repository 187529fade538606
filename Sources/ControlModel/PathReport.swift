// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A recorded path, without its points.
public struct PathReport: Codable, Hashable, Sendable {
    /// The number that it is called by.
    public var id: Int64
    public var name: String
    public var user: String
    /// How far it is.
    public var state: ReportCode<State>
    /// When it was started.
    public var started: Timestamp
    /// When it was stopped.
    public var ended: Timestamp?
    /// How many points it has on disk.
    public var points: Int
    /// The geodesic length of its lines in metres, gaps left out; while it is recorded the one so far.
    public var length: Double?
    /// The geodesic area in square metres of the polygon that closes it; of a finished path of three points or more.
    public var area: Double?
    /// The area in m² by the reference applications' spherical formula; nil in lists of paths.
    public var sphericalArea: Double?
    /// The polygon crosses or touches itself: the area is a net one.
    public var crossesItself: Bool?
    /// Whether it was handed on.
    public var sent: ReportCode<SentState>
    /// Why handing it on failed last.
    public var lastSendError: String?
    /// How it is being recorded; nil where it is not.
    public var recording: PathRecordingReport?

    /// How far a path is.
    public enum State: String, Coded, CustomStringConvertible {
        /// Its points are being recorded.
        case recording
        /// Its recording pauses.
        case paused
        /// It is complete.
        case finished
        /// It is being imported.
        case arriving

        public var description: String { rawValue }
    }

    /// Whether a path was handed on.
    public enum SentState: String, Coded, CustomStringConvertible {
        /// It was not.
        case unsent
        /// It is being handed on.
        case sending
        /// It was.
        case sent

        public var description: String { rawValue }
    }

    public init(
        id: Int64, name: String, user: String, state: State, started: Timestamp, points: Int, sent: SentState
    ) {
        (self.id, self.name, self.user, self.state) = (id, name, user, ReportCode(state))
        (self.started, self.points, self.sent) = (started, points, ReportCode(sent))
    }

    enum CodingKeys: String, CodingKey {
        case id, name, user, state, started, ended, points, sent, recording
        case length = "length_m"
        case area = "area_m2"
        case sphericalArea = "area_spherical_m2"
        case crossesItself = "crosses_itself"
        case lastSendError = "send_error"
    }
}

/// How the points of a path are taken.
public enum PathMode: String, Coded {
    /// By time or distance.
    case continuous
    /// By hand alone.
    case vertex
}

/// How a path is being recorded.
public struct PathRecordingReport: Codable, Hashable, Sendable {
    /// How points are taken.
    public var mode: ReportCode<PathMode>
    /// A point in so many seconds.
    public var interval: Int?
    /// A point in so many metres.
    public var distance: Double?
    /// The requested receiver; nil: the active receiver.
    public var requestedReceiver: String?
    /// The receiver whose positions are recorded now.
    public var receiver: String?
    /// The instant of its newest position, as it stated it.
    public var newest: Timestamp?
    /// Points that could not be stored yet.
    public var waiting: Int
    /// Points that were lost because they could not be stored.
    public var lost: UInt64

    public init(mode: PathMode, waiting: Int, lost: UInt64) {
        (self.mode, self.waiting, self.lost) = (ReportCode(mode), waiting, lost)
    }

    enum CodingKeys: String, CodingKey {
        case mode, receiver, waiting, lost
        case interval = "interval_s"
        case distance = "distance_m"
        case requestedReceiver = "chosen_receiver"
        case newest = "newest_fix"
    }
}

/// How a recording came to its end.
public struct PathEndReport: Codable, Hashable, Sendable {
    /// Whether the path is kept; one without points is not.
    public var isSaved: Bool
    public var path: PathReport
    /// The same in words.
    public var text: String

    public init(isSaved: Bool, path: PathReport, text: String) {
        (self.isSaved, self.path, self.text) = (isSaved, path, text)
    }

    enum CodingKeys: String, CodingKey {
        case path, text
        case isSaved = "saved"
    }
}

/// What a path is to be like that is started: all of it may be left out.
public struct PathRequest: Codable, Hashable, Sendable {
    /// Its name, 1...200 characters; else one is made of the time.
    public var name: String?
    /// How points are taken; nil: continuously.
    public var mode: ReportCode<PathMode>?
    /// A point in so many seconds, 1...60; otherwise each second.
    public var interval: Int?
    /// A point in so many metres, 0.5...1000, instead.
    public var distance: Double?
    /// The receiver to follow; nil: the active receiver.
    public var receiver: String?

    /// A path like any.
    public init() {}

    enum CodingKeys: String, CodingKey {
        case name, mode, receiver
        case interval = "interval_s"
        case distance = "distance_m"
    }
}
