// SPDX-License-Identifier: Apache-2.0

/// A TESLA chain with a verified root: it verifies the keys that are broadcast.
struct TESLAChain: Sendable {
    let parameters: ChainParameters
    /// The newest root that was verified for the chain.
    private(set) var root: RootKey<Verified>
    /// The newest key that was verified.
    private(set) var newest: TESLAKey<Verified>
    /// The oldest root that was verified for the chain. Nothing is verified with it or with what is hashed from it: the
    /// root of a coming chain is on air for hours before the chain begins, so anyone can compute these keys, and whether
    /// a root is the first of its chain cannot be told.
    private(set) var floor: TESLAKey<Verified>
    /// The tree, or the key if its tree is not known, that signed the newest root.
    private(set) var domain: TrustFingerprint
    /// From this subframe on its tags authenticate nothing.
    var revokedFrom: Int?
    /// Keys of this subframe and later are not of the chain: another one is in force.
    var end: Int?
    /// In this run a key or a root was seen to be of it.
    var isConfirmed = true

    /// The newest verified keys, by subframe.
    private var keys: [TESLAKey<Verified>?] = Array(repeating: nil, count: 64)

    init(root: RootKey<Verified>, domain: TrustFingerprint) {
        parameters = root.parameters
        (self.root, self.domain) = (root, domain)
        newest = root.key
        floor = root.key
        remember(root.key)
    }

    /// What became of a key.
    enum Outcome {
        /// It belongs to the chain; these keys were not known before, in order of time.
        case verified([TESLAKey<Verified>])
        /// It does not belong to the chain.
        case foreign
        /// Nothing can be said of it: it is too far from any known key, or not after the oldest root.
        case tooFar
    }

    /// Checks a key.
    ///
    /// - Parameter steps: at most so many hashes.
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

    /// The key of a subframe that is not after the newest one; nil if it is not after the floor, or too far.
    func key(of subframe: Int, steps: Int) -> TESLAKey<Verified>? {
        guard subframe > floor.subframe, subframe <= newest.subframe, subframe < end ?? .max else { return nil }
        return known(subframe, steps: steps)
    }

    /// The key of a subframe that is after the floor and not after the newest one, by hashing down to it.
    private func known(_ subframe: Int, steps: Int) -> TESLAKey<Verified>? {
        if let key = keys[subframe & 63], key.subframe == subframe { return key }
        var from = newest
        for key in keys { if let key, key.subframe > subframe, key.subframe < from.subframe { from = key } }
        guard from.subframe - subframe <= steps else { return nil }
        while from.subframe > subframe { from = from.previous(parameters) }
        return from
    }

    /// Takes another root, if it is one of this chain: a newer one moves the chain on.
    ///
    /// - Returns: whether it is.
    mutating func accept(_ other: RootKey<Verified>, domain: TrustFingerprint) -> Bool {
        guard other.parameters == parameters else { return false }
        isConfirmed = true
        if other.key.subframe > newest.subframe {
            remember(other.key)
            newest = other.key
        }
        if other.subframe >= root.subframe { (root, self.domain) = (other, domain) }
        if other.subframe < floor.subframe { floor = other.key }
        return true
    }

    private mutating func remember(_ key: TESLAKey<Verified>) { keys[key.subframe & 63] = key }
}
