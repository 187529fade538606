// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import SwiftProtobuf

/// The content of a `gps:info` message: entries in ascending time.
///
/// The bytes are the same on every interface of agrirouter. Lists written one behind the other are one list, so that
/// entries may be kept one by one as they will be sent.
public struct GPSList: Hashable, Sendable {
    /// The entries, in the order of the wire.
    public var entries: [GPSEntry]

    /// A list of those entries.
    public init(_ entries: [GPSEntry]) { self.entries = entries }

    /// The protobuf message `agrirouter.technicalmessagetype.GPSList`.
    public var bytes: [UInt8] {
        var list = Agrirouter_Technicalmessagetype_GPSList()
        list.gpsEntries = entries.map(Agrirouter_Technicalmessagetype_GPSList.GPSEntry.init)
        return list.encoded
    }

    /// Reads what a partner sent, with zero bytes behind it or without.
    ///
    /// An entry whose status states no position, or whose coordinates are 0/0, not finite or out of range, has none; the
    /// rest of it is kept.
    ///
    /// - Throws: `ContentError` for what is not such a message.
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
            ellipsoidalHeight: position == nil || entry.positionUp == 0 ? nil : entry.positionUp, status: status,
            pdop: entry.pdop.stated, hdop: entry.hdop.stated,
            satellites: entry.numberOfSatellites == 0 ? nil : entry.numberOfSatellites,
            time: entry.hasGpsUtcTimestamp ? UTCTime(entry.gpsUtcTimestamp) : nil,
            fieldStatus: entry.fieldStatus.rawValue)
    }
}

extension GeodeticPosition {
    /// What the wire states, nil where a marker must not move there.
    init?(_ status: PositionStatus, north: Double, east: Double) {
        guard status.statesPosition else { return nil }
        self.init(latitude: Angle(degrees: north), longitude: Angle(degrees: east))
        if isNull { return nil }
    }
}

extension Double? {
    /// What goes on the wire: 0 for nothing.
    var finite: Double { self.map { $0.isFinite ? $0 : 0 } ?? 0 }
}

extension Double {
    /// What the wire states: nil for 0 and what is no number.
    var stated: Double? { self != 0 && isFinite ? self : nil }
}
