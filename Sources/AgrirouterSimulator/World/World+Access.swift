// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The result of checking a client's certificate.
enum CertificateVerdict: Hashable, Sendable {
    case valid(endpoint: String)
    case refused(String)
}

extension World {
    /// Checks a certificate by the service's clock. Only certificates that the service itself issued are accepted,
    /// compared byte for byte; TLS verifies that the client has the key.
    func judge(_ certificate: [UInt8]?) -> CertificateVerdict {
        guard let certificate else { return .refused("no client certificate") }
        guard let issued = certificates[certificate] else {
            return .refused("a certificate that belongs to another device")
        }
        let now = clock.now
        if issued.isRevoked { return .refused("a replaced certificate") }
        if now < issued.notBefore { return .refused("a certificate that is not yet valid") }
        if now >= issued.notAfter { return .refused("an expired certificate") }
        if endpoints[issued.endpoint]?.status == .deleted, options.deleted == .tls {
            return .refused("the certificate of a deleted endpoint")
        }
        return .valid(endpoint: issued.endpoint)
    }

    /// Checks a certificate during the TLS handshake and records a refusal in the journal.
    mutating func admits(_ certificate: [UInt8]?) -> Bool {
        guard case .refused(let reason) = judge(certificate) else { return true }
        guard options.access == .tls || reason.contains("deleted") else { return true }
        now = clock.now
        entry = JournalEntry(number: 0, time: now, listener: "gateway", method: "TLS", path: "")
        entry.endpoint = certificate.flatMap { certificates[$0]?.endpoint }
        entry.note = "refused: \(reason)"
        journal.append(entry)
        return false
    }

    /// Answers a client's request to its inbox or outbox.
    mutating func gateway(_ request: HTTPRequest) -> HTTPAnswer {
        let (peer, refusal) = access(request)
        entry.endpoint = peer
        if let refusal { return refusal }
        guard let peer, let (isInbox, device) = Self.target(request.parts) else {
            return HTTPAnswer(404, text: "not found")
        }
        guard let endpoint = endpoints[peer], endpoint.deviceID == device else {
            violate("A-2", "the path belongs to another device")
            return HTTPAnswer(403, text: "this device belongs to another endpoint")
        }
        let isQueryGiven = request.certificate.flatMap { certificates[$0]?.hasURLQuery } ?? false
        if isQueryGiven, request.query["k"] != Self.token(endpoint) {
            violate("O-4", "the URL differs from the one issued: its query is missing")
            return HTTPAnswer(404, text: "not found")
        }
        if endpoint.status == .deleted, let answer = deleted() { return answer }
        switch (request.method, isInbox) {
        case ("POST", true): return post(request, to: peer)
        case ("GET", false): return get(request, from: peer)
        default:
            violate("M-1", "\(request.method) is not allowed here")
            return HTTPAnswer(405, text: "method not allowed")
        }
    }

    private mutating func access(_ request: HTTPRequest) -> (peer: String?, HTTPAnswer?) {
        switch judge(request.certificate) {
        case .valid(let id): return (id, nil)
        case .refused(let reason):
            let id = request.certificate.flatMap { certificates[$0]?.endpoint }
            entry.note = "refused: \(reason)"
            switch options.access {
            case .unauthorized: return (id, HTTPAnswer(401, text: "unauthorized"))
            case .forbidden: return (id, HTTPAnswer(403, text: "forbidden"))
            case .notFound: return (id, HTTPAnswer(404, text: "not found"))
            // TLS would have refused the certificate on a new connection: close this one, so that the next one is
            // refused.
            case .tls, .outbox: return (id, .abort(.close))
            }
        }
    }

    /// The answer to a deleted endpoint; nil if the request continues and the outbox reports the failure.
    private func deleted() -> HTTPAnswer? {
        switch options.deleted {
        case .notFound: HTTPAnswer(404, text: "not found")
        case .unauthorized: HTTPAnswer(401, text: "unauthorized")
        case .forbidden: HTTPAnswer(403, text: "forbidden")
        case .tls: .abort(.close)
        case .outbox: nil
        }
    }

    /// Parses a path into inbox or outbox and the device ID.
    private static func target(_ parts: [String]) -> (isInbox: Bool, device: String)? {
        guard let device = parts.last else { return nil }
        switch Array(parts.dropLast()) {
        case ["inbox"], ["iot", "gateway", "rest", "measures"]: return (true, device)
        case ["outbox"], ["iot", "gateway", "rest", "commands"]: return (false, device)
        default: return nil
        }
    }
}
