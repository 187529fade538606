// SPDX-License-Identifier: Apache-2.0

/// The MAC look-up tables (OSNMA SIS ICD 1.1, annex C), which determine the data that each tag of a message covers.
public enum MACTable {
    /// The slot of one tag.
    enum Slot: Hashable, Sendable {
        /// A tag over the sender's own data.
        case own(adkd: Int)
        /// A tag over another satellite's data.
        case other(adkd: Int)
        /// A tag with any subject, authenticated by MACSEQ.
        case flexible
    }

    /// The numbers of all tables.
    public static let numbers: [Int] = sequences.keys.sorted()

    /// The slots of a message, starting with that of the header; nil if the table does not exist.
    ///
    /// - Parameters:
    ///   - number: The table's number.
    ///   - isFirst: True for the first subframe of a minute, false for the second.
    static func slots(_ number: Int, isFirst: Bool) -> [Slot]? {
        guard let pair = sequences[number] else { return nil }
        return isFirst ? pair.first : pair.second
    }

    /// Slots as written in the annex: the ADKD, followed by S for self or E for Galileo; or FLX.
    private static let sequences: [Int: (first: [Slot], second: [Slot])] = [
        27: row("00S 00E 00E 00E 12S 00E", "00S 00E 00E 04S 12S 00E"),
        28: row("00S 00E 00E 00E 00S 00E 00E 12S 00E 00E", "00S 00E 00E 00S 00E 00E 04S 12S 00E 00E"),
        31: row("00S 00E 00E 12S 00E", "00S 00E 00E 12S 04S"),
        33: row("00S 00E 04S 00E 12S 00E", "00S 00E 00E 12S 00E 12E"),
        34: row("00S FLX 04S FLX 12S 00E", "00S FLX 00E 12S 00E 12E"),
        35: row("00S FLX 04S FLX 12S FLX", "00S FLX FLX 12S FLX FLX"),
        36: row("00S FLX 04S FLX 12S", "00S FLX 00E 12S 12E"),
        37: row("00S 00E 04S 00E 12S", "00S 00E 00E 12S 12E"),
        38: row("00S FLX 04S FLX 12S", "00S FLX FLX 12S FLX"),
        39: row("00S FLX 04S FLX", "00S FLX 00E 12S"),
        40: row("00S 00E 04S 12S", "00S 00E 00E 12E"),
        41: row("00S FLX 04S FLX", "00S FLX FLX 12S"),
    ]

    private static func row(_ first: String, _ second: String) -> (first: [Slot], second: [Slot]) {
        (first.split(separator: " ").map(slot), second.split(separator: " ").map(slot))
    }

    private static func slot(_ name: Substring) -> Slot {
        guard let adkd = Int(name.prefix(2)) else { return .flexible }
        return name.hasSuffix("S") ? .own(adkd: adkd) : .other(adkd: adkd)
    }
}
