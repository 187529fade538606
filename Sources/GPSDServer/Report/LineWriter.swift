// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Writes one JSON object into memory of a fixed size, without allocating.
///
/// Data that does not fit is not written and sets `isFull`. A field is omitted if JSON cannot represent its number
/// (NaN, infinity) or if the number is too large for its decimals. Fields include the preceding comma, because the
/// first field is always `{"class":…`.
struct LineWriter {
    private let memory: UnsafeMutableBufferPointer<UInt8>

    /// Number of bytes written.
    private(set) var count = 0

    /// True after data did not fit.
    private(set) var isFull = false

    /// Writes to `memory`, which must outlive the writer.
    init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

    /// The bytes written so far.
    var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory[..<count]) }

    /// The number of bytes that still fit.
    var room: Int { memory.count &- count }

    /// Removes everything after the first `mark` bytes.
    mutating func rewind(to mark: Int) {
        count = min(count, max(0, mark))
        isFull = false
    }

    /// Writes text that is valid JSON.
    @inline(__always)
    mutating func literal(_ text: StaticString) {
        bytes(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes bytes that are valid JSON.
    @inline(__always)
    mutating func bytes(_ source: UnsafeBufferPointer<UInt8>) {
        guard let start = source.baseAddress, reserve(source.count), let base = memory.baseAddress else { return }
        (base + count).update(from: start, count: source.count)
        count += source.count
    }

    /// Writes bytes that are valid JSON.
    mutating func bytes(_ source: [UInt8]) { source.withUnsafeBufferPointer { bytes($0) } }

    /// Writes bytes that are valid JSON.
    mutating func bytes(_ source: ArraySlice<UInt8>) { source.withUnsafeBufferPointer { bytes($0) } }

    /// Writes one byte.
    @inline(__always)
    mutating func byte(_ value: UInt8) {
        guard reserve(1) else { return }
        memory[count] = value
        count += 1
    }

    /// Writes a key with its comma (`,"lat":`) and a number with a fixed number of decimals; nothing for nil.
    mutating func field(_ key: StaticString, _ value: Double?, decimals: Int) {
        guard let value, let decimal = FixedDecimal(value, scale: DecimalDigits.scale(decimals)) else { return }
        let length = key.utf8CodeUnitCount
        // The length includes the sign. This single check suffices if the whole field fits.
        guard !isFull, room > length &+ DecimalDigits.longest, let base = memory.baseAddress else {
            literal(key)
            if decimal.isNegative { byte(0x2D) }
            return number(decimal.units, decimals: decimals)
        }
        var end = base + count
        end.update(from: key.utf8Start, count: length)
        end += length
        if decimal.isNegative {
            end.pointee = 0x2D
            end += 1
        }
        count = DecimalDigits.write(decimal.units, decimals, to: end) - base
    }

    /// Writes a key with its comma and a whole number; nothing for nil.
    @inline(__always)
    mutating func field(_ key: StaticString, _ value: Int?) {
        guard let value else { return }
        literal(key)
        if value < 0 { byte(0x2D) }
        number(UInt64(value.magnitude))
    }

    /// Writes a key with its comma and an instant with milliseconds; nothing for nil or before 1970.
    mutating func field(_ key: StaticString, _ time: UTCTime?) {
        guard let time, time.nanosecondsSince1970 >= 0 else { return }
        literal(key)
        byte(0x22)
        instant(time)
        byte(0x22)
    }

    /// Writes a number given in units of its last decimal.
    @inline(__always)
    mutating func number(_ units: UInt64, decimals: Int = 0) {
        guard reserve(DecimalDigits.length(units, decimals)), let base = memory.baseAddress else { return }
        count = DecimalDigits.write(units, decimals, to: base + count) - base
    }

    /// Writes the last `length` decimal digits of a number, with leading zeros.
    @inline(__always)
    mutating func digits(_ value: UInt64, count length: Int) {
        guard reserve(length), let base = memory.baseAddress else { return }
        DecimalDigits.write(value, count: length, to: base + count)
        count &+= length
    }

    /// Writes without checking the free memory.
    ///
    /// - Parameter body: Receives the address to write to, which has `room` bytes, and returns the end of the written
    ///   text.
    @inline(__always)
    mutating func unchecked(_ body: (UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>) {
        guard !isFull, let base = memory.baseAddress else { return }
        count = body(base + count) - base
    }

    @inline(__always)
    private mutating func reserve(_ length: Int) -> Bool {
        if length > room { isFull = true }
        return !isFull
    }
}
