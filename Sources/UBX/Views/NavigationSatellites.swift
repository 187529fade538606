// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// UBX-NAV-SAT version 1: the satellites of an epoch (protocol 15 and later).
public struct NavigationSatellites: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// The satellites in the order of the message.
    public let satellites: [NavigationSatellite]

    /// Reads a payload; nil if it has a different version or bytes are missing.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 8, payload.u1(4) == 1 else { return nil }
        guard let items = payload.items(Int(payload.u1(5)), after: 8, size: 12) else { return nil }
        iTOW = payload.u4(0)
        var satellites: [NavigationSatellite] = []
        satellites.reserveCapacity(items.count)
        for item in items { satellites.append(NavigationSatellite(payload, at: 8 &+ item &* 12)) }
        self.satellites = satellites
    }
}

/// A satellite of NAV-SAT.
public struct NavigationSatellite: Hashable, Sendable {
    /// The numbers as sent.
    public let gnssID: UInt8, svID: UInt8
    /// Carrier to noise density in dB-Hz, 0 if there is no signal.
    public let cn0: UInt8
    /// Elevation in degrees; outside −90...90 if unknown.
    public let elevation: Int8
    /// Azimuth in degrees, 0...360.
    public let azimuth: Int16
    /// Residual of the pseudorange.
    public let residual: Length
    /// The flags as sent (see the table of NAV-SAT).
    public let flags: UInt32

    /// The satellite; nil if the numbers do not identify one.
    public var satellite: SatelliteID? { SatelliteID(Constellation(rawValue: gnssID), Int(svID)) }
    /// The quality: 0 no signal, 1 searching, 2 acquired, 3 unusable, 4 code locked, 5...7 code and carrier locked.
    public var quality: Int { flags.bits(0, 3) }
    /// True if the solution uses the satellite.
    public var isUsed: Bool { flags.has(3) }
    /// The health: 0 unknown, 1 healthy, 2 unhealthy.
    public var health: Int { flags.bits(4, 2) }
    /// True if the satellite is healthy, false if it is not; nil if that is unknown.
    public var isHealthy: Bool? {
        switch health {
        case 1: true
        case 2: false
        default: nil
        }
    }
    /// True if differential corrections are available.
    public var hasCorrections: Bool { flags.has(6) }
    /// The source of the orbit: 0 no orbit, 1 ephemeris, 2 almanac, 3 AssistNow Offline, 4 AssistNow Autonomous, 5...7
    /// other.
    public var orbitSource: Int { flags.bits(8, 3) }

    init(_ payload: Span<UInt8>, at: Int) {
        (gnssID, svID, cn0) = (payload.u1(at), payload.u1(at &+ 1), payload.u1(at &+ 2))
        (elevation, azimuth) = (payload.i1(at &+ 3), payload.i2(at &+ 4))
        residual = Length(metres: Double(payload.i2(at &+ 6)) / 10)
        flags = payload.u4(at &+ 8)
    }
}
