// SPDX-License-Identifier: Apache-2.0

/// A complete DSM-PKR that is not verified yet (OSNMA SIS ICD 1.1, 3.2.2).
public struct PublicKeyMessage: Sendable {
    private let bytes: [UInt8]

    /// The content of a message, proven under a root.
    public enum Content: Sendable {
        /// A public key.
        case key(PublicKey<Verified>)
        /// The alert message: OSNMA is off until new material is obtained by other means.
        case alert
    }

    /// The reason why a message proves nothing.
    public enum VerificationError: Error, Hashable, Sendable {
        /// The message's length or type is reserved, or they do not match.
        case malformed
        /// The hashes in the message do not lead to the Merkle root.
        case tree
        /// The hashes lead to the Merkle root, but the padding is invalid.
        case padding
    }

    /// - Parameter bytes: The concatenated blocks of 13 bytes each.
    public init?(bytes: [UInt8]) {
        guard let first = bytes.first, Self.blockCount(first: first) == bytes.count / 13, bytes.count % 13 == 0 else {
            return nil
        }
        self.bytes = bytes
    }

    /// NB_DP as a number of blocks, 13...16; nil if it is reserved.
    static func blockCount(first: UInt8) -> Int? {
        let field = Int(first >> 4)
        return (7...10).contains(field) ? field + 6 : nil
    }

    /// Returns the content of the message if it is proven under a root.
    ///
    /// - Throws: `VerificationError` if the message is malformed, does not lead to the root, or has invalid padding.
    public func verified(under root: MerkleRoot) throws(VerificationError) -> Content {
        let leaf = bytes[0] & 0x0F
        let siblings = (0..<4).map { Array(bytes[(1 + 32 * $0)..<(33 + 32 * $0)]) }
        let type = bytes[129] >> 4
        let id = bytes[129] & 0x0F
        if type == 4 {
            guard root.proves(Array(bytes[129...]), leaf: leaf, siblings: siblings) else { throw .tree }
            return .alert
        }
        guard let kind = PublicKeyKind(rawValue: type) else { throw .malformed }
        let end = 130 + kind.pointByteCount
        guard (end + 12) / 13 * 13 == bytes.count else { throw .malformed }
        let key = PublicKey<Unverified>(id: id, kind: kind, point: Array(bytes[130..<end]))
        guard let key = key?.verified(under: root, leaf: leaf, siblings: siblings) else { throw .tree }
        guard root.padding(of: Array(bytes[129..<end]), count: bytes.count - end) == Array(bytes[end...]) else {
            throw .padding
        }
        return .key(key)
    }
}
