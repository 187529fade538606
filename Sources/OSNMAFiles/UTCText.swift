// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Parses instants as written in the service centre's files.
enum UTCText {
    /// Milliseconds since 1970-01-01 UTC of a text such as `2025-12-10T10:00:00Z`, with or without a fraction of a
    /// second; nil for any other form.
    static func milliseconds(_ text: String) -> Int64? {
        guard text.hasSuffix("Z"), let time = UTCTime(iso8601: text) else { return nil }
        return time.nanosecondsSince1970 / 1_000_000
    }

    /// True for the last second of the year 9999, with or without a fraction, which stands for a time without an end and which
    /// no clock here can represent.
    static func isNever(_ text: String) -> Bool {
        let second = "9999-12-31T23:59:59"
        guard text.hasPrefix(second), text.hasSuffix("Z") else { return false }
        let fraction = text.dropFirst(second.count).dropLast()
        let digits = fraction.dropFirst()
        return fraction.isEmpty
            || (fraction.first == "." && !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber })
    }
}
