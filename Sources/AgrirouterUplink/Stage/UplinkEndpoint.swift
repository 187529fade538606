// SPDX-License-Identifier: Apache-2.0

public import Agrirouter

/// An endpoint that was onboarded: all that is needed to speak for it.
public struct UplinkEndpoint: Hashable, Sendable {
    /// Its id: what other endpoints and lists call it (`sensorAlternateId`).
    public var id: String
    /// Stands in every POST (`capabilityAlternateId`).
    public var capabilityAlternateID: String
    /// The address to POST to.
    public var measures: String
    /// The address to GET from.
    public var commands: String
    /// What opens the door.
    public var identity: ClientIdentity
    public var environment: ServiceEnvironment
    /// The id that the gateway chose for itself.
    public var externalID: String

    public init(
        id: String, capabilityAlternateID: String, measures: String, commands: String, identity: ClientIdentity,
        environment: ServiceEnvironment, externalID: String
    ) {
        (self.id, self.capabilityAlternateID) = (id, capabilityAlternateID)
        (self.measures, self.commands, self.identity) = (measures, commands, identity)
        (self.environment, self.externalID) = (environment, externalID)
    }
}
