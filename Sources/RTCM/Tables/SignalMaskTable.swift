// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The RINEX signal codes of the bits of DF395 (RTCM 10403, table 3.5-91 and the following ones).
enum SignalMaskTable {
    /// The signal of a bit, 1...32 from the highest; nil if the bit is reserved.
    static func code(of bit: Int, _ constellation: Constellation) -> String? { codes[constellation]?[bit] }

    private static let codes: [Constellation: [Int: String]] = [
        .gps: [
            2: "1C", 3: "1P", 4: "1W", 8: "2C", 9: "2P", 10: "2W", 15: "2S", 16: "2L", 17: "2X", 22: "5I", 23: "5Q",
            24: "5X", 30: "1S", 31: "1L", 32: "1X",
        ],
        .glonass: [2: "1C", 3: "1P", 8: "2C", 9: "2P"],
        .galileo: [
            2: "1C", 3: "1A", 4: "1B", 5: "1X", 6: "1Z", 8: "6C", 9: "6A", 10: "6B", 11: "6X", 12: "6Z", 14: "7I",
            15: "7Q", 16: "7X", 18: "8I", 19: "8Q", 20: "8X", 22: "5I", 23: "5Q", 24: "5X",
        ],
        .sbas: [2: "1C", 22: "5I", 23: "5Q", 24: "5X"],
        .qzss: [
            2: "1C", 9: "6S", 10: "6L", 11: "6X", 15: "2S", 16: "2L", 17: "2X", 22: "5I", 23: "5Q", 24: "5X", 30: "1S",
            31: "1L", 32: "1X",
        ],
        .beidou: [
            2: "2I", 3: "2Q", 4: "2X", 8: "6I", 9: "6Q", 10: "6X", 14: "7I", 15: "7Q", 16: "7X", 22: "5D", 23: "5P",
            24: "5X", 25: "7D", 30: "1D", 31: "1P", 32: "1X",
        ],
        .navic: [8: "9A", 22: "5A"],
    ]
}
