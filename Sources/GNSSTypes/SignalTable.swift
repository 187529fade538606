// SPDX-License-Identifier: Apache-2.0

// Numbers: u-blox interface descriptions, "GNSS identifiers"; numbers from 64 are the gateway's. Codes: RINEX 3.05,
// tables 9 to 16.

extension Signal {
    public static let gpsL1CA = Signal(.gps, 0)
    public static let gpsL2CL = Signal(.gps, 3)
    public static let gpsL2CM = Signal(.gps, 4)
    public static let gpsL5I = Signal(.gps, 6)
    public static let gpsL5Q = Signal(.gps, 7)
    /// GPS L1 P(Y), the encrypted code, tracked without its key.
    public static let gpsL1P = Signal(.gps, 64)
    /// GPS L2 P(Y), the encrypted code, tracked without its key.
    public static let gpsL2P = Signal(.gps, 65)
    public static let gpsL1C = Signal(.gps, 66)
    public static let sbasL1CA = Signal(.sbas, 0)
    public static let sbasL5I = Signal(.sbas, 64)
    /// Galileo E1 C, the pilot.
    public static let galileoE1C = Signal(.galileo, 0)
    /// Galileo E1 B, which carries I/NAV with OSNMA.
    public static let galileoE1B = Signal(.galileo, 1)
    /// Galileo E5a I, which carries F/NAV.
    public static let galileoE5aI = Signal(.galileo, 3)
    public static let galileoE5aQ = Signal(.galileo, 4)
    /// Galileo E5b I, which carries I/NAV without OSNMA.
    public static let galileoE5bI = Signal(.galileo, 5)
    public static let galileoE5bQ = Signal(.galileo, 6)
    /// Galileo E6 B, which carries C/NAV.
    public static let galileoE6B = Signal(.galileo, 8)
    public static let galileoE6C = Signal(.galileo, 9)
    public static let galileoE6A = Signal(.galileo, 10)
    /// Galileo E5 AltBOC: E5a and E5b, tracked as one signal.
    public static let galileoE5 = Signal(.galileo, 64)
    /// Galileo pages whose parts come from several signals, or from an unspecified signal. This is not a single signal
    /// and belongs to no band.
    public static let galileoMixed = Signal(.galileo, 65)
    /// BeiDou B1I with D1 messages.
    public static let beidouB1ID1 = Signal(.beidou, 0)
    /// BeiDou B1I with D2 messages.
    public static let beidouB1ID2 = Signal(.beidou, 1)
    /// BeiDou B2I with D1 messages.
    public static let beidouB2ID1 = Signal(.beidou, 2)
    /// BeiDou B2I with D2 messages.
    public static let beidouB2ID2 = Signal(.beidou, 3)
    /// BeiDou B3I with D1 messages.
    public static let beidouB3ID1 = Signal(.beidou, 4)
    public static let beidouB1CP = Signal(.beidou, 5)
    public static let beidouB1CD = Signal(.beidou, 6)
    public static let beidouB2aP = Signal(.beidou, 7)
    public static let beidouB2aD = Signal(.beidou, 8)
    /// BeiDou B3I with D2 messages.
    public static let beidouB3ID2 = Signal(.beidou, 10)
    /// BeiDou B2b of the third generation, which carries B-CNAV3.
    public static let beidouB2b = Signal(.beidou, 64)
    public static let qzssL1CA = Signal(.qzss, 0)
    public static let qzssL1S = Signal(.qzss, 1)
    public static let qzssL2CM = Signal(.qzss, 4)
    public static let qzssL2CL = Signal(.qzss, 5)
    public static let qzssL5I = Signal(.qzss, 8)
    public static let qzssL5Q = Signal(.qzss, 9)
    /// QZSS L1 C/B, which newer satellites transmit instead of C/A.
    public static let qzssL1CB = Signal(.qzss, 12)
    public static let qzssL1C = Signal(.qzss, 64)
    public static let qzssL6 = Signal(.qzss, 65)
    public static let qzssL5S = Signal(.qzss, 66)
    /// GLONASS L1 OF, the open signal.
    public static let glonassL1OF = Signal(.glonass, 0)
    /// GLONASS L2 OF, the open signal.
    public static let glonassL2OF = Signal(.glonass, 2)
    public static let glonassL1P = Signal(.glonass, 64)
    public static let glonassL2P = Signal(.glonass, 65)
    /// GLONASS L3 OC, around 1202 MHz; assigned to the band of E5b.
    public static let glonassL3 = Signal(.glonass, 66)
    public static let navicL5A = Signal(.navic, 0)
    /// NavIC in the S band, 2492 MHz.
    public static let navicS = Signal(.navic, 64)
    public static let navicL1 = Signal(.navic, 65)

    static let table: [Signal: (name: String, code: String, band: SignalBand)] = [
        gpsL1CA: ("L1 C/A", "1C", .l1), gpsL2CL: ("L2 CL", "2L", .l2), gpsL2CM: ("L2 CM", "2S", .l2),
        gpsL5I: ("L5 I", "5I", .l5), gpsL5Q: ("L5 Q", "5Q", .l5), gpsL1P: ("L1 P", "1W", .l1),
        gpsL2P: ("L2 P", "2W", .l2), gpsL1C: ("L1C", "1L", .l1),
        sbasL1CA: ("L1 C/A", "1C", .l1), sbasL5I: ("L5 I", "5I", .l5),
        galileoE1C: ("E1 C", "1C", .l1), galileoE1B: ("E1 B", "1B", .l1), galileoE5aI: ("E5a I", "5I", .l5),
        galileoE5aQ: ("E5a Q", "5Q", .l5), galileoE5bI: ("E5b I", "7I", .e5b), galileoE5bQ: ("E5b Q", "7Q", .e5b),
        galileoE6B: ("E6 B", "6B", .l6), galileoE6C: ("E6 C", "6C", .l6), galileoE6A: ("E6 A", "6A", .l6),
        galileoE5: ("E5 AltBOC", "8Q", .e5),
        beidouB1ID1: ("B1I D1", "2I", .l1), beidouB1ID2: ("B1I D2", "2I", .l1),
        beidouB2ID1: ("B2I D1", "7I", .e5b), beidouB2ID2: ("B2I D2", "7I", .e5b),
        beidouB3ID1: ("B3I D1", "6I", .l6), beidouB3ID2: ("B3I D2", "6I", .l6),
        beidouB1CP: ("B1C pilot", "1P", .l1), beidouB1CD: ("B1C data", "1D", .l1),
        beidouB2aP: ("B2a pilot", "5P", .l5), beidouB2aD: ("B2a data", "5D", .l5), beidouB2b: ("B2b", "7D", .e5b),
        qzssL1CA: ("L1 C/A", "1C", .l1), qzssL1S: ("L1S", "1Z", .l1), qzssL2CM: ("L2 CM", "2S", .l2),
        qzssL2CL: ("L2 CL", "2L", .l2), qzssL5I: ("L5 I", "5I", .l5), qzssL5Q: ("L5 Q", "5Q", .l5),
        qzssL1CB: ("L1 C/B", "1E", .l1), qzssL1C: ("L1C", "1L", .l1), qzssL6: ("L6", "6L", .l6),
        qzssL5S: ("L5S", "5P", .l5),
        glonassL1OF: ("L1 OF", "1C", .l1), glonassL2OF: ("L2 OF", "2C", .l2), glonassL1P: ("L1 P", "1P", .l1),
        glonassL2P: ("L2 P", "2P", .l2), glonassL3: ("L3 OC", "3Q", .e5b),
        navicL5A: ("L5 A", "5A", .l5), navicS: ("S", "9A", .s), navicL1: ("L1", "1P", .l1),
    ]
}
