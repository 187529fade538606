// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// One position, or the absence of one, as `gps:info` carries it.
///
/// The wire cannot tell zero from unknown: a value that is nil here is not sent, and one that is 0 comes back as nil.
public struct GPSEntry: Hashable, Sendable {
    /// Latitude and longitude; nil where the sender has none. Never 0/0 for "none".
    public var position: GeodeticPosition?
    /// Millimetres above the ellipsoid of WGS 84.
    public var ellipsoidalHeight: Int64?
    /// What the position rests on.
    public var status: PositionStatus
    /// Position dilution of precision. Some senders state ten times the value.
    public var pdop: Double?
    /// Horizontal dilution of precision. Some senders state ten times the value.
    public var hdop: Double?
    /// Satellites in the solution.
    public var satellites: UInt32?
    /// When the position was; without one it is of little use.
    public var time: UTCTime?
    /// Where the machine is: 0 unknown, 1 in a field, 2 on a road, 3 elsewhere.
    public var fieldStatus: Int

    /// An entry with those values.
    public init(
        position: GeodeticPosition?, ellipsoidalHeight: Int64? = nil, status: PositionStatus, pdop: Double? = nil,
        hdop: Double? = nil, satellites: UInt32? = nil, time: UTCTime?, fieldStatus: Int = 0
    ) {
        self.position = position
        self.ellipsoidalHeight = ellipsoidalHeight
        self.status = status
        (self.pdop, self.hdop) = (pdop, hdop)
        self.satellites = satellites
        self.time = time
        self.fieldStatus = fieldStatus
    }

    /// An entry that says that there is no position, and why.
    ///
    /// - Parameters:
    ///   - absence: `.noGPS`, `.error` or `.notAvailable`.
    ///   - time: when that was so.
    public init(absence: PositionStatus, at time: UTCTime) {
        self.init(position: nil, status: absence.statesPosition ? .noGPS : absence, time: time)
    }

    /// What a receiver solved, its true status included.
    ///
    /// - Parameters:
    ///   - fix: an epoch; one without a position says so on the wire.
    ///   - time: the instant that counts where the receiver stated none.
    public init(_ fix: Fix, at time: UTCTime) {
        guard fix.kind != .none, fix.quality != .invalid, let position = fix.position, !position.isNull else {
            self.init(absence: .noGPS, at: fix.time ?? time)
            return
        }
        self.init(
            position: position, ellipsoidalHeight: fix.height.ellipsoidal?.millimetres,
            status: PositionStatus(fix.quality), pdop: fix.dop.pdop, hdop: fix.dop.hdop,
            satellites: fix.satellitesUsed.flatMap(UInt32.init(exactly:)), time: fix.time ?? time)
    }
}

extension GeodeticPosition {
    /// Latitude and longitude exactly 0: what senders without a fix send.
    var isNull: Bool { latitude.degrees == 0 && longitude.degrees == 0 }
}

extension Length {
    /// Whole millimetres, or nil where it is no number or farther than any place on or near Earth.
    var millimetres: Int64? {
        let rounded = (metres * 1000).rounded()
        return abs(rounded) < 1e12 ? Int64(rounded) : nil
    }
}
