// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// One position, or the reason for its absence, as an entry of a `gps:info` message.
///
/// The wire format cannot distinguish zero from unknown: nil is not sent, and a value of 0 is read back as nil.
public struct GPSEntry: Hashable, Sendable {
    /// Latitude and longitude; nil if the sender has no position. Never 0/0 as a substitute for nil.
    public var position: GeodeticPosition?
    /// Height above the WGS 84 ellipsoid in millimetres.
    public var ellipsoidalHeight: Int64?
    /// The way in which the position was determined, or the reason why it is missing.
    public var status: PositionStatus
    /// Position dilution of precision, without a unit. Some senders report ten times the value.
    public var pdop: Double?
    /// Horizontal dilution of precision, without a unit. Some senders report ten times the value.
    public var hdop: Double?
    /// Number of satellites used in the solution.
    public var satellites: UInt32?
    /// The time of the position; `MemberBoard` ignores entries without one.
    public var time: UTCTime?
    /// The kind of place where the machine is: 0 unknown, 1 in a field, 2 on a road, 3 elsewhere.
    public var fieldStatus: Int

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

    /// Creates an entry without a position that gives the reason.
    ///
    /// - Parameters:
    ///   - absence: `.noGPS`, `.error` or `.notAvailable`; any other status becomes `.noGPS`.
    ///   - time: The time at which the position was missing.
    public init(absence: PositionStatus, at time: UTCTime) {
        self.init(position: nil, status: absence.statesPosition ? .noGPS : absence, time: time)
    }

    /// Creates an entry from a receiver's fix and keeps its quality.
    ///
    /// - Parameters:
    ///   - fix: The solution of one epoch; without a valid position the entry has the status `.noGPS`.
    ///   - time: The time of the entry, which is not the fix's if the receiver states none or a wrong one.
    public init(_ fix: Fix, at time: UTCTime) {
        guard fix.kind != .none, fix.quality != .invalid, fix.isWGS84, let position = fix.position, !position.isNull
        else {
            self.init(absence: .noGPS, at: time)
            return
        }
        self.init(
            position: position, ellipsoidalHeight: fix.height.ellipsoidal?.millimetres,
            status: PositionStatus(fix.quality), pdop: fix.dop.pdop, hdop: fix.dop.hdop,
            satellites: fix.satellitesUsed.flatMap(UInt32.init(exactly:)), time: time)
    }
}

extension GeodeticPosition {
    /// True for latitude and longitude exactly 0, which senders without a fix send.
    var isNull: Bool { latitude.degrees == 0 && longitude.degrees == 0 }
}

extension Length {
    /// The length in whole millimetres; nil if it is not a number or its magnitude is 10⁹ m or more.
    var millimetres: Int64? {
        let rounded = (metres * 1000).rounded()
        return abs(rounded) < 1e12 ? Int64(rounded) : nil
    }
}
