// SPDX-License-Identifier: Apache-2.0

public import Agrirouter
public import GNSSTypes

/// One HTTPS request to agrirouter.
public struct ServiceRequest: Sendable {
    /// The HTTP methods that agrirouter uses.
    public enum Method: String, Sendable {
        /// Reads the outbox.
        case get = "GET"
        /// Onboards, or posts measures.
        case post = "POST"
    }

    public var method: Method
    /// The full address, `https` only.
    public var address: String
    /// Names and values. A value may be a secret; none is ever logged.
    public var headers: [(name: String, value: Confidential)]
    /// The body; empty for GET.
    public var body: [UInt8]
    /// Whose certificate is shown; nil while onboarding.
    public var identity: ClientIdentity?
    /// Whether it gets a connection of its own: one that was kept may have gone stale, and the request be lost on it.
    public var isAlone: Bool

    public init(
        _ method: Method, _ address: String, headers: [(name: String, value: Confidential)] = [], body: [UInt8] = [],
        identity: ClientIdentity? = nil, isAlone: Bool = false
    ) {
        (self.method, self.address, self.headers) = (method, address, headers)
        (self.body, self.identity, self.isAlone) = (body, identity, isAlone)
    }
}

/// What came of a request.
public struct ServiceReply: Hashable, Sendable {
    public var exchange: Exchange
    /// The body, as far as it came; at most `JSON`'s limit of 32 MiB.
    public var body: [UInt8]
    /// What went wrong, in words for people, without secrets; nil where an answer came.
    public var failure: String?

    public init(_ exchange: Exchange, body: [UInt8] = [], failure: String? = nil) {
        (self.exchange, self.body, self.failure) = (exchange, body, failure)
    }
}

/// The way to agrirouter: TLS, always verified, over one connection that is kept.
public protocol ServiceLink: Sendable {
    /// Sends a request and waits for its reply. It blocks no thread of the pool, and ends early when the task is cancelled.
    func send(_ request: ServiceRequest) async -> ServiceReply
}

/// The endpoint's certificate and key, as PEM without a passphrase.
public struct ClientIdentity: Hashable, Sendable {
    /// The certificate and those that issued it, as PEM.
    public var certificate: String
    /// The private key, PKCS#8 in PEM.
    public var key: Confidential
    /// The subject's common name.
    public var name: String
    /// From when it is valid.
    public var notBefore: UTCTime
    /// Until when it is valid.
    public var notAfter: UTCTime

    public init(certificate: String, key: Confidential, name: String, notBefore: UTCTime, notAfter: UTCTime) {
        (self.certificate, self.key, self.name) = (certificate, key, name)
        (self.notBefore, self.notAfter) = (notBefore, notAfter)
    }
}
