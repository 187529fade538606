// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Everything that a receiver sent in one epoch.
public struct DecodedEpoch: Hashable, Sendable {
    /// The sentences as received (if kept), then at most one fix, at most one sky view, attitudes, timing, identity.
    public var payloads: [Payload]

    /// The arrival time of the epoch's last byte.
    public var hostTime: HostTime

    public init(payloads: [Payload], hostTime: HostTime) {
        self.payloads = payloads
        self.hostTime = hostTime
    }

    /// The fix, if there is one.
    public var fix: Fix? {
        for case .fix(let fix) in payloads { return fix }
        return nil
    }

    /// The sky view, if there is one.
    public var skyView: SkyView? {
        for case .satellites(let view) in payloads { return view }
        return nil
    }
}
