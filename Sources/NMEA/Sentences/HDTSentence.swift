// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// HDT: heading relative to true north.
public struct HDTSentence: TypedSentence {
    public var heading: Angle?

    public init() {}

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .hdt else { return nil }
        heading = sentence.bearing(1)
    }

    public func encoded(talker: Talker, version: NMEAVersion = .v411) -> [UInt8] {
        var writer = SentenceWriter(talker, "HDT")
        writer.bearing(heading)
        writer.letter(UInt8(ascii: "T"))
        return writer.finish()
    }
}
