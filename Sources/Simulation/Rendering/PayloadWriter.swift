// SPDX-License-Identifier: Apache-2.0

/// Writes the little-endian fields of a UBX payload; values out of a field's range are clamped.
struct PayloadWriter {
    private(set) var bytes: [UInt8] = []

    mutating func u1(_ value: Int) { write(UInt8(clamping: value)) }
    mutating func u2(_ value: Int) { write(UInt16(clamping: value)) }
    mutating func u4(_ value: Int) { write(UInt32(clamping: value)) }
    mutating func i1(_ value: Int) { write(Int8(clamping: value)) }
    mutating func i2(_ value: Int) { write(Int16(clamping: value)) }
    mutating func i4(_ value: Int) { write(Int32(clamping: value)) }
    mutating func r4(_ value: Double) { write(Float(value).bitPattern) }
    mutating func r8(_ value: Double) { write(value.bitPattern) }
    mutating func zeros(_ count: Int) { bytes += [UInt8](repeating: 0, count: count) }

    /// Writes a number in multiples of a unit, rounded; 0 if it is not finite or too large.
    mutating func i4(_ value: Double, _ unit: Double) { i4(Self.whole(value / unit)) }
    mutating func u4(_ value: Double, _ unit: Double) { u4(Self.whole(value / unit)) }
    mutating func u2(_ value: Double, _ unit: Double) { u2(Self.whole(value / unit)) }
    mutating func i2(_ value: Double, _ unit: Double) { i2(Self.whole(value / unit)) }

    static func whole(_ value: Double) -> Int { value.magnitude < 1e15 ? Int(value.rounded()) : 0 }

    private mutating func write(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
