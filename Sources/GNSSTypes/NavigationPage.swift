// SPDX-License-Identifier: Apache-2.0

/// The navigation message that a page belongs to. A receiver may deliver an unknown one, so this is an open set.
public struct NavigationMessage: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The message's number in the driver contract.
    public let rawValue: UInt8

    /// Creates the message with a number of the driver contract.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Raw bits of an unknown message.
    public static let unknown = NavigationMessage(rawValue: 0)
    /// Galileo I/NAV: one nominal page of 240 bits, the even part (120) and the odd part (120), both with their
    /// tails.
    public static let inav = NavigationMessage(rawValue: 1)
    /// Galileo F/NAV: one page of 244 bits, including the tail.
    public static let fnav = NavigationMessage(rawValue: 2)
    /// Galileo C/NAV: one page of 492 bits, including the tail.
    public static let galileoCNAV = NavigationMessage(rawValue: 3)
    /// LNAV of GPS and QZSS: one subframe of ten 30-bit words with their parity. The source data are restored: words
    /// that were inverted because the preceding word ended in a one are inverted back.
    public static let lnav = NavigationMessage(rawValue: 4)
    /// CNAV of GPS and QZSS on L2C and L5: one message of 300 bits.
    public static let cnav = NavigationMessage(rawValue: 5)
    /// CNAV-2 of GPS and QZSS on L1C.
    public static let cnav2 = NavigationMessage(rawValue: 6)
    /// GLONASS: one string of 85 bits.
    public static let glonass = NavigationMessage(rawValue: 7)
    /// BeiDou D1: one subframe of ten 30-bit words.
    public static let d1 = NavigationMessage(rawValue: 8)
    /// BeiDou D2: one subframe of ten 30-bit words.
    public static let d2 = NavigationMessage(rawValue: 9)
    /// BeiDou B-CNAV1: one of its subframes.
    public static let bcnav1 = NavigationMessage(rawValue: 10)
    /// BeiDou B-CNAV2: one message of 288 bits.
    public static let bcnav2 = NavigationMessage(rawValue: 11)
    /// BeiDou B-CNAV3, transmitted on B2b.
    public static let bcnav3 = NavigationMessage(rawValue: 12)
    /// SBAS and QZSS L1S: one message of 250 bits.
    public static let sbas = NavigationMessage(rawValue: 13)
    /// NavIC: one subframe, as transmitted on L5 and S.
    public static let navic = NavigationMessage(rawValue: 14)

    /// The name of the message: `I/NAV`.
    public var description: String { Self.names[rawValue] ?? "message \(rawValue)" }

    private static let names: [UInt8: String] = [
        0: "unknown", 1: "I/NAV", 2: "F/NAV", 3: "C/NAV", 4: "LNAV", 5: "CNAV", 6: "CNAV-2", 7: "GLONASS", 8: "D1",
        9: "D2", 10: "B-CNAV1", 11: "B-CNAV2", 12: "B-CNAV3", 13: "SBAS", 14: "NavIC",
    ]
}

/// The result of the gateway's check of a page's CRC or parity, which is independent of the receiver's check.
public enum PageCheck: UInt8, Sendable, CaseIterable {
    /// The gateway does not check this kind of message.
    case notChecked = 0
    /// The CRC or parity is valid.
    case passed = 1
    /// The CRC or parity is invalid, and the page must not be used.
    case failed = 2
}

/// The origin of a page's time.
public enum PageTimeOrigin: UInt8, Sendable, CaseIterable {
    /// The time is unknown.
    case unknown = 0
    /// The receiver timestamped this page itself (SBF).
    case stamped = 1
    /// Derived from the receiver's preceding Galileo time message (UBX-NAV-TIMEGAL).
    case galileoTime = 2
    /// Derived from the receiver's preceding GPS time message (UBX-NAV-TIMEGPS, UBX-RXM-RAWX).
    case gpsTime = 3
    /// Derived from the receiver's preceding epoch and its date (UBX-NAV-PVT).
    case epoch = 4
    /// Derived from the time in this satellite's earlier pages. Because it comes from the signal itself, a check of the
    /// signal against time must not rely on it.
    case pages = 5
}

/// One page, subframe, string or message, as the satellite transmitted it.
public struct NavigationPage: Hashable, Sendable {
    public var satellite: SatelliteID
    public var signal: Signal
    /// GLONASS: the frequency channel, −7...6.
    public var frequencyChannel: Int?
    /// The message that the page belongs to, which determines the layout of `bytes`.
    public var message: NavigationMessage
    /// The bits in transmission order, the first in the most significant bit of the first byte; the last byte is
    /// padded with zeros. If the receiver omits a tail of zeros, `bytes` still contains it.
    public var bytes: [UInt8]
    /// The number of bits in `bytes`.
    public var bitCount: Int
    /// The time, to the second, at which the satellite transmitted the page's first bit; nil if unknown.
    public var time: GST?
    /// The origin of `time`.
    public var timeOrigin: PageTimeOrigin
    /// The result of the gateway's check.
    public var check: PageCheck
    /// The receiver message that contained the page.
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
