// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Paths

/// The status of the current recording.
public struct PathStatus: Hashable, Sendable {
    /// The path with the points that are stored; ``waiting`` counts the others, which its length does not include.
    public var path: RecordedPath
    /// The settings of the recording.
    public var order: PathOrder
    /// The receiver that is recorded now; nil if no receiver is active.
    public var receiver: SourceID?
    /// The time of its newest position, as the receiver reported it.
    public var newest: UTCTime?
    /// The datum in which it reports positions, if it is not WGS 84; such positions are not recorded.
    public var foreignDatum: String?
    /// The number of points that are not stored yet.
    public var waiting: Int
    /// The number of points that were lost because they could not be stored.
    public var lost: UInt64
    /// The number of times that the last point was removed or replaced since the path began or the program started.
    public var removed: UInt64
}

/// The result of ending a recording.
public struct PathEnd: Hashable, Sendable {
    public var path: RecordedPath
    /// True if the path is kept; a path without points is not.
    public var isSaved: Bool
}
