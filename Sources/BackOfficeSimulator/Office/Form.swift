// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// A form in the body of a request (`application/x-www-form-urlencoded`), read as PHP reads it, with what a careful client
/// avoids. It shares no code with the gateway, which writes such forms.
struct Form: Sendable {
    /// The number of fields that are read, as PHP's `max_input_vars` limits it.
    private static let limit = 1000
    /// The bytes that need no escape: letters, digits and those of RFC 3986, section 2.3, and of HTML's forms.
    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~*".utf8)

    private var fields: [String: [UInt8]] = [:]
    /// The reasons why the form is not well formed, without repetition.
    private(set) var faults: [String] = []

    init(_ body: [UInt8]) {
        for part in body.split(separator: UInt8(ascii: "&"), maxSplits: Self.limit).prefix(Self.limit) {
            let pair = part.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(decoding: decode(pair[0]), as: UTF8.self)
            if pair.count < 2 { note("the field \(name.prefix(50)) has no =") }
            if fields[name] != nil { note("the field \(name) appears twice") }
            fields[name] = pair.count > 1 ? decode(pair[1]) : []
        }
    }

    /// The text of a field; bytes that are not UTF-8 are replaced. Nil if the field is missing.
    subscript(_ name: String) -> String? { fields[name].map { String(decoding: $0, as: UTF8.self) } }

    /// The bytes of a field; empty if it is missing.
    func bytes(_ name: String) -> [UInt8] { fields[name] ?? [] }

    /// The names of the fields, sorted.
    var names: [String] { fields.keys.sorted() }

    private mutating func note(_ fault: String) {
        if !faults.contains(fault) { faults.append(fault) }
    }

    private mutating func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "+") {
                decoded.append(0x20)
            } else if byte == UInt8(ascii: "%") {
                let digits = bytes[index...].prefix(2)
                if digits.count == 2, let high = digits.first, let low = digits.last,
                    let value = Hexadecimal.value(high, low)
                {
                    decoded.append(value)
                    index += 2
                } else {
                    // PHP keeps such a percent sign.
                    decoded.append(byte)
                    note("a percent sign has no two hexadecimal digits behind it")
                }
            } else {
                decoded.append(byte)
                if !Self.plain.contains(byte) { note("a byte is not percent-encoded: \(byte)") }
            }
        }
        return decoded
    }
}
