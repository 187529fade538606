// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A point of a recorded path with the properties of its fix. Unknown values are nil.
public struct PathPoint: Hashable, Sendable {
    /// The origin of a point.
    public enum Origin: UInt8, Coded {
        /// Recorded automatically by time or distance.
        case recorded = 0
        /// A single fix taken by the operator.
        case vertex = 1
        /// The averaged point of a sampling session (module `Centroid`).
        case centroid = 2

        /// The code in the control interface and in path files.
        public var code: String { ["recorded", "vertex", "centroid"][Int(rawValue)] }
    }

    /// Latitude and longitude in WGS 84.
    public var position: GeodeticPosition
    /// The ellipsoidal and orthometric heights, if known.
    public var height = Height()
    /// The receiver's time of the fix; for an averaged point, the time of its last sample.
    public var time: UTCTime?
    public var origin: Origin = .recorded
    /// True if the recording was paused or interrupted before this point, so that no line leads to it from the previous
    /// one.
    public var beginsSegment = false
    /// The receiver's name on the bus.
    public var receiver: String?
    /// The number of dimensions of the fix.
    public var fixKind: FixKind = .twoDimensional
    /// The quality of the fix.
    public var quality: FixQuality = .autonomous
    /// The horizontal accuracy with its origin; for an averaged point, the standard error.
    public var horizontalAccuracy: Accuracy?
    /// The vertical accuracy with its origin; for an averaged point, the standard error.
    public var verticalAccuracy: Accuracy?
    /// The dilutions of precision that the receiver reported.
    public var dop = DilutionOfPrecision()
    /// The number of satellites used in the fix.
    public var satellitesUsed: Int?
    /// The Galileo authentication verdict; nil if none exists.
    public var authentication: Authentication.State?
    /// The number of samples of an averaged point; nil for other points.
    public var sampleCount: Int?

    /// Creates a point that only has a position.
    public init(_ position: GeodeticPosition) { self.position = position }
}
