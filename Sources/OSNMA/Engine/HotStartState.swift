// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What an engine has learnt from the signal, for the next run to begin with.
///
/// It holds messages as they were received, and is proven again when it is given to an engine: root keys by the
/// signature of a public key that is trusted then, public keys by a Merkle root that is trusted then, the newest key of
/// a chain by hashing it back to the root key. What is not proven is left out: a state that was tampered with makes
/// nothing trusted that the anchors do not prove. What is accepted because the operator's store says so is what is
/// *not* to be trusted any more: chains revoked, keys and roots withdrawn. Without these the next run would trust again
/// what Galileo has revoked, so the store must be as safe from others as the anchors.
public struct HotStartState: Hashable, Sendable {
    /// A TESLA chain, and the newest of its keys that was verified.
    public struct Chain: Hashable, Sendable {
        /// The NMA header that its newest root key was signed with.
        public var header: UInt8
        /// The newest DSM-KROOT of the chain, as the satellites sent it.
        public var rootKeyMessage: [UInt8]
        /// When the subframe began that carried its newest verified key.
        public var keyTime: GST
        public var key: [UInt8]
        /// Keys of this chain were the last that verified.
        public var isInForce: Bool
        /// From the subframe that begins then it authenticates nothing any more.
        public var revokedFrom: GST?

        public init(
            header: UInt8, rootKeyMessage: [UInt8], keyTime: GST, key: [UInt8], isInForce: Bool, revokedFrom: GST?
        ) {
            (self.header, self.rootKeyMessage) = (header, rootKeyMessage)
            (self.keyTime, self.key) = (keyTime, key)
            (self.isInForce, self.revokedFrom) = (isInForce, revokedFrom)
        }
    }

    /// The chains that are known, at most 4 are used.
    public var chains: [Chain] = []
    /// DSM-PKR of the public keys that were received and proven, in the order in which they came; at most 16 are used.
    public var publicKeyMessages: [[UInt8]] = []
    /// What Galileo put out of use.
    public var withdrawals = Withdrawals()

    public init() {}
}

/// How much is known at the start (OSNMA receiver guidelines 1.3, 3).
public enum StartMode: UInt8, Sendable, Comparable, CaseIterable {
    /// Neither a Merkle root nor a public key: nothing can ever be authenticated.
    case none
    /// A Merkle root: it waits for the public key, then for a root key.
    case cold
    /// A public key: it waits for a root key.
    case warm
    /// A root key: it waits for the first key of the chain that is broadcast.
    case hot

    /// The less is known the smaller.
    public static func < (a: StartMode, b: StartMode) -> Bool { a.rawValue < b.rawValue }
}
