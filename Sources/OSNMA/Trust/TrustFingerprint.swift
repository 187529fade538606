// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// What tells public keys and Merkle roots apart: 32 bytes of SHA-256.
///
/// That of a root is the root itself. That of a public key is the leaf that it makes in its tree: the hash over type,
/// PKID and compressed point (OSNMA SIS ICD 1.1, 6.2).
public struct TrustFingerprint: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The hash, 32 bytes (SHA-256).
    public let bytes: [UInt8]

    /// A fingerprint, or nil if it is not 32 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    init(ofLeaf content: [UInt8]) { bytes = Array(SHA256.hash(data: content)) }

    /// 64 lower-case hexadecimal digits.
    public var description: String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    public static func < (a: TrustFingerprint, b: TrustFingerprint) -> Bool {
        a.bytes.lexicographicallyPrecedes(b.bytes)
    }
}

extension MerkleRoot {
    /// The root's fingerprint: the root itself.
    public var fingerprint: TrustFingerprint { TrustFingerprint(bytes) ?? TrustFingerprint(ofLeaf: bytes) }
}

extension PublicKey {
    /// The key's fingerprint: its leaf.
    public var fingerprint: TrustFingerprint { TrustFingerprint(ofLeaf: [kind.rawValue << 4 | id] + point) }
}
