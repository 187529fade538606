// SPDX-License-Identifier: Apache-2.0

internal import UBX
internal import Wire

/// Milliseconds of the GPS week: the key that the messages of one epoch share.
struct WeekTime: Hashable, Sendable {
    let milliseconds: UInt32

    private static let week: Int64 = 604_800_000

    /// Returns the milliseconds from `other` to this time, in the shorter direction around the week.
    func since(_ other: WeekTime) -> Int64 {
        let apart = (Int64(milliseconds) - Int64(other.milliseconds)) % Self.week
        let ahead = apart < 0 ? apart + Self.week : apart
        return ahead > Self.week / 2 ? ahead - Self.week : ahead
    }

    /// Returns true if two times are equal except for the jitter within an epoch, 10 ms.
    func isNear(_ other: WeekTime) -> Bool { abs(since(other)) <= 10 }
}

extension MessageID {
    static var navPOSECEF: MessageID { MessageID(0x01, 0x01) }
    static var navATT: MessageID { MessageID(0x01, 0x05) }
    static var navVELECEF: MessageID { MessageID(0x01, 0x11) }
    static var navHPPOSECEF: MessageID { MessageID(0x01, 0x13) }

    /// Class NAV2: the messages of class NAV for a second solution.
    static let secondOutput: UInt8 = 0x29

    /// A number that can be stored together with sentences' addresses, which are ASCII and never have the highest bit
    /// set.
    var code: UInt64 { 1 << 63 | UInt64(messageClass) << 8 | UInt64(id) }

    /// Creates the message for such a number; nil for an address.
    init?(code: UInt64) {
        guard code >> 63 == 1 else { return nil }
        self.init(UInt8(code >> 8 & 0xFF), UInt8(code & 0xFF))
    }

    /// True if the message contains a position, or reports that the receiver has none.
    var isPosition: Bool {
        switch self {
        case .navPVT, .navPVAT, .navSOL, .navPOSLLH, .navHPPOSLLH, .navPOSECEF, .navHPPOSECEF: true
        default: false
        }
    }

    /// Returns the epoch contained in a message, if messages of its kind have one.
    ///
    /// - Parameter payload: Its payload. The result is nil if it is too short (a poll).
    func epoch(of payload: Span<UInt8>) -> WeekTime? {
        guard messageClass == 0x01, let offset = Self.offset(id) else { return nil }
        return payload.little(UInt32.self, at: offset).map(WeekTime.init)
    }

    /// The offset of `iTOW` in the messages of class NAV (u-blox interface descriptions of generations 4 to X20).
    private static func offset(_ id: UInt8) -> Int? {
        switch id {
        case 0x01...0x07, 0x11, 0x12, 0x17, 0x20...0x27, 0x30...0x32, 0x34...0x36, 0x3D, 0x42, 0x43, 0x61, 0x63: 0
        case 0x13, 0x14, 0x3B, 0x3C, 0x64: 4
        default: nil
        }
    }

    /// The name used in `Fix.sources` and similar lists, for messages that belong to epochs: `UBX-NAV-PVT`.
    var sourceName: String {
        if messageClass == Self.secondOutput, let name = MessageID(0x01, id).name {
            return name.replacing("NAV-", with: "NAV2-")
        }
        return name ?? "UBX-\(Hexadecimal.upperText([messageClass]))-\(Hexadecimal.upperText([id]))"
    }

    private var name: String? {
        switch self {
        case .navPOSECEF: "UBX-NAV-POSECEF"
        case .navPOSLLH: "UBX-NAV-POSLLH"
        case .navSTATUS: "UBX-NAV-STATUS"
        case .navDOP: "UBX-NAV-DOP"
        case .navATT: "UBX-NAV-ATT"
        case .navSOL: "UBX-NAV-SOL"
        case .navPVT: "UBX-NAV-PVT"
        case .navVELECEF: "UBX-NAV-VELECEF"
        case .navVELNED: "UBX-NAV-VELNED"
        case .navHPPOSECEF: "UBX-NAV-HPPOSECEF"
        case .navHPPOSLLH: "UBX-NAV-HPPOSLLH"
        case .navPVAT: "UBX-NAV-PVAT"
        case .navTIMEGPS: "UBX-NAV-TIMEGPS"
        case .navTIMEUTC: "UBX-NAV-TIMEUTC"
        case .navTIMELS: "UBX-NAV-TIMELS"
        case .navCLOCK: "UBX-NAV-CLOCK"
        case .navSVINFO: "UBX-NAV-SVINFO"
        case .navSAT: "UBX-NAV-SAT"
        case .navSIG: "UBX-NAV-SIG"
        case .navCOV: "UBX-NAV-COV"
        case .navRELPOSNED: "UBX-NAV-RELPOSNED"
        case .hnrPVT: "UBX-HNR-PVT"
        default: nil
        }
    }

    /// True if the message lists satellites.
    var isOfSky: Bool { self == .navSAT || self == .navSVINFO || self == .navSIG }

    /// True if the message contributes to the fix.
    var isOfFix: Bool {
        switch self {
        case .navPOSECEF, .navPOSLLH, .navSTATUS, .navDOP, .navSOL, .navPVT, .navVELECEF, .navVELNED, .navHPPOSECEF,
            .navHPPOSLLH, .navPVAT, .navTIMEGPS, .navTIMEUTC, .navTIMELS, .navCOV, .navRELPOSNED:
            true
        default: false
        }
    }
}
