// SPDX-License-Identifier: Apache-2.0

internal import OSNMA

/// What people decided to trust since the start, counted: what was learnt before a decision does not undo it, and what is
/// heard after it does.
struct TrustDecisions: Sendable {
    /// How many there were.
    private(set) var count: UInt64 = 0
    private var trusted: [TrustFingerprint: UInt64] = [:]

    mutating func trust(_ fingerprints: [TrustFingerprint]) {
        count += 1
        for fingerprint in fingerprints { trusted[fingerprint] = count }
    }

    /// The decision could not be stored.
    mutating func forget(_ fingerprints: [TrustFingerprint]) {
        for fingerprint in fingerprints { trusted[fingerprint] = nil }
    }

    /// What was decided to be trusted after the decision of that number.
    func trusted(after decision: UInt64) -> [TrustFingerprint] {
        trusted.filter { $0.value > decision }.map(\.key)
    }
}

extension HotStartState {
    /// This, with what an earlier one has beyond it: what is out of use stays so, and a receiver that knows no chain or no
    /// key does not make the others' forgotten.
    func merged(into before: HotStartState?) -> HotStartState {
        guard let before else { return self }
        var merged = self
        if chains.isEmpty { merged.chains = before.chains }
        if publicKeyMessages.isEmpty { merged.publicKeyMessages = before.publicKeyMessages }
        merged.withdrawals = before.withdrawals
        merged.withdrawals.merge(withdrawals)
        return merged
    }
}
