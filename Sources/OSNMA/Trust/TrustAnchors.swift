// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A public key that the operator installed or that came with the program.
public struct ProvisionedKey: Hashable, Sendable {
    public let key: PublicKey<Verified>
    /// The root of the tree that the key is a leaf of; nil if the file of the key does not say.
    public let tree: MerkleRoot?
    /// Galileo uses the key from then on; nil if the file of the key does not say.
    public let begin: GST?

    /// A key with what its file says of it.
    public init(_ key: PublicKey<Verified>, tree: MerkleRoot? = nil, begin: GST? = nil) {
        (self.key, self.tree, self.begin) = (key, tree, begin)
    }
}

/// What the operator, or an earlier run, says is to be trusted.
public struct TrustAnchors: Sendable {
    /// Roots of Merkle trees: the one in force and one that is announced.
    public var roots: [MerkleRoot]
    public var keys: [ProvisionedKey]
    /// Root keys that were verified before.
    public var rootKeys: [RootKey<Verified>]

    /// The public keys without what is known of them.
    public var publicKeys: [PublicKey<Verified>] { keys.map(\.key) }

    /// - Parameters:
    ///   - roots: a cold start needs one, and so do renewals of the public key.
    ///   - keys: a warm start needs the one in force.
    ///   - rootKeys: a hot start needs that of the chain in force.
    public init(roots: [MerkleRoot] = [], keys: [ProvisionedKey], rootKeys: [RootKey<Verified>] = []) {
        (self.roots, self.keys, self.rootKeys) = (roots, keys, rootKeys)
    }

    /// - Parameters:
    ///   - roots: a cold start needs one, and so do renewals of the public key.
    ///   - publicKeys: a warm start needs the one in force; their trees and beginnings are not known.
    ///   - rootKeys: a hot start needs that of the chain in force.
    public init(roots: [MerkleRoot] = [], publicKeys: [PublicKey<Verified>] = [], rootKeys: [RootKey<Verified>] = []) {
        self.init(roots: roots, keys: publicKeys.map { ProvisionedKey($0) }, rootKeys: rootKeys)
    }
}
