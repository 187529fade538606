// SPDX-License-Identifier: Apache-2.0

/// A TESLA chain with a verified root. It verifies the keys that satellites disclose.
struct TESLAChain: Sendable {
    let parameters: ChainParameters
    /// The newest verified root of the chain.
    private(set) var root: RootKey<Verified>
    /// The newest verified key.
    private(set) var newest: TESLAKey<Verified>
    /// The first verified root of the chain, or a later one that arrived before its time. Neither this root nor keys hashed
    /// from it verify anything: the root of a coming chain is transmitted for hours before the chain begins, so anyone can
    /// compute these keys, and it is impossible to determine whether a root is the first of its chain.
    private(set) var floor: TESLAKey<Verified>
    /// The tree, or the key if its tree is unknown, that signed the newest root.
    private(set) var domain: TrustFingerprint
    /// The first subframe from which the chain's tags authenticate nothing; nil if it is not revoked.
    var revokedFrom: Int?
    /// The first subframe whose keys no longer belong to the chain, because another one is in force.
    var end: Int?
    /// True if a key or root of the chain was received in this run.
    var isConfirmed = true
    /// The newest subframe that counts as one in which the newest root was verified; nil if it was not verified in this run.
    private(set) var rootVerified: Int?

    /// The number of subframes after a root's applicability in which Galileo transmits it: an hour, and ten minutes until
    /// the next root has taken its place.
    private static let rootPeriod = 140

    /// The newest verified keys, indexed by subframe.
    private var keys: [TESLAKey<Verified>?] = Array(repeating: nil, count: 64)

    init(root: RootKey<Verified>, domain: TrustFingerprint) {
        parameters = root.parameters
        (self.root, self.domain) = (root, domain)
        newest = root.key
        floor = root.key
        remember(root.key)
    }

    /// The result of checking a key.
    enum Outcome {
        /// The key belongs to the chain; the values are the previously unknown keys in chronological order.
        case verified([TESLAKey<Verified>])
        /// The key does not belong to the chain.
        case foreign
        /// Undecidable: the key is too far from any known key, or not after the floor.
        case tooFar
    }

    /// Checks a key.
    ///
    /// - Parameter steps: The largest number of hashes.
    mutating func verify(_ key: TESLAKey<Unverified>, steps: Int) -> Outcome {
        guard key.subframe > floor.subframe else { return .tooFar }
        guard key.subframe < end ?? .max else { return .foreign }
        if key.subframe > newest.subframe {
            guard key.subframe - newest.subframe <= steps else { return .tooFar }
            guard let keys = key.verified(from: newest, parameters) else { return .foreign }
            for key in keys.suffix(self.keys.count) { remember(key) }
            newest = key.subframe > newest.subframe ? keys.last ?? newest : newest
            isConfirmed = true
            return .verified(keys)
        }
        switch known(key.subframe, steps: steps) {
        case nil: return .tooFar
        case let own? where own.confirms(key):
            isConfirmed = true
            return .verified([own])
        case _?: return .foreign
        }
    }

    /// The key of a subframe that is not later than the newest one; nil if it is not after the floor, or too far away.
    func key(of subframe: Int, steps: Int) -> TESLAKey<Verified>? {
        guard subframe > floor.subframe, subframe <= newest.subframe, subframe < end ?? .max else { return nil }
        return known(subframe, steps: steps)
    }

    /// The key of a subframe after the floor and not after the newest one, computed by hashing down to it.
    private func known(_ subframe: Int, steps: Int) -> TESLAKey<Verified>? {
        if let key = keys[subframe & 63], key.subframe == subframe { return key }
        var from = newest
        for key in keys { if let key, key.subframe > subframe, key.subframe < from.subframe { from = key } }
        guard from.subframe - subframe <= steps else { return nil }
        while from.subframe > subframe { from = from.previous(parameters) }
        return from
    }

    /// Adds a root if it belongs to this chain; a newer one advances the chain.
    ///
    /// - Parameter current: The subframe in which it arrived.
    /// - Returns: True if it belongs to the chain.
    mutating func accept(_ other: RootKey<Verified>, domain: TrustFingerprint, in current: Int) -> Bool {
        guard other.parameters == parameters else { return false }
        isConfirmed = true
        if other.key.subframe > newest.subframe {
            remember(other.key)
            newest = other.key
        }
        if other.subframe >= root.subframe { (root, self.domain) = (other, domain) }
        // Everyone can compute the keys before it now, some of them before their time.
        if other.subframe > max(current, floor.subframe) { floor = other.key }
        return true
    }

    /// Records that the newest root was verified.
    ///
    /// Anyone can repeat a root after Galileo has replaced it, perhaps because the chain was revoked. A repetition therefore
    /// counts only up to the end of the time in which Galileo transmits the root.
    mutating func noteRoot(verifiedIn subframe: Int) {
        let counted = min(subframe, root.subframe + 1 + Self.rootPeriod)
        rootVerified = max(rootVerified ?? counted, counted)
    }

    /// Forgets when the newest root was verified, because time has stepped back.
    mutating func forgetRootVerification() { rootVerified = nil }

    private mutating func remember(_ key: TESLAKey<Verified>) { keys[key.subframe & 63] = key }
}
