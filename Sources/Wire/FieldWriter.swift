// SPDX-License-Identifier: Apache-2.0

/// Writes named values as JSON, in the order in which they are written, without spaces.
///
/// In an object, write a `name` before each value; in an array, write none. The caller ends each object or array that
/// it begins; commas are added automatically. `drain(into:)` removes the written bytes.
///
///     writer.beginObject()
///     writer.name("lat")
///     writer.decimal(481_173_000, decimals: 7)     // {"lat":48.1173}
///     writer.endObject()
public struct FieldWriter: Sendable {
    /// The UTF-8 bytes written since the last drain, as a copy.
    public var bytes: [UInt8] { Array(storage[..<count]) }

    /// The number of these bytes.
    public private(set) var count = 0

    /// Grows in steps; bytes from `count` on are meaningless.
    private var storage: [UInt8] = []
    private var needsComma = false

    public init() {}

    /// Moves the written bytes to the end of a buffer.
    public mutating func drain(into buffer: inout [UInt8]) {
        storage.withUnsafeBufferPointer { buffer.append(contentsOf: UnsafeBufferPointer(rebasing: $0[..<count])) }
        count = 0
    }

    // MARK: Second thoughts

    /// A position in the written bytes.
    public struct Mark: Hashable, Sendable {
        fileprivate let count: Int
        fileprivate let needsComma: Bool
    }

    /// The position of the next write.
    public var mark: Mark { Mark(count: count, needsComma: needsComma) }

    /// Removes everything written since a mark, including objects and arrays begun since. A mark is void after
    /// `drain(into:)`.
    public mutating func rewind(to mark: Mark) {
        count = min(count, mark.count)
        needsComma = mark.needsComma
    }

    // MARK: Structure

    /// Begins an object, as a value or as the outermost element.
    public mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// Ends the innermost object.
    public mutating func endObject() { end(UInt8(ascii: "}")) }

    public mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// Ends the innermost array.
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Ends a line after the outermost object, so that another one may begin.
    public mutating func endLine() {
        put(0x0A)
        needsComma = false
    }

    /// Writes the name of the next value.
    ///
    /// - Parameter name: Printable ASCII without quotes and backslashes.
    public mutating func name(_ name: StaticString) {
        text(name)
        put(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes the name of the next value, which may be any text.
    public mutating func name(_ name: String) {
        text(name)
        put(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: Values

    /// Writes `null`, for an unknown value.
    public mutating func null() { word("null") }

    /// Writes `true` or `false`.
    public mutating func flag(_ value: Bool) { word(value ? "true" : "false") }

    /// Writes an integer, clamped to the range of 64 bits.
    @inlinable
    public mutating func integer(_ value: some BinaryInteger) {
        if value < 0 {
            decimal(Int64(clamping: value), decimals: 0)
        } else {
            magnitude(UInt64(clamping: value))
        }
    }

    /// Writes the number `units` × 10^−`decimals` exactly, without trailing zeros after the point.
    ///
    /// - Parameters:
    ///   - units: The number of units of the last decimal.
    ///   - decimals: Clamped to 0...18.
    public mutating func decimal(_ units: Int64, decimals: Int) {
        var (rest, places) = (units.magnitude, min(18, max(0, decimals)))
        while places > 0, rest % 10 == 0 {
            rest /= 10
            places &-= 1
        }
        number(rest, isNegative: units < 0, decimals: places)
    }

    /// Writes the shortest decimal that reads as this number; `null` if it is not finite.
    public mutating func real(_ value: Double) {
        guard value.isFinite else { return null() }
        if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return decimal(whole, decimals: 0) }
        separate()
        var text = value.description
        text.withUTF8 { put($0) }
    }

    public mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { text in
            quote(text.count) { room, used in
                for byte in text { Self.append(escaped: byte, to: room, &used) }
            }
        }
    }

    /// Writes a text that needs no escapes.
    ///
    /// - Parameter value: Printable ASCII without quotes and backslashes.
    public mutating func text(_ value: StaticString) {
        quote(value.utf8CodeUnitCount) { room, used in
            (room + used).update(from: value.utf8Start, count: value.utf8CodeUnitCount)
            used &+= value.utf8CodeUnitCount
        }
    }

    /// Writes a text of ASCII characters; any other byte is written as `\u00hh`.
    public mutating func ascii(_ value: Span<UInt8>) {
        quote(value.count) { room, used in
            for index in value.indices {
                let byte = value[index]
                if byte < 0x7F {
                    Self.append(escaped: byte, to: room, &used)
                } else {
                    Self.append(control: byte, to: room, &used)
                }
            }
        }
    }

    /// Writes a value that is JSON already.
    ///
    /// - Parameter json: One complete value.
    public mutating func value(_ json: Span<UInt8>) {
        separate()
        json.withUnsafeBufferPointer { put($0) }
    }

    /// Writes bytes as a text of lower-case hexadecimal digits.
    public mutating func hexadecimal(_ value: Span<UInt8>) {
        quote(value.count) { room, used in
            for index in value.indices { Self.append(hexadecimal: value[index], to: room, &used) }
        }
    }
}

// MARK: Text

extension FieldWriter {
    private mutating func begin(_ bracket: UInt8) {
        separate()
        put(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        put(bracket)
        needsComma = true
    }

    @inline(__always)
    private mutating func separate() {
        if needsComma { put(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func word(_ word: StaticString) {
        separate()
        put(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    @usableFromInline
    mutating func magnitude(_ value: UInt64) { number(value, isNegative: false, decimals: 0) }

    private mutating func number(_ value: UInt64, isNegative: Bool, decimals: Int) {
        separate()
        // The common case of flags and codes.
        if value < 10, decimals == 0, !isNegative { return put(0x30 &+ UInt8(truncatingIfNeeded: value)) }
        withRoom(for: 24) { room, used in
            if isNegative, value > 0 {
                room[used] = UInt8(ascii: "-")
                used &+= 1
            }
            // At least one digit precedes the point.
            let length = max(Self.length(of: value), decimals &+ 1)
            let end = used &+ length &+ (decimals > 0 ? 1 : 0)
            let point = decimals > 0 ? end &- decimals &- 1 : -1
            var (rest, at) = (value, end &- 1)
            while at >= used {
                if at == point {
                    room[at] = UInt8(ascii: ".")
                } else {
                    room[at] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
                at &-= 1
            }
            used = end
        }
    }

    /// The number of digits, 1...20.
    @inline(__always)
    private static func length(of value: UInt64) -> Int {
        var (length, bound) = (1, UInt64(10))
        while value >= bound, length < 20 {
            length &+= 1
            bound = length < 20 ? bound &* 10 : .max
        }
        return length
    }

    @inline(__always)
    /// Writes up to six bytes to `room`, which the caller has reserved.
    private static func append(escaped byte: UInt8, to room: UnsafeMutablePointer<UInt8>, _ used: inout Int) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            room[used] = UInt8(ascii: "\\")
            room[used &+ 1] = byte
            used &+= 2
        case 0..<0x20, 0x7F: append(control: byte, to: room, &used)
        default:
            room[used] = byte
            used &+= 1
        }
    }

    private static func append(control byte: UInt8, to room: UnsafeMutablePointer<UInt8>, _ used: inout Int) {
        room[used] = UInt8(ascii: "\\")
        room[used &+ 1] = UInt8(ascii: "u")
        room[used &+ 2] = 0x30
        room[used &+ 3] = 0x30
        used &+= 4
        append(hexadecimal: byte, to: room, &used)
    }

    @inline(__always)
    private static func append(hexadecimal byte: UInt8, to room: UnsafeMutablePointer<UInt8>, _ used: inout Int) {
        room[used] = digit(byte >> 4)
        room[used &+ 1] = digit(byte & 0x0F)
        used &+= 2
    }

    @inline(__always)
    private static func digit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 &+ nibble : 0x57 &+ nibble }
}

// MARK: Memory

extension FieldWriter {
    /// Writes a text of `length` characters between quotes; each may take up to six bytes.
    @inline(__always)
    private mutating func quote(_ length: Int, _ write: (UnsafeMutablePointer<UInt8>, inout Int) -> Void) {
        separate()
        withRoom(for: 6 &* length &+ 2) { room, used in
            room[used] = UInt8(ascii: "\"")
            used &+= 1
            write(room, &used)
            room[used] = UInt8(ascii: "\"")
            used &+= 1
        }
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        withRoom(for: 1) { room, used in
            room[used] = byte
            used &+= 1
        }
    }

    @inline(__always)
    private mutating func put(_ text: UnsafeBufferPointer<UInt8>) {
        guard let start = text.baseAddress else { return }
        withRoom(for: text.count) { room, used in
            (room + used).update(from: start, count: text.count)
            used &+= text.count
        }
    }

    /// Provides memory with room for `length` bytes after those used.
    @inline(__always)
    /// The memory is valid until `write` returns, which writes no more than `length` bytes from `used` on.
    private mutating func withRoom(for length: Int, _ write: (UnsafeMutablePointer<UInt8>, inout Int) -> Void) {
        if storage.count &- count < length { grow(length) }
        var used = count
        storage.withUnsafeMutableBufferPointer { room in
            if let start = room.baseAddress { write(start, &used) }
        }
        count = used
    }

    @inline(never)
    private mutating func grow(_ length: Int) {
        storage.append(contentsOf: repeatElement(0, count: max(length, storage.count, 1024)))
    }
}
