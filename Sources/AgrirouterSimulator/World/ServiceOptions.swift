// SPDX-License-Identifier: Apache-2.0

/// How the service behaves where the real one is undocumented, or where it may behave in several ways.
struct ServiceOptions: Hashable, Sendable {
    /// How a client without a valid certificate is refused: by TLS, or with an HTTP status.
    enum Refusal: String, CaseIterable, Sendable {
        case tls
        case unauthorized = "401"
        case forbidden = "403"
        case notFound = "404"
        /// By a failure in the outbox (a deleted endpoint only).
        case outbox
    }

    /// The body of a refused onboarding.
    enum ErrorForm: String, CaseIterable, Sendable {
        case json
        case numericCode = "numeric_code"
        case text, html, empty
    }

    /// The shapes of the URLs in an onboarding response.
    enum URLShape: String, CaseIterable, Sendable {
        case inbox
        case iot
    }

    /// What the fields for MQTT hold for a REST client.
    enum MQTTFields: String, CaseIterable, Sendable {
        case null, absent, number, string
    }

    /// How long issued certificates are valid.
    enum Validity: String, CaseIterable, Sendable {
        case tenYears = "10y"
        case oneYear = "1y"
        case expired
        case notYet = "not_yet"
        /// `certificate_seconds`.
        case seconds
    }

    /// The passphrase of issued key files.
    enum Passphrase: String, CaseIterable, Sendable {
        case short = "16"
        case long = "36"
        case escapes, unicode
    }

    /// What is wrong with issued key files.
    enum KeyDamage: String, CaseIterable, Sendable {
        case none
        case wrongKey = "wrong_key"
        case wrongSecret = "wrong_secret"
        case truncated
    }

    /// What is answered to a query that nothing matches.
    enum NoMatch: String, CaseIterable, Sendable {
        case absent
        case empty
    }

    /// What is answered to every onboarding.
    enum OnboardingAnswer: String, CaseIterable, Sendable {
        case normal
        case broken = "500"
        /// With `Retry-After`.
        case maintenance = "503"
        /// To another host, where it is a violation to arrive.
        case moved = "301"
        case found = "302"
        case movedForNow = "307"
    }

    /// The code of too many onboardings.
    enum LimitCode: String, CaseIterable, Sendable {
        case plain = "0112"
        /// Its text names the seconds.
        case timed = "0113"
    }

    /// Variants of items in the outbox (see the documentation for each).
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
    /// Seconds from a request to its answer in the outbox, by technical message type; "" for all others.
    var latency: [String: Double] = ["": 0.05]
    var codeLife = 3600.0
}
