// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// A farmer's or contractor's account.
struct Account: Hashable, Sendable {
    /// Whether it can be used (0010 and 0020 where it cannot).
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
    /// Whether it can be used (0022 where it was withdrawn).
    enum Status: String, CaseIterable, Sendable {
        case approved, withdrawn, blocked
    }

    var id: String
    var status = Status.approved
    /// The technical message types it is registered for; nil: all that are known.
    var types: Set<String>?
}

/// A registered application.
struct Application: Hashable, Sendable {
    var id: String
    var name: String
    /// Whether it may onboard with a registration code (0024 where it may not).
    var isCommunicationUnit = true
    var versions: [ApplicationVersion]
}

/// A registration code.
struct RegistrationCode: Hashable, Sendable {
    var code: String
    var account: String
    var expires: UTCTime
    var isReusable: Bool
    var isUsed = false
}

/// What is known of a certificate that was issued.
struct IssuedCertificate: Hashable, Sendable {
    var endpoint: String
    var notBefore: UTCTime
    var notAfter: UTCTime
    /// Whether the addresses that were given with it carry a query, which each request has to repeat.
    var hasURLQuery = false
    var isRevoked = false
}
