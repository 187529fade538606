// SPDX-License-Identifier: Apache-2.0

/// How one HTTP exchange with agrirouter ended.
public enum Exchange: Hashable, Sendable {
    /// With an answer of that status, and the time that it asks to wait (`Retry-After`).
    case answered(status: Int, retryAfter: Duration? = nil)
    /// The server was not reached: no network, no name, no connection.
    case offline
    /// The request may have arrived, the answer did not: timed out, cut, reset.
    case interrupted
    /// The server did not take our certificate: a TLS alert.
    case certificateRefused
    /// We did not take the server's: nothing was sent.
    case serverNotTrusted
    /// The answer is not agrirouter's, but for example a login page of the network.
    case notAgrirouter

    /// What it comes to.
    public var outcome: Outcome {
        switch self {
        case .answered(let status, let retryAfter): Self.outcome(status, retryAfter)
        case .offline: .offline
        case .interrupted, .notAgrirouter: .backOff(nil)
        case .certificateRefused: .refused
        case .serverNotTrusted: .untrusted
        }
    }

    /// What an exchange comes to.
    public enum Outcome: Hashable, Sendable {
        /// Taken; what becomes of it is said in the outbox.
        case accepted
        /// Later, at the earliest after that time.
        case backOff(Duration?)
        /// Later; there is no network to agrirouter. One change of state, one line of log.
        case offline
        /// Agrirouter does not accept this endpoint: after the third in a row only onboarding again helps.
        case refused
        /// The server is not agrirouter's, or its certificate is out of order.
        case untrusted
        /// Too large: split.
        case tooLarge
        /// Not understood: a fault of ours. Drop the request.
        case fault
    }

    private static func outcome(_ status: Int, _ retryAfter: Duration?) -> Outcome {
        switch status {
        case 200..<300: .accepted
        case 401, 403, 404: .refused
        case 413: .tooLarge
        case 400, 405, 406, 415: .fault
        // A redirection is not followed: messages go where onboarding said.
        default: .backOff(retryAfter)
        }
    }
}
