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

    /// True for the last second of the year 9999, which stands for a time without an end and which no clock here can represent.
    static func isNever(_ text: String) -> Bool { text.hasPrefix("9999-12-31T") && text.hasSuffix("Z") }
}
