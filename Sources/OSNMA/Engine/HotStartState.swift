// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The knowledge that an engine gained from the signal, with which the next run can start.
///
/// It contains messages as they were received. An engine verifies all of it again: root keys by the signature of a
/// public key that is trusted at that time, public keys by a Merkle root that is trusted at that time, and a chain's
/// newest key by hashing it back to the root key. Anything not proven is left out, so tampering with the state cannot
/// establish trust that the anchors do not prove.
///
/// The lists of revoked chains and of withdrawn keys and roots are accepted without proof, on the word of the
/// operator's store. Without them, the next run would again trust chains, keys and roots that Galileo has revoked, so
/// the store needs the same protection as the anchors.
public struct HotStartState: Hashable, Sendable {
    /// A TESLA chain and the newest of its verified keys.
    public struct Chain: Hashable, Sendable {
        /// The NMA header that was signed with the chain's newest root key.
        public var header: UInt8
        /// The newest DSM-KROOT of the chain, as the satellites transmitted it.
        public var rootKeyMessage: [UInt8]
        /// The start of the subframe that contained the newest verified key.
        public var keyTime: GST
        public var key: [UInt8]
        /// True if the most recently verified key belonged to this chain.
        public var isInForce: Bool
        /// The start of the first subframe from which the chain authenticates nothing; nil if the chain is not
        /// revoked.
        public var revokedFrom: GST?

        public init(
            header: UInt8, rootKeyMessage: [UInt8], keyTime: GST, key: [UInt8], isInForce: Bool, revokedFrom: GST?
        ) {
            (self.header, self.rootKeyMessage) = (header, rootKeyMessage)
            (self.keyTime, self.key) = (keyTime, key)
            (self.isInForce, self.revokedFrom) = (isInForce, revokedFrom)
        }
    }

    /// The known chains; at most 4 are used.
    public var chains: [Chain] = []
    /// The DSM-PKR messages of received and verified public keys, in order of reception; at most 16 are used.
    public var publicKeyMessages: [[UInt8]] = []
    /// The keys, roots and chains that Galileo withdrew.
    public var withdrawals = Withdrawals()

    public init() {}
}

/// The knowledge available at the start (OSNMA receiver guidelines 1.3, 3).
public enum StartMode: UInt8, Sendable, Comparable, CaseIterable {
    /// Neither a Merkle root nor a public key: nothing can be authenticated.
    case none
    /// A Merkle root: the engine waits for the public key, then for a root key.
    case cold
    /// A public key: the engine waits for a root key.
    case warm
    /// A root key: the engine waits for the first key that the chain discloses.
    case hot

    /// Orders from none to hot.
    public static func < (a: StartMode, b: StartMode) -> Bool { a.rawValue < b.rawValue }
}
