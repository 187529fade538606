// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// An OSNMA public key or Merkle root with its state of trust, or a revoked chain.
public struct TrustReport: Codable, Hashable, Sendable {
    /// The kind of object that is trusted or withdrawn.
    public enum Kind: String, Coded {
        case merkleRoot = "merkle_root"
        case publicKey = "public_key"
        /// A key or root that is known only from its withdrawal.
        case anchor
        /// A revoked chain of a key or tree.
        case chain
    }

    /// The curve of a public key.
    public enum KeyType: String, Coded {
        case p256 = "ecdsa_p256"
        case p521 = "ecdsa_p521"
    }

    /// The origin of a key or root.
    public enum Origin: String, Coded {
        /// Built into the program.
        case builtIn = "built_in"
        /// Added by a user.
        case file
        case overTheAir = "over_the_air"
    }

    /// The state of trust, or the reason why it is not trusted.
    public enum State: String, Coded {
        case trusted
        case expired
        /// Removed by a user.
        case removed
        /// Withdrawn by Galileo.
        case withdrawn
        /// For a chain: revoked by Galileo.
        case revoked
    }

    /// The reason why Galileo withdrew it.
    public enum Cause: String, Coded {
        case renewed
        case keyRevoked = "key_revoked"
        case treeRenewed = "tree_renewed"
        case alert
        case chainRevoked = "chain_revoked"
    }

    /// The kind of object.
    public var kind: ReportCode<Kind>
    /// 64 hexadecimal digits. For a root: the root itself. For a key: the SHA-256 over type, PKID and compressed
    /// point, which is its Merkle leaf. For a chain: the fingerprint of its tree, or of its key if the tree is
    /// unknown.
    public var fingerprint: String
    /// PKID of a key, 0...15.
    public var pkid: UInt8?
    /// The curve of a key.
    public var type: ReportCode<KeyType>?
    /// The root, or the compressed point of the key, in hexadecimal digits.
    public var content: String
    /// For a key: the root of its Merkle tree in hexadecimal digits; nil if no file proves it.
    public var tree: String?
    /// The time from which the object is applicable, if known.
    public var validFrom: Timestamp?
    /// The time at which the key or root ceases to be applicable, if known.
    public var validTo: Timestamp?
    public var origin: ReportCode<Origin>
    /// The origin, for people.
    public var source: String
    public var state: ReportCode<State>
    /// The reason why Galileo withdrew it.
    public var cause: ReportCode<Cause>?
    /// The signal's time at which the withdrawal was received.
    public var heard: Timestamp?
    /// The fingerprint of the tree that proved the withdrawal, or of the key if its tree is unknown.
    public var domain: String?
    /// The message that proves the withdrawal: a DSM in hexadecimal digits.
    public var message: String?
    /// CID of a chain, 0...3; root keys of the chain that became applicable before `valid_to` are refused.
    public var chain: UInt8?

    /// Creates a report with the required values.
    public init(kind: Kind, fingerprint: String, content: String, origin: Origin, source: String, state: State) {
        (self.kind, self.fingerprint, self.content) = (ReportCode(kind), fingerprint, content)
        (self.origin, self.source, self.state) = (ReportCode(origin), source, ReportCode(state))
    }

    enum CodingKeys: String, CodingKey {
        case kind, fingerprint, pkid, type, content, tree, origin, source, state, cause, heard, domain, message, chain
        case validFrom = "valid_from"
        case validTo = "valid_to"
    }
}

/// A user's request to trust a public key or Merkle root.
public struct TrustRequest: Codable, Hashable, Sendable {
    /// PKID of a key, 0...15; nil for a root.
    public var pkid: UInt8?
    /// The root, or the compressed point of the key, in hexadecimal digits.
    public var content: String
    /// For a key: the root of its Merkle tree in hexadecimal digits; nil if no file proves it.
    public var tree: String?
    /// The time from which the object is applicable, if known.
    public var validFrom: Timestamp?
    /// The time at which the key or root ceases to be applicable, if known.
    public var validTo: Timestamp?
    /// The origin, for people: the name of a file.
    public var source: String

    public init(
        pkid: UInt8?, content: String, tree: String? = nil, validFrom: Timestamp? = nil, validTo: Timestamp? = nil,
        source: String
    ) {
        (self.pkid, self.content, self.tree, self.source) = (pkid, content, tree, source)
        (self.validFrom, self.validTo) = (validFrom, validTo)
    }

    enum CodingKeys: String, CodingKey {
        case pkid, content, tree, source
        case validFrom = "valid_from"
        case validTo = "valid_to"
    }
}

/// The requests about the keys and roots that OSNMA validation trusts.
public protocol TrustControl: Sendable {
    /// All known public keys and roots, trusted or not.
    ///
    /// - Throws: `ControlError` if the keys and roots cannot be read.
    func trustList() async throws(ControlError) -> [TrustReport]

    /// Trusts keys and roots on behalf of a user: all of them, or none if one is invalid. Takes effect at once and
    /// survives restarts.
    ///
    /// - Returns: The added keys and roots.
    /// - Throws: `ControlError` if a key or root is invalid, or if the change cannot be stored.
    func trust(_ requests: [TrustRequest]) async throws(ControlError) -> [TrustReport]

    /// Stops trusting a key or root on behalf of a user, regardless of its origin. Takes effect at once and survives
    /// restarts.
    ///
    /// - Parameter fingerprint: Enough hexadecimal digits to identify it, at least 8.
    /// - Returns: The removed key or root.
    /// - Throws: `ControlError` if none or several match, or if the change cannot be stored.
    func distrust(_ fingerprint: String) async throws(ControlError) -> TrustReport
}
