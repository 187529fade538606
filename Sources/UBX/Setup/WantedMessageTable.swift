// SPDX-License-Identifier: Apache-2.0

/// A message that the gateway's stages use.
struct WantedMessage: Sendable {
    /// The frequency with which the message is needed.
    enum Often: Sendable {
        case everyEpoch
        case seconds(Int)
    }

    let name: String
    let id: MessageID
    /// The key of its rate on I2C; the keys for the other ports follow it.
    let key: UInt32
    let often: Often
    let isOptional: Bool
    /// The protocol versions that have it, times 100.
    let protocols: ClosedRange<Int>
    /// The typical size of a frame in bytes, to estimate the load of the line; and the number of frames per second if
    /// it does not depend on the epochs.
    let size: Int
    let perSecond: Int?

    init(
        _ name: String, _ id: MessageID, _ key: UInt32, _ often: Often, isOptional: Bool = true,
        _ protocols: ClosedRange<Int> = 0...99_999, size: Int, perSecond: Int? = nil
    ) {
        (self.name, self.id, self.key, self.often, self.isOptional) = (name, id, key, often, isOptional)
        (self.protocols, self.size, self.perSecond) = (protocols, size, perSecond)
    }

    /// The interval in epochs, given the number of epochs per second.
    func interval(epochsPerSecond: Double) -> UInt64 {
        switch often {
        case .everyEpoch: 1
        case .seconds(let seconds): UInt64(min(max((Double(seconds) * epochsPerSecond).rounded(), 1), 255))
        }
    }

    /// True if it is sent in every epoch, whatever the receiver receives: subframes come only from satellites.
    var isSteady: Bool { if case .everyEpoch = often { perSecond == nil } else { false } }

    /// The messages available in a protocol version.
    static func all(protocolVersion version: Int) -> [WantedMessage] { table.filter { $0.protocols.contains(version) } }

    /// The messages, with keys from the manufacturer's interface descriptions.
    private static let table = [
        WantedMessage("NAV-PVT", .navPVT, 0x2091_0006, .everyEpoch, isOptional: false, 1400...99_999, size: 100),
        WantedMessage("NAV-SOL", .navSOL, 0, .everyEpoch, isOptional: false, 0...1399, size: 60),
        WantedMessage("NAV-POSLLH", .navPOSLLH, 0, .everyEpoch, isOptional: false, 0...1399, size: 36),
        WantedMessage("NAV-VELNED", .navVELNED, 0, .everyEpoch, isOptional: false, 0...1399, size: 44),
        WantedMessage("NAV-TIMEUTC", .navTIMEUTC, 0, .everyEpoch, isOptional: false, 0...1399, size: 28),
        WantedMessage("NAV-TIMEGPS", .navTIMEGPS, 0, .everyEpoch, 0...1399, size: 24),
        WantedMessage("NAV-DOP", .navDOP, 0x2091_0038, .everyEpoch, size: 26),
        WantedMessage("NAV-SAT", .navSAT, 0x2091_0015, .seconds(1), isOptional: false, 1500...99_999, size: 400),
        WantedMessage("NAV-SVINFO", .navSVINFO, 0, .seconds(1), isOptional: false, 0...1499, size: 260),
        WantedMessage("NAV-SIG", .navSIG, 0x2091_0345, .seconds(1), 2700...99_999, size: 800),
        WantedMessage("NAV-TIMEGAL", .navTIMEGAL, 0x2091_0056, .everyEpoch, 1500...99_999, size: 28),
        WantedMessage("NAV-TIMELS", .navTIMELS, 0x2091_0060, .seconds(60), 1500...99_999, size: 32),
        WantedMessage("RXM-SFRBX", .rxmSFRBX, 0x2091_0231, .everyEpoch, 1500...99_999, size: 44, perSecond: 12),
        WantedMessage("RXM-RAWX", .rxmRAWX, 0x2091_02A4, .seconds(1), 1500...99_999, size: 1000),
        WantedMessage("MON-HW", .monHW, 0, .seconds(5), 0...2699, size: 68),
        WantedMessage("MON-TXBUF", .monTXBUF, 0, .seconds(5), 0...2699, size: 36),
        WantedMessage("MON-RF", .monRF, 0x2091_0359, .seconds(5), 2700...99_999, size: 60),
        WantedMessage("MON-COMMS", .monCOMMS, 0x2091_034F, .seconds(5), 2700...99_999, size: 200),
        WantedMessage("SEC-SIG", .secSIG, 0x2091_0634, .seconds(5), 2700...99_999, size: 20),
        WantedMessage("NAV-EOE", .navEOE, 0x2091_015F, .everyEpoch, isOptional: false, 1800...99_999, size: 12),
    ]
}
