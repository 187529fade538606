// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// THS: heading from true north with its mode.
public struct THSSentence: TypedSentence {
    public var heading: Angle?
    /// `A` autonomous, `E` estimated, `M` manual, `S` simulator, `V` not valid.
    public var mode: ModeIndicator?

    public init() {}

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .ths else { return nil }
        heading = sentence.bearing(1)
        mode = sentence.mode(2)
    }

    /// True if the heading may be used.
    public var isValid: Bool { heading != nil && mode?.quality != .invalid }

    public func encoded(talker: Talker, version: NMEAVersion = .v411) -> [UInt8] {
        var writer = SentenceWriter(talker, "THS")
        writer.bearing(heading)
        writer.letter(
            (mode ?? .notValid).rawValue == ModeIndicator.notValid.rawValue ? UInt8(ascii: "V") : mode?.rawValue)
        return writer.finish()
    }
}
