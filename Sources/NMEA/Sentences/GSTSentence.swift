// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// GST: the receiver's own error statistics of its fix. (Not Galileo System Time.)
public struct GSTSentence: TypedSentence {
    /// UTC of the fix.
    public var time: TimeOfDay?
    /// The statistics, 1 σ.
    public var statistics = ErrorStatistics()

    public init() {}

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .gst else { return nil }
        time = sentence.timeOfDay(1)
        statistics.rangeResidual = sentence.accuracy(2)
        statistics.semiMajor = sentence.accuracy(3)
        statistics.semiMinor = sentence.accuracy(4)
        statistics.orientation = sentence.bearing(5)
        statistics.latitude = sentence.accuracy(6)
        statistics.longitude = sentence.accuracy(7)
        statistics.height = sentence.accuracy(8)
    }

    public func encoded(talker: Talker, version: NMEAVersion = .v411) -> [UInt8] {
        var writer = SentenceWriter(talker, "GST")
        writer.time(time)
        writer.decimal(statistics.rangeResidual?.metres, decimals: 3)
        writer.decimal(statistics.semiMajor?.metres, decimals: 3)
        writer.decimal(statistics.semiMinor?.metres, decimals: 3)
        writer.decimal(statistics.orientation?.degrees, decimals: 1)
        writer.decimal(statistics.latitude?.metres, decimals: 3)
        writer.decimal(statistics.longitude?.metres, decimals: 3)
        writer.decimal(statistics.height?.metres, decimals: 3)
        return writer.finish()
    }
}
