// SPDX-License-Identifier: Apache-2.0

/// UBX-NAV-STATUS: state of the receiver; 16 bytes.
public struct NavigationStatus: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// The type of the fix.
    public let fixType: UBXFixType
    /// Whether the fix is within the accuracy limits; whether it is differential; whether the week is valid; whether
    /// the time of week is valid.
    public let gpsFixOK: Bool, isDifferential: Bool, isWeekSet: Bool, isTimeOfWeekSet: Bool
    /// The spoofing state: 0 unknown or off, 1 none, 2 indicated, 3 multiple indications.
    public let spoofing: Int
    /// State of the carrier phase ambiguities.
    public let carrierSolution: UBXCarrierSolution
    /// Time to first fix, in milliseconds.
    public let timeToFirstFix: UInt32
    /// Time since start or reset, in milliseconds.
    public let uptime: UInt32

    /// Reads a payload; nil if it has fewer than 16 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 16 else { return nil }
        iTOW = payload.u4(0)
        fixType = UBXFixType(rawValue: payload.u1(4))
        let flags = payload.u1(5)
        (gpsFixOK, isDifferential) = (flags.has(0), flags.has(1))
        (isWeekSet, isTimeOfWeekSet) = (flags.has(2), flags.has(3))
        let flags2 = payload.u1(7)
        spoofing = flags2.bits(3, 2)
        carrierSolution = UBXCarrierSolution(rawValue: flags2 >> 6)
        (timeToFirstFix, uptime) = (payload.u4(8), payload.u4(12))
    }
}

/// UBX-NAV-DOP: dilutions of precision; 18 bytes. 99.99 means unknown.
public struct NavigationDOP: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// Dilutions of precision, without unit: geometric, position, time, vertical, horizontal, northing, easting.
    public let gdop: Double, pdop: Double, tdop: Double, vdop: Double, hdop: Double, ndop: Double, edop: Double

    /// Reads a payload; nil if it has fewer than 18 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 18 else { return nil }
        func dilution(_ at: Int) -> Double { Double(payload.u2(at)) / 100 }
        iTOW = payload.u4(0)
        (gdop, pdop, tdop, vdop) = (dilution(4), dilution(6), dilution(8), dilution(10))
        (hdop, ndop, edop) = (dilution(12), dilution(14), dilution(16))
    }
}
