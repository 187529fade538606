// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The result of onboarding: the endpoint's IDs, its addresses, and its certificate and private key.
///
/// The gateway stores the JSON from which it was read, in a file that only its owner can read.
public struct EndpointCredentials: Hashable, Sendable {
    /// The device ID; it is part of the certificate's subject.
    public var deviceAlternateID: String
    /// The capability ID, part of the body of every POST.
    public var capabilityAlternateID: String
    /// The sensor ID, part of the body of every POST. It is also the endpoint ID by which other endpoints and lists
    /// identify this endpoint.
    public var sensorAlternateID: String
    /// The address for POST requests, used exactly as agrirouter returned it.
    public var measures: String
    /// The address for GET requests, used exactly as agrirouter returned it.
    public var commands: String
    public var form: CertificateForm
    /// The private key and the certificate, in the form `form`.
    public var certificate: Confidential
    /// The passphrase of the private key; may be empty.
    public var secret: Confidential

    /// Decodes the answer to an onboarding request. Unknown members and those for MQTT are ignored.
    ///
    /// - Throws: `CredentialsError` that names the missing or unusable member.
    public init(decoding json: [UInt8]) throws(CredentialsError) {
        guard let body = JSON.read(Body.self, json) else { throw .notJSON(json.count) }
        deviceAlternateID = try Self.text(body.deviceAlternateId, "deviceAlternateId")
        capabilityAlternateID = try Self.text(body.capabilityAlternateId, "capabilityAlternateId")
        sensorAlternateID = try Self.text(body.sensorAlternateId, "sensorAlternateId")
        measures = try Self.address(body.connectionCriteria?.measures, "connectionCriteria.measures")
        commands = try Self.address(body.connectionCriteria?.commands, "connectionCriteria.commands")
        let type = try Self.text(body.authentication?.type, "authentication.type")
        guard let form = CertificateForm(rawValue: type.uppercased()) else {
            throw .unusable("authentication.type", "neither PEM nor P12")
        }
        self.form = form
        certificate = Confidential(try Self.text(body.authentication?.certificate, "authentication.certificate"))
        // The secret may be empty, but the member is required.
        guard let secret = body.authentication?.secret else { throw .missing("authentication.secret") }
        self.secret = Confidential(secret)
    }

    private static func text(_ text: String?, _ member: String) throws(CredentialsError) -> String {
        guard let text, !text.isEmpty else { throw .missing(member) }
        return text
    }

    /// Requires an https URL: without TLS the client certificate does not authenticate the endpoint, and MQTT answers
    /// contain topics in place of addresses.
    private static func address(_ text: String?, _ member: String) throws(CredentialsError) -> String {
        let text = try self.text(text, member)
        guard text.lowercased().hasPrefix("https://"), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .unusable(member, "not an https URL")
        }
        return text
    }

    private struct Body: Decodable {
        struct Connection: Decodable {
            var measures: String?
            var commands: String?
        }
        struct Authentication: Decodable {
            var type: String?
            var secret: String?
            var certificate: String?
        }
        var deviceAlternateId: String?
        var capabilityAlternateId: String?
        var sensorAlternateId: String?
        var connectionCriteria: Connection?
        var authentication: Authentication?
    }
}

/// The reason that the answer to an onboarding request is unusable. It never quotes the answer, which contains secrets.
public enum CredentialsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The answer of this many bytes is not a JSON object of the expected form.
    case notJSON(Int)
    /// The named member is missing or empty.
    case missing(String)
    /// The named member has an unusable value, for the reason given.
    case unusable(String, String)

    public var description: String {
        switch self {
        case .notJSON(let count): "agrirouter's answer (\(count) bytes) is not an onboarding answer"
        case .missing(let member): "agrirouter's answer lacks \(member)"
        case .unusable(let member, let why): "agrirouter's answer has an unusable \(member): \(why)"
        }
    }
}
