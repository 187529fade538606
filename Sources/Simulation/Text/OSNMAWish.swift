// SPDX-License-Identifier: Apache-2.0

/// A scenario's settings for OSNMA.
public struct OSNMAWish: Hashable, Sendable {
    /// The settings of a chain. A missing value is taken from the previous chain; for the first chain, from Galileo's
    /// current one.
    public struct Chain: Hashable, Sendable {
        /// The number of the MAC look-up table.
        public var table: Int?
        /// The size of a key in bits.
        public var keyBits: Int?
        /// The size of a tag in bits.
        public var tagBits: Int?
        /// The hash function of the chain's keys: `SHA-256` or `SHA3-256`.
        public var hash: String?
        /// The MAC function of the tags: `HMAC-SHA-256` or `CMAC-AES`.
        public var mac: String?

        /// True if no value is set.
        public var isEmpty: Bool { self == Chain() }
    }

    /// A renewal or revocation.
    public struct Change: Hashable, Sendable {
        /// The start, in seconds of the scenario.
        public var at: Double
        /// `eoc`, `crev`, `npk`, `pkrev`, `nmt` or `oam`.
        public var kind: String
        /// The second of the scenario at which the new key or chain takes over; nil for the next full hour.
        public var takeover: Double?
        /// The second of the scenario at which the change ends; nil for an hour after the takeover.
        public var end: Double?
        /// True if the new public key is on P-521; nil if it is not specified.
        public var isLongKey: Bool?
        /// The settings of the new chain.
        public var chain: Chain
    }

    /// True if the public key is on P-521 instead of P-256.
    public var isLongKey: Bool
    /// True if the status is "test".
    public var isTest: Bool
    /// The settings of the first chain.
    public var chain: Chain
    /// The changes in chronological order.
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
