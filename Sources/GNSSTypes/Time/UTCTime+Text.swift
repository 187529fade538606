// SPDX-License-Identifier: Apache-2.0

/// The forms of ISO 8601 text that are accepted as an instant.
public enum TimeTextForm: Hashable, Sendable {
    /// Lenient, for files from other programs: `2026-05-04T12:30:05.25Z`. A space may replace the `T`, seconds may be
    /// missing, and an offset may be `+02:00`, `+0200` or `+02`; text without an offset is UTC. A date, month or year
    /// alone means its beginning.
    case any
    /// Complete, as protocols require it (RFC 3339, section 5.6): date, time with seconds, and `Z` or an offset.
    case complete
}

extension UTCTime {
    /// Parses ISO 8601 text; digits of the second beyond nanoseconds are ignored.
    ///
    /// - Returns: Nil if the text has a different form, the day does not exist, or the instant is outside 1677...2262.
    public init?(iso8601 text: some StringProtocol, _ form: TimeTextForm = .complete) {
        var reader = TimeTextReader(bytes: Substring(text).utf8, isComplete: form == .complete)
        guard let time = reader.read() else { return nil }
        self = time
    }
}

private struct TimeTextReader {
    var bytes: Substring.UTF8View
    let isComplete: Bool

    mutating func read() -> UTCTime? {
        guard let time = time(), bytes.isEmpty else { return nil }
        return time
    }

    private mutating func time() -> UTCTime? {
        guard let year = number(4) else { return nil }
        var (month, day) = (1, 1)
        if take("-") {
            guard let read = number(2) else { return nil }
            month = read
            if take("-") {
                guard let read = number(2) else { return nil }
                day = read
            } else if isComplete {
                return nil
            }
        } else if isComplete {
            return nil
        }
        guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
        guard take("T") || take("t") || take(" ") else {
            return isComplete ? nil : Self.join(date, seconds: 0, 0, isLeap: false)
        }
        return clock(of: date)
    }

    private mutating func clock(of date: CivilDate) -> UTCTime? {
        guard let hour = number(2), take(":"), let minute = number(2) else { return nil }
        var (second, nanoseconds) = (0, 0)
        if take(":") {
            guard let read = number(2) else { return nil }
            second = read
            if take(".") || take(",") {
                guard let read = fraction() else { return nil }
                nanoseconds = read
            }
        } else if isComplete {
            return nil
        }
        guard hour < 24, minute < 60, second <= 60, let offset = offset() else { return nil }
        let seconds = hour * 3600 + minute * 60 + second - offset
        // The leap second 23:59:60 UTC has the same count as 00:00:00 of the next day.
        let isLeap = second == 60
        guard !isLeap || seconds == 86_400 else { return nil }
        return Self.join(date, seconds: seconds, nanoseconds, isLeap: isLeap)
    }

    /// The offset from UTC in seconds, positive to the east.
    private mutating func offset() -> Int? {
        if take("Z") || take("z") || bytes.isEmpty && !isComplete { return 0 }
        let isEast = take("+")
        guard isEast || take("-"), let hours = number(2), hours < 24 else { return nil }
        _ = take(":")
        let minutes = bytes.isEmpty && !isComplete ? 0 : number(2)
        guard let minutes, minutes < 60 else { return nil }
        return (isEast ? 1 : -1) * (hours * 3600 + minutes * 60)
    }

    /// The fraction of the second in nanoseconds; further digits are ignored.
    private mutating func fraction() -> Int? {
        var (value, places) = (0, 0)
        while let digit = bytes.first, (0x30...0x39).contains(digit) {
            bytes.removeFirst()
            places += 1
            if places <= 9 { value = value * 10 + Int(digit - 0x30) }
        }
        guard places > 0 else { return nil }
        for _ in 0..<max(0, 9 - places) { value *= 10 }
        return value
    }

    private mutating func number(_ digits: Int) -> Int? {
        let part = bytes.prefix(digits)
        guard part.count == digits, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        bytes.removeFirst(digits)
        return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard bytes.first == UInt8(ascii: mark) else { return false }
        bytes.removeFirst()
        return true
    }

    private static func join(_ date: CivilDate, seconds: Int, _ nanoseconds: Int, isLeap: Bool) -> UTCTime? {
        let total = date.secondsSince1970 + Int64(seconds)
        // The earliest instant that fits lies in a second whose start does not fit, so negative counts are scaled
        // from the second's end.
        let (whole, rest) = total < 0 ? (total + 1, Int64(nanoseconds) - 1_000_000_000) : (total, Int64(nanoseconds))
        let (scaled, overflow) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        let (count, carried) = scaled.addingReportingOverflow(rest)
        guard !overflow, !carried else { return nil }
        return UTCTime(nanosecondsSince1970: count, isLeapSecond: isLeap)
    }
}
