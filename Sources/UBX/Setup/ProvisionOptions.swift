// SPDX-License-Identifier: Apache-2.0

/// What a receiver is to be set up for.
public struct ProvisionOptions: Hashable, Sendable {
    /// Where settings are kept in the receiver.
    public enum Memory: Hashable, Sendable {
        /// Until it loses power.
        case ram
        /// For good: in its working memory, in its battery-backed memory and in its flash.
        case flash
    }

    /// Where the settings are to be kept.
    public var memory = Memory.ram
    /// Epochs a second, 0.1...25; nil: as the receiver has it.
    public var rate: Double?
    /// The rate of the line that the receiver is to be set to, in bits a second; nil: as it is.
    public var baud: Int?
    /// Whether the line's rate may be raised where it carries too little and none is given; otherwise messages are left
    /// out.
    public var mayRaiseRate = true
    /// Whether NMEA is switched off.
    public var silencesNMEA = false
    /// The receiver's port that the line is assumed to be connected to if the receiver does not report it.
    public var port = ReceiverPortID.uart1
    /// The rate that the line has now; nil where it has none.
    public var currentBaud: Int?

    /// What the gateway's stages need, until the receiver loses power.
    public init() {}

    /// The rates that make sense, in epochs a second.
    public static let rates: ClosedRange<Double> = 0.1...25

    /// The period in milliseconds that a rate asks for.
    var period: UInt64? {
        rate.map { UInt64((1000 / min(max($0, Self.rates.lowerBound), Self.rates.upperBound)).rounded()) }
    }
}
