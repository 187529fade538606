// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// What a person decided about a public key or a Merkle root of OSNMA.
public struct StoredTrustAnchor: Hashable, Sendable {
    /// A public key or a Merkle root.
    public enum Kind: String, Sendable, CaseIterable {
        /// The root of a Merkle tree.
        case merkleRoot = "merkle_root"
        /// A public key.
        case publicKey = "public_key"
    }

    /// What tells it apart: 32 bytes of SHA-256.
    public var fingerprint: [UInt8]
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

    public init() {}

    init(_ database: Database, _ damage: StoreDamage) throws {
        let table = StoreTable.trustAnchors
        anchors = damage.read(
            try table.rows(database, "SELECT * FROM trust_anchors ORDER BY changed, fingerprint"),
            StoredTrustAnchor.init
        ).compactMap(\.self)
        let states = try StoreTable.osnmaState.rows(database, "SELECT * FROM osnma_state")
        state = damage.read(states) { row throws(BadCell) in try row.bytes("state") }.first
    }
}

extension StoredTrustAnchor {
    /// A row; nil where it is of a kind that this program does not know.
    init?(_ row: StoredRow) throws(BadCell) {
        let word = try row.text("kind")
        let fingerprint = try row.bytes("fingerprint")
        guard fingerprint.count == 32 else {
            throw row.bad("fingerprint", "it has \(fingerprint.count) bytes instead of 32")
        }
        let content = try row.bytes("content")
        // A store that is only inspected may be of an earlier version.
        let tree = row.row.hasColumn("tree") ? try row.optionalBytes("tree")?.nonEmpty : nil
        let range = StoredRange.milliseconds
        let validity = (
            try row.optionalInteger("valid_from", in: range), try row.optionalInteger("valid_to", in: range)
        )
        let (source, isTrusted) = (try row.text("source"), try row.flag("trusted"))
        let changed = try row.integer("changed", in: range)
        guard let kind = Kind(rawValue: word) else { return nil }
        self.init(
            fingerprint: fingerprint, kind: kind, content: content, tree: tree, validFrom: validity.0,
            validTo: validity.1, source: source, isTrusted: isTrusted, changed: changed)
    }
}

extension [UInt8] {
    /// These bytes; nil where there are none.
    fileprivate var nonEmpty: [UInt8]? { isEmpty ? nil : self }
}
