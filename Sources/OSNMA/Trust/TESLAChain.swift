// SPDX-License-Identifier: Apache-2.0

/// A TESLA chain with a verified root: it verifies the keys that are broadcast.
struct TESLAChain: Sendable {
    let parameters: ChainParameters
    /// The newest root that was verified for the chain.
    private(set) var root: RootKey<Verified>
    /// The newest key that was verified.
    private(set) var newest: TESLAKey<Verified>
    /// Its beginning: no key is older.
    private(set) var oldest: TESLAKey<Verified>
    /// From this subframe on its tags authenticate nothing.
    var revokedFrom: Int?
    /// In this run a key or a root was seen to be of it.
    var isConfirmed = true

    /// The newest verified keys, by subframe.
    private var keys: [TESLAKey<Verified>?] = Array(repeating: nil, count: 64)

    init(root: RootKey<Verified>) {
        parameters = root.parameters
        self.root = root
        newest = root.key
        oldest = root.key
        remember(root.key)
    }

    /// What became of a key.
    enum Outcome {
        /// It belongs to the chain; these keys were not known before, in order of time.
        case verified([TESLAKey<Verified>])
        /// It does not belong to the chain.
        case foreign
        /// It is so far from any known key that the hashes are not done.
        case tooFar
    }

    /// Checks a key.
    ///
    /// - Parameter steps: at most so many hashes.
    mutating func verify(_ key: TESLAKey<Unverified>, steps: Int) -> Outcome {
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

    /// The key of a subframe that is not after the newest one, by hashing down to it.
    private func known(_ subframe: Int, steps: Int) -> TESLAKey<Verified>? {
        if let key = keys[subframe & 63], key.subframe == subframe { return key }
        var from = newest
        if subframe <= oldest.subframe { from = oldest }
        for key in keys { if let key, key.subframe > subframe, key.subframe < from.subframe { from = key } }
        guard from.subframe - subframe <= steps else { return nil }
        while from.subframe > subframe { from = from.previous(parameters) }
        return from
    }

    /// Takes another root, if it is one of this chain: a newer one moves the chain on.
    ///
    /// - Returns: whether it is.
    mutating func accept(_ other: RootKey<Verified>, steps: Int) -> Bool {
        guard other.parameters == parameters else { return false }
        isConfirmed = true
        if other.key.subframe > newest.subframe {
            remember(other.key)
            newest = other.key
        }
        if other.subframe >= root.subframe { root = other }
        if other.subframe < oldest.subframe { oldest = other.key }
        return true
    }

    private mutating func remember(_ key: TESLAKey<Verified>) { keys[key.subframe & 63] = key }
}
