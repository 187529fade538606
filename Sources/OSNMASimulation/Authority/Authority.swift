// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// The one who signs: sixteen leaves of a Merkle tree, fifteen of them public keys, the last the alert message.
struct Authority: Sendable {
    /// The leaf of the alert message.
    static let alertLeaf = 15

    /// By leaf.
    let keys: [SigningKey]
    /// The nodes of each level, the leaves' hashes first.
    let nodes: [[[UInt8]]]
    private let alert: [UInt8]

    /// - Parameters:
    ///   - curves: of the keys of the leaves 0...14; P-256 if absent.
    ///   - seed: what the keys are drawn from.
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

    /// The nodes beside the way from a leaf to the root, that of level 0 first.
    func siblings(leaf: Int) -> [[UInt8]] { (0..<4).map { nodes[$0][leaf >> $0 ^ 1] } }

    /// DSM-PKR (OSNMA SIS ICD 1.1, section 3.2.3): of a key, or with leaf 15 of the alert message.
    func publicKeyMessage(leaf: Int) -> [UInt8] {
        let content = leaf < keys.count ? Self.content(keys[leaf], leaf) : alert
        let count = (1 + 128 + content.count + 12) / 13
        let message = [UInt8(count - 6) << 4 | UInt8(leaf)] + siblings(leaf: leaf).flatMap { $0 } + content
        return message + Self.hash(root + content).prefix(13 * count - message.count)
    }

    /// The signed part of a leaf: NPKT, NPKID and the point.
    private static func content(_ key: SigningKey, _ leaf: Int) -> [UInt8] {
        [key.curve.keyType << 4 | keyID(leaf: leaf)] + key.point
    }

    private static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
