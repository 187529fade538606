// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

extension [UInt8] {
    /// Appends a literal.
    mutating func put(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a text without changes.
    mutating func put(_ text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }

    /// Appends the shortest decimal number without an exponent that parses as this value.
    mutating func put(_ value: Double) {
        if let whole = Int64(exactly: value) { return put(String(whole)) }
        let text = value.description
        guard let mark = text.firstIndex(of: "e") else { return put(text) }
        put(digits: text[..<mark], exponent: Int(text[text.index(after: mark)...]) ?? 0)
    }

    /// Appends degrees rounded to 9 decimals (0.1 mm on the ground), without trailing zeros.
    mutating func put(rounded degrees: Double) {
        let units = Int64((degrees * 1e9).rounded())
        if units < 0 { append(UInt8(ascii: "-")) }
        var (whole, part) = units.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        put(String(whole))
        guard part > 0 else { return }
        append(UInt8(ascii: "."))
        whole = 100_000_000
        while part > 0 {
            append(0x30 &+ UInt8(truncatingIfNeeded: part / whole))
            (part, whole) = (part % whole, whole / 10)
        }
    }

    /// Appends an instant such as `2026-05-04T12:30:05.25Z`, with only as many decimals as necessary.
    ///
    /// - Parameter leapSecond: True to write a leap second as 23:59:60, which XML Schema does not permit; false to
    ///   write 00:00:00 of the next day, as POSIX counts it.
    mutating func put(_ time: UTCTime, leapSecond: Bool = true) {
        put(iso8601: leapSecond ? time : UTCTime(nanosecondsSince1970: time.nanosecondsSince1970))
    }

    /// Appends a number without an exponent: `-1.25` with exponent −7 becomes `-0.000000125`.
    private mutating func put(digits: Substring, exponent: Int) {
        if digits.first == "-" { append(UInt8(ascii: "-")) }
        let plain = digits.utf8.filter { (0x30...0x39).contains($0) }
        let point = (digits.first == "-" ? digits.dropFirst() : digits).prefix { $0 != "." }.count + exponent
        if point <= 0 {
            put("0.")
            append(contentsOf: repeatElement(0x30, count: -point))
            append(contentsOf: plain)
        } else {
            append(contentsOf: plain.prefix(point))
            append(contentsOf: repeatElement(0x30, count: Swift.max(0, point - plain.count)))
            guard plain.count > point else { return }
            append(UInt8(ascii: "."))
            append(contentsOf: plain[point...])
        }
    }
}
