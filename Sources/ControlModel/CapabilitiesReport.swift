// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The observations that a receiver delivers, and the abilities that it has shown.
public struct CapabilitiesReport: Codable, Hashable, Sendable {
    public var receiver: String
    /// The stable identity under which abilities are stored.
    public var identity: String
    /// The kinds of observations declared by the driver or received.
    public var kinds: [DeliveredKind]
    /// The abilities shown so far, by name; they are kept across restarts.
    public var abilities: [AbilityReport]
    /// The driver's abilities beyond running: `probe`, `flow-control` …
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

/// One kind of observation from a receiver.
public struct DeliveredKind: Codable, Hashable, Sendable {
    /// The name, as used in `GET /v1/observations?kinds=`.
    public var kind: String
    /// True if the driver declares it.
    public var isDeclared: Bool
    /// Number of observations since the daemon started.
    public var count: UInt64
    /// The time of the last observation.
    public var last: Timestamp?

    public init(_ kind: String, isDeclared: Bool, count: UInt64 = 0, last: Timestamp? = nil) {
        (self.kind, self.isDeclared, self.count, self.last) = (kind, isDeclared, count, last)
    }

    enum CodingKeys: String, CodingKey {
        case kind, count, last
        case isDeclared = "declared"
    }
}

/// An ability that a receiver has shown.
public struct AbilityReport: Codable, Hashable, Sendable {
    /// The ability: `galileo`, `sbas`, `heading` …
    public var ability: String
    /// The observation that proved the ability.
    public var evidence: String
    /// The time at which the ability was first shown.
    public var since: Timestamp

    public init(_ ability: String, evidence: String, since: Timestamp) {
        (self.ability, self.evidence, self.since) = (ability, evidence, since)
    }
}
