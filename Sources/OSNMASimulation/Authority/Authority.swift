// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// The signing authority: a Merkle tree of sixteen leaves, fifteen of them public keys and the last the alert
/// message.
struct Authority: Sendable {
    /// The leaf of the alert message.
    static let alertLeaf = 15

    /// The keys, indexed by leaf.
    let keys: [SigningKey]
    /// The nodes of each level, starting with the hashes of the leaves.
    let nodes: [[[UInt8]]]
    private let alert: [UInt8]

    /// - Parameters:
    ///   - curves: The curves of the keys of leaves 0...14; P-256 for a missing entry.
    ///   - seed: The seed from which the keys are derived.
    init(curves: [Int: SigningCurve], seed: Seed) {
        keys = (0..<Self.alertLeaf).map { SigningKey(curves[$0] ?? .p256, seed: seed.part("leaf \($0)")) }
        // NPKT 4, NPKID 0, and a text that fills thirteen blocks.
        alert = [0x40] + seed.bytes("alert", count: 39)
        let (keys, alert) = (keys, alert)
        var levels = [(0...Self.alertLeaf).map { Self.hash($0 < keys.count ? Self.content(keys[$0], $0) : alert) }]
        while let last = levels.last, last.count > 1 {
            levels.append(stride(from: 0, to: last.count, by: 2).map { Self.hash(last[$0] + last[$0 + 1]) })
        }
        nodes = levels
    }

    var root: [UInt8] { nodes[4][0] }

    /// PKID of the key of a leaf.
    static func keyID(leaf: Int) -> UInt8 { UInt8(leaf + 1) }

    /// The sibling nodes on the path from a leaf to the root, starting with level 0.
    func siblings(leaf: Int) -> [[UInt8]] { (0..<4).map { nodes[$0][leaf >> $0 ^ 1] } }

    /// The DSM-PKR of a key, or of the alert message for leaf 15 (OSNMA SIS ICD 1.1, section 3.2.3).
    func publicKeyMessage(leaf: Int) -> [UInt8] {
        let content = leaf < keys.count ? Self.content(keys[leaf], leaf) : alert
        let count = (1 + 128 + content.count + 12) / 13
        let message = [UInt8(count - 6) << 4 | UInt8(leaf)] + siblings(leaf: leaf).flatMap { $0 } + content
        return message + Self.hash(root + content).prefix(13 * count - message.count)
    }

    /// The content of a leaf: NPKT, NPKID and the point.
    private static func content(_ key: SigningKey, _ leaf: Int) -> [UInt8] {
        [key.curve.keyType << 4 | keyID(leaf: leaf)] + key.point
    }

    private static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
