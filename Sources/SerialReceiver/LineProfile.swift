// SPDX-License-Identifier: Apache-2.0

/// The protocols that a driver understands on a line.
public struct LineProfile: Sendable {
    /// True if the driver understands UBX in addition to NMEA.
    let understandsUBX: Bool
    /// True if UBX counts no more than NMEA alone, because no other driver exists for the same line.
    var isContentWithNMEA = false
    /// The name of the expected protocol, for messages when it is not received.
    let name: String
    /// The advice if no bytes arrive.
    let advice: String

    private static let onWire = "is the receiver powered, and is this the right port?"

    /// NMEA 0183 only; UBX frames are skipped.
    public static let nmea = LineProfile(understandsUBX: false, name: "NMEA", advice: onWire)
    /// UBX and NMEA 0183 from u-blox receivers.
    public static let ubx = LineProfile(understandsUBX: true, name: "UBX", advice: onWire)
    /// Either protocol over a radio link; the receiver is known to be present.
    public static let radio = LineProfile(
        understandsUBX: true, isContentWithNMEA: true, name: "NMEA or UBX",
        advice: "it is connected but sends nothing: enable its output, and check whether it has another serial port")

    /// The word for its frames.
    var frames: String { understandsUBX ? "frames" : "sentences" }

    func understands(_ hearing: Hearing) -> Bool { hearing.sentences > 0 || (understandsUBX && hearing.ubx > 0) }

    /// The protocols received, for state messages.
    func words(of hearing: Hearing) -> String {
        guard understandsUBX, hearing.ubx > 0 else { return "NMEA 0183" }
        return hearing.sentences > 0 ? "UBX and NMEA 0183" : "UBX"
    }
}
