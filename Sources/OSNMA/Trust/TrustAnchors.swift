// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A public key that the operator installed or that came with the program.
public struct ProvisionedKey: Hashable, Sendable {
    public let key: PublicKey<Verified>
    /// The root of the tree that contains the key; nil if the key's file does not contain it.
    public let tree: MerkleRoot?
    /// The time from which Galileo uses the key; nil if the key's file does not contain it.
    public let begin: GST?

    /// Creates a key with the information from its file.
    public init(_ key: PublicKey<Verified>, tree: MerkleRoot? = nil, begin: GST? = nil) {
        (self.key, self.tree, self.begin) = (key, tree, begin)
    }
}

/// The initial trust, given by the operator or an earlier run.
public struct TrustAnchors: Sendable {
    /// Roots of Merkle trees: the one in force and an announced one.
    public var roots: [MerkleRoot]
    public var keys: [ProvisionedKey]
    /// Root keys verified earlier.
    public var rootKeys: [RootKey<Verified>]

    /// The times after which a root or key is no longer trusted, in milliseconds since 1970-01-01 UTC; others have no end. The
    /// engine knows no such time: its user removes what has ended.
    public var ends: [TrustFingerprint: Int64] = [:]

    /// The public keys without trees and start dates.
    public var publicKeys: [PublicKey<Verified>] { keys.map(\.key) }

    /// - Parameters:
    ///   - roots: Required for a cold start and for renewals of the public key.
    ///   - keys: A warm start requires the public key in force.
    ///   - rootKeys: A hot start requires the root key of the chain in force.
    public init(roots: [MerkleRoot] = [], keys: [ProvisionedKey], rootKeys: [RootKey<Verified>] = []) {
        (self.roots, self.keys, self.rootKeys) = (roots, keys, rootKeys)
    }

    /// - Parameters:
    ///   - roots: Required for a cold start and for renewals of the public key.
    ///   - publicKeys: Keys with unknown trees and start dates. A warm start requires the public key in force.
    ///   - rootKeys: A hot start requires the root key of the chain in force.
    public init(roots: [MerkleRoot] = [], publicKeys: [PublicKey<Verified>] = [], rootKeys: [RootKey<Verified>] = []) {
        self.init(roots: roots, keys: publicKeys.map { ProvisionedKey($0) }, rootKeys: rootKeys)
    }
}

extension TrustAnchors {
    /// Returns true if the trust in a root or key has ended.
    ///
    /// - Parameters:
    ///   - end: The end of its applicability, in milliseconds since 1970-01-01 UTC; nil for none.
    ///   - now: The current time in the same unit; nil for that of a recording, by which nothing ends.
    public static func hasEnded(_ end: Int64?, at now: Int64?) -> Bool {
        guard let end, let now else { return false }
        return end < now
    }

    /// Moves the roots and keys that meet a condition to the returned anchors.
    public mutating func take(where isMeant: (TrustFingerprint) -> Bool) -> TrustAnchors {
        var taken = TrustAnchors(
            roots: roots.filter { isMeant($0.fingerprint) }, keys: keys.filter { isMeant($0.key.fingerprint) })
        taken.ends = ends.filter { isMeant($0.key) }
        roots.removeAll { isMeant($0.fingerprint) }
        keys.removeAll { isMeant($0.key.fingerprint) }
        ends = ends.filter { !isMeant($0.key) }
        return taken
    }
}
