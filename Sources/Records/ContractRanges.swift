// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver

/// The ranges that readers of records require. A writer omits values outside them, because one would invalidate the
/// whole batch.
enum ContractRanges {
    /// Any number: finite, and not larger than any meaningful value.
    static let any = -1e12...1e12
    /// Accuracies, dilutions and ages: never negative.
    static let magnitude = 0...1e12
    /// Speeds in metres per second.
    static let speed = 0...1e6
    /// Bearings in degrees. The header requires a value below 360, but a value rounded up to 360 is accepted.
    static let bearing = 0.0...360.0
    /// Elevations in degrees.
    static let elevation = -90.0...90.0
    /// Carrier to noise densities in dB-Hz. The range is larger than physically possible, because some receivers
    /// write 99 for unknown.
    static let cn0 = 0.0...255.0
    /// GLONASS frequency channels.
    static let frequencyChannel = -7...6
    /// Number of bits in a navigation page.
    static let bitCount = 1...4096
    /// Any instant of a clock of the host or of a receiver, in nanoseconds: 1970 to 2200. Code may subtract any two
    /// of them, and add or subtract 60 years, within 64 bits.
    static let instant: ClosedRange<Int64> = 0...Int64(GNSS_INSTANT_LIMIT)
    /// Single-precision numbers.
    static let single = -1e9...1e9
    /// Single-precision numbers that are never negative.
    static let singleMagnitude = 0...1e9
}
