// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The properties of a recorded path, without its points.
public struct RecordedPath: Hashable, Sendable {
    /// The kind of recording.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// A path that a person recorded.
        case path = 0
        /// A segment of the continuous track log, which is recorded without a command.
        case track = 1
    }

    /// The state of a recording.
    public enum State: UInt8, Hashable, Sendable, CaseIterable {
        /// Points are being added.
        case recording = 0
        /// The recording is paused.
        case paused = 1
        /// The path is complete.
        case finished = 2
        /// An import is storing its points, or they are being deleted; queries do not find it.
        case arriving = 3
    }

    /// The state of sending the path to an external service.
    public enum SentState: UInt8, Hashable, Sendable, CaseIterable {
        case unsent = 0
        /// The path is being sent; it is unknown whether it has arrived.
        case sending = 1
        /// The service has acknowledged the path.
        case sent = 2
    }

    /// The path's number, from 1; never reused.
    public var id: Int64
    /// The displayed name, 1...200 characters.
    public var name: String
    /// The user who owns the path.
    public var user: String
    public var kind = Kind.path
    /// True if the path came from a file: its times, receivers and verdicts are then the statements of that file.
    public var isImported = false
    public var state: State
    /// The time at which the path was started, by the host's clock.
    public var started: UTCTime
    /// The time at which the path was stopped; nil while it is not finished.
    public var ended: UTCTime?
    /// The number of points.
    public var pointCount: Int
    /// The geodesic length of its lines, without gaps; nil if not computed yet.
    public var length: Length?
    /// The area in square metres of the closed polygon on the ellipsoid; nil for fewer than three points.
    public var area: Double?
    /// True if the closed line crosses itself, in which case the area is a net area; nil if not determined.
    public var crossesItself: Bool?
    public var sent: SentState = .unsent
    /// The reason that sending last failed; nil if it did not.
    public var lastSendError: String?

    /// Creates a path in the state `recording`.
    public init(id: Int64, name: String, user: String, started: UTCTime) {
        (self.id, self.name, self.user, self.started) = (id, name, user, started)
        (state, pointCount) = (.recording, 0)
    }
}
