// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A recorded path, without its points.
public struct PathReport: Codable, Hashable, Sendable {
    /// The number that identifies the path.
    public var id: Int64
    public var name: String
    public var user: String
    /// True if the path came from a file, whose statements the daemon cannot check; otherwise nil.
    public var isImported: Bool?
    /// The state of the path.
    public var state: ReportCode<State>
    /// The start of the recording.
    public var started: Timestamp
    /// The end of the recording.
    public var ended: Timestamp?
    /// The number of points on disk.
    public var points: Int
    /// The geodesic length of its lines in metres, without gaps; during the recording, the length so far.
    public var length: Double?
    /// The geodesic area in square metres of the closed polygon, for a finished path of at least three points.
    public var area: Double?
    /// The area in m² by the reference applications' spherical formula; nil in lists of paths.
    public var sphericalArea: Double?
    /// True if the polygon crosses or touches itself, in which case the area is a net value.
    public var crossesItself: Bool?
    /// The state of sending the path.
    public var sent: ReportCode<SentState>
    /// The reason for the last failure to send the path.
    public var lastSendError: String?
    /// The state of the recording; nil if the path is not being recorded.
    public var recording: PathRecordingReport?

    /// The state of a path.
    public enum State: String, Coded, CustomStringConvertible {
        /// Points are being recorded.
        case recording
        /// The recording is paused.
        case paused
        /// The path is complete.
        case finished
        /// The path is being imported.
        case arriving

        public var description: String { rawValue }
    }

    /// The state of sending a path.
    public enum SentState: String, Coded, CustomStringConvertible {
        /// The path has not been sent.
        case unsent
        /// The path is being sent.
        case sending
        /// The path has been sent.
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
        case isImported = "imported"
        case length = "length_m"
        case area = "area_m2"
        case sphericalArea = "area_spherical_m2"
        case crossesItself = "crosses_itself"
        case lastSendError = "send_error"
    }
}

/// The mode of recording.
public enum PathMode: String, Coded {
    /// Points are added automatically, by time or distance.
    case continuous
    /// Points are added only by hand.
    case vertex
}

/// The state of a recording.
public struct PathRecordingReport: Codable, Hashable, Sendable {
    /// The mode of recording.
    public var mode: ReportCode<PathMode>
    /// The interval between points in seconds.
    public var interval: Int?
    /// The distance between points in metres.
    public var distance: Double?
    /// The requested receiver; nil: the active receiver.
    public var requestedReceiver: String?
    /// The receiver whose positions are recorded now.
    public var receiver: String?
    /// The time of its newest position, as stated by the receiver.
    public var newest: Timestamp?
    /// The datum in which it reports positions, if it is not WGS 84; such positions are not recorded.
    public var foreignDatum: String?
    /// The number of points that could not be stored yet.
    public var waiting: Int
    /// The number of points lost because they could not be stored.
    public var lost: UInt64
    /// The number of times that the last point was removed or replaced since the daemon started. A reader that already
    /// has points must read that many of the last ones again.
    public var removed: UInt64?

    public init(mode: PathMode, waiting: Int, lost: UInt64) {
        (self.mode, self.waiting, self.lost) = (ReportCode(mode), waiting, lost)
    }

    enum CodingKeys: String, CodingKey {
        case mode, receiver, waiting, lost, removed
        case interval = "interval_s"
        case distance = "distance_m"
        case requestedReceiver = "chosen_receiver"
        case newest = "newest_fix"
        case foreignDatum = "foreign_datum"
    }
}

/// The result of a recording.
public struct PathEndReport: Codable, Hashable, Sendable {
    /// True if the path was kept; a path without points is discarded.
    public var isSaved: Bool
    public var path: PathReport
    /// The result, for people.
    public var text: String

    public init(isSaved: Bool, path: PathReport, text: String) {
        (self.isSaved, self.path, self.text) = (isSaved, path, text)
    }

    enum CodingKeys: String, CodingKey {
        case path, text
        case isSaved = "saved"
    }
}

/// The request to record a path; every value is optional.
public struct PathRequest: Codable, Hashable, Sendable {
    /// The name, 1...200 characters; by default it contains the time.
    public var name: String?
    /// The mode of recording; nil for continuous recording.
    public var mode: ReportCode<PathMode>?
    /// The interval between points in seconds, 1...60; by default 1.
    public var interval: Int?
    /// The distance between points in metres, 0.5...1000, instead of an interval.
    public var distance: Double?
    /// The receiver to follow; nil for the active receiver.
    public var receiver: String?

    /// Creates a request with the defaults.
    public init() {}

    enum CodingKeys: String, CodingKey {
        case name, mode, receiver
        case interval = "interval_s"
        case distance = "distance_m"
    }
}
