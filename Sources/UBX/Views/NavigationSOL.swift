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
