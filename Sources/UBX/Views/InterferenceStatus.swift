// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The states of jamming and spoofing in UBX-MON-HW, UBX-MON-RF, UBX-SEC-SIG and UBX-NAV-STATUS; nil if the receiver does not
/// detect it or does not know.
public struct InterferenceStatus: Hashable, Sendable {
    public let jamming: JammingState?
    public let spoofing: SpoofingState?

    /// Reads a payload; nil for other messages, and for a payload that is too short or of an unknown version.
    public init?(_ id: MessageID, _ payload: Span<UInt8>) {
        switch id {
        case .monHW:
            // Series 6 sends 68 bytes, later ones 60. Others are not documented.
            guard payload.count == 60 || payload.count == 68 else { return nil }
            (jamming, spoofing) = (JammingState(rawValue: UInt8(payload.u1(22).bits(2, 2))), nil)
        case .monRF:
            guard payload.count >= 4, payload.u1(0) == 0 else { return nil }
            let blocks = Int(payload.u1(1))
            // The blocks of one firmware have 20 bytes and no state of jamming.
            guard blocks > 0, payload.count == 4 + 24 * blocks else { return nil }
            (jamming, spoofing) = (
                (0..<blocks).compactMap { JammingState(rawValue: UInt8(payload.u1(4 + 24 * $0 + 1).bits(0, 2))) }.max(),
                nil
            )
        case .secSIG:
            switch payload.count > 0 ? payload.u1(0) : 0 {
            case 1:
                guard payload.count >= 12 else { return nil }
                let (jam, spoof) = (payload.u1(4), payload.u1(8))
                jamming = jam.has(0) ? JammingState(rawValue: UInt8(jam.bits(1, 2))) : nil
                spoofing = spoof.has(0) ? SpoofingState(rawValue: UInt8(spoof.bits(1, 3))) : nil
            case 2:
                guard payload.count >= 4 else { return nil }
                let flags = payload.u1(1)
                jamming = flags.has(0) ? JammingState(rawValue: UInt8(flags.bits(1, 2))) : nil
                spoofing = flags.has(3) ? SpoofingState(rawValue: UInt8(flags.bits(4, 3))) : nil
            default: return nil
            }
        default: return nil
        }
    }
}
