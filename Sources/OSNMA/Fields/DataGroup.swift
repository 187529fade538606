// SPDX-License-Identifier: Apache-2.0

/// The groups of data that tags cover.
public enum DataGroup: UInt8, Sendable, CaseIterable {
    /// Ephemeris, clock and status, word types 1...5: ADKD 0 and 12.
    case ephemeris
    /// Conversion to UTC and GPS time, word types 6 and 10: ADKD 4.
    case timing

    /// The word types in the order in which they are authenticated.
    var wordTypes: [UInt8] { self == .ephemeris ? [1, 2, 3, 4, 5] : [6, 10] }

    /// The authenticated bits of each word (OSNMA SIS ICD 1.1, table 15).
    var fields: [Range<Int>] {
        self == .ephemeris ? [6..<126, 6..<126, 6..<128, 6..<126, 6..<73] : [6..<105, 86..<128]
    }

    /// The number of authenticated bits in a set.
    public var bitCount: Int { self == .ephemeris ? 549 : 141 }
}
