// SPDX-License-Identifier: Apache-2.0

/// The options for configuring a receiver.
public struct ProvisionOptions: Hashable, Sendable {
    /// The memory in which the receiver stores its settings.
    public enum Memory: Hashable, Sendable {
        /// In RAM, until the receiver loses power.
        case ram
        /// Permanently: in RAM, battery-backed memory and flash.
        case flash
    }

    /// The memory for the settings.
    public var memory = Memory.ram
    /// Epochs per second, 0.1...25; nil to keep the receiver's rate.
    public var rate: Double?
    /// The rate of the line to set, in bits per second; nil to keep the current one.
    public var baud: Int?
    /// True if the line's rate may be raised if its capacity is too small and `baud` is nil; otherwise messages are
    /// omitted.
    public var mayRaiseRate = true
    /// True if `mayRaiseRate` also applies if the receiver does not report its port, so that the rate of another port might
    /// be changed.
    public var mayRaiseRateOfGuessedPort = true
    /// True to disable NMEA.
    public var silencesNMEA = false
    /// The receiver's port that the line is assumed to use if the receiver does not report it.
    public var port = ReceiverPortID.uart1
    /// The current rate of the line; nil if it has none.
    public var currentBaud: Int?

    /// Creates options for everything that the gateway's stages need, stored in RAM.
    public init() {}

    /// The allowed rates in epochs per second.
    public static let rates: ClosedRange<Double> = 0.1...25

    /// The rates of a line that can be set, in bits per second.
    public static let bauds: ClosedRange<Int> = 4800...921_600

    /// The period in milliseconds of the requested rate.
    var period: UInt64? {
        rate.map { UInt64((1000 / min(max($0, Self.rates.lowerBound), Self.rates.upperBound)).rounded()) }
    }
}
