// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// A farmer's or contractor's account.
struct Account: Hashable, Sendable {
    /// The account's status: only an active account may onboard endpoints (otherwise code 0010 or 0020).
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
    /// The version's status: a withdrawn version must not be used (code 0022).
    enum Status: String, CaseIterable, Sendable {
        case approved, withdrawn, blocked
    }

    var id: String
    var status = Status.approved
    /// The technical message types for which the version is registered; nil for all known types.
    var types: Set<String>?
}

/// A registered application.
struct Application: Hashable, Sendable {
    var id: String
    var name: String
    /// True if it may onboard with a registration code; otherwise the answer has the code 0024.
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
