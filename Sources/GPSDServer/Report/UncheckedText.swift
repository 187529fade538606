// SPDX-License-Identifier: Apache-2.0

/// Writes text into memory that the caller guarantees to be large enough. Most of the output is about satellites, and a
/// check before each value would take longer than writing the value.
struct UncheckedText {
    /// The end of the written text.
    private(set) var position: UnsafeMutablePointer<UInt8>

    /// - Parameter start: Memory that outlives this value and has room for all text that will be written.
    @inline(__always)
    init(_ start: UnsafeMutablePointer<UInt8>) { position = start }

    @inline(__always)
    mutating func literal(_ text: StaticString) {
        UnsafeMutableRawPointer(position).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        position += text.utf8CodeUnitCount
    }

    /// Writes a whole number, at most 20 bytes.
    @inline(__always)
    mutating func number(_ value: UInt64) { position = DecimalDigits.write(value, 0, to: position) }

    /// Writes a key with its comma and a number with one decimal, at most 20 bytes; nothing if the number is not finite
    /// or too large.
    @inline(__always)
    mutating func field(_ key: StaticString, _ value: Double) {
        // Most values are whole numbers.
        if value.magnitude < 1_000_000, case let whole = Int32(value), Double(whole) == value {
            literal(key)
            sign(whole < 0)
            number(UInt64(whole.magnitude))
            literal(".0")
        } else if let decimal = FixedDecimal(value, scale: 10) {
            literal(key)
            sign(decimal.isNegative)
            position = DecimalDigits.write(decimal.units, 1, to: position)
        }
    }

    @inline(__always)
    private mutating func sign(_ isNegative: Bool) {
        guard isNegative else { return }
        position.pointee = 0x2D
        position += 1
    }
}
