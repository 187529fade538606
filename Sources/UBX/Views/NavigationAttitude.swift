// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// UBX-NAV-ATT version 0: attitude of the vehicle; 32 bytes.
public struct NavigationATT: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// Roll, pitch and heading (from true north).
    public let roll: Angle, pitch: Angle, heading: Angle
    /// The accuracies of roll, pitch and heading; 0 if unknown.
    public let rollAccuracy: Angle, pitchAccuracy: Angle, headingAccuracy: Angle

    /// Reads a payload; nil if it has a different version or fewer than 32 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 32, payload.u1(4) == 0 else { return nil }
        func angle(_ at: Int) -> Angle { Angle(degrees: Double(payload.i4(at)) / 1e5) }
        func accuracy(_ at: Int) -> Angle { Angle(degrees: Double(payload.u4(at)) / 1e5) }
        iTOW = payload.u4(0)
        (roll, pitch, heading) = (angle(8), angle(12), angle(16))
        (rollAccuracy, pitchAccuracy, headingAccuracy) = (accuracy(20), accuracy(24), accuracy(28))
    }
}

/// UBX-NAV-PVAT version 0: position, velocity, attitude and time; 116 bytes. It replaces NAV-PVT on receivers with
/// inertial sensors and has the same position and velocity.
public struct NavigationPVAT: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// UTC: year, month and day as sent.
    public let year: UInt16, month: UInt8, day: UInt8
    /// UTC: time of day as sent; the second is 0...60.
    public let hour: UInt8, minute: UInt8, second: UInt8
    /// Nanoseconds to add to the time of day, −1e9...1e9: may be negative.
    public let nano: Int32
    /// Whether the date is valid; whether the time of day is valid; whether the whole second is certain.
    public let validDate: Bool, validTime: Bool, fullyResolved: Bool
    /// The type of the fix.
    public let fixType: UBXFixType
    /// Whether the fix is within the accuracy limits; whether differential corrections were applied.
    public let gnssFixOK: Bool, isDifferential: Bool
    /// State of the carrier phase ambiguities.
    public let carrierSolution: UBXCarrierSolution
    /// Number of satellites in the solution.
    public let satellitesUsed: UInt8
    /// Longitude, east positive; latitude, north positive.
    public let longitude: Angle, latitude: Angle
    /// Height above the ellipsoid; height above mean sea level.
    public let ellipsoidalHeight: Length, orthometricHeight: Length
    /// Accuracies (at an unstated confidence level).
    public let horizontalAccuracy: Length, verticalAccuracy: Length
    /// Velocity: north, east, down.
    public let north: Speed, east: Speed, down: Speed
    /// Speed over ground; course over ground.
    public let groundSpeed: Speed, course: Angle
    /// Attitude of the vehicle; each is nil if not valid.
    public let roll: Angle?, pitch: Angle?, heading: Angle?
    public let rollAccuracy: Angle, pitchAccuracy: Angle, headingAccuracy: Angle
    /// Magnetic declination, east positive; nil if not valid.
    public let magneticDeclination: Angle?

    /// Reads a payload; nil if it has a different version or fewer than 116 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 116, payload.u1(4) == 0 else { return nil }
        func angle(_ at: Int) -> Angle { Angle(degrees: Double(payload.i4(at)) / 1e5) }
        func metres(_ at: Int) -> Length { Length(metres: Double(payload.i4(at)) / 1e3) }
        func accuracy(_ at: Int) -> Length { Length(metres: Double(payload.u4(at)) / 1e3) }
        func speed(_ at: Int) -> Speed { Speed(metresPerSecond: Double(payload.i4(at)) / 1e3) }
        func angleAccuracy(_ at: Int) -> Angle { Angle(degrees: Double(payload.u2(at)) / 100) }
        iTOW = payload.u4(0)
        let valid = payload.u1(5)
        (validDate, validTime, fullyResolved) = (valid.has(0), valid.has(1), valid.has(2))
        (year, month, day) = (payload.u2(6), payload.u1(8), payload.u1(9))
        (hour, minute, second, nano) = (payload.u1(10), payload.u1(11), payload.u1(12), payload.i4(20))
        fixType = UBXFixType(rawValue: payload.u1(24))
        let flags = payload.u1(25)
        (gnssFixOK, isDifferential) = (flags.has(0), flags.has(1))
        carrierSolution = UBXCarrierSolution(rawValue: flags >> 6)
        satellitesUsed = payload.u1(27)
        (longitude, latitude) = (
            Angle(degrees: Double(payload.i4(28)) / 1e7), Angle(degrees: Double(payload.i4(32)) / 1e7)
        )
        (ellipsoidalHeight, orthometricHeight) = (metres(36), metres(40))
        (horizontalAccuracy, verticalAccuracy) = (accuracy(44), accuracy(48))
        (north, east, down, groundSpeed) = (speed(52), speed(56), speed(60), speed(64))
        (roll, pitch) = (flags.has(3) ? angle(72) : nil, flags.has(4) ? angle(76) : nil)
        (heading, course) = (flags.has(5) ? angle(80) : nil, angle(84))
        (rollAccuracy, pitchAccuracy, headingAccuracy) = (angleAccuracy(88), angleAccuracy(90), angleAccuracy(92))
        magneticDeclination = valid.has(3) ? Angle(degrees: Double(payload.i2(94)) / 100) : nil
    }
}
