// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Paths

/// A point's enumerated properties in one integer. From the lowest bit: origin (2 bits), begins a segment (1), fix kind
/// (2), quality (4), origin of the horizontal accuracy (2), origin of the vertical accuracy (2), authentication (2: 0
/// if not judged, otherwise 1 plus the state), leap second (1).
struct PointTraits {
    /// The bit of a point that begins a segment.
    static let segmentBit: Int64 = 1 << 2
    /// The integer in the database.
    private(set) var rawValue: Int64

    /// Encodes a point's properties.
    init(_ point: PathPoint) {
        var bits = Int64(point.origin.rawValue)
        bits |= point.beginsSegment ? Self.segmentBit : 0
        bits |= Int64(point.fixKind.rawValue) << 3
        bits |= Int64(point.quality.rawValue) << 5
        bits |= Int64(point.horizontalAccuracy?.origin.rawValue ?? 0) << 9
        bits |= Int64(point.verticalAccuracy?.origin.rawValue ?? 0) << 11
        bits |= point.authentication.map { (Int64($0.rawValue) + 1) << 13 } ?? 0
        bits |= point.time?.isLeapSecond == true ? 1 << 15 : 0
        rawValue = bits
    }

    init(rawValue: Int64) { self.rawValue = rawValue }

    var origin: PathPoint.Origin { PathPoint.Origin(rawValue: field(0, 3)) ?? .recorded }
    var beginsSegment: Bool { field(2, 1) == 1 }
    var fixKind: FixKind { FixKind(rawValue: field(3, 3)) ?? .none }
    var quality: FixQuality { FixQuality(rawValue: field(5, 15)) ?? .invalid }
    var horizontalOrigin: AccuracyOrigin? { AccuracyOrigin(rawValue: field(9, 3)) }
    var verticalOrigin: AccuracyOrigin? { AccuracyOrigin(rawValue: field(11, 3)) }
    var authentication: Authentication.State? {
        let state = field(13, 3)
        return state == 0 ? nil : Authentication.State(rawValue: state - 1)
    }
    var isLeapSecond: Bool { field(15, 1) == 1 }

    private func field(_ shift: Int64, _ mask: Int64) -> UInt8 { UInt8(truncatingIfNeeded: rawValue >> shift & mask) }
}
