// SPDX-License-Identifier: Apache-2.0

internal import UBX

/// A message that a simulated receiver can send.
struct FalseMessage: Sendable {
    let id: MessageID
    /// The key of its rate on I2C; for messages without such a key, a number that is not used as a key.
    let key: UInt32
    /// The interval in epochs after the start of the receiver.
    let initial: UInt64

    init(_ id: MessageID, _ key: UInt32, initial: UInt64 = 0) { (self.id, self.key, self.initial) = (id, key, initial) }

    static let gga = MessageID(0xF0, 0x00)
    static let rmc = MessageID(0xF0, 0x04)

    static let table = [
        FalseMessage(rmc, 0x2091_00AB, initial: 1), FalseMessage(gga, 0x2091_00BA, initial: 1),
        FalseMessage(.navPVT, 0x2091_0006), FalseMessage(.navSAT, 0x2091_0015), FalseMessage(.navDOP, 0x2091_0038),
        FalseMessage(.navSIG, 0x2091_0345), FalseMessage(.navTIMEGAL, 0x2091_0056),
        FalseMessage(.navTIMELS, 0x2091_0060), FalseMessage(.rxmSFRBX, 0x2091_0231),
        FalseMessage(.rxmRAWX, 0x2091_02A4), FalseMessage(.monRF, 0x2091_0359), FalseMessage(.monCOMMS, 0x2091_034F),
        FalseMessage(.secSIG, 0x2091_0634), FalseMessage(.secOSNMA, 0x2091_06CA),
        FalseMessage(MessageID(0x01, 0x64), 0x2091_03A8), FalseMessage(.navSOL, 0x10),
        FalseMessage(.navPOSLLH, 0x2091_0029),
        FalseMessage(.navVELNED, 0x2091_0042), FalseMessage(.navTIMEUTC, 0x2091_005B),
        FalseMessage(.navTIMEGPS, 0x2091_0047), FalseMessage(.navSVINFO, 0x20), FalseMessage(.monHW, 0x2091_01B4),
        FalseMessage(.monTXBUF, 0x2091_019B), FalseMessage(.navEOE, 0x2091_015F),
        FalseMessage(.navHPPOSLLH, 0x2091_0033), FalseMessage(.navSTATUS, 0x2091_001A),
        FalseMessage(.navCOV, 0x2091_0083), FalseMessage(.navCLOCK, 0x2091_0065),
        FalseMessage(MessageID(0xF0, 0x01), 0x2091_00C9), FalseMessage(MessageID(0xF0, 0x02), 0x2091_00BF),
        FalseMessage(MessageID(0xF0, 0x03), 0x2091_00C4), FalseMessage(MessageID(0xF0, 0x05), 0x2091_00B0),
        FalseMessage(MessageID(0xF0, 0x07), 0x2091_00D3), FalseMessage(MessageID(0xF0, 0x08), 0x2091_00D8),
        FalseMessage(MessageID(0xF0, 0x0D), 0x2091_00B5),
    ]

    static func of(_ id: MessageID) -> FalseMessage? { table.first { $0.id == id } }
}
