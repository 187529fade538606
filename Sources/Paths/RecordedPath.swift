// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What is known of a recorded path as a whole; its points are read apart.
public struct RecordedPath: Hashable, Sendable {
    /// What it is a record of.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// What a person had recorded.
        case path = 0
        /// A piece of the continuous track log, which needs no start command.
        case track = 1
    }

    /// How far a recording is.
    public enum State: UInt8, Hashable, Sendable, CaseIterable {
        /// Points are being added.
        case recording = 0
        /// It waits to be resumed.
        case paused = 1
        /// It is complete.
        case finished = 2
        /// An import is storing its points: until it is complete no query finds it.
        case arriving = 3
    }

    /// Whether it has been handed to a service outside.
    public enum SentState: UInt8, Hashable, Sendable, CaseIterable {
        /// Not yet.
        case unsent = 0
        /// On the way; whether it arrived is not known.
        case sending = 1
        /// The service has acknowledged it.
        case sent = 2
    }

    /// The number that it is called by, 1 and up; never used again.
    public var id: Int64
    /// A name for people, 1...200 characters.
    public var name: String
    /// Whose path it is.
    public var user: String
    /// What it is a record of.
    public var kind = Kind.path
    /// How far it is.
    public var state: State
    /// When it was started, by the host's clock.
    public var started: UTCTime
    /// When it was stopped; nil while it is not finished.
    public var ended: UTCTime?
    /// How many points it has.
    public var pointCount: Int
    /// The geodesic length of its lines in metres, gaps left out; nil where it has not been computed.
    public var length: Length?
    /// The area in square metres of the polygon that closes it, on the ellipsoid; nil below three points.
    public var area: Double?
    /// Its line crosses itself, so that the area is a net one; nil where that has not been looked at.
    public var crossesItself: Bool?
    /// Whether it has been handed on.
    public var sent: SentState = .unsent
    /// Why handing it on failed last.
    public var lastSendError: String?

    /// A path that has just been started.
    public init(id: Int64, name: String, user: String, started: UTCTime) {
        (self.id, self.name, self.user, self.started) = (id, name, user, started)
        (state, pointCount) = (.recording, 0)
    }
}
