// SPDX-License-Identifier: Apache-2.0

/// Writes named values as JSON, in the order in which they are written, without spaces.
///
/// In an object a `name` goes before each value, in an array none. Whoever begins an object or an array ends it; the
/// commas come by themselves. The text is appended to `bytes`, where the caller may put what stands between objects.
///
///     writer.beginObject()
///     writer.name("lat")
///     writer.decimal(481_173_000, decimals: 7)     // {"lat":48.1173}
///     writer.endObject()
public struct FieldWriter: Sendable {
    /// What was written so far. UTF-8.
    public var bytes: [UInt8] = []

    private var needsComma = false

    /// A writer that wrote nothing.
    public init() {}

    // MARK: Second thoughts

    /// A place in what was written.
    public struct Mark: Hashable, Sendable {
        fileprivate let count: Int
        fileprivate let needsComma: Bool
    }

    /// Where the next thing is written.
    public var mark: Mark { Mark(count: bytes.count, needsComma: needsComma) }

    /// Takes back what was written since, objects and arrays that were begun too.
    public mutating func rewind(to mark: Mark) {
        bytes.removeLast(max(0, bytes.count &- mark.count))
        needsComma = mark.needsComma
    }

    // MARK: Structure

    /// Begins an object: as a value, or the outermost.
    public mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// Ends the innermost object.
    public mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Begins an array.
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// Ends the innermost array.
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Ends a line after the outermost object; the next one may begin.
    public mutating func endLine() {
        bytes.append(0x0A)
        needsComma = false
    }

    /// The name of the value that follows.
    ///
    /// - Parameter name: printable ASCII without quotes and backslashes.
    public mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// The name of the value that follows, any text.
    public mutating func name(_ name: String) {
        text(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: Values

    /// Unknown.
    public mutating func null() { word("null") }

    /// True or false.
    public mutating func flag(_ value: Bool) { word(value ? "true" : "false") }

    /// A whole number.
    public mutating func integer(_ value: some BinaryInteger) {
        value < 0 ? number(Int64(clamping: value)) : number(UInt64(clamping: value), isNegative: false)
    }

    /// The number `units` × 10^−`decimals`, exactly; zeros at the end of the decimals are left out.
    ///
    /// - Parameters:
    ///   - units: how many units of the last decimal.
    ///   - decimals: 0...18; others are taken as the nearest of these.
    public mutating func decimal(_ units: Int64, decimals: Int) {
        var (rest, places) = (units.magnitude, min(18, max(0, decimals)))
        while places > 0, rest % 10 == 0 {
            rest /= 10
            places &-= 1
        }
        number(rest, isNegative: units < 0, decimals: places)
    }

    /// The shortest number that reads as this one; null where it is infinite or no number.
    public mutating func real(_ value: Double) {
        guard value.isFinite else { return null() }
        if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return number(whole) }
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    /// A text.
    public mutating func text(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 { append(escaped: byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A text of ASCII characters; any other byte is shown as `\u00hh`.
    public mutating func ascii(_ value: Span<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for index in value.indices {
            let byte = value[index]
            byte < 0x7F ? append(escaped: byte) : append(control: byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Bytes as a text of hexadecimal digits in lower case.
    public mutating func hexadecimal(_ value: Span<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for index in value.indices { append(hexadecimal: value[index]) }
        bytes.append(UInt8(ascii: "\""))
    }

    // MARK: Text

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    @inline(__always)
    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func word(_ word: StaticString) {
        separate()
        bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    private mutating func number(_ value: Int64) { number(value.magnitude, isNegative: value < 0) }

    private mutating func number(_ value: UInt64, isNegative: Bool, decimals: Int = 0) {
        separate()
        if isNegative, value > 0 { bytes.append(UInt8(ascii: "-")) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { digits in
            var (rest, at) = (value, 24)
            // At least one digit before the point.
            while rest > 0 || 24 &- at <= decimals {
                at &-= 1
                digits[at] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[at..<(24 &- decimals)]))
            guard decimals > 0 else { return }
            bytes.append(UInt8(ascii: "."))
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[(24 &- decimals)...]))
        }
    }

    @inline(__always)
    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0..<0x20, 0x7F: append(control: byte)
        default: bytes.append(byte)
        }
    }

    private mutating func append(control byte: UInt8) {
        for byte in [UInt8(ascii: "\\"), UInt8(ascii: "u"), 0x30, 0x30] { bytes.append(byte) }
        append(hexadecimal: byte)
    }

    private mutating func append(hexadecimal byte: UInt8) {
        for nibble in [byte >> 4, byte & 0x0F] {
            bytes.append(nibble < 10 ? 0x30 &+ nibble : 0x57 &+ nibble)
        }
    }
}
