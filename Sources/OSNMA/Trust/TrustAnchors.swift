// SPDX-License-Identifier: Apache-2.0

/// What the operator, or an earlier run, says is to be trusted.
public struct TrustAnchors: Sendable {
    /// Roots of Merkle trees: the one in force and one that is announced.
    public var roots: [MerkleRoot]
    /// Public keys.
    public var publicKeys: [PublicKey<Verified>]
    /// Root keys that were verified before.
    public var rootKeys: [RootKey<Verified>]

    /// - Parameters:
    ///   - roots: a cold start needs one, and so do renewals of the public key.
    ///   - publicKeys: a warm start needs the one in force.
    ///   - rootKeys: a hot start needs that of the chain in force.
    public init(roots: [MerkleRoot] = [], publicKeys: [PublicKey<Verified>] = [], rootKeys: [RootKey<Verified>] = []) {
        self.roots = roots
        self.publicKeys = publicKeys
        self.rootKeys = rootKeys
    }
}
