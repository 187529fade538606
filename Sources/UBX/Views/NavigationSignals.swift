// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// UBX-NAV-SIG version 0: the signals of an epoch (protocol 27 and later).
public struct NavigationSignals: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// The signals in the order of the message.
    public let signals: [NavigationSignal]

    /// Reads a payload; nil if it has a different version or bytes are missing.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 8, payload.u1(4) == 0 else { return nil }
        guard let items = payload.items(Int(payload.u1(5)), after: 8, size: 16) else { return nil }
        iTOW = payload.u4(0)
        var signals: [NavigationSignal] = []
        signals.reserveCapacity(items.count)
        for item in items { signals.append(NavigationSignal(payload, at: 8 &+ item &* 16)) }
        self.signals = signals
    }
}

/// A signal of NAV-SIG.
public struct NavigationSignal: Hashable, Sendable {
    /// The numbers as sent.
    public let gnssID: UInt8, svID: UInt8, sigID: UInt8
    /// GLONASS frequency channel plus 7, 0...13.
    public let freqID: UInt8
    /// Residual of the pseudorange.
    public let residual: Length
    /// Carrier to noise density in dB-Hz, 0 if there is no signal.
    public let cn0: UInt8
    /// The quality: 0 no signal, 1 searching, 2 acquired, 3 unusable, 4 code locked, 5...7 code and carrier locked.
    public let quality: UInt8
    /// The source of corrections: 0 none, 1 SBAS, 2 BeiDou, 3 RTCM 2, 4 RTCM 3 OSR, 5 RTCM 3 SSR, 6 SLAS, 7 SPARTN, 8
    /// CLAS …
    public let correctionSource: UInt8
    /// The ionosphere model: 0 none, 1 Klobuchar GPS, 2 SBAS, 3 Klobuchar BeiDou, 8 dual frequency.
    public let ionosphereModel: UInt8
    /// The flags as sent (see the table of NAV-SIG).
    public let flags: UInt16

    /// The satellite; nil if the numbers do not identify one.
    public var satellite: SatelliteID? { SatelliteID(Constellation(rawValue: gnssID), Int(svID)) }
    /// The health: 0 unknown, 1 healthy, 2 unhealthy.
    public var health: Int { flags.bits(0, 2) }
    /// True if the solution uses the pseudorange.
    public var isPseudorangeUsed: Bool { flags.has(3) }
    /// True if the solution uses the carrier phase.
    public var isCarrierUsed: Bool { flags.has(4) }
    /// True if the signal's navigation data are authenticated; false if that is not known.
    public var isAuthenticated: Bool { flags.has(9) }

    init(_ payload: Span<UInt8>, at: Int) {
        (gnssID, svID, sigID) = (payload.u1(at), payload.u1(at &+ 1), payload.u1(at &+ 2))
        freqID = payload.u1(at &+ 3)
        residual = Length(metres: Double(payload.i2(at &+ 4)) / 10)
        (cn0, quality) = (payload.u1(at &+ 6), payload.u1(at &+ 7))
        (correctionSource, ionosphereModel) = (payload.u1(at &+ 8), payload.u1(at &+ 9))
        flags = payload.u2(at &+ 10)
    }
}
