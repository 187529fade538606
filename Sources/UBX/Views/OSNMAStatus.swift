// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// UBX-SEC-OSNMA: a receiver's own OSNMA status, which is a claim. It is read only with the exact version and length,
/// because two layouts of the message are known.
public struct OSNMAStatus: Hashable, Sendable {
    /// Galileo satellites whose navigation data the receiver reports as authenticated.
    public let claimed: [SatelliteID]

    /// Reads a payload; nil if it has a different version or length.
    public init?(_ payload: Span<UInt8>) {
        let head: Int
        switch payload.count > 0 ? payload.u1(0) : 0 {
        case 1, 2: head = 20
        case 3: head = 28
        default: return nil
        }
        guard payload.count >= head, let items = payload.items(payload.u4(head - 4).bits(0, 6), after: head, size: 4),
            payload.count == head + 4 * items.count
        else { return nil }
        var claimed: [SatelliteID] = []
        for item in items {
            let at = head + 4 * item
            guard payload.u2(at).has(15), let satellite = SatelliteID(.galileo, Int(payload.u1(at + 2))) else {
                continue
            }
            claimed.append(satellite)
        }
        self.claimed = claimed
    }
}
