// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A renewal or revocation in a scenario, with the steps that Galileo takes (OSNMA SIS ICD 1.1, section 5; receiver
/// guidelines 1.3, annex B).
public struct OSNMATransition: Hashable, Sendable {
    /// A kind of change to keys, chains or trees.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// EOC: the chain is ending; the next one is announced and then takes over.
        case endOfChain = "eoc"
        /// CREV: the chain is revoked; nothing may be used until the next one takes over.
        case chainRevoked = "crev"
        /// NPK: a new public key is announced, and then signs.
        case newPublicKey = "npk"
        /// PKREV: the public key and its chain are revoked; nothing may be used until new ones take over.
        case publicKeyRevoked = "pkrev"
        /// NMT: a new Merkle tree is announced; then one of its keys signs.
        case newMerkleTree = "nmt"
        /// OAM: the alert message; OSNMA must not be used any more.
        case alert = "oam"

        /// True if a new chain takes over.
        public var changesChain: Bool { self == .endOfChain || self == .chainRevoked || self == .publicKeyRevoked }

        /// True if a new public key takes over.
        public var changesKey: Bool { self == .newPublicKey || self == .publicKeyRevoked || self == .newMerkleTree }
    }

    public var kind: Kind
    /// The time from which the header announces the transition.
    public var begin: GST
    /// The time at which the new chain, key or tree takes over; a whole hour for a chain. Unused for an alert.
    public var change: GST
    /// The time from which the header is nominal again. An end of chain has no such step; it is nominal from `change`
    /// on.
    public var end: GST
    /// The settings of the new chain; nil to keep those of the previous chain.
    public var chain: ChainSettings?
    /// The curve of the new public key; nil for P-256.
    public var curve: SigningCurve?

    /// Creates a transition.
    ///
    /// - Parameters:
    ///   - kind: The kind of transition.
    ///   - begin: The time from which the header announces it.
    ///   - change: The time at which the new chain, key or tree takes over; nil for the next whole hour.
    ///   - end: The time from which the header is nominal again; nil for an hour after `change`.
    ///   - chain: The settings of the new chain; nil to keep those of the previous chain.
    ///   - curve: The curve of the new public key; nil for P-256.
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

/// The behaviour of an OSNMA service during a scenario.
public struct OSNMAScenario: Hashable, Sendable {
    /// The seed of all keys; the same seed yields the same bytes.
    public var seed: UInt64 = 1
    /// The start of the scenario; OSNMA is transmitted from the start of the subframe that contains it.
    public var start: GST
    /// The duration in seconds, after which no OSNMA is transmitted.
    public var duration: Int
    /// The satellites that transmit OSNMA, 1...36.
    public var satellites: [Int]
    /// Satellites that transmit only navigation data, which other satellites authenticate.
    public var silentSatellites: [Int] = []
    /// True if the status is "test" instead of "operational".
    public var isTest = false
    /// The settings of the first chain.
    public var chain = ChainSettings()
    /// CID of the first chain, 0...3.
    public var chainID: UInt8 = 0
    /// The curve of the first public key.
    public var curve = SigningCurve.p256
    /// The number of dummy tags per thousand, which the real system also transmits occasionally.
    public var dummyTagsPerThousand = 0
    /// The transitions in chronological order; each must end before the next begins.
    public var transitions: [OSNMATransition] = []

    /// Creates a service in normal operation.
    ///
    /// - Parameters:
    ///   - start: The start of the scenario.
    ///   - duration: The duration in seconds.
    ///   - satellites: The satellites that transmit OSNMA, 1...36.
    public init(start: GST, duration: Int, satellites: [Int]) {
        (self.start, self.duration, self.satellites) = (start, duration, satellites)
    }
}

/// An error that prevents a scenario from being played.
public struct OSNMAScenarioError: Error, Hashable, CustomStringConvertible {
    /// The path of the setting: `osnma.changes[1]`.
    let key: String
    /// Its defect and the expected value.
    let problem: String

    /// The setting, its defect and the expected value, as shown to the operator.
    public var description: String { "\(key): \(problem)" }
}
