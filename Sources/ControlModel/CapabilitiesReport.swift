// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What a receiver delivers, and what it was seen to be able to do.
public struct CapabilitiesReport: Codable, Hashable, Sendable {
    public var receiver: String
    /// The stable identity that abilities are kept under.
    public var identity: String
    /// The kinds of observations, those that the driver declares and those that came.
    public var kinds: [DeliveredKind]
    /// Abilities that were seen, by name; they stay, over restarts.
    public var abilities: [AbilityReport]
    /// What the driver can do beyond running: `probe`, `flow-control` …
    public var driverAbilities: [String]

    public init(
        receiver: String, identity: String, kinds: [DeliveredKind], abilities: [AbilityReport],
        driverAbilities: [String]
    ) {
        (self.receiver, self.identity, self.kinds) = (receiver, identity, kinds)
        (self.abilities, self.driverAbilities) = (abilities, driverAbilities)
    }

    enum CodingKeys: String, CodingKey {
        case receiver, identity, kinds, abilities
        case driverAbilities = "driver_abilities"
    }
}

/// A kind of observations of a receiver.
public struct DeliveredKind: Codable, Hashable, Sendable {
    /// Its name, as `GET /v1/observations?kinds=` takes it.
    public var kind: String
    /// Whether the driver declares it.
    public var isDeclared: Bool
    /// How many came since the daemon started.
    public var count: UInt64
    /// When the last came.
    public var last: Timestamp?

    public init(_ kind: String, isDeclared: Bool, count: UInt64 = 0, last: Timestamp? = nil) {
        (self.kind, self.isDeclared, self.count, self.last) = (kind, isDeclared, count, last)
    }

    enum CodingKeys: String, CodingKey {
        case kind, count, last
        case isDeclared = "declared"
    }
}

/// Something a receiver was seen to be able to do.
public struct AbilityReport: Codable, Hashable, Sendable {
    /// What: `galileo`, `sbas`, `heading` …
    public var ability: String
    /// By what it was seen.
    public var evidence: String
    /// When it was first seen.
    public var since: Timestamp

    public init(_ ability: String, evidence: String, since: Timestamp) {
        (self.ability, self.evidence, self.since) = (ability, evidence, since)
    }
}
