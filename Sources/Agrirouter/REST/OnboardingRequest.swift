// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import GNSSTypes

/// The code (TAN) that a person made in the portal: ten letters and digits, for one onboarding.
public struct RegistrationCode: Hashable, Sendable {
    let text: Confidential

    /// The code in what a person typed, blanks and hyphens left out, or nil where it is none.
    public init?(_ typed: String) {
        let code = typed.filter { !$0.isWhitespace && $0 != "-" }
        guard code.count == 10, code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else { return nil }
        text = Confidential(code)
    }
}

/// The id that the application chooses for its endpoint, a URN. It stays for life, through every onboarding.
public struct ExternalID: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// A new one: `urn:uuid:` and a random UUID.
    public init(random generator: inout some RandomNumberGenerator) {
        description = "urn:uuid:\(MessageID(random: &generator))"
    }

    /// The id that a text states, or nil where it is no URN of at most 255 characters without blanks.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "urn", !parts[1].isEmpty, !parts[2].isEmpty,
            text.utf8.count <= 255, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        description = text
    }
}

/// In which form the private key and certificate are wanted.
public enum CertificateForm: String, Hashable, Sendable, CaseIterable {
    /// One text with an encrypted key and a certificate.
    case pem = "PEM"
    /// PKCS#12 in base64.
    case p12 = "P12"
}

/// The request that makes an endpoint of a registration code, or gives an old one a new certificate.
///
/// `POST` to the onboarding base and `path`, over TLS without a client certificate.
public struct OnboardingRequest: Hashable, Sendable {
    /// The endpoint's own id; with the same one onboarding again finds the same endpoint.
    public var externalID: ExternalID
    /// The application's id, a UUID; it belongs to one environment.
    public var applicationID: String
    /// The id of the application's registered version, a UUID; it belongs to one environment.
    public var versionID: String
    /// The wanted form of the certificate.
    public var form: CertificateForm
    /// When it is sent; ten seconds less are stated, so that it does not lie in agrirouter's future.
    public var time: UTCTime

    /// A request for an endpoint of the REST interface.
    public init(
        externalID: ExternalID, applicationID: String, versionID: String, form: CertificateForm = .pem,
        time: UTCTime
    ) {
        self.externalID = externalID
        (self.applicationID, self.versionID) = (applicationID, versionID)
        (self.form, self.time) = (form, time)
    }

    /// The path behind the onboarding base.
    public static let path = "/api/v1.0/registration/onboard"

    /// The headers, the code among them: not for logs.
    public static func headers(_ code: RegistrationCode) -> [(name: String, value: Confidential)] {
        [
            ("Authorization", Confidential("Bearer " + code.text.exposed)),
            ("Content-Type", Confidential("application/json")), ("Accept", Confidential("application/json")),
        ]
    }

    public var json: [UInt8] {
        JSON.bytes([
            "id": externalID.description, "applicationId": applicationID, "certificationVersionId": versionID,
            // A text, not a number. 3 is REST.
            "gatewayId": "3", "certificateType": form.rawValue,
            "UTCTimestamp": time.adding(.seconds(-10)).iso8601,
        ])
    }
}
