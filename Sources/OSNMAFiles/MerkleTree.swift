// SPDX-License-Identifier: Apache-2.0

internal import OSNMA

/// The Merkle tree of a file: its root, and the nodes that prove keys under it.
struct MerkleTree: Hashable, Sendable {
    /// The place of a node.
    struct Place: Hashable, Sendable {
        /// The level, 0 (leaves) to 4 (root).
        let level: UInt8
        /// The number in its level.
        let index: UInt8
    }

    let root: MerkleRoot
    let nodes: [Place: [UInt8]]
    /// The leaves that lead to the root: those of keys of the file, and those beside them.
    private(set) var leaves: [UInt8: [UInt8]] = [:]

    init(root: MerkleRoot, nodes: [Place: [UInt8]]) { (self.root, self.nodes) = (root, nodes) }

    /// The nodes beside the way from a leaf up to the root, from the bottom; nil where one is missing.
    func siblings(of leaf: UInt8) -> [[UInt8]]? {
        let all = (UInt8(0)..<4).compactMap { nodes[Place(level: $0, index: leaf >> $0 ^ 1)] }
        return all.count == 4 ? all : nil
    }

    /// Notes the leaf of a key, and the one beside it, if the nodes prove it.
    ///
    /// - Returns: they do.
    mutating func proves(_ key: PublicKey<Unverified>, leaf: UInt8) -> Bool {
        guard leaf < 16, let siblings = siblings(of: leaf),
            key.verified(under: root, leaf: leaf, siblings: siblings) != nil
        else { return false }
        leaves[leaf] = key.fingerprint.bytes
        leaves[leaf ^ 1] = siblings[0]
        return true
    }

    /// A key is one of the proven leaves.
    ///
    /// - Parameter leaf: its place, if that is known.
    func contains(_ key: PublicKey<Unverified>, leaf: UInt8?) -> Bool {
        if let leaf { return leaves[leaf] == key.fingerprint.bytes }
        return leaves.values.contains(key.fingerprint.bytes)
    }
}

extension TrustFile {
    /// The entries of files that are read together, each root and key once.
    ///
    /// The tree of a key is known if any of the files proves the key, or lists its leaf beside a key that it proves. Of
    /// two statements on one key the narrower time counts: the later beginning and the earlier end.
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
    /// Adds what another statement on the same root or key says.
    mutating func merge(_ other: Self) {
        leaf = leaf ?? other.leaf
        tree = tree ?? other.tree
        begin = [begin, other.begin].compactMap { $0 }.max()
        end = [end, other.end].compactMap { $0 }.min()
    }
}
