// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// The root of a Merkle tree of sixteen public keys, provisioned by the operator: the top trust anchor.
public struct MerkleRoot: Hashable, Sendable {
    /// The root node's hash, 32 bytes (SHA-256).
    public let bytes: [UInt8]

    /// Creates a root; nil if the bytes are not 32.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Returns true if a leaf belongs to the tree (OSNMA SIS ICD 1.1, 6.2).
    ///
    /// - Parameters:
    ///   - content: The content whose hash is the leaf.
    ///   - leaf: The number of the leaf, 0...15.
    ///   - siblings: Four nodes of 32 bytes, from the bottom up.
    public func proves(_ content: [UInt8], leaf: UInt8, siblings: [[UInt8]]) -> Bool {
        guard leaf <= 15, siblings.count == 4 else { return false }
        var node = Array(SHA256.hash(data: content))
        for (level, sibling) in siblings.enumerated() {
            let pair = leaf >> UInt8(level) & 1 == 0 ? node + sibling : sibling + node
            node = Array(SHA256.hash(data: pair))
        }
        return node == bytes
    }

    /// The padding at the end of a DSM-PKR: the first bytes of the hash over root and leaf (OSNMA SIS ICD 1.1,
    /// 3.2.2.7).
    func padding(of content: [UInt8], count: Int) -> [UInt8] {
        Array(SHA256.hash(data: bytes + content).prefix(count))
    }
}
