// SPDX-License-Identifier: Apache-2.0

/// The kind of data that a tag authenticates (ADKD, OSNMA SIS ICD 1.1, table 14).
public enum ADKD: UInt8, Sendable, CaseIterable {
    /// Ephemeris, clock and status: word types 1...5.
    case inavEphemeris = 0
    /// Timing parameters: word types 6 and 10.
    case inavTiming = 4
    /// The same data as `inavEphemeris`, with a key disclosed ten subframes later (slow MAC).
    case inavSlowMAC = 12

    /// The data that the tag covers.
    public var group: DataGroup { self == .inavTiming ? .timing : .ephemeris }

    /// Number of subframes from the tag to its key.
    var keyDelay: Int { self == .inavSlowMAC ? 11 : 1 }
}

/// The required content of a slot in a MACK message.
enum SlotRule: Sendable, Hashable {
    /// A tag over the sender's own data.
    case own(UInt8)
    /// A tag over the data of any Galileo satellite.
    case any(UInt8)
    /// A flexible tag, authenticated by MACSEQ.
    case flexible
}

/// The sequence of tags in MACK messages, selected by MACLT (OSNMA SIS ICD 1.1, annex C).
struct MACLookupTable: Sendable, Hashable {
    private let even: [SlotRule]
    private let odd: [SlotRule]

    var slotCount: Int { even.count }

    /// The rules for a subframe.
    func rules(subframe: Int) -> [SlotRule] { subframe & 1 == 0 ? even : odd }

    /// The table with a number; nil if the interface document does not define it.
    static func table(_ id: UInt8) -> MACLookupTable? { tables[id] }

    private init(_ even: String, _ odd: String) {
        self.even = Self.rules(even)
        self.odd = Self.rules(odd)
    }

    private static func rules(_ text: String) -> [SlotRule] {
        text.split(separator: " ").map { entry in
            guard let adkd = UInt8(entry.prefix(2)) else { return .flexible }
            return entry.hasSuffix("S") ? .own(adkd) : .any(adkd)
        }
    }

    /// For each table, the slots of subframes that begin at a multiple of 60 s, then those of the others.
    private static let tables: [UInt8: MACLookupTable] = [
        27: .init("00S 00E 00E 00E 12S 00E", "00S 00E 00E 04S 12S 00E"),
        28: .init(
            "00S 00E 00E 00E 00S 00E 00E 12S 00E 00E", "00S 00E 00E 00S 00E 00E 04S 12S 00E 00E"),
        31: .init("00S 00E 00E 12S 00E", "00S 00E 00E 12S 04S"),
        33: .init("00S 00E 04S 00E 12S 00E", "00S 00E 00E 12S 00E 12E"),
        34: .init("00S FLX 04S FLX 12S 00E", "00S FLX 00E 12S 00E 12E"),
        35: .init("00S FLX 04S FLX 12S FLX", "00S FLX FLX 12S FLX FLX"),
        36: .init("00S FLX 04S FLX 12S", "00S FLX 00E 12S 12E"),
        37: .init("00S 00E 04S 00E 12S", "00S 00E 00E 12S 12E"),
        38: .init("00S FLX 04S FLX 12S", "00S FLX FLX 12S FLX"),
        39: .init("00S FLX 04S FLX", "00S FLX 00E 12S"),
        40: .init("00S 00E 04S 12S", "00S 00E 00E 12E"),
        41: .init("00S FLX 04S FLX", "00S FLX FLX 12S"),
    ]
}
