// SPDX-License-Identifier: Apache-2.0

/// An instant in UTC as calendar and clock fields, and the texts formatted from them (ISO 8601:2019).
public struct CalendarTime: Hashable, Sendable {
    public let date: CivilDate

    /// The hour of the day, 0...23.
    public let hour: Int

    /// The minute of the hour, 0...59.
    public let minute: Int

    /// The second of the minute, 0...59, or 60 during a leap second.
    public let second: Int

    /// The nanosecond of the second, 0..<1 000 000 000.
    public let nanosecond: Int

    /// Creates the fields of an instant; a leap second is second 60 at the end of its day.
    public init(_ time: UTCTime) {
        date = time.date
        let ofDay = time.timeOfDay.nanoseconds
        // A leap second is second 60 of the day's last minute, not minute 60 of its last hour.
        let minutes = min(Int(ofDay / 60_000_000_000), 1439)
        (hour, minute) = (minutes / 60, minutes % 60)
        second = Int(ofDay / 1_000_000_000) - minutes * 60
        nanosecond = Int(ofDay % 1_000_000_000)
    }

    /// Creates the fields of an instant of the host's clock.
    public init(_ time: Timestamp) {
        let seconds = time.milliseconds.flooringDivision(by: 1000)
        let days = seconds.flooringDivision(by: 86_400)
        let ofDay = Int(seconds - days * 86_400)
        date = CivilDate(daysSince1970: Int(days))
        (hour, minute, second) = (ofDay / 3600, ofDay / 60 % 60, ofDay % 60)
        nanosecond = Int(time.milliseconds - seconds * 1000) * 1_000_000
    }

    /// The time of day: `12:30:05`.
    public var clockText: String { text { $0.put(clock: self) } }

    /// Formats date and time, cutting (not rounding) the second to a number of decimals: `2026-05-04T12:30:05.250Z`.
    ///
    /// - Parameter decimals: 0...9; without decimals there is no point either.
    public func text(decimals: Int) -> String {
        text {
            $0.put(calendar: self)
            $0.put(fraction: nanosecond, decimals: min(max(0, decimals), 9))
            $0.append(UInt8(ascii: "Z"))
        }
    }

    /// The text without separators, for file names: `20260504T123005Z`.
    public var compactText: String { digits.prefix(8) + "T" + digits.suffix(6) + "Z" }

    /// The digits of date and time only: `20260504123005`.
    public var digits: String { text { $0.put(calendar: self) }.filter(\.isWholeNumber) }

    private func text(_ write: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        write(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension CivilDate: CustomStringConvertible {
    /// The date in ISO 8601: `2026-05-04`.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.put(date: self)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UTCTime {
    /// Date and time, cut (not rounded) to the millisecond: `2026-05-04T12:30:05.250Z`.
    public var iso8601: String { CalendarTime(self).text(decimals: 3) }
}

extension [UInt8] {
    /// Appends an instant with as many decimals as it needs: `2026-05-04T12:30:05.25Z`.
    public mutating func put(iso8601 time: UTCTime) {
        let fields = CalendarTime(time)
        put(calendar: fields)
        var (part, places) = (fields.nanosecond, fields.nanosecond > 0 ? 9 : 0)
        while places > 0, part % 10 == 0 { (part, places) = (part / 10, places - 1) }
        put(fraction: fields.nanosecond, decimals: places)
        append(UInt8(ascii: "Z"))
    }

    fileprivate mutating func put(calendar time: CalendarTime) {
        put(date: time.date)
        append(UInt8(ascii: "T"))
        put(clock: time)
    }

    fileprivate mutating func put(date: CivilDate) {
        let (year, month, day) = date.components
        put(year, width: 4)
        append(UInt8(ascii: "-"))
        put(month, width: 2)
        append(UInt8(ascii: "-"))
        put(day, width: 2)
    }

    fileprivate mutating func put(clock time: CalendarTime) {
        put(time.hour, width: 2)
        append(UInt8(ascii: ":"))
        put(time.minute, width: 2)
        append(UInt8(ascii: ":"))
        put(time.second, width: 2)
    }

    fileprivate mutating func put(fraction nanosecond: Int, decimals: Int) {
        guard decimals > 0 else { return }
        append(UInt8(ascii: "."))
        var scale = 100_000_000
        for _ in 0..<decimals {
            append(0x30 &+ UInt8(truncatingIfNeeded: nanosecond / scale % 10))
            scale = Swift.max(1, scale / 10)
        }
    }

    /// Appends a number with at least `width` digits; a negative number's sign precedes them.
    private mutating func put(_ number: Int, width: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var scale = 1
        var digits = 1
        while digits < width || number.magnitude / UInt(scale) >= 10 { (scale, digits) = (scale * 10, digits + 1) }
        while scale > 0 {
            append(0x30 &+ UInt8(truncatingIfNeeded: number.magnitude / UInt(scale) % 10))
            scale /= 10
        }
    }
}
