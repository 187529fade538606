// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// DTM: the datum of the positions that follow.
public struct DTMSentence: TypedSentence {
    /// The code of the local datum: `W84`, `W72`; `999` for a user-defined one.
    public var code: String?
    public var subCode: String?
    /// The offset to add to the latitude, in minutes of arc, north positive.
    public var latitudeOffset: Double?
    /// The offset to add to the longitude, in minutes of arc, east positive.
    public var longitudeOffset: Double?
    /// The offset to add to the height.
    public var heightOffset: Length?
    /// The code of the datum to which the offsets refer.
    public var reference: String?

    public init() {}

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .dtm else { return nil }
        code = sentence.nonEmptyText(1)
        subCode = sentence.nonEmptyText(2)
        latitudeOffset = sentence.magnitude(3).map { sentence.letter(4) == UInt8(ascii: "S") ? -$0 : $0 }
        longitudeOffset = sentence.magnitude(5).map { sentence.letter(6) == UInt8(ascii: "W") ? -$0 : $0 }
        heightOffset = sentence.length(7)
        reference = sentence.nonEmptyText(8)
    }

    /// The name of the datum; nil if the sentence has no code.
    public var name: String? {
        switch code {
        case "W84": "WGS84"
        case "W72": "WGS72"
        case "S85": "SGS85"
        case "P90": "PE90"
        case "999": "User Defined"
        default: code
        }
    }
}
