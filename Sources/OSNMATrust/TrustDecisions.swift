// SPDX-License-Identifier: Apache-2.0

internal import OSNMA

/// The operator's decisions to trust since the start, numbered. A withdrawal received before a decision does not undo
/// the decision; a withdrawal received afterwards does.
struct TrustDecisions: Sendable {
    /// The number of decisions so far.
    private(set) var count: UInt64 = 0
    private var trusted: [TrustFingerprint: UInt64] = [:]

    mutating func trust(_ fingerprints: [TrustFingerprint]) {
        count += 1
        for fingerprint in fingerprints { trusted[fingerprint] = count }
    }

    /// Removes a decision that could not be stored.
    mutating func forget(_ fingerprints: [TrustFingerprint]) {
        for fingerprint in fingerprints { trusted[fingerprint] = nil }
    }

    /// The keys and roots trusted by decisions after the one with this number.
    func trusted(after decision: UInt64) -> [TrustFingerprint] {
        trusted.filter { $0.value > decision }.map(\.key)
    }
}

extension HotStartState {
    /// This state, completed from an earlier one: withdrawals are kept, and a state without a chain or without public
    /// key messages keeps the earlier ones.
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
