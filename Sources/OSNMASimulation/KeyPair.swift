// SPDX-License-Identifier: Apache-2.0

public import Crypto

/// A simulated authority's key pair of the elliptic curves that OSNMA signs with.
///
/// Source: OSNMA SIS ICD issue 1.1, section 6.2 (ECDSA P-256/SHA-256 and ECDSA P-521/SHA-512).
public enum KeyPair: Sendable {
    /// Of P-256.
    case p256(P256.Signing.PrivateKey)
    /// Of P-521.
    case p521(P521.Signing.PrivateKey)

    /// The public key's point, compressed: 33 or 67 bytes.
    public var compressedPoint: [UInt8] {
        switch self {
        case .p256(let key): Array(key.publicKey.compressedRepresentation)
        case .p521(let key): Array(key.publicKey.compressedRepresentation)
        }
    }
}
