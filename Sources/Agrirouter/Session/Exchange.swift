// SPDX-License-Identifier: Apache-2.0

/// The outcome of an HTTP exchange with agrirouter.
public enum Exchange: Hashable, Sendable {
    /// The server answered with this status and, if present, the delay from `Retry-After`.
    case answered(status: Int, retryAfter: Duration? = nil)
    /// The server could not be reached: no network, no name resolution or no connection.
    case offline
    /// The request may have arrived, but no complete answer came back: timeout, truncation or connection reset.
    case interrupted
    /// The server refused the client certificate with a TLS alert.
    case certificateRefused
    /// The server's certificate is not trusted; nothing was sent.
    case serverNotTrusted
    /// The answer came from an intermediary and not from agrirouter, for example a login page of the network.
    case notAgrirouter

    /// The conclusion for the gateway.
    public var outcome: Outcome {
        switch self {
        case .answered(let status, let retryAfter): Self.outcome(status, retryAfter)
        case .offline: .offline
        case .interrupted, .notAgrirouter: .backoff(nil)
        case .certificateRefused: .refused
        case .serverNotTrusted: .untrusted
        }
    }

    /// The conclusion that the gateway draws from an exchange.
    public enum Outcome: Hashable, Sendable {
        /// The server accepted the request; the result follows in the outbox.
        case accepted
        /// Try again later, not before the given time has passed.
        case backoff(Duration?)
        /// Try again later: agrirouter cannot be reached. Reported as one change of state with one log line.
        case offline
        /// Agrirouter does not accept this endpoint; after the third refusal in a row the endpoint must be onboarded
        /// again.
        case refused
        /// The server is not agrirouter's, or its certificate is invalid.
        case untrusted
        /// The request is too large; split it.
        case tooLarge
        /// The server does not understand the request. Drop a message only if agrirouter understands others, because
        /// that is then an error in the gateway.
        case fault
    }

    private static func outcome(_ status: Int, _ retryAfter: Duration?) -> Outcome {
        switch status {
        case 200..<300: .accepted
        case 401, 403, 404: .refused
        case 413: .tooLarge
        case 400, 405, 406, 415: .fault
        // Redirections are not followed: messages only go to the addresses from onboarding.
        default: .backoff(retryAfter)
        }
    }
}
