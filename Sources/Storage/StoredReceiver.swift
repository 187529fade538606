// SPDX-License-Identifier: Apache-2.0

/// An ability that a receiver has shown. It is kept until the receiver is forgotten.
public struct StoredAbility: Hashable, Sendable {
    /// The name for programs, such as `galileo` or `raw_navigation`.
    public var ability: String
    /// The observation that proved it, for people.
    public var evidence: String
    /// The time at which the ability was first observed, in milliseconds since 1970-01-01 UTC by the host's clock.
    public var seen: Int64

    public init(_ ability: String, evidence: String, seen: Int64) {
        (self.ability, self.evidence, self.seen) = (ability, evidence, seen)
    }
}

/// A receiver's current properties. Nil leaves the known value unchanged.
public struct ReceiverSighting: Hashable, Sendable {
    /// The stable identity of the device.
    public var identity: String
    /// The receiver's name on the bus.
    public var id: String
    /// The kind of its driver.
    public var driver: String
    /// A name for people.
    public var name: String?
    /// The model that the receiver reports.
    public var model: String?
    /// The firmware that the receiver reports.
    public var firmware: String?
    /// The serial number or chip ID.
    public var serial: String?

    public init(identity: String, id: String, driver: String) {
        (self.identity, self.id, self.driver) = (identity, id, driver)
    }
}

/// The stored data of a receiver that is or was present.
public struct StoredReceiver: Hashable, Sendable {
    /// The properties that it last reported.
    public var sighting: ReceiverSighting
    /// The time at which the receiver was first seen, in milliseconds since 1970-01-01 UTC by the host's clock.
    public var firstSeen: Int64
    /// The time at which the receiver was last seen to start, in the same unit.
    public var lastSeen: Int64
    /// True if the operator selected it; at most one receiver is selected.
    public var isSelected: Bool
    /// The abilities that it has shown, ordered by name.
    public var abilities: [StoredAbility]
}
