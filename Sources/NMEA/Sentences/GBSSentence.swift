// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// GBS: fault detection (RAIM).
public struct GBSSentence: TypedSentence {
    /// UTC of the fix.
    public var time: TimeOfDay?
    /// Expected error in latitude, 1 σ.
    public var latitudeError: Length?
    /// Expected error in longitude, 1 σ.
    public var longitudeError: Length?
    /// Expected error in height, 1 σ.
    public var heightError: Length?
    /// The number of the satellite most likely to have failed, as sent.
    public var failedNumber: Int?
    /// Probability of a missed detection, 0...1.
    public var missedDetection: Double?
    /// Estimated bias of that satellite.
    public var bias: Length?
    /// The standard deviation of `bias`.
    public var biasDeviation: Length?
    /// The system ID (since NMEA 4.10).
    public var systemID: Int?
    /// The signal ID (since NMEA 4.10).
    public var signalID: UInt8?

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .gbs else { return nil }
        time = sentence.timeOfDay(1)
        latitudeError = sentence.accuracy(2)
        longitudeError = sentence.accuracy(3)
        heightError = sentence.accuracy(4)
        failedNumber = sentence.integer(5)
        missedDetection = sentence.decimal(6)
        bias = sentence.length(7)
        biasDeviation = sentence.accuracy(8)
        systemID = sentence.hexadecimalDigit(9).map { Int($0) }
        signalID = sentence.hexadecimalDigit(10)
    }
}
