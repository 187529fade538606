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
