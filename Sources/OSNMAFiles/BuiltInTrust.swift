// SPDX-License-Identifier: Apache-2.0

public import OSNMA

/// The trust material in force when this program was built, so that the first start needs no file.
///
/// Source: OSNMA_MerkleTree_20251209100000_newPKID_2.xml of the European GNSS Service Centre, issued
/// 2025-12-09T09:59:56Z, applicable from 2025-12-10T10:00:00Z. It contains the tree and the key of its leaf 1.
public enum BuiltInTrust {
    /// The origin, as shown to the operator.
    public static let source =
        "European GNSS Service Centre, 2025-12-09 (OSNMA_MerkleTree_20251209100000_newPKID_2.xml)"

    /// The start of its applicability, in milliseconds since 1970-01-01 UTC: 2025-12-10T10:00:00Z.
    public static let begin: Int64 = 1_765_360_800_000

    /// The leaf of the public key.
    static let leaf: UInt8 = 1
    /// The sibling nodes on the path from the leaf to the root, from the bottom up.
    static let siblings = [
        "7b944fa20915c7931d48dd016d94f9c6381fd37dc6c125d97015272fdde41393",
        "6aafde28017bf0744d42819ce40e3a0cda1eca3f7a4ea67e134e7aa714c1e843",
        "de73d209e4c5bcdc34cd117f2fe40fd08b110009997ad2b3291d3a2cf29943f9",
        "84de3669e6da551292979e5b8d045787fa967c57cc23638a30237614edd9171a",
    ]
    private static let rootDigits = "832e15ede55655eac6e399a539477b7c034cce24c3c93ffc904acd9bf842f04e"
    private static let pointDigits = "02219204b5ca6c46b623eeed6cdd2cddb1f7d6a7532767e5b8da0de1ebd695fc99"

    /// The root and the key as entries.
    public static let entries: [TrustFile.Entry] = {
        let root = TrustFile.bytes(rootDigits).flatMap(MerkleRoot.init)
        let key = TrustFile.bytes(pointDigits).flatMap { PublicKey<Unverified>(id: 2, kind: .p256, point: $0) }
        return [
            root.map { TrustFile.Entry(anchor: .root($0), leaf: nil, begin: begin, end: nil) },
            key.map { TrustFile.Entry(anchor: .key($0), leaf: leaf, tree: root, begin: begin, end: nil) },
        ].compactMap { $0 }
    }()
}

extension TrustFile.Entry {
    /// The anchor's fingerprint.
    public var fingerprint: TrustFingerprint {
        switch anchor {
        case .root(let root): root.fingerprint
        case .key(let key): key.fingerprint
        }
    }
}
