// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The public keys, roots and chains that Galileo withdrew.
///
/// The whole gateway shares this knowledge. An engine only adds to it, with messages that prove the withdrawal;
/// several engines merge their knowledge; only the operator removes entries. Each entry names the trust domain of the
/// key that proved it, which distinguishes withdrawals proven by a simulation's keys from those proven by Galileo's.
public struct Withdrawals: Hashable, Sendable {
    /// The reason for withdrawing a key or root.
    public enum Cause: UInt8, Hashable, Sendable, CaseIterable {
        /// A root key was signed by a newer key of the same tree.
        case renewed = 0
        /// The key was revoked.
        case keyRevoked = 1
        /// A key of another tree took over in a renewal of the tree.
        case treeRenewed = 2
        /// The alert message was received.
        case alert = 3

        /// The degree to which the cause invalidates the data that the key signed: a renewal does not, a revocation and
        /// the alert do.
        fileprivate var weight: Int {
            switch self {
            case .renewed, .treeRenewed: 0
            case .keyRevoked: 1
            case .alert: 2
            }
        }
    }

    /// A withdrawn public key or Merkle root.
    public struct Anchor: Hashable, Sendable {
        /// The withdrawn key or root.
        public let fingerprint: TrustFingerprint
        public let cause: Cause
        /// The tree that proved the withdrawal, or the key if its tree is unknown.
        public let domain: TrustFingerprint
        /// The time at which the withdrawal was received, by the signal's time.
        public let time: GST
        /// The DSM that proves it; empty if an earlier version of the program received it.
        public let message: [UInt8]

        /// Creates an entry for a withdrawn anchor.
        public init(
            fingerprint: TrustFingerprint, cause: Cause, domain: TrustFingerprint, time: GST, message: [UInt8]
        ) {
            (self.fingerprint, self.cause, self.domain) = (fingerprint, cause, domain)
            (self.time, self.message) = (time, message)
        }
    }

    /// A revoked TESLA chain, with the message that proves the revocation.
    public struct Chain: Hashable, Sendable {
        /// Chain ID (field CID), 0...3.
        public let chainID: UInt8
        /// The tree that proved the revocation, or the key if its tree is unknown. Chains of another domain are not
        /// affected.
        public let domain: TrustFingerprint
        /// Root keys of the chain that apply from a time before this one are refused. A later chain may reuse the ID.
        public let before: GST
        /// The time at which the revocation was received, by the signal's time.
        public let time: GST
        /// The NMA header that was signed with the message.
        public let header: UInt8
        /// The DSM-KROOT that proves it.
        public let message: [UInt8]

        /// Creates an entry for a revoked chain.
        public init(
            chainID: UInt8, domain: TrustFingerprint, before: GST, time: GST, header: UInt8, message: [UInt8]
        ) {
            (self.chainID, self.domain, self.before) = (chainID, domain, before)
            (self.time, self.header, self.message) = (time, header, message)
        }
    }

    /// Withdrawn keys and roots, in the order in which they became known.
    public private(set) var anchors: [Anchor] = []
    /// Revoked chains, in the order in which they became known.
    public private(set) var chains: [Chain] = []

    /// The largest number that the serialised state can contain.
    static let anchorLimit = 255
    static let chainLimit = 32

    public init() {}

    /// True if nothing was withdrawn.
    public var isEmpty: Bool { anchors.isEmpty && chains.isEmpty }

    /// Returns true if a key or root was withdrawn.
    public func contains(_ fingerprint: TrustFingerprint) -> Bool { anchors.contains { $0.fingerprint == fingerprint } }

    /// Returns true if a chain with a root key that applies from `time` on is revoked.
    public func contains(chain id: UInt8, of domain: TrustFingerprint, from time: GST) -> Bool {
        chains.contains { $0.chainID == id && $0.domain == domain && time < $0.before }
    }

    /// Adds a key or root. A stronger cause replaces a weaker one.
    ///
    /// - Returns: True if the entry is new, or new with this cause.
    @discardableResult
    public mutating func insert(_ anchor: Anchor) -> Bool {
        if let index = anchors.firstIndex(where: { $0.fingerprint == anchor.fingerprint }) {
            guard anchors[index].cause.weight < anchor.cause.weight else { return false }
            anchors.remove(at: index)
        }
        if anchors.count == Self.anchorLimit {
            // What the operator removed, and what has ended, has no message. It is known without this list, a revocation is not.
            anchors.remove(at: anchors.firstIndex { $0.message.isEmpty } ?? 0)
        }
        anchors.append(anchor)
        return true
    }

    /// Adds a chain.
    ///
    /// - Returns: True if the entry is new, or was known only up to an earlier root key.
    @discardableResult
    public mutating func insert(_ chain: Chain) -> Bool {
        if let index = chains.firstIndex(where: { $0.chainID == chain.chainID && $0.domain == chain.domain }) {
            guard chains[index].before < chain.before else { return false }
            chains.remove(at: index)
        }
        if chains.count == Self.chainLimit { chains.removeFirst() }
        chains.append(chain)
        return true
    }

    /// Adds all entries of another list.
    ///
    /// - Returns: True if any of them is new.
    @discardableResult
    public mutating func merge(_ other: Withdrawals) -> Bool {
        var grew = false
        for anchor in other.anchors where insert(anchor) { grew = true }
        for chain in other.chains where insert(chain) { grew = true }
        return grew
    }

    /// Removes a withdrawal, because the operator trusts the key or root again.
    public mutating func remove(_ fingerprint: TrustFingerprint) {
        anchors.removeAll { $0.fingerprint == fingerprint }
    }

    /// Returns the entries except those that keys of some domains proved.
    public func excluding(_ domains: Set<TrustFingerprint>) -> Withdrawals {
        var kept = self
        kept.anchors.removeAll { domains.contains($0.domain) }
        kept.chains.removeAll { domains.contains($0.domain) }
        return kept
    }
}
