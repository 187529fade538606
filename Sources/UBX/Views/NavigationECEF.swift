// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// UBX-NAV-POSECEF (20 bytes) and UBX-NAV-HPPOSECEF version 0 (28 bytes): the Earth-centred, Earth-fixed position.
public struct NavigationPOSECEF: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// The position, in steps of 1 cm, or 0.1 mm with high precision.
    public let x: Length, y: Length, z: Length
    /// Accuracy in three dimensions (at an unstated confidence level).
    public let accuracy: Length
    /// True if the position is invalid (reported only with high precision).
    public let isInvalid: Bool
    /// True if the message is the one with high precision.
    public let isHighPrecision: Bool

    /// Reads the payload of NAV-POSECEF; nil if it has fewer than 20 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 20 else { return nil }
        func metres(_ at: Int) -> Length { Length(metres: Double(payload.i4(at)) / 100) }
        iTOW = payload.u4(0)
        (x, y, z) = (metres(4), metres(8), metres(12))
        accuracy = Length(metres: Double(payload.u4(16)) / 100)
        (isInvalid, isHighPrecision) = (false, false)
    }

    /// Reads the payload of NAV-HPPOSECEF; nil if it has a different version or fewer than 28 bytes.
    public init?(highPrecision payload: Span<UInt8>) {
        guard payload.count >= 28, payload.u1(0) == 0 else { return nil }
        func fine(_ at: Int, _ fineAt: Int) -> Length {
            Length(metres: Double(Int(payload.i4(at)) &* 100 &+ Int(payload.i1(fineAt))) / 1e4)
        }
        iTOW = payload.u4(4)
        (x, y, z) = (fine(8, 20), fine(12, 21), fine(16, 22))
        accuracy = Length(metres: Double(payload.u4(24)) / 1e4)
        (isInvalid, isHighPrecision) = (payload.u1(23).has(0), true)
    }
}

/// UBX-NAV-VELECEF: velocity in the same frame; 20 bytes.
public struct NavigationVELECEF: Hashable, Sendable {
    /// The epoch's GPS time of week in milliseconds.
    public let iTOW: UInt32
    /// The velocity, in steps of 1 cm/s.
    public let vx: Speed, vy: Speed, vz: Speed
    public let accuracy: Speed

    /// Reads a payload; nil if it has fewer than 20 bytes.
    public init?(_ payload: Span<UInt8>) {
        guard payload.count >= 20 else { return nil }
        func speed(_ at: Int) -> Speed { Speed(metresPerSecond: Double(payload.i4(at)) / 100) }
        iTOW = payload.u4(0)
        (vx, vy, vz) = (speed(4), speed(8), speed(12))
        accuracy = Speed(metresPerSecond: Double(payload.u4(16)) / 100)
    }
}
