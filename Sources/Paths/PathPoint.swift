// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A point of a recorded path, with what the receiver and the gateway knew of it. Whatever is not known is nil.
public struct PathPoint: Hashable, Sendable {
    /// How a point came into its path.
    public enum Origin: UInt8, Coded {
        /// By time or distance while the recording ran.
        case recorded = 0
        /// A person took one fix.
        case vertex = 1
        /// The averaged point of a sampling session (module `Centroid`).
        case centroid = 2

        /// The word of the control interface and of path files.
        public var code: String { ["recorded", "vertex", "centroid"][Int(rawValue)] }
    }

    /// Latitude and longitude in WGS 84.
    public var position: GeodeticPosition
    /// Both heights, where known.
    public var height = Height()
    /// The instant of the fix by the receiver; of a centroid that of its last sample.
    public var time: UTCTime?
    /// How it came into the path.
    public var origin: Origin = .recorded
    /// The recording had a pause or a loss before it: no line leads to it from the point before.
    public var beginsSegment = false
    /// The receiver that it came from, as named on the bus.
    public var receiver: String?
    /// How many dimensions were solved for.
    public var fixKind: FixKind = .twoDimensional
    /// What the solution rests on.
    public var quality: FixQuality = .autonomous
    /// Horizontal accuracy with where it came from; of a centroid its standard error.
    public var horizontalAccuracy: Accuracy?
    /// Vertical accuracy, as above.
    public var verticalAccuracy: Accuracy?
    /// Dilutions of precision as the receiver stated them.
    public var dop = DilutionOfPrecision()
    /// Satellites in the solution.
    public var satellitesUsed: Int?
    /// Whether Galileo authenticated it; nil where nothing judged.
    public var authentication: Authentication.State?
    /// How many samples a centroid rests on; nil for other points.
    public var sampleCount: Int?

    /// A point of which only the place is known.
    public init(_ position: GeodeticPosition) { self.position = position }
}
