// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import SwiftProtobuf

/// The positions in an ISO 11783-10 time log in protobuf (EFDI), agrirouter's successor to `gps:info`. The envelope's
/// team set context ID assigns each log to a device description.
public struct TimeLog: Hashable, Sendable {
    /// One instant of the log, with its position.
    public struct Entry: Hashable, Sendable {
        /// The start of the instant; nil if the sender gave none.
        public var start: UTCTime?
        /// The time type of ISO 11783-10; 4 is "effective" (work in progress).
        public var kind: Int
        /// The position at the start, without a field status, because EFDI has none.
        public var position: GPSEntry?

        /// Creates an entry that starts at `start`, or at the time of the position if `start` is nil.
        public init(_ position: GPSEntry, start: UTCTime? = nil, kind: Int = 4) {
            self.start = start ?? position.time
            self.kind = kind
            self.position = position
        }
    }

    /// The entries in wire order.
    public var entries: [Entry]

    public init(_ entries: [Entry]) { self.entries = entries }

    /// The protobuf message `efdi.TimeLog`.
    public var bytes: [UInt8] {
        var log = Efdi_TimeLog()
        log.timeLogType = .cBinaryTimelog
        log.time = entries.map(Efdi_Time.init)
        return log.encoded
    }

    /// Decodes a partner's message and ignores its process data.
    ///
    /// - Throws: `ContentError` if `bytes` is not a time log or exceeds a limit.
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
            ellipsoidalHeight: position == nil ? nil : entry.positionUp.statedHeight, status: status,
            pdop: entry.pdop.stated, hdop: entry.hdop.stated,
            satellites: entry.numberOfSatellites == 0 ? nil : entry.numberOfSatellites,
            time: entry.hasGpsUtcTimestamp ? UTCTime(entry.gpsUtcTimestamp) : nil)
    }
}
