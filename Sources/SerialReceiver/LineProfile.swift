// SPDX-License-Identifier: Apache-2.0

/// What a driver understands of what it hears on a line.
public struct LineProfile: Sendable {
    /// Whether UBX is understood, and not only NMEA.
    let understandsUBX: Bool
    /// Whether UBX is no better than NMEA alone: there is no other driver for the same line.
    var isContentWithNMEA = false
    /// What it is called where nothing of it is heard.
    let name: String
    /// What to do where no byte comes.
    let advice: String

    private static let onWire = "is the receiver powered, and is this the right port?"

    /// NMEA 0183 alone; frames of UBX are passed over.
    public static let nmea = LineProfile(understandsUBX: false, name: "NMEA", advice: onWire)
    /// UBX and NMEA 0183, from receivers of u-blox.
    public static let ubx = LineProfile(understandsUBX: true, name: "UBX", advice: onWire)
    /// Either, over a radio: the receiver is there, whatever it says.
    public static let radio = LineProfile(
        understandsUBX: true, isContentWithNMEA: true, name: "NMEA or UBX",
        advice: "it is connected but sends nothing: enable its output, and check whether it has another serial port")

    /// What its frames are called.
    var frames: String { understandsUBX ? "frames" : "sentences" }

    func understands(_ hearing: Hearing) -> Bool { hearing.sentences > 0 || (understandsUBX && hearing.ubx > 0) }

    /// What was heard, as in states.
    func words(of hearing: Hearing) -> String {
        guard understandsUBX, hearing.ubx > 0 else { return "NMEA 0183" }
        return hearing.sentences > 0 ? "UBX and NMEA 0183" : "UBX"
    }
}
