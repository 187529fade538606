// SPDX-License-Identifier: Apache-2.0

public import Agrirouter
internal import FoundationEssentials
public import GNSSTypes

/// An endpoint of ours: all that is needed to speak for it. It is kept as one secret.
public struct Onboarded: Hashable, Sendable {
    public var environment: ServiceEnvironment
    /// The endpoint's own id, which stays through every onboarding.
    public var externalID: ExternalID
    public var applicationID: String
    /// The id of the application's registered version.
    public var versionID: String
    /// When it was onboarded, by this machine's clock.
    public var time: UTCTime
    /// Part of the certificate's name.
    public var deviceAlternateID: String
    /// Stands in every POST.
    public var capabilityAlternateID: String
    /// Stands in every POST; the endpoint's id.
    public var sensorAlternateID: String
    /// The address to POST to.
    public var measures: String
    /// The address to GET from.
    public var commands: String
    public var identity: ClientIdentity

    /// An endpoint.
    init(
        environment: ServiceEnvironment, externalID: ExternalID, applicationID: String, versionID: String,
        time: UTCTime,
        deviceAlternateID: String, capabilityAlternateID: String, sensorAlternateID: String, measures: String,
        commands: String, identity: ClientIdentity
    ) {
        (self.environment, self.externalID, self.time) = (environment, externalID, time)
        (self.applicationID, self.versionID, self.identity) = (applicationID, versionID, identity)
        (self.deviceAlternateID, self.capabilityAlternateID) = (deviceAlternateID, capabilityAlternateID)
        (self.sensorAlternateID, self.measures, self.commands) = (sensorAlternateID, measures, commands)
    }

    public init(
        _ credentials: EndpointCredentials, _ identity: ClientIdentity, _ request: OnboardingRequest,
        environment: ServiceEnvironment
    ) {
        (self.environment, self.identity) = (environment, identity)
        (externalID, applicationID, versionID) = (request.externalID, request.applicationID, request.versionID)
        time = request.time
        deviceAlternateID = credentials.deviceAlternateID
        capabilityAlternateID = credentials.capabilityAlternateID
        sensorAlternateID = credentials.sensorAlternateID
        (measures, commands) = (credentials.measures, credentials.commands)
    }

    /// What the stage speaks for.
    public var endpoint: UplinkEndpoint {
        UplinkEndpoint(
            id: sensorAlternateID, capabilityAlternateID: capabilityAlternateID, measures: measures, commands: commands,
            identity: identity, environment: environment, externalID: externalID.description)
    }

    /// As one JSON text of one line, which holds the private key: a secret.
    public var text: Confidential {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = (try? encoder.encode(StoredEndpoint(self))) ?? Data()
        return Confidential(String(decoding: bytes, as: UTF8.self))
    }

    /// Reads what `text` wrote.
    ///
    /// - Throws: `StoredEndpointError`, which quotes nothing.
    public init(text: Confidential) throws(StoredEndpointError) {
        let bytes = Data(text.exposed.utf8)
        guard let form = try? JSONDecoder().decode(StoredForm.self, from: bytes) else { throw .unreadable }
        guard form.form == StoredEndpoint.form else { throw .otherForm(form.form) }
        guard let stored = try? JSONDecoder().decode(StoredEndpoint.self, from: bytes), let endpoint = stored.endpoint
        else { throw .unreadable }
        self = endpoint
    }
}

/// Why a stored endpoint cannot be used.
public enum StoredEndpointError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is no such text, or damaged.
    case unreadable
    /// A newer program wrote it.
    case otherForm(Int)

    public var description: String {
        switch self {
        case .unreadable: "the stored data of the agrirouter endpoint are damaged: onboard again with a new code"
        case .otherForm(let form):
            "a newer gateway stored the agrirouter endpoint (format \(form)): use that gateway, or "
                + "onboard again with a new code"
        }
    }
}
