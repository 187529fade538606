// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What Galileo put out of use: public keys, roots and chains.
///
/// It is knowledge of the whole gateway. An engine only adds to it, by messages that prove it; several engines merge
/// what they heard; only the operator takes from it. Each entry names the trust domain of the key that proved it: what a
/// simulation's keys prove can so be told from what Galileo's keys prove.
public struct Withdrawals: Hashable, Sendable {
    /// Why a key or a root is out of use.
    public enum Cause: UInt8, Hashable, Sendable, CaseIterable {
        /// A root key was signed by a newer key of its tree.
        case renewed = 0
        /// The key was revoked.
        case keyRevoked = 1
        /// A key of another tree took over in a renewal of the tree.
        case treeRenewed = 2
        /// The alert message.
        case alert = 3

        /// A renewal says nothing against what a key signed, a revocation and the alert do.
        fileprivate var weight: Int {
            switch self {
            case .renewed, .treeRenewed: 0
            case .keyRevoked: 1
            case .alert: 2
            }
        }
    }

    /// A public key or the root of a tree.
    public struct Anchor: Hashable, Sendable {
        /// What is out of use.
        public let fingerprint: TrustFingerprint
        public let cause: Cause
        /// The tree, or the key if its tree is not known, that proved it.
        public let domain: TrustFingerprint
        /// When it was heard, by the time of the signal.
        public let time: GST
        /// The DSM that proves it; empty if an earlier version of the program heard it.
        public let message: [UInt8]

        /// An anchor that is out of use.
        public init(
            fingerprint: TrustFingerprint, cause: Cause, domain: TrustFingerprint, time: GST, message: [UInt8]
        ) {
            (self.fingerprint, self.cause, self.domain) = (fingerprint, cause, domain)
            (self.time, self.message) = (time, message)
        }
    }

    /// A TESLA chain that is revoked, with the message that proves it.
    public struct Chain: Hashable, Sendable {
        /// Chain id (field CID), 0...3.
        public let chainID: UInt8
        /// The tree, or the key if its tree is not known, that proved it. Chains of another domain are not meant.
        public let domain: TrustFingerprint
        /// Root keys of the chain that apply from an earlier time are refused; the number may be used again later.
        public let before: GST
        /// When it was heard, by the time of the signal.
        public let time: GST
        /// The NMA header that the message was signed with.
        public let header: UInt8
        /// The DSM-KROOT that proves it.
        public let message: [UInt8]

        /// A chain that is revoked.
        public init(
            chainID: UInt8, domain: TrustFingerprint, before: GST, time: GST, header: UInt8, message: [UInt8]
        ) {
            (self.chainID, self.domain, self.before) = (chainID, domain, before)
            (self.time, self.header, self.message) = (time, header, message)
        }
    }

    /// Keys and roots, in the order in which they were heard of.
    public private(set) var anchors: [Anchor] = []
    /// Chains, in the order in which they were heard of.
    public private(set) var chains: [Chain] = []

    static let anchorLimit = 64
    static let chainLimit = 32

    public init() {}

    /// Whether nothing is out of use.
    public var isEmpty: Bool { anchors.isEmpty && chains.isEmpty }

    /// Whether a key or a root is out of use.
    public func contains(_ fingerprint: TrustFingerprint) -> Bool { anchors.contains { $0.fingerprint == fingerprint } }

    /// Whether a chain is revoked of which a root key applies from `time` on.
    public func contains(chain id: UInt8, of domain: TrustFingerprint, from time: GST) -> Bool {
        chains.contains { $0.chainID == id && $0.domain == domain && time < $0.before }
    }

    /// Adds a key or a root. A cause that says more takes the place of one that says less.
    ///
    /// - Returns: whether it was not known, or not with this cause.
    @discardableResult
    public mutating func insert(_ anchor: Anchor) -> Bool {
        if let index = anchors.firstIndex(where: { $0.fingerprint == anchor.fingerprint }) {
            guard anchors[index].cause.weight < anchor.cause.weight else { return false }
            anchors.remove(at: index)
        }
        if anchors.count == Self.anchorLimit { anchors.removeFirst() }
        anchors.append(anchor)
        return true
    }

    /// Adds a chain.
    ///
    /// - Returns: whether it was not known, or only up to an earlier root key.
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

    /// Adds all that is in another.
    ///
    /// - Returns: whether something of it was not known.
    @discardableResult
    public mutating func merge(_ other: Withdrawals) -> Bool {
        var grew = false
        for anchor in other.anchors where insert(anchor) { grew = true }
        for chain in other.chains where insert(chain) { grew = true }
        return grew
    }

    /// The operator trusts a key or a root again.
    public mutating func remove(_ fingerprint: TrustFingerprint) {
        anchors.removeAll { $0.fingerprint == fingerprint }
    }

    /// All but what keys of some domains proved.
    public func excluding(_ domains: Set<TrustFingerprint>) -> Withdrawals {
        var kept = self
        kept.anchors.removeAll { domains.contains($0.domain) }
        kept.chains.removeAll { domains.contains($0.domain) }
        return kept
    }
}
