// SPDX-License-Identifier: Apache-2.0

/// Reads the fields of a protobuf message. The simulated service has its own protobuf and base64 code, because a test that
/// shares the stage's code would not notice its mistakes.
struct FieldReader: Sequence, IteratorProtocol {
    typealias Field = (number: UInt64, value: UInt64, bytes: ArraySlice<UInt8>)

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Returns the next field: with its value if it is a varint, otherwise with its bytes.
    mutating func next() -> Field? {
        guard let tag = Self.varint(&rest) else { return nil }
        switch tag & 7 {
        case 0: return Self.varint(&rest).map { (tag >> 3, $0, []) }
        case 1: return (tag >> 3, 0, Self.take(8, &rest))
        case 2: return Self.varint(&rest).map { (tag >> 3, 0, Self.take(Int(clamping: $0), &rest)) }
        default: return nil
        }
    }

    /// Takes a length, and the bytes that it counts.
    static func delimited(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        varint(&rest).map { take(Int(clamping: $0), &rest) } ?? []
    }

    private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for place in 0..<10 {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << UInt64(7 * place)
            if byte < 0x80 { return value }
        }
        return nil
    }
}

/// Writes the fields of a protobuf message.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: UInt64, _ value: UInt64) {
        varint(number << 3)
        varint(value)
    }

    mutating func add(_ number: UInt64, _ value: Double) {
        varint(number << 3 | 1)
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += $0 }
    }

    mutating func add(_ number: UInt64, _ content: some Collection<UInt8>) {
        varint(number << 3 | 2)
        addDelimited(content)
    }

    mutating func add(_ number: UInt64, _ text: String) { add(number, text.utf8) }

    /// Adds a nested message.
    mutating func add(_ number: UInt64, _ fill: (inout FieldWriter) -> Void) {
        var inner = FieldWriter()
        fill(&inner)
        add(number, inner.bytes)
    }

    /// Adds a length, and the bytes that it counts.
    mutating func addDelimited(_ content: some Collection<UInt8>) {
        varint(UInt64(content.count))
        bytes += content
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

enum Base64Text {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values: [UInt8] = (0...255).map { code in
        alphabet.firstIndex(of: UInt8(code)).map(UInt8.init) ?? 64
    }

    /// Decodes base64 up to the first character that is not base64.
    static func decode(_ text: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        var (bits, count): (UInt32, Int) = (0, 0)
        for code in text {
            let value = values[Int(code)]
            if value > 63 { return }
            (bits, count) = (bits << 6 | UInt32(value), count + 6)
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
    }

    /// Appends bytes in base64.
    static func encode(_ bytes: [UInt8], to text: inout [UInt8]) {
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let left = Swift.min(3, bytes.count - start)
            let part = (0..<3).reduce(UInt32(0)) { $0 << 8 | ($1 < left ? UInt32(bytes[start + $1]) : 0) }
            for place in 0..<4 {
                text.append(place <= left ? alphabet[Int(part >> UInt32(18 - 6 * place) & 63)] : 0x3D)
            }
        }
    }
}
