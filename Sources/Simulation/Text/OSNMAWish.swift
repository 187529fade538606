// SPDX-License-Identifier: Apache-2.0

/// What a scenario says of OSNMA.
public struct OSNMAWish: Hashable, Sendable {
    /// How a chain is made; nil: as the one before, and the first as Galileo has it.
    public struct Chain: Hashable, Sendable {
        /// The number of the MAC look-up table.
        public var table: Int?
        /// The size of a key in bits.
        public var keyBits: Int?
        /// The size of a tag in bits.
        public var tagBits: Int?
        /// The hash function of the chain's keys: `SHA-256` or `SHA3-256`.
        public var hash: String?
        /// The function that makes tags: `HMAC-SHA-256` or `CMAC-AES`.
        public var mac: String?

        /// Whether nothing is said.
        public var isEmpty: Bool { self == Chain() }
    }

    /// A renewal or revocation.
    public struct Change: Hashable, Sendable {
        /// When it begins, in seconds of the scenario.
        public var at: Double
        /// `eoc`, `crev`, `npk`, `pkrev`, `nmt` or `oam`.
        public var kind: String
        /// Second of the scenario at which the new key or chain takes over; nil: at the next full hour.
        public var takeover: Double?
        /// Second of the scenario at which the change ends; nil: an hour after the takeover.
        public var end: Double?
        /// Whether the new public key is of P-521; nil: it is not said.
        public var isLongKey: Bool?
        /// What the new chain is to be like.
        public var chain: Chain
    }

    /// Whether the public key is of P-521, not P-256.
    public var isLongKey: Bool
    /// Whether the status is "test".
    public var isTest: Bool
    /// What the first chain is to be like.
    public var chain: Chain
    /// In the order of time.
    public var changes: [Change]

    init(_ text: ScenarioText.OSNMA) {
        isLongKey = text.key == "P-521"
        isTest = text.test ?? false
        chain = Chain(
            table: text.table, keyBits: text.keyBits, tagBits: text.tagBits, hash: text.hash, mac: text.mac)
        changes = (text.changes ?? []).map {
            Change(
                at: $0.at, kind: $0.kind, takeover: $0.takeover, end: $0.end, isLongKey: $0.key.map { $0 == "P-521" },
                chain: Chain(table: $0.table, keyBits: $0.keyBits, tagBits: $0.tagBits, hash: $0.hash, mac: $0.mac))
        }
    }
}
