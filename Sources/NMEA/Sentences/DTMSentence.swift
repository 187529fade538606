// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// DTM: the datum of the positions that follow.
public struct DTMSentence: TypedSentence {
    /// The code of the local datum: `W84`, `W72`, `999` for one of the user's own.
    public var code: String?
    public var subCode: String?
    /// To be added to the latitude, in minutes of arc, north positive.
    public var latitudeOffset: Double?
    /// To be added to the longitude, in minutes of arc, east positive.
    public var longitudeOffset: Double?
    /// To be added to the height.
    public var heightOffset: Length?
    /// The code of the datum that it is stated against.
    public var reference: String?

    public init() {}

    /// The fields of a sentence, or nil if it is another one.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .dtm else { return nil }
        code = sentence.nonEmptyText(1)
        subCode = sentence.nonEmptyText(2)
        latitudeOffset = sentence.magnitude(3).map { sentence.letter(4) == UInt8(ascii: "S") ? -$0 : $0 }
        longitudeOffset = sentence.magnitude(5).map { sentence.letter(6) == UInt8(ascii: "W") ? -$0 : $0 }
        heightOffset = sentence.length(7)
        reference = sentence.nonEmptyText(8)
    }

    /// What the datum is called, or nil where nothing is said.
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
