// SPDX-License-Identifier: Apache-2.0

/// Something a receiver was seen to be able to do. Once seen it stays, until the receiver is forgotten.
public struct StoredAbility: Hashable, Sendable {
    /// The name of the ability for programs: `galileo`, `raw_navigation`.
    public var ability: String
    /// By what it was seen, for people.
    public var evidence: String
    /// When it was first seen, in milliseconds since 1970-01-01 UTC by the host's clock.
    public var seen: Int64

    public init(_ ability: String, evidence: String, seen: Int64) {
        (self.ability, self.evidence, self.seen) = (ability, evidence, seen)
    }
}

/// A receiver as it shows itself now. Nil leaves what is known already.
public struct ReceiverSighting: Hashable, Sendable {
    /// The stable identity of the device.
    public var identity: String
    /// The name on the bus.
    public var id: String
    /// The kind of its driver.
    public var driver: String
    /// A name for people.
    public var name: String?
    /// The model as the receiver states it.
    public var model: String?
    /// The firmware as the receiver states it.
    public var firmware: String?
    /// The serial number or chip id.
    public var serial: String?

    /// A receiver, with nothing known of it but what it is run as.
    public init(identity: String, id: String, driver: String) {
        (self.identity, self.id, self.driver) = (identity, id, driver)
    }
}

/// What is known of a receiver that is there or was there once.
public struct StoredReceiver: Hashable, Sendable {
    /// How it showed itself last.
    public var sighting: ReceiverSighting
    /// When it was first seen, in milliseconds since 1970-01-01 UTC by the host's clock.
    public var firstSeen: Int64
    /// When it was last seen to start, as above.
    public var lastSeen: Int64
    /// A person has chosen it; at most one is.
    public var isSelected: Bool
    /// What it was seen to be able to do, by name.
    public var abilities: [StoredAbility]
}
