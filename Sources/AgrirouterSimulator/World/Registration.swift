// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// A farmer's or contractor's account.
struct Account: Hashable, Sendable {
    /// Whether the account may onboard endpoints (else codes 0010 and 0020).
    enum Status: String, CaseIterable, Sendable {
        case active, inactive, unapproved
    }

    var id: String
    var tenant: Int
    var status = Status.active
    var quota = 300
}

/// A registered version of an application.
struct ApplicationVersion: Hashable, Sendable {
    /// Whether the version may be used (code 0022 if withdrawn).
    enum Status: String, CaseIterable, Sendable {
        case approved, withdrawn, blocked
    }

    var id: String
    var status = Status.approved
    /// The technical message types that it is registered for; nil for all known types.
    var types: Set<String>?
}

/// A registered application.
struct Application: Hashable, Sendable {
    var id: String
    var name: String
    /// True if it may onboard with a registration code (else code 0024).
    var isCommunicationUnit = true
    var versions: [ApplicationVersion]
}

struct RegistrationCode: Hashable, Sendable {
    var code: String
    var account: String
    var expires: UTCTime
    var isReusable: Bool
    var isUsed = false
}

/// The service's record of an issued certificate.
struct IssuedCertificate: Hashable, Sendable {
    var endpoint: String
    var notBefore: UTCTime
    var notAfter: UTCTime
    /// True if the addresses issued with it contain a query, which each request must repeat.
    var hasURLQuery = false
    var isRevoked = false
}
