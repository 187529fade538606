// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import GNSSTypes

/// The registration code (TAN) that a person created in the portal: ten letters and digits, valid for one onboarding.
public struct RegistrationCode: Hashable, Sendable {
    let text: Confidential

    /// Parses the text that a person typed and ignores white space and hyphens; returns nil if it is not a code.
    public init?(_ typed: String) {
        let code = typed.filter { !$0.isWhitespace && $0 != "-" }
        guard code.count == 10, code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else { return nil }
        text = Confidential(code)
    }
}

/// The ID (a URN) that the application chose for its endpoint. It is permanent and stays the same in every onboarding.
public struct ExternalID: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Creates a new ID: `urn:uuid:` and a random UUID.
    public init(random generator: inout some RandomNumberGenerator) {
        description = "urn:uuid:\(MessageID(random: &generator))"
    }

    /// Parses a URN of at most 255 characters without blanks; returns nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "urn", !parts[1].isEmpty, !parts[2].isEmpty,
            text.utf8.count <= 255, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        description = text
    }
}

/// The form in which agrirouter delivers the private key and the certificate.
public enum CertificateForm: String, Hashable, Sendable, CaseIterable {
    /// One text that contains an encrypted private key and a certificate.
    case pem = "PEM"
    /// A PKCS#12 file in base64.
    case p12 = "P12"
}

/// A request that creates an endpoint from a registration code, or renews the certificate of an existing endpoint.
///
/// Send it as a `POST` to the onboarding base address plus `path`, over TLS without a client certificate.
public struct OnboardingRequest: Hashable, Sendable {
    /// The endpoint's own ID; onboarding again with the same ID finds the same endpoint.
    public var externalID: ExternalID
    /// The application's ID, a UUID that is valid in one service environment.
    public var applicationID: String
    /// The ID of the application's registered version, a UUID that is valid in one service environment.
    public var versionID: String
    public var form: CertificateForm
    /// The time of sending. The JSON contains a time ten seconds earlier, so that it is not in the future for
    /// agrirouter.
    public var time: UTCTime

    public init(
        externalID: ExternalID, applicationID: String, versionID: String, form: CertificateForm = .pem,
        time: UTCTime
    ) {
        self.externalID = externalID
        (self.applicationID, self.versionID) = (applicationID, versionID)
        (self.form, self.time) = (form, time)
    }

    /// The path below the onboarding base address.
    public static let path = "/api/v1.0/registration/onboard"

    /// The headers of the request. They contain the registration code and must not be logged.
    public static func headers(_ code: RegistrationCode) -> [(name: String, value: Confidential)] {
        [
            ("Authorization", Confidential("Bearer " + code.text.exposed)),
            ("Content-Type", Confidential("application/json")), ("Accept", Confidential("application/json")),
        ]
    }

    public var json: [UInt8] {
        JSON.bytes([
            "id": externalID.description, "applicationId": applicationID, "certificationVersionId": versionID,
            // The gateway ID is text, not a number; 3 selects the REST interface.
            "gatewayId": "3", "certificateType": form.rawValue,
            "UTCTimestamp": time.adding(.seconds(-10)).iso8601,
        ])
    }
}
