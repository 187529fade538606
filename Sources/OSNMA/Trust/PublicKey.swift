// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// The signature scheme of a public key, which decides its curve, digest and lengths.
public enum PublicKeyKind: UInt8, Sendable, CaseIterable {
    /// ECDSA on P-256 with SHA-256 (NPKT 1).
    case p256 = 1
    /// ECDSA on P-521 with SHA-512 (NPKT 3).
    case p521 = 3

    /// Bytes of the compressed point.
    public var pointByteCount: Int { self == .p256 ? 33 : 67 }

    /// Bytes of a signature, r and s.
    public var signatureByteCount: Int { self == .p256 ? 64 : 132 }
}

/// A public key of OSNMA, with which root keys are signed.
public struct PublicKey<Level: Trust>: Hashable, Sendable {
    /// The public key id (field PKID), 0...15.
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
    /// A key as received, or nil if `id` is over 15 or the point has not the length of its kind.
    public init?(id: UInt8, kind: PublicKeyKind, point: [UInt8]) {
        guard id <= 15, point.count == kind.pointByteCount else { return nil }
        self.init(unchecked: id, kind, point)
    }

    /// The key, trusted because the operator says so: from a file of the service centre that he installed.
    ///
    /// - Returns: nil if the point is not on the curve.
    public func provisioned() -> PublicKey<Verified>? {
        let isPoint =
            switch kind {
            case .p256: (try? P256.Signing.PublicKey(compressedRepresentation: point)) != nil
            case .p521: (try? P521.Signing.PublicKey(compressedRepresentation: point)) != nil
            }
        return isPoint ? PublicKey<Verified>(unchecked: id, kind, point) : nil
    }

    /// The key, trusted because a leaf of a trusted Merkle tree says so (OSNMA SIS ICD 1.1, 6.2).
    ///
    /// - Parameters:
    ///   - root: the trusted root.
    ///   - leaf: the number of the leaf, 0...15.
    ///   - siblings: the four nodes beside the way up, from the bottom.
    /// - Returns: nil if it does not lead to the root, or the point is not on the curve.
    public func verified(under root: MerkleRoot, leaf: UInt8, siblings: [[UInt8]]) -> PublicKey<Verified>? {
        let content = [kind.rawValue << 4 | id] + point
        return root.proves(content, leaf: leaf, siblings: siblings) ? provisioned() : nil
    }
}

extension PublicKey where Level == Verified {
    /// The signature of a message is this key's.
    ///
    /// - Parameters:
    ///   - signature: r and s, each of half its length.
    ///   - message: what is signed.
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
