// SPDX-License-Identifier: Apache-2.0

/// Little-endian numbers in bytes, by their offset. What is not all there is nil.
extension Span where Element == UInt8 {
    /// An integer of any width and sign.
    ///
    /// - Parameter offset: where its lowest byte stands; may be out of the span.
    @inlinable
    public func little<Number: FixedWidthInteger>(_ type: Number.Type = Number.self, at offset: Int) -> Number? {
        guard offset >= 0, offset <= count &- MemoryLayout<Number>.size else { return nil }
        return withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }

    /// An IEEE 754 number of 4 bytes, as it stands there: also infinite or no number.
    @inlinable
    public func littleFloat(at offset: Int) -> Float? { little(UInt32.self, at: offset).map { Float(bitPattern: $0) } }

    /// An IEEE 754 number of 8 bytes, as it stands there: also infinite or no number.
    @inlinable
    public func littleDouble(at offset: Int) -> Double? {
        little(UInt64.self, at: offset).map { Double(bitPattern: $0) }
    }
}
