// SPDX-License-Identifier: Apache-2.0

/// Checks whether bytes are one JSON value. It shares no code with the code that writes JSON.
struct JSONText {
    private let bytes: [UInt8]
    private var index = 0

    private init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Returns true if the bytes are exactly one JSON value in UTF-8, nested at most eight deep, without control bytes.
    static func isValid(_ bytes: some Sequence<UInt8>) -> Bool {
        var text = JSONText(bytes)
        guard String(validating: text.bytes, as: UTF8.self) != nil else { return false }
        guard text.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
        return text.value(depth: 0) && text.index == text.bytes.count
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) -> Bool {
        guard depth < 8 else { return false }
        switch next {
        case UInt8(ascii: "{"): return list(end: UInt8(ascii: "}"), depth: depth, hasKeys: true)
        case UInt8(ascii: "["): return list(end: UInt8(ascii: "]"), depth: depth, hasKeys: false)
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "t"): return word("true")
        case UInt8(ascii: "f"): return word("false")
        case UInt8(ascii: "n"): return word("null")
        default: return number()
        }
    }

    private mutating func list(end: UInt8, depth: Int, hasKeys: Bool) -> Bool {
        index += 1
        if take(end) { return true }
        repeat {
            if hasKeys, !(string() && take(UInt8(ascii: ":"))) { return false }
            guard value(depth: depth + 1) else { return false }
        } while take(UInt8(ascii: ","))
        return take(end)
    }

    private mutating func string() -> Bool {
        guard take(UInt8(ascii: "\"")) else { return false }
        while let byte = next {
            index += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "\\"), !escape() { return false }
        }
        return false
    }

    private mutating func escape() -> Bool {
        guard let byte = next else { return false }
        index += 1
        guard byte == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(byte) }
        for _ in 0..<4 {
            guard let digit = next, Unicode.Scalar(digit).properties.isASCIIHexDigit else { return false }
            index += 1
        }
        return true
    }

    private mutating func word(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { $0.allSatisfy { take($0) } }
    }

    private mutating func number() -> Bool {
        _ = take(UInt8(ascii: "-"))
        let startsWithZero = next == UInt8(ascii: "0")
        let count = digits()
        guard count == 1 || (count > 1 && !startsWithZero) else { return false }
        if take(UInt8(ascii: ".")), digits() == 0 { return false }
        guard take(UInt8(ascii: "e")) else { return true }
        _ = take(UInt8(ascii: "-")) || take(UInt8(ascii: "+"))
        return digits() > 0
    }

    private mutating func digits() -> Int {
        let start = index
        while let byte = next, isDigit(byte) { index += 1 }
        return index - start
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
