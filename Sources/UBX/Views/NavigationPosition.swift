// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// UBX-NAV-POSLLH: position; 28 bytes.
public struct NavigationPOSLLH: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// Longitude, east positive; latitude, north positive.
    public let longitude: Angle, latitude: Angle
    /// Height above the ellipsoid; height above mean sea level.
    public let ellipsoidalHeight: Length, orthometricHeight: Length
    /// Accuracies (at an unstated confidence level).
    public let horizontalAccuracy: Length, verticalAccuracy: Length

    /// Reads a payload; nil if it has fewer than 28 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 28 else { return nil }
        iTOW = payload.u4(0)
        longitude = Angle(degrees: Double(payload.i4(4)) / 1e7)
        latitude = Angle(degrees: Double(payload.i4(8)) / 1e7)
        ellipsoidalHeight = Length(metres: Double(payload.i4(12)) / 1e3)
        orthometricHeight = Length(metres: Double(payload.i4(16)) / 1e3)
        horizontalAccuracy = Length(metres: Double(payload.u4(20)) / 1e3)
        verticalAccuracy = Length(metres: Double(payload.u4(24)) / 1e3)
    }
}

/// UBX-NAV-HPPOSLLH version 0: position with high precision; 36 bytes.
public struct NavigationHPPOSLLH: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// True if longitude, latitude and heights are invalid.
    public let isInvalid: Bool
    /// Longitude, east positive; latitude, north positive; in steps of 1e-9°.
    public let longitude: Angle, latitude: Angle
    /// Height above the ellipsoid; height above mean sea level; in steps of 0.1 mm.
    public let ellipsoidalHeight: Length, orthometricHeight: Length
    /// Accuracies (at an unstated confidence level), in steps of 0.1 mm.
    public let horizontalAccuracy: Length, verticalAccuracy: Length

    /// Reads a payload; nil if it has a different version or fewer than 36 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 36, payload.u1(0) == 0 else { return nil }
        func fine(_ at: Int, _ fineAt: Int, _ factor: Int) -> Double {
            Double(Int(payload.i4(at)) &* factor &+ Int(payload.i1(fineAt)))
        }
        (isInvalid, iTOW) = (payload.u1(3).has(0), payload.u4(4))
        longitude = Angle(degrees: fine(8, 24, 100) / 1e9)
        latitude = Angle(degrees: fine(12, 25, 100) / 1e9)
        ellipsoidalHeight = Length(metres: fine(16, 26, 10) / 1e4)
        orthometricHeight = Length(metres: fine(20, 27, 10) / 1e4)
        horizontalAccuracy = Length(metres: Double(payload.u4(28)) / 1e4)
        verticalAccuracy = Length(metres: Double(payload.u4(32)) / 1e4)
    }
}

/// UBX-NAV-VELNED: velocity; 36 bytes.
public struct NavigationVELNED: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// North, east and down.
    public let north: Speed, east: Speed, down: Speed
    /// Speed in three dimensions; speed over ground.
    public let speed: Speed, groundSpeed: Speed
    /// Course over ground, which the manufacturer calls heading.
    public let course: Angle
    /// Accuracy of the speed; accuracy of the course.
    public let speedAccuracy: Speed, courseAccuracy: Angle

    /// Reads a payload; nil if it has fewer than 36 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 36 else { return nil }
        iTOW = payload.u4(0)
        north = Speed(metresPerSecond: Double(payload.i4(4)) / 100)
        east = Speed(metresPerSecond: Double(payload.i4(8)) / 100)
        down = Speed(metresPerSecond: Double(payload.i4(12)) / 100)
        speed = Speed(metresPerSecond: Double(payload.u4(16)) / 100)
        groundSpeed = Speed(metresPerSecond: Double(payload.u4(20)) / 100)
        course = Angle(degrees: Double(payload.i4(24)) / 1e5)
        speedAccuracy = Speed(metresPerSecond: Double(payload.u4(28)) / 100)
        courseAccuracy = Angle(degrees: Double(payload.u4(32)) / 1e5)
    }
}

/// UBX-NAV-COV version 0: covariances; 64 bytes.
public struct NavigationCOV: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// Whether the covariances of the position are valid; whether those of the velocity are valid.
    public let isPositionValid: Bool, isVelocityValid: Bool
    /// NN, NE, ND, EE, ED, DD in m².
    public let position: [Float]
    /// NN, NE, ND, EE, ED, DD in m²/s².
    public let velocity: [Float]

    /// Reads a payload; nil if it has a different version or fewer than 64 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 64, payload.u1(4) == 0 else { return nil }
        iTOW = payload.u4(0)
        (isPositionValid, isVelocityValid) = (payload.u1(5) == 1, payload.u1(6) == 1)
        var (position, velocity): ([Float], [Float]) = ([], [])
        for at in stride(from: 16, to: 40, by: 4) {
            position.append(payload.r4(at))
            velocity.append(payload.r4(at &+ 24))
        }
        (self.position, self.velocity) = (position, velocity)
    }
}

/// UBX-NAV-RELPOSNED version 1: position relative to a reference station, or heading of a moving base; 64 bytes.
public struct NavigationRELPOSNED: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// The reference station, 0...4095.
    public let station: UInt16
    /// The vector from the reference to the receiver, in steps of 0.1 mm.
    public let north: Length, east: Length, down: Length
    /// The length of the vector, in steps of 0.1 mm.
    public let length: Length
    /// The heading of the vector, from true north.
    public let heading: Angle
    /// Accuracies, in steps of 0.1 mm.
    public let northAccuracy: Length, eastAccuracy: Length, downAccuracy: Length, lengthAccuracy: Length
    /// Accuracy of the heading.
    public let headingAccuracy: Angle
    /// Whether the fix is within limits; whether it is differential; whether the relative position is valid; whether
    /// the base moves; whether the heading is valid.
    public let gnssFixOK: Bool, isDifferential: Bool, isValid: Bool, isMoving: Bool, isHeadingValid: Bool
    /// True if the vector is normalised to length 1, so that only its direction is known.
    public let isNormalized: Bool
    /// State of the carrier phase ambiguities.
    public let carrierSolution: UBXCarrierSolution

    /// Reads a payload of version 1 (64 bytes) or 0 (40 bytes, protocol 20 to 27, without length and heading); nil if
    /// it has a different version or is shorter.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 40 else { return nil }
        switch payload.u1(0) {
        case 0: self.init(oldest: payload)
        case 1 where payload.count >= 64: self.init(newer: payload)
        default: return nil
        }
    }

    /// Version 0.
    private init(oldest payload: Span<UInt8>) {
        func fine(_ at: Int, _ fineAt: Int) -> Length {
            Length(metres: Double(Int(payload.i4(at)) &* 100 &+ Int(payload.i1(fineAt))) / 1e4)
        }
        func accuracy(_ at: Int) -> Length { Length(metres: Double(payload.u4(at)) / 1e4) }
        (station, iTOW) = (payload.u2(2), payload.u4(4))
        (north, east, down) = (fine(8, 20), fine(12, 21), fine(16, 22))
        let squares = [north, east, down].map { $0.metres * $0.metres }
        length = Length(metres: squares.reduce(0, +).squareRoot())
        (northAccuracy, eastAccuracy, downAccuracy) = (accuracy(24), accuracy(28), accuracy(32))
        (heading, headingAccuracy, lengthAccuracy) = (Angle(degrees: 0), Angle(degrees: 0), Length(metres: 0))
        let flags = payload.u4(36)
        (gnssFixOK, isDifferential, isValid) = (flags.has(0), flags.has(1), flags.has(2))
        carrierSolution = UBXCarrierSolution(rawValue: UInt8(flags.bits(3, 2)))
        (isMoving, isHeadingValid, isNormalized) = (flags.has(5), false, false)
    }

    /// Version 1.
    private init(newer payload: Span<UInt8>) {
        func fine(_ at: Int, _ fineAt: Int) -> Length {
            Length(metres: Double(Int(payload.i4(at)) &* 100 &+ Int(payload.i1(fineAt))) / 1e4)
        }
        func accuracy(_ at: Int) -> Length { Length(metres: Double(payload.u4(at)) / 1e4) }
        (station, iTOW) = (payload.u2(2), payload.u4(4))
        (north, east, down, length) = (fine(8, 32), fine(12, 33), fine(16, 34), fine(20, 35))
        heading = Angle(degrees: Double(payload.i4(24)) / 1e5)
        (northAccuracy, eastAccuracy) = (accuracy(36), accuracy(40))
        (downAccuracy, lengthAccuracy) = (accuracy(44), accuracy(48))
        headingAccuracy = Angle(degrees: Double(payload.u4(52)) / 1e5)
        let flags = payload.u4(60)
        (gnssFixOK, isDifferential, isValid) = (flags.has(0), flags.has(1), flags.has(2))
        carrierSolution = UBXCarrierSolution(rawValue: UInt8(flags.bits(3, 2)))
        (isMoving, isHeadingValid, isNormalized) = (flags.has(5), flags.has(8), flags.has(9))
    }
}
