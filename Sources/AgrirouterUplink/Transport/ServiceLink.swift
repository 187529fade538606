// SPDX-License-Identifier: Apache-2.0

public import Agrirouter
public import GNSSTypes

/// One HTTPS request to agrirouter.
public struct ServiceRequest: Sendable {
    /// The HTTP methods that agrirouter uses.
    public enum Method: String, Sendable {
        /// Reads the outbox.
        case get = "GET"
        /// Onboards an endpoint, or sends measures.
        case post = "POST"
    }

    public var method: Method
    /// The full address, an `https` URL.
    public var address: String
    /// Header names and values. Values may be secret and are never logged.
    public var headers: [(name: String, value: Confidential)]
    /// The body; empty for GET.
    public var body: [UInt8]
    /// The client certificate and key; nil while onboarding.
    public var identity: ClientIdentity?
    /// True if the request needs a new connection, because it could be lost on a stale one.
    public var isAlone: Bool

    public init(
        _ method: Method, _ address: String, headers: [(name: String, value: Confidential)] = [], body: [UInt8] = [],
        identity: ClientIdentity? = nil, isAlone: Bool = false
    ) {
        (self.method, self.address, self.headers) = (method, address, headers)
        (self.body, self.identity, self.isAlone) = (body, identity, isAlone)
    }
}

/// The reply to a request, or the reason for its absence.
public struct ServiceReply: Hashable, Sendable {
    public var exchange: Exchange
    /// The part of the body that arrived; at most 32 MiB.
    public var body: [UInt8]
    /// The error in words for people, without secrets; nil after an answer.
    public var failure: String?

    public init(_ exchange: Exchange, body: [UInt8] = [], failure: String? = nil) {
        (self.exchange, self.body, self.failure) = (exchange, body, failure)
    }
}

/// The connection to agrirouter: verified TLS, with connections that are reused.
public protocol ServiceLink: Sendable {
    /// Sends a request and waits for its reply. It does not block a thread of the concurrency pool and returns early if
    /// the task is cancelled.
    func send(_ request: ServiceRequest) async -> ServiceReply
}

/// An endpoint's certificate and private key, in PEM without a passphrase.
public struct ClientIdentity: Hashable, Sendable {
    /// The certificate and its chain of issuers, in PEM.
    public var certificate: String
    /// The private key, PKCS#8 in PEM.
    public var key: Confidential
    /// The subject's common name.
    public var name: String
    /// The start of the certificate's validity.
    public var notBefore: UTCTime
    /// The end of the certificate's validity.
    public var notAfter: UTCTime

    public init(certificate: String, key: Confidential, name: String, notBefore: UTCTime, notAfter: UTCTime) {
        (self.certificate, self.key, self.name) = (certificate, key, name)
        (self.notBefore, self.notAfter) = (notBefore, notAfter)
    }
}
