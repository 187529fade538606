// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// UBX-SEC-OSNMA: what a receiver says itself of OSNMA. It is the receiver's claim. Read by version and exact length: two
/// layouts of the message are known.
public struct OSNMAStatus: Hashable, Sendable {
    /// Satellites of Galileo whose navigation data the receiver says are authenticated.
    public let claimed: [SatelliteID]

    /// Reads a payload; nil where version or length is another.
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
