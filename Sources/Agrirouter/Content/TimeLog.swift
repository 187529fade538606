// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import SwiftProtobuf

/// The content of a time log of ISO 11783-10 in protobuf (EFDI), as far as positions go: agrirouter's successor of
/// `gps:info`. Each log belongs to a device description by the envelope's team set context.
public struct TimeLog: Hashable, Sendable {
    /// One instant with a position.
    public struct Entry: Hashable, Sendable {
        /// When the instant begins; nil if a partner sent none.
        public var start: UTCTime?
        /// Its kind: 4 is work in effect.
        public var kind: Int
        /// Where it begins; without a field status, which EFDI does not carry.
        public var position: GPSEntry?

        /// An instant; the position's own where none is named.
        public init(_ position: GPSEntry, start: UTCTime? = nil, kind: Int = 4) {
            self.start = start ?? position.time
            self.kind = kind
            self.position = position
        }
    }

    /// The instants, in the order of the wire.
    public var entries: [Entry]

    /// A log of those instants.
    public init(_ entries: [Entry]) { self.entries = entries }

    /// The protobuf message `efdi.TimeLog`.
    public var bytes: [UInt8] {
        var log = Efdi_TimeLog()
        log.timeLogType = .cBinaryTimelog
        log.time = entries.map(Efdi_Time.init)
        return log.encoded
    }

    /// Reads what a partner sent; process data in it is passed over.
    ///
    /// - Throws: `ContentError` for what is not such a message.
    public init(decoding bytes: [UInt8]) throws(ContentError) {
        let log = try Efdi_TimeLog.readContent(bytes, list: 4)
        entries = log.time.map(Entry.init)
    }
}

extension Efdi_Time {
    init(_ entry: TimeLog.Entry) {
        self.init()
        if let start = entry.start { self.start = start.timestamp }
        type = .init(rawValue: entry.kind) ?? .dUnknown
        if let position = entry.position { positionStart = Efdi_Position(position) }
    }
}

extension TimeLog.Entry {
    init(_ time: Efdi_Time) {
        start = time.hasStart ? UTCTime(time.start) : nil
        kind = time.type.rawValue
        position = time.hasPositionStart ? GPSEntry(time.positionStart) : nil
    }
}

extension Efdi_Position {
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
    }
}

extension GPSEntry {
    init(_ entry: Efdi_Position) {
        let status = PositionStatus(rawValue: entry.positionStatus.rawValue)
        let position = GeodeticPosition(status, north: entry.positionNorth, east: entry.positionEast)
        self.init(
            position: position,
            ellipsoidalHeight: position == nil || entry.positionUp == 0 ? nil : entry.positionUp, status: status,
            pdop: entry.pdop.stated, hdop: entry.hdop.stated,
            satellites: entry.numberOfSatellites == 0 ? nil : entry.numberOfSatellites,
            time: entry.hasGpsUtcTimestamp ? UTCTime(entry.gpsUtcTimestamp) : nil)
    }
}
