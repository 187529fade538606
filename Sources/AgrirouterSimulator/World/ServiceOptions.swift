// SPDX-License-Identifier: Apache-2.0

/// Options for behaviour that the real service does not document or that varies.
struct ServiceOptions: Hashable, Sendable {
    /// The refusal of a client without a valid certificate: by TLS or with an HTTP status.
    enum Refusal: String, CaseIterable, Sendable {
        case tls
        case unauthorized = "401"
        case forbidden = "403"
        case notFound = "404"
        /// A failure in the outbox, only for a deleted endpoint.
        case outbox
    }

    /// The form of a refused onboarding's body.
    enum ErrorForm: String, CaseIterable, Sendable {
        case json
        case numericCode = "numeric_code"
        case text, html, empty
    }

    /// The form of the URLs in an onboarding answer.
    enum URLShape: String, CaseIterable, Sendable {
        case inbox
        case iot
    }

    /// The values of the MQTT members for a REST client.
    enum MQTTFields: String, CaseIterable, Sendable {
        case null, absent, number, string
    }

    /// The validity period of issued certificates.
    enum Validity: String, CaseIterable, Sendable {
        case tenYears = "10y"
        case oneYear = "1y"
        case expired
        case notYet = "not_yet"
        /// The number of seconds in `certificate_seconds`.
        case seconds
    }

    /// The kind of passphrase of issued key files.
    enum Passphrase: String, CaseIterable, Sendable {
        case short = "16"
        case long = "36"
        case escapes, unicode
    }

    /// The defect of issued key files.
    enum KeyDamage: String, CaseIterable, Sendable {
        case none
        case wrongKey = "wrong_key"
        case wrongSecret = "wrong_secret"
        case truncated
    }

    /// The form of the answer to a query without matches.
    enum NoMatch: String, CaseIterable, Sendable {
        case absent
        case empty
    }

    /// The answer to every onboarding request.
    enum OnboardingAnswer: String, CaseIterable, Sendable {
        case normal
        case broken = "500"
        /// HTTP 503 with `Retry-After`.
        case maintenance = "503"
        /// A redirection to another host; a client that follows it commits a violation.
        case moved = "301"
        case found = "302"
        case movedForNow = "307"
    }

    /// The code for too many onboarding requests.
    enum LimitCode: String, CaseIterable, Sendable {
        case plain = "0112"
        /// The text contains the number of seconds to wait.
        case timed = "0113"
    }

    /// Variants of outbox items; the documentation describes each.
    enum ItemVariant: String, CaseIterable, Sendable {
        case plain
        case absent
        case emptyAny = "empty_any"
        case bare
        case padded
        case unknownFields = "unknown_fields"
        case unknownType = "unknown_type"
        case undecodable
    }

    var access = Refusal.tls
    var deleted = Refusal.notFound
    var closesConnections = false
    var environment = "QA"
    var spacingFactor = 1.0
    var spacingTolerance = 0.5
    var spacingLimit = 0
    var tooLargeByOutbox = false
    var dropsDuplicates = false
    var clearsWhenUnchanged = true
    var publishWithoutRecipientFails = false
    var noMatch = NoMatch.absent
    var pushesPerItem = 1
    var itemVariants: [ItemVariant] = [.plain]
    var shufflesOutbox = false
    var urlShape = URLShape.inbox
    var urlQuery = false
    var differentIDs = false
    var mqttFields = MQTTFields.null
    var oldCertificateStays = false
    var consumesCodeAlways = false
    var errorForm = ErrorForm.json
    var onboardingLimit = 10
    var onboardingAnswer = OnboardingAnswer.normal
    var limitCode = LimitCode.plain
    var nativeProtobuf = false
    var validity = Validity.tenYears
    var certificateSeconds = 60.0
    var pem = KeyFileForm.PEMEncryption.tripleDES
    var p12 = KeyFileForm.P12Encryption.tripleDES
    var passphrase = Passphrase.short
    var keyDamage = KeyDamage.none
    var serverCertificate = Authority.ServerCertificate.good
    /// Seconds from a request to its answer in the outbox, by technical message type; the key "" applies to all others.
    var latency: [String: Double] = ["": 0.05]
    var codeLife = 3600.0
}
