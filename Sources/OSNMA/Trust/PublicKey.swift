// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// The signature scheme of a public key, which determines its curve, digest and lengths.
public enum PublicKeyKind: UInt8, Sendable, CaseIterable {
    /// ECDSA on P-256 with SHA-256 (NPKT 1).
    case p256 = 1
    /// ECDSA on P-521 with SHA-512 (NPKT 3).
    case p521 = 3

    /// The number of bytes in the compressed point.
    public var pointByteCount: Int { self == .p256 ? 33 : 67 }

    /// The number of bytes in a signature (r and s).
    public var signatureByteCount: Int { self == .p256 ? 64 : 132 }
}

/// An OSNMA public key, which verifies root keys.
public struct PublicKey<Level: Trust>: Hashable, Sendable {
    /// The public key ID (field PKID), 0...15.
    public let id: UInt8
    public let kind: PublicKeyKind
    /// The point in compressed form (SEC 1): 33 bytes for P-256, 67 for P-521.
    public let point: [UInt8]

    fileprivate init(unchecked id: UInt8, _ kind: PublicKeyKind, _ point: [UInt8]) {
        self.id = id
        self.kind = kind
        self.point = point
    }
}

extension PublicKey where Level == Unverified {
    /// Creates a key as received; nil if `id` is over 15 or the point does not have the length of its kind.
    public init?(id: UInt8, kind: PublicKeyKind, point: [UInt8]) {
        guard id <= 15, point.count == kind.pointByteCount else { return nil }
        self.init(unchecked: id, kind, point)
    }

    /// Returns the key as trusted on the operator's word: the operator installed it from a file of the service
    /// centre.
    ///
    /// - Returns: Nil if the point is not on the curve.
    public func provisioned() -> PublicKey<Verified>? {
        let isPoint =
            switch kind {
            case .p256: (try? P256.Signing.PublicKey(compressedRepresentation: point)) != nil
            case .p521: (try? P521.Signing.PublicKey(compressedRepresentation: point)) != nil
            }
        return isPoint ? PublicKey<Verified>(unchecked: id, kind, point) : nil
    }

    /// Returns the key as trusted if a leaf of a trusted Merkle tree proves it (OSNMA SIS ICD 1.1, 6.2).
    ///
    /// - Parameters:
    ///   - root: The trusted root.
    ///   - leaf: The number of the leaf, 0...15.
    ///   - siblings: The four sibling nodes on the path to the root, from the bottom up.
    /// - Returns: Nil if the path does not lead to the root or the point is not on the curve.
    public func verified(under root: MerkleRoot, leaf: UInt8, siblings: [[UInt8]]) -> PublicKey<Verified>? {
        let content = [kind.rawValue << 4 | id] + point
        return root.proves(content, leaf: leaf, siblings: siblings) ? provisioned() : nil
    }
}

extension PublicKey where Level == Verified {
    /// Returns true if a message's signature was made with this key.
    ///
    /// - Parameters:
    ///   - signature: r and s, each half of its length.
    ///   - message: The signed bytes.
    func signed(_ message: [UInt8], signature: [UInt8]) -> Bool {
        switch kind {
        case .p256:
            guard let key = try? P256.Signing.PublicKey(compressedRepresentation: point),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: message)
        case .p521:
            guard let key = try? P521.Signing.PublicKey(compressedRepresentation: point),
                let signature = try? P521.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: message)
        }
    }
}
