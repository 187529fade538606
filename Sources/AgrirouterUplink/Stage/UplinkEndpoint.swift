// SPDX-License-Identifier: Apache-2.0

public import Agrirouter

/// An onboarded endpoint with everything that the stage needs to act as it.
public struct UplinkEndpoint: Hashable, Sendable {
    /// The endpoint ID by which other endpoints and lists identify it (`sensorAlternateId`).
    public var id: String
    /// The capability ID, part of the body of every POST (`capabilityAlternateId`).
    public var capabilityAlternateID: String
    /// The address for POST requests.
    public var measures: String
    /// The address for GET requests.
    public var commands: String
    /// The client certificate and key for every request.
    public var identity: ClientIdentity
    public var environment: ServiceEnvironment
    /// The ID that the gateway chose for this endpoint.
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
