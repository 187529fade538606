// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Wire

/// Identifies a public key or a Merkle root: 32 bytes of SHA-256.
///
/// The fingerprint of a root is the root itself. The fingerprint of a public key is its leaf in the tree: the hash
/// over type, PKID and compressed point (OSNMA SIS ICD 1.1, 6.2).
public struct TrustFingerprint: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The hash, 32 bytes (SHA-256).
    public let bytes: [UInt8]

    /// Creates a fingerprint; nil if the bytes are not 32.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    init(ofLeaf content: [UInt8]) { bytes = Array(SHA256.hash(data: content)) }

    /// 64 lower-case hexadecimal digits.
    public var description: String { Hexadecimal.text(bytes) }

    public static func < (a: TrustFingerprint, b: TrustFingerprint) -> Bool {
        a.bytes.lexicographicallyPrecedes(b.bytes)
    }
}

extension MerkleRoot {
    /// The root's fingerprint: the root itself.
    public var fingerprint: TrustFingerprint { TrustFingerprint(bytes) ?? TrustFingerprint(ofLeaf: bytes) }
}

extension PublicKey {
    /// The key's fingerprint: the hash of its leaf.
    public var fingerprint: TrustFingerprint { TrustFingerprint(ofLeaf: [kind.rawValue << 4 | id] + point) }
}
