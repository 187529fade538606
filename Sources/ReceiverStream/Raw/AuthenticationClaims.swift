// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX

/// Applies the authentication that a receiver claims in UBX-SEC-OSNMA to the signals that it reports afterwards.
struct AuthenticationClaims: Sendable {
    private var claimed: Set<SatelliteID> = []
    /// The number of further signal views for which the claim is valid.
    private var validity = 0

    /// The number of signal views after which a claim expires if it is not renewed: 10 s at 5 Hz.
    private static let longest = 50

    mutating func state(_ status: OSNMAStatus) {
        claimed = Set(status.claimed)
        validity = Self.longest
    }

    /// Marks the I/NAV signals of the satellites claimed to be authentic.
    mutating func mark(_ view: inout SignalView) {
        guard validity > 0 else { return }
        validity -= 1
        guard !claimed.isEmpty else { return }
        for index in view.signals.indices {
            let tracked = view.signals[index]
            guard claimed.contains(tracked.satellite), tracked.signal == .galileoE1B || tracked.signal == .galileoE1C
            else { continue }
            view.signals[index].isClaimedAuthentic = true
        }
        view.sources.append("SEC-OSNMA")
    }
}
