// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// What onboarding brought: who the endpoint is, where its messages go, and what opens the door.
///
/// The JSON that it was read of is what is kept, in a file that only the owner reads.
public struct EndpointCredentials: Hashable, Sendable {
    /// Part of the certificate's name.
    public var deviceAlternateID: String
    /// Stands in every POST.
    public var capabilityAlternateID: String
    /// Stands in every POST. It is the endpoint's id: what other endpoints and lists call it.
    public var sensorAlternateID: String
    /// The address to POST to; never built, taken as it is.
    public var measures: String
    /// The address to GET from; never built, taken as it is.
    public var commands: String
    /// The form of the certificate.
    public var form: CertificateForm
    /// Key and certificate in that form.
    public var certificate: Confidential
    /// What the key is locked with.
    public var secret: Confidential

    /// Reads the answer to an onboarding request. Unknown members are passed over, as are those of MQTT.
    ///
    /// - Throws: `CredentialsError` that names what is missing or of no use.
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
        // A secret may be empty; it must be stated.
        guard let secret = body.authentication?.secret else { throw .missing("authentication.secret") }
        self.secret = Confidential(secret)
    }

    private static func text(_ text: String?, _ member: String) throws(CredentialsError) -> String {
        guard let text, !text.isEmpty else { throw .missing(member) }
        return text
    }

    /// Over anything but TLS a certificate proves nothing, and MQTT's topics are no addresses.
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

/// Why the answer to an onboarding request is of no use. It never quotes the answer.
public enum CredentialsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not a JSON object of the right kind.
    case notJSON(Int)
    /// A member is absent or empty.
    case missing(String)
    /// A member has a value that nothing can be done with, and why.
    case unusable(String, String)

    public var description: String {
        switch self {
        case .notJSON(let count): "agrirouter's answer (\(count) bytes) is not an onboarding answer"
        case .missing(let member): "agrirouter's answer lacks \(member)"
        case .unusable(let member, let why): "agrirouter's answer has an unusable \(member): \(why)"
        }
    }
}
