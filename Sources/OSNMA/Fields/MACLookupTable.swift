// SPDX-License-Identifier: Apache-2.0

/// What a tag authenticates (ADKD, OSNMA SIS ICD 1.1, table 14).
public enum ADKD: UInt8, Sendable, CaseIterable {
    /// Ephemeris, clock and status: word types 1...5.
    case inavEphemeris = 0
    /// Timing parameters: word types 6 and 10.
    case inavTiming = 4
    /// The same as `inavEphemeris`, with a key that comes ten subframes later.
    case inavSlowMAC = 12

    /// The data that it is about.
    public var group: DataGroup { self == .inavTiming ? .timing : .ephemeris }

    /// Subframes from the tag to its key.
    var keyDelay: Int { self == .inavSlowMAC ? 11 : 1 }
}

/// What a slot of a MACK message must hold.
enum SlotRule: Sendable, Hashable {
    /// A tag of the sender's own data.
    case own(UInt8)
    /// A tag of the data of any satellite of Galileo.
    case any(UInt8)
    /// Whatever MACSEQ vouches for.
    case flexible
}

/// The sequence of tags in MACK messages, chosen by MACLT (OSNMA SIS ICD 1.1, annex C).
struct MACLookupTable: Sendable, Hashable {
    private let even: [SlotRule]
    private let odd: [SlotRule]

    var slotCount: Int { even.count }

    /// The rules of a subframe.
    func rules(subframe: Int) -> [SlotRule] { subframe & 1 == 0 ? even : odd }

    /// The table of a number, or nil if the interface document has none.
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

    /// Of each table the subframes that begin at a multiple of 60 s, then the others.
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
