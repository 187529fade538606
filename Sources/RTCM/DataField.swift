// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// A data field of RTCM 10403 (section 3.4), such as `DF025`: 38 bits, in units of 0.1 mm.
public struct DataField: Sendable {
    /// The encoding of the bits.
    public enum Form: Hashable, Sendable {
        /// An unsigned integer; also flags (0 or 1) and bit masks.
        case unsigned
        /// A two's complement integer.
        case signed
        /// A sign bit and a magnitude, as GLONASS uses them.
        case signMagnitude
        /// The number of characters, or of repetitions of a group, that follow.
        case count
    }

    /// The value of one unit of the raw number.
    public enum Scale: Hashable, Sendable {
        /// The scale 1.
        case one
        /// The scale `units` × 10^−`places`.
        case decimal(_ units: Int64, places: Int)
        /// The scale 2^`exponent`.
        case binary(_ exponent: Int)
        /// The scale 1 with an offset: the raw number 0 means `zero`.
        case offset(_ zero: Int64)
    }

    /// The number in the standard, from 1; fields of IGS SSR begin at `igs`.
    public let number: Int
    /// The name in the standard.
    public let title: StaticString
    /// The width in bits, 1...64.
    public let width: Int
    /// The encoding of the bits.
    public let form: Form
    /// The value of one unit of the raw number.
    public let scale: Scale
    /// The unit of the scaled value; empty if it has none. `SC` means semicircles.
    public let unit: StaticString
    /// The raw number that means "not available".
    public let absent: Int64?

    /// The key in JSON: `DF025`, `IDF001`.
    public let key: String

    /// The offset added to the numbers of IGS SSR fields (`IDF001`), which have their own numbering.
    public static let igs = 2000

    init(
        _ number: Int, _ title: StaticString, _ width: Int, _ form: Form = .unsigned, _ scale: Scale = .one,
        _ unit: StaticString = "", absent: Int64? = nil
    ) {
        (self.number, self.title, self.width, self.form) = (number, title, width, form)
        (self.scale, self.unit, self.absent) = (scale, unit, absent)
        let shown = number > Self.igs ? number - Self.igs : number
        let digits = String(shown)
        key = (number > Self.igs ? "IDF" : "DF") + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }

    /// Reads the raw number without the scale; nil if the payload is too short.
    func raw(_ payload: Span<UInt8>, at position: Int) -> Int64? {
        switch form {
        case .unsigned, .count:
            return payload.bits(at: position, width: width).map { Int64(truncatingIfNeeded: $0) }
        case .signed:
            return payload.signedBits(at: position, width: width)
        case .signMagnitude:
            guard let bits = payload.bits(at: position, width: width) else { return nil }
            let sign: UInt64 = 1 << UInt64(width &- 1)
            let magnitude = Int64(truncatingIfNeeded: bits & (sign &- 1))
            return bits & sign == 0 ? magnitude : -magnitude
        }
    }

    /// Writes the scaled value of a raw number.
    func write(_ raw: Int64, into writer: inout FieldWriter) {
        guard raw != absent else { return writer.null() }
        switch scale {
        case .one: width == 64 ? writer.integer(UInt64(bitPattern: raw)) : writer.integer(raw)
        case .decimal(let units, let places): writer.decimal(raw &* units, decimals: places)
        case .binary(let exponent): Self.write(raw, exponent: exponent, into: &writer)
        case .offset(let zero): writer.integer(raw &+ zero)
        }
    }

    /// Writes `raw` × 2^`exponent`. A number of at most 15 digits is written exactly, which is also its shortest form.
    private static func write(_ raw: Int64, exponent: Int, into writer: inout FieldWriter) {
        if exponent <= 0, exponent >= -11, raw.magnitude < 1 << 22 {
            writer.decimal(raw &* powersOfFive[-exponent], decimals: -exponent)
        } else {
            writer.real(Double(sign: .plus, exponent: exponent, significand: Double(raw)))
        }
    }

    private static let powersOfFive: [Int64] = [
        1, 5, 25, 125, 625, 3125, 15_625, 78_125, 390_625, 1_953_125, 9_765_625, 48_828_125,
    ]
}
