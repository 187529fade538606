// SPDX-License-Identifier: Apache-2.0

internal import Crypto

extension PublicKey where Level == Unverified {
    /// Reads the key from a SubjectPublicKeyInfo (RFC 5480) with a compressed or uncompressed point.
    ///
    /// - Parameters:
    ///   - id: The key's PKID.
    ///   - bytes: The structure in DER.
    /// - Returns: Nil if `id` is over 15 or the structure is not a key on P-256 or P-521.
    public init?(id: UInt8, subjectPublicKeyInfo bytes: [UInt8]) {
        guard let (kind, point) = SubjectPublicKeyInfo.read(bytes),
            let compressed = point.first == 4 ? Self.compressed(point, kind) : point
        else { return nil }
        self.init(id: id, kind: kind, point: compressed)
    }

    private static func compressed(_ point: [UInt8], _ kind: PublicKeyKind) -> [UInt8]? {
        switch kind {
        case .p256: (try? P256.Signing.PublicKey(x963Representation: point)).map { Array($0.compressedRepresentation) }
        case .p521: (try? P521.Signing.PublicKey(x963Representation: point)).map { Array($0.compressedRepresentation) }
        }
    }
}

/// The algorithm and the point of a public key in DER.
private enum SubjectPublicKeyInfo {
    /// The AlgorithmIdentifier of id-ecPublicKey on secp256r1 and on secp521r1.
    private static let algorithms: [(bytes: [UInt8], kind: PublicKeyKind)] = [
        (
            [
                0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03,
                0x01, 0x07,
            ], .p256
        ),
        ([0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23], .p521),
    ]

    static func read(_ bytes: [UInt8]) -> (PublicKeyKind, [UInt8])? {
        var outer = bytes[...]
        guard var whole = value(0x30, &outer), outer.isEmpty, let algorithm = value(0x30, &whole),
            let key = value(0x03, &whole), whole.isEmpty, key.first == 0,
            let kind = algorithms.first(where: { algorithm.elementsEqual($0.bytes) })?.kind
        else { return nil }
        return (kind, Array(key.dropFirst()))
    }

    /// Removes an element with a tag from the front and returns its content; the length may be at most 255.
    private static func value(_ tag: UInt8, _ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard bytes.popFirst() == tag, var length = bytes.popFirst() else { return nil }
        if length == 0x81 {
            guard let long = bytes.popFirst() else { return nil }
            length = long
        } else if length > 0x7F {
            return nil
        }
        guard bytes.count >= Int(length) else { return nil }
        defer { bytes = bytes.dropFirst(Int(length)) }
        return bytes.prefix(Int(length))
    }
}
