// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX

/// Joins what a receiver claims in a UBX-SEC-OSNMA with the signals that it states after it.
struct AuthenticationClaims: Sendable {
    private var claimed: Set<SatelliteID> = []
    /// For so many views more.
    private var validity = 0

    /// A claim that is not renewed is dropped after so many views of signals: some 10 s at 5 Hz.
    private static let longest = 50

    mutating func state(_ status: OSNMAStatus) {
        claimed = Set(status.claimed)
        validity = Self.longest
    }

    /// Marks the signals of I/NAV of the satellites that it is claimed of.
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
