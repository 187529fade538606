// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes

/// Formats numbers of things.
package enum CountText {
    /// Formats a number with its noun: `1 photo`, `2 photos`.
    package static func words(_ number: some BinaryInteger, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}

/// Formats instants, in UTC.
package enum InstantText {
    /// Formats an instant to the second: `2026-05-04 12:30:05Z`.
    package static func words(_ time: Timestamp) -> String {
        time.description.prefix(19).map { $0 == "T" ? " " : String($0) }.joined() + "Z"
    }

    /// Formats the day: `2026-05-04`.
    package static func day(_ time: Timestamp) -> String { String(time.description.prefix(10)) }
}
