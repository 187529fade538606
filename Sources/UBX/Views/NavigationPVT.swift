// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// UBX-NAV-PVT: position, velocity and time; 92 bytes, 84 before protocol 15.
public struct NavigationPVT: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// UTC: year, month and day as sent.
    public let year: UInt16, month: UInt8, day: UInt8
    /// UTC: time of day as sent; the second is 0...60.
    public let hour: UInt8, minute: UInt8, second: UInt8
    /// Nanoseconds to add to the time of day, −1e9...1e9: may be negative.
    public let nano: Int32
    /// Whether the date is valid; whether the time of day is valid; whether the whole second is certain; whether the
    /// magnetic declination is valid.
    public let validDate: Bool, validTime: Bool, fullyResolved: Bool, validMag: Bool
    /// Accuracy of time in nanoseconds; 4 294 967 295 if unknown.
    public let timeAccuracy: UInt32
    /// The type of the fix.
    public let fixType: UBXFixType
    /// True if the fix is within the configured limits of accuracy and dilution.
    public let gnssFixOK: Bool
    /// True if differential corrections were applied.
    public let isDifferential: Bool
    /// State of the carrier phase ambiguities.
    public let carrierSolution: UBXCarrierSolution
    /// Number of satellites in the solution.
    public let satellitesUsed: UInt8
    /// Longitude, east positive; 0 or the last known value without a fix.
    public let longitude: Angle
    /// Latitude, north positive; 0 or the last known value without a fix.
    public let latitude: Angle
    /// Height above the ellipsoid.
    public let ellipsoidalHeight: Length
    /// Height above mean sea level.
    public let orthometricHeight: Length
    /// Accuracies (at an unstated confidence level); 4 294 967.295 m if unknown.
    public let horizontalAccuracy: Length, verticalAccuracy: Length
    /// Velocity: north, east, down.
    public let north: Speed, east: Speed, down: Speed
    public let groundSpeed: Speed
    /// Course over ground, as sent.
    public let course: Angle
    public let speedAccuracy: Speed
    /// Accuracy of course and heading.
    public let courseAccuracy: Angle
    /// Position dilution of precision; 99.99 if unknown.
    public let pdop: Double
    /// True if longitude, latitude and heights are invalid.
    public let isPositionInvalid: Bool
    /// The class of the age of the last correction, 0 (none)...12.
    public let correctionAgeClass: Int
    /// Whether the time is authenticated; whether the fix rests only on authenticated navigation data (OSNMA
    /// firmware).
    public let isTimeAuthenticated: Bool, isFixAuthenticated: Bool
    /// Heading of the vehicle; nil if unknown.
    public let vehicleHeading: Angle?
    /// Magnetic declination, east positive; nil if unknown.
    public let magneticDeclination: Angle?

    /// Reads a payload; nil if it has fewer than 84 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 84 else { return nil }
        iTOW = payload.u4(0)
        (year, month, day) = (payload.u2(4), payload.u1(6), payload.u1(7))
        (hour, minute, second) = (payload.u1(8), payload.u1(9), payload.u1(10))
        let valid = payload.u1(11)
        (validDate, validTime, fullyResolved, validMag) = (valid.has(0), valid.has(1), valid.has(2), valid.has(3))
        timeAccuracy = payload.u4(12)
        nano = payload.i4(16)
        fixType = UBXFixType(rawValue: payload.u1(20))
        let flags = payload.u1(21)
        (gnssFixOK, isDifferential) = (flags.has(0), flags.has(1))
        carrierSolution = UBXCarrierSolution(rawValue: flags >> 6)
        satellitesUsed = payload.u1(23)
        longitude = Angle(degrees: Double(payload.i4(24)) / 1e7)
        latitude = Angle(degrees: Double(payload.i4(28)) / 1e7)
        ellipsoidalHeight = Length(metres: Double(payload.i4(32)) / 1e3)
        orthometricHeight = Length(metres: Double(payload.i4(36)) / 1e3)
        horizontalAccuracy = Length(metres: Double(payload.u4(40)) / 1e3)
        verticalAccuracy = Length(metres: Double(payload.u4(44)) / 1e3)
        north = Speed(metresPerSecond: Double(payload.i4(48)) / 1e3)
        east = Speed(metresPerSecond: Double(payload.i4(52)) / 1e3)
        down = Speed(metresPerSecond: Double(payload.i4(56)) / 1e3)
        groundSpeed = Speed(metresPerSecond: Double(payload.i4(60)) / 1e3)
        course = Angle(degrees: Double(payload.i4(64)) / 1e5)
        speedAccuracy = Speed(metresPerSecond: Double(payload.u4(68)) / 1e3)
        courseAccuracy = Angle(degrees: Double(payload.u4(72)) / 1e5)
        pdop = Double(payload.u2(76)) / 100
        let flags3 = payload.u2(78)
        (isPositionInvalid, correctionAgeClass) = (flags3.has(0), flags3.bits(1, 4))
        (isTimeAuthenticated, isFixAuthenticated) = (flags3.has(13), flags3.has(14))
        let hasTail = payload.count >= 92
        vehicleHeading = hasTail && flags.has(5) ? Angle(degrees: Double(payload.i4(84)) / 1e5) : nil
        magneticDeclination = hasTail && validMag ? Angle(degrees: Double(payload.i2(88)) / 100) : nil
    }
}
