// SPDX-License-Identifier: Apache-2.0

/// The model of a simulated u-blox receiver: its identity and its supported settings.
public struct UBXPersonality: Hashable, Sendable {
    /// The software version in MON-VER.
    public var software: String
    /// The hardware version in MON-VER.
    public var hardware: String
    /// The extensions of MON-VER.
    public var extensions: [String]
    /// The content of SEC-UNIQID; nil if the message is unknown and its poll is not answered.
    public var uniqueID: [UInt8]?
    /// True if it is configured by keys.
    public var hasKeys: Bool
    /// True if it is configured by messages, or at least answers queries about its port.
    public var hasMessages: Bool
    /// The initial rate of its UARTs.
    public var baud: Int
    /// Message rates that it does not know, by their key for I2C.
    public var unknownMessages: Set<UInt32>
    /// Other keys that it does not know.
    public var unknownKeys: Set<UInt32>

    /// The shortest measurement period that it accepts, in milliseconds: 50 before protocol version 24, 25 from then
    /// on (interface descriptions, CFG-RATE).
    var minimumPeriod: Int { hasKeys ? 25 : 50 }
    /// True if it knows UBX-CFG-GNSS, like generations 7 and 8. Generation 6 reports no extensions.
    var knowsConstellationMessage: Bool { hasMessages && !hasKeys && !extensions.isEmpty }

    /// NAV-SIG, SEC-SIG, MON-RF and MON-COMMS, introduced with protocol version 27.
    private static let newer: Set<UInt32> = [0x2091_0345, 0x2091_0634, 0x2091_0359, 0x2091_034F]

    /// SEC-OSNMA and NAV-TIMETRUSTED.
    private static let authentication: Set<UInt32> = [0x2091_06CA, 0x2091_03A8]

    /// Generation 8: NEO-M8N, configured by messages, 9600 baud.
    public static let m8 = UBXPersonality(
        software: "ROM CORE 3.01 (107888)", hardware: "00080000",
        extensions: ["FWVER=SPG 3.01", "PROTVER=18.00", "GPS;GLO;GAL;BDS", "SBAS;IMES;QZSS"],
        uniqueID: [0x12, 0x34, 0x56, 0x78, 0x9A], hasKeys: false, hasMessages: true, baud: 9600,
        // This receiver has no raw measurements.
        unknownMessages: authentication.union(newer).union([0x2091_02A4]), unknownKeys: [])

    /// Generation 9: ZED-F9P, configured by keys, 38400 baud.
    public static let f9 = UBXPersonality(
        software: "EXT CORE 1.00 (3fda8e)", hardware: "00190000",
        extensions: [
            "ROM BASE 0x118B2060", "FWVER=HPG 1.32", "PROTVER=27.31", "MOD=ZED-F9P", "GPS;GLO;GAL;BDS", "SBAS;QZSS",
        ],
        uniqueID: [0xDE, 0xAD, 0xBE, 0xEF, 0x01], hasKeys: true, hasMessages: true, baud: 38_400,
        unknownMessages: authentication, unknownKeys: [])

    /// Generation 10: MAX-M10S, configured by keys only, without E5b and raw measurements.
    public static let m10 = UBXPersonality(
        software: "ROM SPG 5.10 (7b202e)", hardware: "000A0000",
        extensions: ["FWVER=SPG 5.10", "PROTVER=34.10", "GPS;GLO;GAL;BDS", "SBAS;QZSS"],
        uniqueID: [0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F], hasKeys: true, hasMessages: false, baud: 38_400,
        unknownMessages: authentication.union([0x2091_02A4]), unknownKeys: [0x1031_000A])

    /// Generation X20: ZED-X20P, configured by keys only, with its own OSNMA status.
    public static let x20 = UBXPersonality(
        software: "EXT HPG 2.10 (b0eda3)", hardware: "000B0000",
        extensions: [
            "ROM BASE 0x00A9D329", "FWVER=HPG 2.10", "PROTVER=50.11", "MOD=ZED-X20P", "GPS;GLO;GAL;BDS", "SBAS;QZSS",
            "NAVIC;LBAND",
        ],
        uniqueID: [0x20, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F], hasKeys: true, hasMessages: false, baud: 38_400,
        unknownMessages: [], unknownKeys: [])

    /// Generation 6: LEA-6, configured by messages, without NAV-PVT and NAV-SAT.
    public static let lea6 = UBXPersonality(
        software: "7.03 (45969)", hardware: "00040007", extensions: [], uniqueID: nil, hasKeys: false,
        hasMessages: true, baud: 9600,
        unknownMessages: authentication.union(newer).union([
            0x2091_0006, 0x2091_0015, 0x2091_0056, 0x2091_0060, 0x2091_0231, 0x2091_02A4, 0x2091_015F,
        ]),
        unknownKeys: [])
}
