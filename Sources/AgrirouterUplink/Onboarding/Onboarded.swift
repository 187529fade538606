// SPDX-License-Identifier: Apache-2.0

public import Agrirouter
internal import FoundationEssentials
public import GNSSTypes

/// An onboarded endpoint with all data needed to connect to agrirouter as this endpoint. It is stored as one secret.
public struct Onboarded: Hashable, Sendable {
    public var environment: ServiceEnvironment
    /// The endpoint's own ID, which stays the same in every onboarding.
    public var externalID: ExternalID
    public var applicationID: String
    /// The ID of the application's registered version.
    public var versionID: String
    /// The time of the onboarding by this machine's clock.
    public var time: UTCTime
    /// The device ID; it is part of the certificate's subject.
    public var deviceAlternateID: String
    /// The capability ID, part of the body of every POST.
    public var capabilityAlternateID: String
    /// The sensor ID, part of the body of every POST; also the endpoint's ID.
    public var sensorAlternateID: String
    /// The address for POST requests.
    public var measures: String
    /// The address for GET requests.
    public var commands: String
    public var identity: ClientIdentity

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

    /// The endpoint in the form that the stage uses.
    public var endpoint: UplinkEndpoint {
        UplinkEndpoint(
            id: sensorAlternateID, capabilityAlternateID: capabilityAlternateID, measures: measures, commands: commands,
            identity: identity, environment: environment, externalID: externalID.description)
    }

    /// The endpoint as one line of JSON. It contains the private key and is therefore a secret.
    public var text: Confidential {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = (try? encoder.encode(StoredEndpoint(self))) ?? Data()
        return Confidential(String(decoding: bytes, as: UTF8.self))
    }

    /// Reads a text that `text` created.
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

extension Onboarded {
    /// The endpoint's account as named in its certificate; nil if the certificate names none.
    private var tenant: Substring? {
        identity.name.split(separator: "|").first { $0.hasPrefix("tenantId:") }?.dropFirst("tenantId:".count)
    }

    /// True if the other onboarding belongs to the same account, so that waiting messages may be sent there.
    public func isOfAccount(of other: Onboarded) -> Bool {
        if let tenant, let others = other.tenant { return tenant == others }
        return sensorAlternateID == other.sensorAlternateID
    }
}

/// The reason that a stored endpoint cannot be used.
public enum StoredEndpointError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is damaged or not a stored endpoint.
    case unreadable
    /// Another version of the gateway stored the text in this format.
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
