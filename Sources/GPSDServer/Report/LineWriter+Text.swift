// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension LineWriter {
    /// Writes text in quotation marks, with escapes for all characters that JSON does not allow in them.
    mutating func string(_ text: some StringProtocol) {
        byte(0x22)
        for unit in text.utf8 { escaped(unit) }
        byte(0x22)
    }

    private mutating func escaped(_ unit: UInt8) {
        switch unit {
        case 0x22: literal("\\\"")
        case 0x5C: literal("\\\\")
        case 0x0A: literal("\\n")
        case 0x0D: literal("\\r")
        case 0x09: literal("\\t")
        case 0..<0x20, 0x7F:
            literal("\\u00")
            byte(Self.hexDigit(unit >> 4))
            byte(Self.hexDigit(unit & 15))
        default: byte(unit)
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

    /// Writes ISO 8601 in UTC, rounded to the millisecond: `2026-08-20T12:00:00.000Z`.
    ///
    /// A leap second is written as the first second of the next day, as gpsd does, because many clients refuse a second
    /// 60.
    mutating func instant(_ time: UTCTime) {
        let counted = UTCTime(nanosecondsSince1970: time.nanosecondsSince1970)
        let fields = CalendarTime(counted.rounded(toNanoseconds: 1_000_000))
        let (year, month, day) = fields.date.components
        digits(UInt64(max(0, year)), count: 4)
        byte(0x2D)
        digits(UInt64(month), count: 2)
        byte(0x2D)
        digits(UInt64(day), count: 2)
        byte(0x54)
        digits(UInt64(fields.hour), count: 2)
        byte(0x3A)
        digits(UInt64(fields.minute), count: 2)
        byte(0x3A)
        digits(UInt64(fields.second), count: 2)
        byte(0x2E)
        digits(UInt64(fields.nanosecond / 1_000_000), count: 3)
        byte(0x5A)
    }
}
