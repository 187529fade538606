// SPDX-License-Identifier: Apache-2.0

/// Little-endian numbers by their offset. A number that is not completely inside the span is nil.
extension Span where Element == UInt8 {
    /// Returns an integer of any width and signedness.
    ///
    /// - Parameter offset: The offset of its least significant byte; may be outside the span.
    @inlinable
    public func little<Number: FixedWidthInteger>(_ type: Number.Type = Number.self, at offset: Int) -> Number? {
        guard offset >= 0, offset <= count &- MemoryLayout<Number>.size else { return nil }
        return withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }

    /// Returns a single-precision IEEE 754 number unchanged, which may be infinite or NaN.
    @inlinable
    public func littleFloat(at offset: Int) -> Float? { little(UInt32.self, at: offset).map { Float(bitPattern: $0) } }

    /// Returns a double-precision IEEE 754 number unchanged, which may be infinite or NaN.
    @inlinable
    public func littleDouble(at offset: Int) -> Double? {
        little(UInt64.self, at: offset).map { Double(bitPattern: $0) }
    }
}
