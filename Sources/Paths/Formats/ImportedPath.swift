// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A path as a file has it.
public struct ImportedPath: Hashable, Sendable {
    /// Its name, without blanks at the ends; nil where the file gives none. Of any length.
    public var name: String?
    /// When it was started; nil where the file does not say. Its points may have times all the same.
    public var started: UTCTime?
    /// When it was stopped; nil where the file does not say.
    public var ended: UTCTime?
    /// Its points, in order; one at least, unless the file is this program's own. The first corner of a polygon is not
    /// repeated.
    public var points: [PathPoint]

    /// A path of these points.
    public init(name: String? = nil, started: UTCTime? = nil, ended: UTCTime? = nil, points: [PathPoint] = []) {
        (self.name, self.started, self.ended, self.points) = (name, started, ended, points)
    }
}
