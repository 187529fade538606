// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes

/// The format number of a stored endpoint, read before the rest.
struct StoredForm: Codable {
    var form: Int
}

/// An onboarded endpoint in its stored format.
struct StoredEndpoint: Codable {
    /// The format number; incremented when a stored value changes its meaning.
    static let form = 1

    var form: Int
    var environment: String
    var externalID: String
    var applicationID: String
    var versionID: String
    var onboarded: Int64
    var deviceAlternateID: String
    var capabilityAlternateID: String
    var sensorAlternateID: String
    var measures: String
    var commands: String
    var certificate: String
    var key: String
    var name: String
    var notBefore: Int64
    var notAfter: Int64

    init(_ endpoint: Onboarded) {
        form = Self.form
        environment = endpoint.environment.rawValue
        externalID = endpoint.externalID.description
        (applicationID, versionID) = (endpoint.applicationID, endpoint.versionID)
        onboarded = endpoint.time.nanosecondsSince1970
        deviceAlternateID = endpoint.deviceAlternateID
        capabilityAlternateID = endpoint.capabilityAlternateID
        sensorAlternateID = endpoint.sensorAlternateID
        (measures, commands) = (endpoint.measures, endpoint.commands)
        let identity = endpoint.identity
        (certificate, key, name) = (identity.certificate, identity.key.exposed, identity.name)
        notBefore = identity.notBefore.nanosecondsSince1970
        notAfter = identity.notAfter.nanosecondsSince1970
    }

    /// The endpoint; nil if a stored value is invalid.
    var endpoint: Onboarded? {
        guard let environment = ServiceEnvironment(rawValue: environment), let externalID = ExternalID(externalID)
        else {
            return nil
        }
        let identity = ClientIdentity(
            certificate: certificate, key: Confidential(key), name: name,
            notBefore: UTCTime(nanosecondsSince1970: notBefore), notAfter: UTCTime(nanosecondsSince1970: notAfter))
        return Onboarded(
            environment: environment, externalID: externalID, applicationID: applicationID, versionID: versionID,
            time: UTCTime(nanosecondsSince1970: onboarded), deviceAlternateID: deviceAlternateID,
            capabilityAlternateID: capabilityAlternateID, sensorAlternateID: sensorAlternateID, measures: measures,
            commands: commands, identity: identity)
    }
}
