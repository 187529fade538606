// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A path as read from a file.
public struct ImportedPath: Hashable, Sendable {
    /// The name without surrounding blanks, of any length; nil if the file contains none.
    public var name: String?
    /// The start time; nil if the file contains none, although its points may have times.
    public var started: UTCTime?
    /// The end time; nil if the file contains none.
    public var ended: UTCTime?
    /// The points in order; at least one, unless this program wrote the file. The first corner of a polygon is not
    /// repeated at its end.
    public var points: [PathPoint]

    public init(name: String? = nil, started: UTCTime? = nil, ended: UTCTime? = nil, points: [PathPoint] = []) {
        (self.name, self.started, self.ended, self.points) = (name, started, ended, points)
    }
}
