// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Writes one JSON object into memory of a fixed size, without allocating.
///
/// What does not fit is not written and sets `isFull`; a number that JSON cannot hold (NaN, infinity) or that has no
/// such decimals leaves its whole field out. Fields carry their comma: the first one is `{"class":…`.
struct LineWriter {
    private let memory: UnsafeMutableBufferPointer<UInt8>

    /// The bytes written.
    private(set) var count = 0

    /// True once something did not fit.
    private(set) var isFull = false

    /// Writes to `memory`, which must outlive the writer.
    init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

    /// The bytes written so far.
    var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory[..<count]) }

    /// How many bytes still fit.
    var room: Int { memory.count - count }

    /// Takes back everything after the first `mark` bytes.
    mutating func rewind(to mark: Int) {
        count = min(count, max(0, mark))
        isFull = false
    }

    /// Text that is valid JSON as it stands.
    @inline(__always)
    mutating func literal(_ text: StaticString) {
        bytes(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Bytes that are valid JSON as they stand.
    @inline(__always)
    mutating func bytes(_ source: UnsafeBufferPointer<UInt8>) {
        guard let start = source.baseAddress, reserve(source.count), let base = memory.baseAddress else { return }
        (base + count).update(from: start, count: source.count)
        count += source.count
    }

    /// Bytes that are valid JSON as they stand.
    mutating func bytes(_ source: [UInt8]) { source.withUnsafeBufferPointer { bytes($0) } }

    /// One byte.
    @inline(__always)
    mutating func byte(_ value: UInt8) {
        guard reserve(1) else { return }
        memory[count] = value
        count += 1
    }

    /// A key with its comma (`,"lat":`) and a number with so many decimals; nothing where it is unknown.
    @inline(__always)
    mutating func field(_ key: StaticString, _ value: Double?, decimals: Int) {
        let scale = Self.scale(decimals)
        guard let value, let decimal = FixedDecimal(value, scale: scale) else { return }
        literal(key)
        if decimal.isNegative { byte(0x2D) }
        number(decimal.units, decimals: decimals)
    }

    /// A key with its comma and a whole number; nothing where it is unknown.
    @inline(__always)
    mutating func field(_ key: StaticString, _ value: Int?) {
        guard let value else { return }
        literal(key)
        if value < 0 { byte(0x2D) }
        number(UInt64(value.magnitude))
    }

    /// A key with its comma and an instant, to the millisecond; nothing where unknown or before 1970.
    mutating func field(_ key: StaticString, _ time: UTCTime?) {
        guard let time, time.nanosecondsSince1970 >= 0 else { return }
        literal(key)
        byte(0x22)
        instant(time)
        byte(0x22)
    }

    /// A whole number, or one in units of the last of so many decimals.
    @inline(__always)
    mutating func number(_ units: UInt64, decimals: Int = 0) {
        let length = max(Self.length(of: units), decimals + 1)
        let total = decimals > 0 ? length + 1 : length
        guard reserve(total) else { return }
        var rest = units
        var at = count + total
        let point = decimals > 0 ? at - decimals - 1 : -1
        while at > count {
            at -= 1
            if at == point {
                memory[at] = 0x2E
            } else {
                memory[at] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
        count += total
    }

    /// How many digits a number has.
    @inline(__always)
    private static func length(of value: UInt64) -> Int {
        var length = 1
        var bound: UInt64 = 10
        while value >= bound, length < 20 {
            length += 1
            bound = length < 20 ? bound &* 10 : .max
        }
        return length
    }

    /// The last `length` decimal digits of a number, with leading zeros.
    @inline(__always)
    mutating func digits(_ value: UInt64, count length: Int) {
        guard reserve(length) else { return }
        var rest = value
        var at = count + length
        while at > count {
            at -= 1
            memory[at] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += length
    }

    @inline(__always)
    private mutating func reserve(_ length: Int) -> Bool {
        if length > room { isFull = true }
        return !isFull
    }

    @inline(__always)
    private static func scale(_ decimals: Int) -> UInt64 {
        switch decimals {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1000
        case 4: 10_000
        default: 1_000_000_000
        }
    }
}
