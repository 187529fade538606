// SPDX-License-Identifier: Apache-2.0

/// What a driver understands of what it hears on a line.
public struct LineProfile: Sendable {
    /// Whether UBX is understood, and not only NMEA.
    let understandsUBX: Bool

    /// NMEA 0183.
    public static let nmea = LineProfile(understandsUBX: false)
    /// UBX and NMEA 0183, from receivers of u-blox.
    public static let ubx = LineProfile(understandsUBX: true)

    /// What it is called where nothing of it is heard.
    var name: String { understandsUBX ? "UBX" : "NMEA" }
    /// What its frames are called.
    var frames: String { understandsUBX ? "frames" : "sentences" }

    func understands(_ hearing: Hearing) -> Bool { hearing.sentences > 0 || (understandsUBX && hearing.ubx > 0) }

    /// What was heard, as in states.
    func words(of hearing: Hearing) -> String {
        guard understandsUBX, hearing.ubx > 0 else { return "NMEA 0183" }
        return hearing.sentences > 0 ? "UBX and NMEA 0183" : "UBX"
    }
}
