// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// What a person decided about a public key or a Merkle root of OSNMA.
public struct StoredTrustAnchor: Hashable, Sendable {
    /// What it is.
    public enum Kind: String, Sendable, CaseIterable {
        /// The root of a Merkle tree.
        case merkleRoot = "merkle_root"
        /// A public key.
        case publicKey = "public_key"
    }

    /// What tells it apart: 32 bytes of SHA-256.
    public var fingerprint: [UInt8]
    /// What it is.
    public var kind: Kind
    /// The root; of a key its type and number in one byte, then the compressed point.
    public var content: [UInt8]
    /// Of a key the root of its Merkle tree, 32 bytes; nil where no file said it.
    public var tree: [UInt8]?
    /// It applies from then on, in milliseconds since 1970-01-01 UTC; nil: not stated.
    public var validFrom: Int64?
    /// It applies until then, as above.
    public var validTo: Int64?
    /// Where it comes from, for people: the name of a file.
    public var source: String
    /// It is to be trusted; else it is not, wherever else it comes from.
    public var isTrusted: Bool
    /// When it was decided, in milliseconds since 1970-01-01 UTC by the host's clock.
    public var changed: Int64

    /// A decision.
    public init(
        fingerprint: [UInt8], kind: Kind, content: [UInt8], tree: [UInt8]? = nil, validFrom: Int64? = nil,
        validTo: Int64? = nil, source: String, isTrusted: Bool, changed: Int64
    ) {
        (self.fingerprint, self.kind, self.content, self.tree) = (fingerprint, kind, content, tree)
        (self.validFrom, self.validTo) = (validFrom, validTo)
        (self.source, self.isTrusted, self.changed) = (source, isTrusted, changed)
    }
}

/// What is kept of OSNMA.
public struct StoredTrust: Hashable, Sendable {
    /// What people decided, the latest decision last.
    public var anchors: [StoredTrustAnchor] = []
    /// What was learnt from the signal, as the engine wrote it.
    public var state: [UInt8]?

    /// Nothing.
    public init() {}

    init(_ database: Database) throws {
        anchors = try Row.fetchAll(database, sql: "SELECT * FROM trust_anchors ORDER BY changed, fingerprint")
            .compactMap(StoredTrustAnchor.init)
        state = try Row.fetchOne(database, sql: "SELECT state FROM osnma_state").map { Self.bytes($0["state"]) }
    }

    static func bytes(_ value: DatabaseValue) -> [UInt8] {
        if case .blob(let data) = value.storage { return [UInt8](data) }
        return []
    }
}

extension StoredTrustAnchor {
    /// A row; nil where it is of a kind that this program does not know.
    init?(_ row: Row) {
        guard let kind = Kind(rawValue: row["kind"]) else { return nil }
        self.init(
            fingerprint: StoredTrust.bytes(row["fingerprint"]), kind: kind, content: StoredTrust.bytes(row["content"]),
            // A store that is only inspected may be of an earlier version.
            tree: row.hasColumn("tree") ? StoredTrust.bytes(row["tree"]).nonEmpty : nil,
            validFrom: row["valid_from"], validTo: row["valid_to"], source: row["source"], isTrusted: row["trusted"],
            changed: row["changed"])
    }
}

extension [UInt8] {
    /// These bytes; nil where there are none.
    fileprivate var nonEmpty: [UInt8]? { isEmpty ? nil : self }
}
