// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// GLL: the position alone.
public struct GLLSentence: TypedSentence {
    public var position: GeodeticPosition?
    /// UTC of the fix; missing from very old receivers.
    public var time: TimeOfDay?
    /// True if the status is `A`; nil if there is no status.
    public var isValid: Bool?
    /// The mode letter (since NMEA 2.3).
    public var mode: ModeIndicator?

    public init() {}

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .gll else { return nil }
        position = sentence.position(1)
        time = sentence.timeOfDay(5)
        isValid = sentence.letter(6).map { $0 == UInt8(ascii: "A") || $0 == UInt8(ascii: "D") }
        mode = sentence.mode(7)
    }

    /// Encodes the sentence.
    ///
    /// - Parameters:
    ///   - talker: The talker ID of the address.
    ///   - version: Determines whether the mode is written.
    ///   - decimals: Decimals of the minutes of the position.
    public func encoded(talker: Talker, version: NMEAVersion = .v411, decimals: Int = 5) -> [UInt8] {
        var writer = SentenceWriter(talker, "GLL")
        writer.position(position, decimals: decimals)
        writer.time(time)
        writer.letter(isValid == true ? UInt8(ascii: "A") : UInt8(ascii: "V"))
        if version >= .v23 { writer.letter(mode?.rawValue) }
        return writer.finish()
    }
}
