// SPDX-License-Identifier: Apache-2.0

/// The message that a page belongs to. A receiver may hand over one that we do not know, so this is an open set.
public struct NavigationMessage: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number of the message in the driver contract.
    public let rawValue: UInt8

    /// The message with that number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Raw bits of which no more is known.
    public static let unknown = NavigationMessage(rawValue: 0)
    /// Galileo I/NAV: one nominal page, 240 bits, its even part (120) and its odd part (120) with both tails.
    public static let inav = NavigationMessage(rawValue: 1)
    /// Galileo F/NAV: one page, 244 bits, the tail included.
    public static let fnav = NavigationMessage(rawValue: 2)
    /// Galileo C/NAV: one page, 492 bits, the tail included.
    public static let galileoCNAV = NavigationMessage(rawValue: 3)
    /// LNAV of GPS and QZSS: one subframe, ten words of 30 bits with their parity, upright: each inverted as a whole where
    /// the word before ended in a one.
    public static let lnav = NavigationMessage(rawValue: 4)
    /// CNAV of GPS and QZSS on L2C and L5: one message, 300 bits.
    public static let cnav = NavigationMessage(rawValue: 5)
    /// CNAV-2 of GPS and QZSS on L1C.
    public static let cnav2 = NavigationMessage(rawValue: 6)
    /// GLONASS: one string, 85 bits.
    public static let glonass = NavigationMessage(rawValue: 7)
    /// BeiDou D1: one subframe, ten words of 30 bits.
    public static let d1 = NavigationMessage(rawValue: 8)
    /// BeiDou D2: one subframe, ten words of 30 bits.
    public static let d2 = NavigationMessage(rawValue: 9)
    /// BeiDou B-CNAV1: one of its subframes.
    public static let bcnav1 = NavigationMessage(rawValue: 10)
    /// BeiDou B-CNAV2: one message, 288 bits.
    public static let bcnav2 = NavigationMessage(rawValue: 11)
    /// BeiDou B-CNAV3, which B2b carries.
    public static let bcnav3 = NavigationMessage(rawValue: 12)
    /// SBAS, and QZSS L1S: one message, 250 bits.
    public static let sbas = NavigationMessage(rawValue: 13)
    /// NavIC: one subframe, as L5 and S carry it.
    public static let navic = NavigationMessage(rawValue: 14)

    /// The name of the message: `I/NAV`.
    public var description: String { Self.names[rawValue] ?? "message \(rawValue)" }

    private static let names: [UInt8: String] = [
        0: "unknown", 1: "I/NAV", 2: "F/NAV", 3: "C/NAV", 4: "LNAV", 5: "CNAV", 6: "CNAV-2", 7: "GLONASS", 8: "D1",
        9: "D2", 10: "B-CNAV1", 11: "B-CNAV2", 12: "B-CNAV3", 13: "SBAS", 14: "NavIC",
    ]
}

/// What our own check of a page's CRC or parity said, whatever the receiver says of it.
public enum PageCheck: UInt8, Sendable, CaseIterable {
    /// The message has no check that we compute.
    case notChecked = 0
    /// It is right.
    case passed = 1
    /// It is wrong: do not use the page.
    case failed = 2
}

/// How the time of a page is known.
public enum PageTimeOrigin: UInt8, Sendable, CaseIterable {
    /// It is not known.
    case unknown = 0
    /// The receiver stamped this very page (SBF).
    case stamped = 1
    /// Counted from the receiver's statement of Galileo time before it (UBX-NAV-TIMEGAL).
    case galileoTime = 2
    /// Counted from the receiver's statement of GPS time before it (UBX-NAV-TIMEGPS, UBX-RXM-RAWX).
    case gpsTime = 3
    /// Counted from the receiver's epoch before it and the date it gave (UBX-NAV-PVT).
    case epoch = 4
    /// From the time that this satellite's own pages carry, counted on from there. The signal itself says so: nothing
    /// that checks the signal against time can rest on it.
    case pages = 5
}

/// One page, subframe, string or message of a satellite, as sent.
public struct NavigationPage: Hashable, Sendable {
    public var satellite: SatelliteID
    public var signal: Signal
    /// GLONASS: the frequency channel, −7...6.
    public var frequencyChannel: Int?
    /// Which message it belongs to: the form of `bytes`.
    public var message: NavigationMessage
    /// The bits in the order they were sent, the first the highest of the first byte; the last byte filled up with
    /// zeros. A tail of zeros that the receiver left out stands in it.
    public var bytes: [UInt8]
    /// How many bits there are.
    public var bitCount: Int
    /// When the first bit of the page left the satellite, to the second; nil while that is not known.
    public var time: GST?
    /// How `time` is known.
    public var timeOrigin: PageTimeOrigin
    /// What our own check said.
    public var check: PageCheck
    /// The message of the receiver that it is from.
    public var sources: [String]

    public init(
        satellite: SatelliteID, signal: Signal, frequencyChannel: Int? = nil, message: NavigationMessage,
        bytes: [UInt8], bitCount: Int, time: GST? = nil, timeOrigin: PageTimeOrigin = .unknown,
        check: PageCheck = .notChecked, sources: [String] = []
    ) {
        self.satellite = satellite
        self.signal = signal
        self.frequencyChannel = frequencyChannel
        self.message = message
        self.bytes = bytes
        self.bitCount = bitCount
        self.time = time
        self.timeOrigin = timeOrigin
        self.check = check
        self.sources = sources
    }
}
