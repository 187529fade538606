// SPDX-License-Identifier: Apache-2.0

/// The identity of a UBX message: its class and its number in the class. New firmware adds messages, so this is an
/// open set.
public struct MessageID: Hashable, Sendable {
    /// The class: 0x01 NAV, 0x06 CFG …
    public let messageClass: UInt8

    /// The number in the class.
    public let id: UInt8

    /// Creates the identity of a class and number.
    public init(_ messageClass: UInt8, _ id: UInt8) {
        self.messageClass = messageClass
        self.id = id
    }
}

/// The messages that the program treats by name. Computed, so that the optimiser compares with constants.
extension MessageID {
    /// Acknowledged: the command was taken.
    public static var ackAck: MessageID { MessageID(0x05, 0x01) }
    /// Not acknowledged: the command was refused.
    public static var ackNak: MessageID { MessageID(0x05, 0x00) }
    /// Port (protocol < 24).
    public static var cfgPRT: MessageID { MessageID(0x06, 0x00) }
    /// Rate of a message (protocol < 24).
    public static var cfgMSG: MessageID { MessageID(0x06, 0x01) }
    public static var cfgRST: MessageID { MessageID(0x06, 0x04) }
    /// Measurement and navigation rate (protocol < 24).
    public static var cfgRATE: MessageID { MessageID(0x06, 0x08) }
    /// Save, load, clear (protocol < 24).
    public static var cfgCFG: MessageID { MessageID(0x06, 0x09) }
    /// Systems in use (protocol < 24).
    public static var cfgGNSS: MessageID { MessageID(0x06, 0x3E) }
    /// Sets values by their configuration keys.
    public static var cfgVALSET: MessageID { MessageID(0x06, 0x8A) }
    /// Requests configuration values; the answer has the same number.
    public static var cfgVALGET: MessageID { MessageID(0x06, 0x8B) }
    /// State of the ports (protocol 27 and later).
    public static var monCOMMS: MessageID { MessageID(0x0A, 0x36) }
    /// Hardware: antenna, jamming (protocol < 27).
    public static var monHW: MessageID { MessageID(0x0A, 0x09) }
    /// Radio front end: antenna, jamming (protocol 27 and later).
    public static var monRF: MessageID { MessageID(0x0A, 0x38) }
    /// Buffers to the host.
    public static var monTXBUF: MessageID { MessageID(0x0A, 0x08) }
    /// Firmware and hardware versions.
    public static var monVER: MessageID { MessageID(0x0A, 0x04) }
    /// Position, velocity and time at a high rate.
    public static var hnrPVT: MessageID { MessageID(0x28, 0x00) }
    public static var navCLOCK: MessageID { MessageID(0x01, 0x22) }
    /// Covariances of position and velocity.
    public static var navCOV: MessageID { MessageID(0x01, 0x36) }
    public static var navDOP: MessageID { MessageID(0x01, 0x04) }
    /// End of an epoch.
    public static var navEOE: MessageID { MessageID(0x01, 0x61) }
    /// Position, geodetic, with high precision.
    public static var navHPPOSLLH: MessageID { MessageID(0x01, 0x14) }
    /// Position, geodetic: 1e-7° and millimetres.
    public static var navPOSLLH: MessageID { MessageID(0x01, 0x02) }
    /// Position, velocity, time and attitude.
    public static var navPVAT: MessageID { MessageID(0x01, 0x17) }
    /// Position, velocity and time.
    public static var navPVT: MessageID { MessageID(0x01, 0x07) }
    /// Position relative to a reference station.
    public static var navRELPOSNED: MessageID { MessageID(0x01, 0x3C) }
    /// Satellites in view: place in the sky, signal strength and use.
    public static var navSAT: MessageID { MessageID(0x01, 0x35) }
    /// Signals in view: strength, corrections and use.
    public static var navSIG: MessageID { MessageID(0x01, 0x43) }
    /// Solution (up to protocol 23).
    public static var navSOL: MessageID { MessageID(0x01, 0x06) }
    /// State of the fix, and the time to the first one.
    public static var navSTATUS: MessageID { MessageID(0x01, 0x03) }
    /// Channels (up to protocol 23).
    public static var navSVINFO: MessageID { MessageID(0x01, 0x30) }
    public static var navTIMEGAL: MessageID { MessageID(0x01, 0x25) }
    public static var navTIMEGPS: MessageID { MessageID(0x01, 0x20) }
    /// Leap seconds now, and the next change.
    public static var navTIMELS: MessageID { MessageID(0x01, 0x26) }
    public static var navTIMEUTC: MessageID { MessageID(0x01, 0x21) }
    /// Velocity, north east down.
    public static var navVELNED: MessageID { MessageID(0x01, 0x12) }
    /// Raw measurements: pseudoranges, carrier phases and Dopplers.
    public static var rxmRAWX: MessageID { MessageID(0x02, 0x15) }
    /// The receiver's use of an RTCM message.
    public static var rxmRTCM: MessageID { MessageID(0x02, 0x32) }
    /// A broadcast navigation subframe.
    public static var rxmSFRBX: MessageID { MessageID(0x02, 0x13) }
    /// State of the receiver's Galileo OSNMA.
    public static var secOSNMA: MessageID { MessageID(0x27, 0x0A) }
    /// The receiver's detection of jamming and spoofing.
    public static var secSIG: MessageID { MessageID(0x27, 0x09) }
    /// The unique number of the chip.
    public static var secUNIQID: MessageID { MessageID(0x27, 0x03) }
}
