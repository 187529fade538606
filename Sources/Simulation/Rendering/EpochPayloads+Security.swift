// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Payloads about the integrity of signals.
extension EpochPayloads {
    /// The detection of jamming and spoofing is active, and finds neither.
    var security: [UInt8] {
        var writer = PayloadWriter()
        guard generation != .f9 else {
            // Version 1: detection enabled, nothing detected, for each of the two.
            for value in [1, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0] { writer.u1(value) }
            return writer.bytes
        }
        // Version 2: the same in one byte, and no monitored centre frequency.
        for value in [2, 0x1B, 0, 0] { writer.u1(value) }
        return writer.bytes
    }

    /// OSNMA is enabled and waits for a trusted time; the simulated receiver itself makes no claim.
    var authentication: [UInt8] {
        let heard = epoch.satellites.count { $0.id.constellation == .galileo && $0.cn0 != nil }
        var writer = PayloadWriter()
        writer.u1(3)
        writer.u1(0)
        writer.u2(1 | min(31, heard) << 1 | (heard == 0 ? 1 << 8 : 0))
        // Enabled, without a trusted time.
        writer.u1(1 | 1 << 1)
        writer.zeros(23)
        return writer.bytes
    }

    /// No trusted time was given to the receiver.
    var trustedTime: [UInt8] {
        var writer = PayloadWriter()
        writer.u1(1)
        writer.zeros(3)
        writer.u4(timeOfWeek)
        writer.zeros(32)
        return writer.bytes
    }
}
