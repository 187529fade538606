// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver

/// The ranges that a reader of records asks for. A writer leaves out what is outside of them: it would cost the batch.
enum ContractRanges {
    /// Every number: finite, and no larger than anything that can be meant.
    static let any = -1e12...1e12
    /// Accuracies, dilutions, ages: never below 0.
    static let magnitude = 0...1e12
    /// In metres per second.
    static let speed = 0...1e6
    /// In degrees. The header says below 360; who rounds up to it is not refused.
    static let bearing = 0.0...360.0
    /// In degrees.
    static let elevation = -90.0...90.0
    /// In dB-Hz. More than a receiver can see; some write 99 for unknown.
    static let cn0 = 0.0...255.0
    /// GLONASS.
    static let frequencyChannel = -7...6
    /// Of a navigation page.
    static let bitCount = 1...4096
    /// Every instant, of a clock of the host's or of a receiver, in nanoseconds: 1970 to 2200. What follows may subtract any
    /// two of them, and add or take away 60 years, within 64 bits.
    static let instant: ClosedRange<Int64> = 0...Int64(GNSS_INSTANT_LIMIT)
    /// Numbers of 4 bytes.
    static let single = -1e9...1e9
    /// Numbers of 4 bytes that are never below 0.
    static let singleMagnitude = 0...1e9
}
