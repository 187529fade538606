// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// What a receiver thinks of the signals.
extension EpochPayloads {
    /// It watches for jamming and spoofing and finds neither.
    var security: [UInt8] {
        var writer = PayloadWriter()
        guard generation != .f9 else {
            // Version 1: on, and none, for each.
            for value in [1, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0] { writer.u1(value) }
            return writer.bytes
        }
        // Version 2: the same in one byte, and no frequency at which it was looked for.
        for value in [2, 0x1B, 0, 0] { writer.u1(value) }
        return writer.bytes
    }

    /// OSNMA is on, and waits for a time to rely on, until it gets one: on its own it claims nothing.
    var authentication: [UInt8] {
        let heard = epoch.satellites.count { $0.id.constellation == .galileo && $0.cn0 != nil }
        var writer = PayloadWriter()
        writer.u1(3)
        writer.u1(0)
        writer.u2(1 | min(31, heard) << 1 | (heard == 0 ? 1 << 8 : 0))
        // Wanted, and no trusted time.
        writer.u1(1 | 1 << 1)
        writer.zeros(23)
        return writer.bytes
    }

    /// None was given to it.
    var trustedTime: [UInt8] {
        var writer = PayloadWriter()
        writer.u1(1)
        writer.zeros(3)
        writer.u4(timeOfWeek)
        writer.zeros(32)
        return writer.bytes
    }
}
