// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

extension [UInt8] {
    /// Puts a text of the program behind the bytes.
    mutating func put(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Puts a text behind the bytes as it is.
    mutating func put(_ text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }

    /// Puts the shortest number behind the bytes that reads as this one, without an exponent.
    mutating func put(_ value: Double) {
        if let whole = Int64(exactly: value) { return put(String(whole)) }
        let text = value.description
        guard let mark = text.firstIndex(of: "e") else { return put(text) }
        put(digits: text[..<mark], exponent: Int(text[text.index(after: mark)...]) ?? 0)
    }

    /// Puts a number of degrees behind the bytes, rounded to 9 decimals (0.1 mm), without zeros at the end.
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

    /// Puts an instant behind the bytes: `2026-05-04T12:30:05.25Z`, with as many decimals as it has.
    ///
    /// - Parameter leapSecond: a leap second is 23:59:60, which XML Schema does not know; else it is 00:00:00 of the
    ///   next day, as POSIX counts it.
    mutating func put(_ time: UTCTime, leapSecond: Bool = true) {
        let (seconds, nanoseconds) = time.nanosecondsSince1970.floored(by: 1_000_000_000)
        let (days, second) = seconds.floored(by: 86_400)
        let isLeap = leapSecond && time.isLeapSecond && second == 0
        let (year, month, day) = CivilDate(daysSince1970: Int(isLeap ? days - 1 : days)).components
        put(year, width: 4)
        put(month, width: 2, after: "-")
        put(day, width: 2, after: "-")
        put(isLeap ? 23 : Int(second / 3600), width: 2, after: "T")
        put(isLeap ? 59 : Int(second / 60 % 60), width: 2, after: ":")
        put(isLeap ? 60 : Int(second % 60), width: 2, after: ":")
        if nanoseconds > 0 {
            var (part, places) = (Int(nanoseconds), 9)
            while part % 10 == 0 { (part, places) = (part / 10, places - 1) }
            put(part, width: places, after: ".")
        }
        append(UInt8(ascii: "Z"))
    }

    private mutating func put(_ number: Int, width: Int, after mark: Unicode.Scalar? = nil) {
        if let mark { append(UInt8(ascii: mark)) }
        let digits = String(number)
        append(contentsOf: repeatElement(0x30, count: Swift.max(0, width - digits.utf8.count)))
        put(digits)
    }

    /// Writes `-1.25` with the exponent −7 as `-0.000000125`.
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

extension Int64 {
    /// The quotient rounded down, and the rest, 0 or more.
    func floored(by divisor: Int64) -> (Int64, Int64) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
