// SPDX-License-Identifier: Apache-2.0

/// Which UBX message: its class and its number in the class. New firmware brings new ones, so this is an open set.
public struct MessageID: Hashable, Sendable {
    /// The class: 0x01 NAV, 0x06 CFG …
    public let messageClass: UInt8

    /// The number in the class.
    public let id: UInt8

    /// The message of that class and number.
    public init(_ messageClass: UInt8, _ id: UInt8) {
        self.messageClass = messageClass
        self.id = id
    }
}

/// The messages that the program treats by name.
extension MessageID {
    /// Acknowledged: the command was taken.
    public static let ackAck = MessageID(0x05, 0x01)
    /// Not acknowledged: the command was refused.
    public static let ackNak = MessageID(0x05, 0x00)
    /// Port (protocol < 24).
    public static let cfgPRT = MessageID(0x06, 0x00)
    /// Rate of a message (protocol < 24).
    public static let cfgMSG = MessageID(0x06, 0x01)
    public static let cfgRST = MessageID(0x06, 0x04)
    /// Measurement and navigation rate (protocol < 24).
    public static let cfgRATE = MessageID(0x06, 0x08)
    /// Save, load, clear (protocol < 24).
    public static let cfgCFG = MessageID(0x06, 0x09)
    /// Systems in use (protocol < 24).
    public static let cfgGNSS = MessageID(0x06, 0x3E)
    /// Sets values by their configuration keys.
    public static let cfgVALSET = MessageID(0x06, 0x8A)
    /// Asks for configuration values, and the answer.
    public static let cfgVALGET = MessageID(0x06, 0x8B)
    /// Deletes stored values by their configuration keys.
    public static let cfgVALDEL = MessageID(0x06, 0x8C)
    /// State of the ports (protocol 27 and later).
    public static let monCOMMS = MessageID(0x0A, 0x36)
    /// Hardware: antenna, jamming (protocol < 27).
    public static let monHW = MessageID(0x0A, 0x09)
    /// Radio front end: antenna, jamming (protocol 27 and later).
    public static let monRF = MessageID(0x0A, 0x38)
    /// Buffers to the host.
    public static let monTXBUF = MessageID(0x0A, 0x08)
    /// Firmware and hardware versions.
    public static let monVER = MessageID(0x0A, 0x04)
    /// Position, velocity and time at a high rate.
    public static let hnrPVT = MessageID(0x28, 0x00)
    public static let navCLOCK = MessageID(0x01, 0x22)
    /// Covariances of position and velocity.
    public static let navCOV = MessageID(0x01, 0x36)
    public static let navDOP = MessageID(0x01, 0x04)
    /// End of an epoch.
    public static let navEOE = MessageID(0x01, 0x61)
    /// Position, geodetic, with high precision.
    public static let navHPPOSLLH = MessageID(0x01, 0x14)
    /// Position, geodetic: 1e-7° and millimetres.
    public static let navPOSLLH = MessageID(0x01, 0x02)
    /// Position, velocity, time and attitude.
    public static let navPVAT = MessageID(0x01, 0x17)
    /// Position, velocity and time.
    public static let navPVT = MessageID(0x01, 0x07)
    /// Position relative to a reference station.
    public static let navRELPOSNED = MessageID(0x01, 0x3C)
    /// Satellites in view: place in the sky, signal strength and use.
    public static let navSAT = MessageID(0x01, 0x35)
    /// Signals in view: strength, corrections and use.
    public static let navSIG = MessageID(0x01, 0x43)
    /// Solution (up to protocol 23).
    public static let navSOL = MessageID(0x01, 0x06)
    /// State of the fix, and the time to the first one.
    public static let navSTATUS = MessageID(0x01, 0x03)
    /// Progress of a survey-in, by which a base station finds its position.
    public static let navSVIN = MessageID(0x01, 0x3B)
    /// Channels (up to protocol 23).
    public static let navSVINFO = MessageID(0x01, 0x30)
    public static let navTIMEGAL = MessageID(0x01, 0x25)
    public static let navTIMEGPS = MessageID(0x01, 0x20)
    /// Leap seconds now, and the next change.
    public static let navTIMELS = MessageID(0x01, 0x26)
    public static let navTIMEUTC = MessageID(0x01, 0x21)
    /// Velocity, north east down.
    public static let navVELNED = MessageID(0x01, 0x12)
    /// Raw measurements: pseudoranges, carrier phases and Dopplers.
    public static let rxmRAWX = MessageID(0x02, 0x15)
    /// What became of a correction message.
    public static let rxmCOR = MessageID(0x02, 0x34)
    /// What became of an RTCM message.
    public static let rxmRTCM = MessageID(0x02, 0x32)
    /// A broadcast navigation subframe.
    public static let rxmSFRBX = MessageID(0x02, 0x13)
    /// State of the receiver's Galileo OSNMA.
    public static let secOSNMA = MessageID(0x27, 0x0A)
    /// Whether the receiver detects jamming or spoofing.
    public static let secSIG = MessageID(0x27, 0x09)
    /// The unique number of the chip.
    public static let secUNIQID = MessageID(0x27, 0x03)
    /// Time of the next time pulse.
    public static let timTP = MessageID(0x0D, 0x01)
}
