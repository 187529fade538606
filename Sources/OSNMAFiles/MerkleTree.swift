// SPDX-License-Identifier: Apache-2.0

internal import OSNMA

/// The Merkle tree in a file: its root, and the nodes that prove keys under it.
struct MerkleTree: Hashable, Sendable {
    /// The position of a node.
    struct Place: Hashable, Sendable {
        /// The level, 0 (leaves) to 4 (root).
        let level: UInt8
        /// The index in its level.
        let index: UInt8
    }

    let root: MerkleRoot
    let nodes: [Place: [UInt8]]
    /// The leaves that lead to the root: those of the file's keys, and their siblings.
    private(set) var leaves: [UInt8: [UInt8]] = [:]

    init(root: MerkleRoot, nodes: [Place: [UInt8]]) { (self.root, self.nodes) = (root, nodes) }

    /// The sibling nodes on the path from a leaf to the root, from the bottom up; nil if one is missing.
    func siblings(of leaf: UInt8) -> [[UInt8]]? {
        let all = (UInt8(0)..<4).compactMap { nodes[Place(level: $0, index: leaf >> $0 ^ 1)] }
        return all.count == 4 ? all : nil
    }

    /// Records the leaf of a key and its sibling if the nodes prove them.
    ///
    /// - Returns: True if they prove the key.
    mutating func proves(_ key: PublicKey<Unverified>, leaf: UInt8) -> Bool {
        guard leaf < 16, let siblings = siblings(of: leaf),
            key.verified(under: root, leaf: leaf, siblings: siblings) != nil
        else { return false }
        leaves[leaf] = key.fingerprint.bytes
        leaves[leaf ^ 1] = siblings[0]
        return true
    }

    /// Returns true if a key is one of the proven leaves.
    ///
    /// - Parameter leaf: The leaf's position, if known.
    func contains(_ key: PublicKey<Unverified>, leaf: UInt8?) -> Bool {
        if let leaf { return leaves[leaf] == key.fingerprint.bytes }
        return leaves.values.contains(key.fingerprint.bytes)
    }
}

extension TrustFile {
    /// The entries of files that are read together, with each root and key once.
    ///
    /// The tree of a key is known if any of the files proves the key, or lists its leaf next to a key that it proves.
    /// If two files describe the same key, the narrower period applies: the later start and the earlier end.
    public static func entries(of files: [TrustFile]) -> [Entry] {
        var entries: [Entry] = []
        for entry in files.flatMap(\.entries) {
            if let index = entries.firstIndex(where: { $0.anchor == entry.anchor }) {
                entries[index].merge(entry)
            } else {
                entries.append(entry)
            }
        }
        let trees = files.flatMap(\.trees)
        for index in entries.indices where entries[index].tree == nil {
            guard case .key(let key) = entries[index].anchor else { continue }
            entries[index].tree = trees.first { $0.contains(key, leaf: entries[index].leaf) }?.root
        }
        return entries
    }
}

extension TrustFile.Entry {
    /// Applies the period of another description of the same root or key: the later start and the earlier end.
    public mutating func limit(to other: Self) {
        begin = [begin, other.begin].compactMap { $0 }.max()
        end = [end, other.end].compactMap { $0 }.min()
    }

    /// Merges another description of the same root or key.
    mutating func merge(_ other: Self) {
        leaf = leaf ?? other.leaf
        tree = tree ?? other.tree
        limit(to: other)
    }
}
