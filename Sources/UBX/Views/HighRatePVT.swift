// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// UBX-HNR-PVT: position, velocity and time at a high rate, by dead reckoning between the epochs of class NAV; 72 bytes
/// (u-blox 8 / M8 interface description, HNR-PVT).
public struct HighRatePVT: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// UTC: year, month and day as sent.
    public let year: UInt16, month: UInt8, day: UInt8
    /// UTC: time of day as sent; the second is 0...60.
    public let hour: UInt8, minute: UInt8, second: UInt8
    /// Nanoseconds to add to the time of day, −1e9...1e9.
    public let nano: Int32
    /// Date valid; time of day valid.
    public let validDate: Bool, validTime: Bool
    /// The type of the fix.
    public let fixType: UBXFixType
    /// Whether the fix is within the configured limits; whether differential corrections were applied.
    public let gnssFixOK: Bool, isDifferential: Bool
    /// Longitude, east positive; latitude, north positive.
    public let longitude: Angle, latitude: Angle
    /// Height above the ellipsoid; height above mean sea level.
    public let ellipsoidalHeight: Length, orthometricHeight: Length
    public let groundSpeed: Speed
    /// Course over ground, as sent.
    public let course: Angle
    /// Heading of the vehicle; nil if unknown.
    public let vehicleHeading: Angle?
    /// Accuracies; 4 294 967.295 m if unknown.
    public let horizontalAccuracy: Length, verticalAccuracy: Length

    /// Reads a payload; nil if it has fewer than 72 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 72 else { return nil }
        iTOW = payload.u4(0)
        (year, month, day) = (payload.u2(4), payload.u1(6), payload.u1(7))
        (hour, minute, second) = (payload.u1(8), payload.u1(9), payload.u1(10))
        (validDate, validTime) = (payload.u1(11).has(0), payload.u1(11).has(1))
        nano = payload.i4(12)
        fixType = UBXFixType(rawValue: payload.u1(16))
        let flags = payload.u1(17)
        (gnssFixOK, isDifferential) = (flags.has(0), flags.has(1))
        longitude = Angle(degrees: Double(payload.i4(20)) / 1e7)
        latitude = Angle(degrees: Double(payload.i4(24)) / 1e7)
        ellipsoidalHeight = Length(metres: Double(payload.i4(28)) / 1e3)
        orthometricHeight = Length(metres: Double(payload.i4(32)) / 1e3)
        groundSpeed = Speed(metresPerSecond: Double(payload.i4(36)) / 1e3)
        course = Angle(degrees: Double(payload.i4(44)) / 1e5)
        vehicleHeading = flags.has(4) ? Angle(degrees: Double(payload.i4(48)) / 1e5) : nil
        horizontalAccuracy = Length(metres: Double(payload.u4(52)) / 1e3)
        verticalAccuracy = Length(metres: Double(payload.u4(56)) / 1e3)
    }
}
