// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A renewal or revocation on the timeline of a scenario, in the steps in which Galileo takes it (OSNMA SIS ICD 1.1,
/// section 5; receiver guidelines 1.3, annex B).
public struct OSNMATransition: Hashable, Sendable {
    /// A kind of change to keys, chains or trees.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// EOC: the chain comes to its end, the next one is announced and then takes over.
        case endOfChain = "eoc"
        /// CREV: the chain is not to be used any more; nothing is until the next one takes over.
        case chainRevoked = "crev"
        /// NPK: a new public key is announced, and then signs.
        case newPublicKey = "npk"
        /// PKREV: the public key, and with it the chain, is not to be used any more; nothing is until new ones take over.
        case publicKeyRevoked = "pkrev"
        /// NMT: a new Merkle tree is announced; then a key of it signs.
        case newMerkleTree = "nmt"
        /// OAM: the alert message; OSNMA is not to be used any more.
        case alert = "oam"

        /// A new chain takes over.
        public var changesChain: Bool { self == .endOfChain || self == .chainRevoked || self == .publicKeyRevoked }

        /// A new public key takes over.
        public var changesKey: Bool { self == .newPublicKey || self == .publicKeyRevoked || self == .newMerkleTree }
    }

    public var kind: Kind
    /// When the header begins to say so.
    public var begin: GST
    /// When the new chain, key or tree takes over; a whole hour where it is a chain. Of no meaning for an alert.
    public var change: GST
    /// When the header is nominal again. An end of chain has no such step: that is so at `change`.
    public var end: GST
    /// The settings of the new chain; nil: those of the one before.
    public var chain: ChainSettings?
    /// The curve of the new public key; nil: P-256.
    public var curve: SigningCurve?

    /// A transition.
    ///
    /// - Parameters:
    ///   - kind: what happens.
    ///   - begin: when the header begins to say so.
    ///   - change: when the new chain, key or tree takes over; nil: at the next whole hour.
    ///   - end: when the header is nominal again; nil: an hour after `change`.
    ///   - chain: the settings of the new chain; nil: those of the one before.
    ///   - curve: of the new public key; nil: P-256.
    public init(
        _ kind: Kind, begin: GST, change: GST? = nil, end: GST? = nil, chain: ChainSettings? = nil,
        curve: SigningCurve? = nil
    ) {
        (self.kind, self.begin, self.chain, self.curve) = (kind, begin, chain, curve)
        let change = change ?? begin.advanced(by: 3600 - begin.tow % 3600) ?? begin
        self.change = change
        self.end = end ?? change.advanced(by: 3600) ?? change
    }
}

/// What an OSNMA service does in the course of a scenario.
public struct OSNMAScenario: Hashable, Sendable {
    /// What keys are drawn from: the same seed gives the same bytes.
    public var seed: UInt64 = 1
    /// When the scenario begins; OSNMA is there from the beginning of the subframe that this is in.
    public var start: GST
    /// So many seconds it lasts; afterwards no OSNMA is sent.
    public var duration: Int
    /// The satellites that send OSNMA, 1...36.
    public var satellites: [Int]
    /// Satellites that send navigation data only, which others authenticate.
    public var silentSatellites: [Int] = []
    /// The status is "test", not "operational".
    public var isTest = false
    /// The settings of the first chain.
    public var chain = ChainSettings()
    /// CID of the first chain, 0...3.
    public var chainID: UInt8 = 0
    /// The curve of the first public key.
    public var curve = SigningCurve.p256
    /// So many tags of a thousand are dummies, as the system sends them now and then.
    public var dummyTagsPerThousand = 0
    /// What changes, in the order of time; each ends before the next begins.
    public var transitions: [OSNMATransition] = []

    /// A service in ordinary operation.
    ///
    /// - Parameters:
    ///   - start: when it begins.
    ///   - duration: so many seconds it lasts.
    ///   - satellites: those that send OSNMA, 1...36.
    public init(start: GST, duration: Int, satellites: [Int]) {
        (self.start, self.duration, self.satellites) = (start, duration, satellites)
    }
}

/// Why a scenario cannot be played.
public struct OSNMAScenarioError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, where and what is expected.
    public let description: String
}
