// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import SwiftProtobuf

/// The content of a `gps:info` message: entries in ascending order of time.
///
/// All agrirouter interfaces use the same bytes. Concatenated encoded lists form one list, so entries can be stored one
/// by one in the form in which they will be sent.
public struct GPSList: Hashable, Sendable {
    /// The entries in wire order.
    public var entries: [GPSEntry]

    public init(_ entries: [GPSEntry]) { self.entries = entries }

    /// The protobuf message `agrirouter.technicalmessagetype.GPSList`.
    public var bytes: [UInt8] {
        var list = Agrirouter_Technicalmessagetype_GPSList()
        list.gpsEntries = entries.map(Agrirouter_Technicalmessagetype_GPSList.GPSEntry.init)
        return list.encoded
    }

    /// Decodes a partner's message, with or without trailing zero bytes.
    ///
    /// An entry gets no position if its status excludes one or its coordinates are 0/0, not finite or out of range, and
    /// no height if its magnitude is 10⁹ m or more; its other values are kept.
    ///
    /// - Throws: `ContentError` if `bytes` is not a GPS list or exceeds a limit.
    public init(decoding bytes: [UInt8]) throws(ContentError) {
        let list = try Agrirouter_Technicalmessagetype_GPSList.readContent(bytes, list: 1)
        entries = list.gpsEntries.map(GPSEntry.init)
    }
}

extension Agrirouter_Technicalmessagetype_GPSList.GPSEntry {
    init(_ entry: GPSEntry) {
        self.init()
        if entry.status.statesPosition, let position = entry.position {
            positionNorth = position.latitude.degrees
            positionEast = position.longitude.degrees
            positionUp = entry.ellipsoidalHeight ?? 0
        }
        positionStatus = .init(rawValue: entry.status.rawValue) ?? .dNoGps
        pdop = entry.pdop.finite
        hdop = entry.hdop.finite
        numberOfSatellites = entry.satellites ?? 0
        if let time = entry.time { gpsUtcTimestamp = time.timestamp }
        fieldStatus = .init(rawValue: entry.fieldStatus) ?? .fsUnknown
    }
}

extension GPSEntry {
    init(_ entry: Agrirouter_Technicalmessagetype_GPSList.GPSEntry) {
        let status = PositionStatus(rawValue: entry.positionStatus.rawValue)
        let position = GeodeticPosition(status, north: entry.positionNorth, east: entry.positionEast)
        self.init(
            position: position,
            ellipsoidalHeight: position == nil ? nil : entry.positionUp.statedHeight, status: status,
            pdop: entry.pdop.stated, hdop: entry.hdop.stated,
            satellites: entry.numberOfSatellites == 0 ? nil : entry.numberOfSatellites,
            time: entry.hasGpsUtcTimestamp ? UTCTime(entry.gpsUtcTimestamp) : nil,
            fieldStatus: entry.fieldStatus.rawValue)
    }
}

extension GeodeticPosition {
    /// Creates a position from wire values, or returns nil if they must not move a marker: the status excludes a
    /// position, or the coordinates are 0/0 or invalid.
    init?(_ status: PositionStatus, north: Double, east: Double) {
        guard status.statesPosition else { return nil }
        self.init(latitude: Angle(degrees: north), longitude: Angle(degrees: east))
        if isNull { return nil }
    }
}

extension Int64 {
    /// The received height in millimetres; nil if it is 0, which means unknown on the wire, or 10⁹ m or more.
    var statedHeight: Int64? { self != 0 && magnitude < 1_000_000_000_000 ? self : nil }
}

extension Double? {
    /// The value to send: 0 for nil and for values that are not finite.
    var finite: Double { self.map { $0.isFinite ? $0 : 0 } ?? 0 }
}

extension Double {
    /// The received value; nil if it is 0 or not finite, because 0 means unknown on the wire.
    var stated: Double? { self != 0 && isFinite ? self : nil }
}
