// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Paths

/// How the recording of a path is doing.
public struct PathStatus: Hashable, Sendable {
    /// The path; its count of points is that of those on disk, its length the one so far.
    public var path: RecordedPath
    /// How it is recorded.
    public var order: PathOrder
    /// The receiver whose positions are recorded now; nil: no receiver is active.
    public var receiver: SourceID?
    /// The instant of its newest position, as the receiver stated it.
    public var newest: UTCTime?
    /// Points that could not be stored yet.
    public var waiting: Int
    /// Points that were lost because they could not be stored.
    public var lost: UInt64
}

/// How a recording came to its end.
public struct PathEnd: Hashable, Sendable {
    public var path: RecordedPath
    /// Whether it is kept; one without points is not.
    public var isSaved: Bool
}
