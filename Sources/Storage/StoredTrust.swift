// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// A person's decision about an OSNMA public key or Merkle root.
public struct StoredTrustAnchor: Hashable, Sendable {
    /// The kind of trust anchor.
    public enum Kind: String, Sendable, CaseIterable {
        /// The root of a Merkle tree.
        case merkleRoot = "merkle_root"
        case publicKey = "public_key"
    }

    /// The SHA-256 fingerprint, 32 bytes.
    public var fingerprint: [UInt8]
    public var kind: Kind
    /// The root; or for a public key, one byte with its type and number, then the compressed point.
    public var content: [UInt8]
    /// The root of a public key's Merkle tree, 32 bytes; nil if no file specified it.
    public var tree: [UInt8]?
    /// The start of validity in milliseconds since 1970-01-01 UTC; nil if not specified.
    public var validFrom: Int64?
    /// The end of validity, in the same unit.
    public var validTo: Int64?
    /// The origin for people: a file name.
    public var source: String
    /// True if the anchor is trusted; false if it must not be trusted, even if another source contains it.
    public var isTrusted: Bool
    /// The time at which the decision was made, in milliseconds since 1970-01-01 UTC by the host's clock.
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

/// The stored OSNMA data.
public struct StoredTrust: Hashable, Sendable {
    /// People's decisions, in chronological order.
    public var anchors: [StoredTrustAnchor] = []
    /// The state that the engine received from the signal, as the engine encoded it; nil if none exists.
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
    /// Decodes a row; nil if its kind is unknown to this program.
    init?(_ row: StoredRow) throws(BadCell) {
        let word = try row.text("kind")
        let fingerprint = try row.bytes("fingerprint")
        guard fingerprint.count == 32 else {
            throw row.bad("fingerprint", "it has \(fingerprint.count) bytes instead of 32")
        }
        let content = try row.bytes("content")
        // A store that is only inspected may have an earlier version.
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
    /// The bytes, or nil if empty.
    fileprivate var nonEmpty: [UInt8]? { isEmpty ? nil : self }
}
