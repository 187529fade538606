// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A public key or a Merkle root of OSNMA, and whether it is trusted; or a chain that was revoked.
public struct TrustReport: Codable, Hashable, Sendable {
    /// What is trusted, or put out of use.
    public enum Kind: String, Coded {
        case merkleRoot = "merkle_root"
        case publicKey = "public_key"
        /// A key or a root of which only is known that it is out of use.
        case anchor
        /// The chain of a key or tree, revoked.
        case chain
    }

    /// The curve of a public key.
    public enum KeyType: String, Coded {
        case p256 = "ecdsa_p256"
        case p521 = "ecdsa_p521"
    }

    /// Where it comes from.
    public enum Origin: String, Coded {
        /// Built into the program.
        case builtIn = "built_in"
        /// A person added it.
        case file
        case overTheAir = "over_the_air"
    }

    /// Whether it is trusted, or why not.
    public enum State: String, Coded {
        case trusted
        case expired
        /// A person trusts it no longer.
        case removed
        /// Galileo put it out of use.
        case withdrawn
        /// Of a chain: Galileo revoked it.
        case revoked
    }

    /// Why Galileo put something out of use.
    public enum Cause: String, Coded {
        case renewed
        case keyRevoked = "key_revoked"
        case treeRenewed = "tree_renewed"
        case alert
        case chainRevoked = "chain_revoked"
    }

    /// What it is.
    public var kind: ReportCode<Kind>
    /// 64 hexadecimal digits: of a root itself; of a key SHA-256 over type, PKID and compressed point, its Merkle leaf;
    /// of a chain that of the tree, or of the key whose tree is not known, that it belongs to.
    public var fingerprint: String
    /// PKID of a key, 0...15.
    public var pkid: UInt8?
    /// The curve of a key.
    public var type: ReportCode<KeyType>?
    /// The root, or the compressed point of the key, in hexadecimal digits.
    public var content: String
    /// Of a key the root of its Merkle tree, in hexadecimal digits; nil where no file proves it.
    public var tree: String?
    /// It applies from then on, where that is known.
    public var validFrom: Timestamp?
    /// It applies until then, where that is known.
    public var validTo: Timestamp?
    public var origin: ReportCode<Origin>
    /// Where it comes from, for people.
    public var source: String
    public var state: ReportCode<State>
    /// Why Galileo put it out of use.
    public var cause: ReportCode<Cause>?
    /// When that was heard, by the time of the signal.
    public var heard: Timestamp?
    /// The fingerprint of the tree, or of the key whose tree is not known, that proved it.
    public var domain: String?
    /// The message that proves it, a DSM in hexadecimal digits.
    public var message: String?
    /// CID of a chain, 0...3; its root keys that apply from before `valid_to` are refused.
    public var chain: UInt8?

    /// What is known of it.
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

/// A public key or a Merkle root that a person wants to be trusted.
public struct TrustRequest: Codable, Hashable, Sendable {
    /// PKID of a key, 0...15; a root has none.
    public var pkid: UInt8?
    /// The root, or the compressed point of the key, in hexadecimal digits.
    public var content: String
    /// Of a key the root of its Merkle tree, in hexadecimal digits; nil where no file proves it.
    public var tree: String?
    /// It applies from then on, where that is known.
    public var validFrom: Timestamp?
    /// It applies until then, where that is known.
    public var validTo: Timestamp?
    /// Where it comes from, for people: the name of a file.
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

/// Requests about OSNMA's trust that the control interface passes on.
public protocol TrustControl: Sendable {
    /// All public keys and roots that are known, trusted or not.
    ///
    /// - Throws: `ControlError` where they cannot be read.
    func trustList() async throws(ControlError) -> [TrustReport]

    /// A person trusts keys and roots: all of them or, where one is wrong, none. It holds at once, and over restarts.
    ///
    /// - Returns: they.
    /// - Throws: `ControlError` with what is wrong, or where it cannot be stored.
    func trust(_ requests: [TrustRequest]) async throws(ControlError) -> [TrustReport]

    /// A person trusts a key or a root no longer, wherever it came from. It holds at once, and over restarts.
    ///
    /// - Parameter fingerprint: hexadecimal digits, as many as are needed to tell it apart, at least 8.
    /// - Returns: it.
    /// - Throws: `ControlError` where there is no such, or several, or it cannot be stored.
    func distrust(_ fingerprint: String) async throws(ControlError) -> TrustReport
}
