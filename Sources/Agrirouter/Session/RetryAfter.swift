// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The `Retry-After` header: seconds, or an HTTP date (RFC 9110, section 10.2.3).
public enum RetryAfter {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The delay that the header requests, counted from `now`; zero for a date in the past, nil if the value is
    /// malformed.
    public static func wait(_ text: String, at now: UTCTime) -> Duration? {
        let trimmed = text.split(separator: " ", omittingEmptySubsequences: true)
        if trimmed.count == 1, let seconds = number(trimmed[0]) { return .seconds(seconds) }
        // Sun, 06 Nov 1994 08:49:37 GMT
        guard trimmed.count == 6, trimmed[5] == "GMT", let day = number(trimmed[1]), let year = number(trimmed[3]),
            let month = months.firstIndex(of: String(trimmed[2])), let time = timeOfDay(trimmed[4]),
            let date = CivilDate(year: year, month: month + 1, day: day), let then = UTCTime(date, time)
        else { return nil }
        return max(.zero, then.since(now))
    }

    private static func timeOfDay(_ text: Substring) -> TimeOfDay? {
        let parts = text.split(separator: ":").compactMap(number)
        return parts.count == 3 ? TimeOfDay(hour: parts[0], minute: parts[1], second: parts[2]) : nil
    }

    private static func number(_ text: Substring) -> Int? {
        guard text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}
