// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// UBX-NAV-SOL: the Earth-centred, Earth-fixed solution; 52 bytes. Removed with protocol 27.
public struct NavigationSOL: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds, rounded.
    public let iTOW: UInt32
    /// Nanoseconds to add to `iTOW`, −500 000...500 000.
    public let fTOW: Int32
    /// The GPS week, without rollover.
    public let week: Int16
    /// The type of the fix.
    public let fixType: UBXFixType
    /// Whether the fix is within the accuracy limits; whether it is differential; whether the week is valid; whether
    /// the time of week is valid.
    public let gpsFixOK: Bool, isDifferential: Bool, isWeekSet: Bool, isTimeOfWeekSet: Bool
    /// Earth-centred, Earth-fixed position.
    public let x: Length, y: Length, z: Length
    /// Accuracy of the position in three dimensions.
    public let positionAccuracy: Length
    /// Velocity in the same frame.
    public let vx: Speed, vy: Speed, vz: Speed
    public let speedAccuracy: Speed
    /// Position dilution of precision.
    public let pdop: Double
    /// Number of satellites in the solution.
    public let satellitesUsed: UInt8

    /// Reads a payload; nil if it has fewer than 52 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 52 else { return nil }
        func metres(_ at: Int) -> Length { Length(metres: Double(payload.i4(at)) / 100) }
        func speed(_ at: Int) -> Speed { Speed(metresPerSecond: Double(payload.i4(at)) / 100) }
        (iTOW, fTOW, week) = (payload.u4(0), payload.i4(4), payload.i2(8))
        fixType = UBXFixType(rawValue: payload.u1(10))
        let flags = payload.u1(11)
        (gpsFixOK, isDifferential) = (flags.has(0), flags.has(1))
        (isWeekSet, isTimeOfWeekSet) = (flags.has(2), flags.has(3))
        (x, y, z) = (metres(12), metres(16), metres(20))
        positionAccuracy = Length(metres: Double(payload.u4(24)) / 100)
        (vx, vy, vz) = (speed(28), speed(32), speed(36))
        speedAccuracy = Speed(metresPerSecond: Double(payload.u4(40)) / 100)
        (pdop, satellitesUsed) = (Double(payload.u2(44)) / 100, payload.u1(47))
    }
}

/// UBX-NAV-SVINFO: the channels of an epoch. Up to generation 8.
public struct NavigationSVINFO: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// In the order of the message.
    public let channels: [NavigationChannel]

    /// Reads a payload; nil if bytes are missing.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 8 else { return nil }
        guard let items = payload.items(Int(payload.u1(4)), after: 8, size: 12) else { return nil }
        iTOW = payload.u4(0)
        var channels: [NavigationChannel] = []
        channels.reserveCapacity(items.count)
        for item in items { channels.append(NavigationChannel(payload, at: 8 &+ item &* 12)) }
        self.channels = channels
    }
}

/// A channel of NAV-SVINFO.
public struct NavigationChannel: Hashable, Sendable {
    /// The channel; 255 for a satellite without a channel.
    public let channel: UInt8
    /// The satellite in u-blox's old single numbering.
    public let svID: UInt8
    /// The flags as sent (see the table of NAV-SVINFO).
    public let flags: UInt8
    /// The quality: 0 idle, 1 searching, 2 acquired, 3 unusable, 4 code locked, 5...7 code and carrier locked.
    public let quality: UInt8
    /// Carrier to noise density in dB-Hz, 0 if there is no signal.
    public let cn0: UInt8
    /// Elevation in degrees; outside −90...90 if unknown.
    public let elevation: Int8
    /// Azimuth in degrees, 0...360.
    public let azimuth: Int16
    /// Residual of the pseudorange.
    public let residual: Length

    /// The satellite; nil if the numbers do not identify one.
    public var satellite: SatelliteID? { SatelliteID(ubxNumber: svID) }
    /// True if the solution uses the satellite.
    public var isUsed: Bool { flags.has(0) }
    /// False if the receiver states that the satellite is unhealthy.
    public var isHealthy: Bool { !flags.has(4) }

    init(_ payload: Span<UInt8>, at: Int) {
        (channel, svID) = (payload.u1(at), payload.u1(at &+ 1))
        (flags, quality) = (payload.u1(at &+ 2), payload.u1(at &+ 3) & 0x0F)
        (cn0, elevation, azimuth) = (payload.u1(at &+ 4), payload.i1(at &+ 5), payload.i2(at &+ 6))
        residual = Length(metres: Double(payload.i4(at &+ 8)) / 100)
    }
}
