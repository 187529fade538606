// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The state of the webhook.
public struct WebhookReport: Codable, Hashable, Sendable {
    /// The progress of the deliveries.
    public enum State: String, Coded {
        /// No event waits.
        case ready
        /// Events are being delivered.
        case delivering
        /// The last attempt failed.
        case retrying
    }

    /// The cause of a failed attempt.
    public enum Problem: String, Coded {
        case unreachable, tls, refused, failed
        case timedOut = "timed_out"
    }

    public var state = ReportCode(State.ready)
    /// The state in a sentence.
    public var text = ""
    /// The state as a code with parameters.
    public var message: CodedText?
    /// The scheme, host and port of the address.
    public var server: String
    /// The number of events that wait.
    public var queued = 0
    /// The number of events that the server accepted since the start of the daemon.
    public var delivered = 0
    /// The number of attempts that failed since the start.
    public var failedAttempts = 0
    /// The number of events that were given up after a day since the start.
    public var givenUp = 0
    /// The number of events that were dropped since the start, because too many waited.
    public var dropped = 0
    /// The time at which the server last accepted an event.
    public var lastSuccess: Timestamp?
    /// The cause of the last failure; nil after a success.
    public var problem: ReportCode<Problem>?
    /// The status of the answer that refused the last attempt.
    public var status: Int?
    /// The reason why events cannot be stored, so that a restart would lose them.
    public var storeProblem: String?

    enum CodingKeys: String, CodingKey {
        case state, text, message, server, queued, delivered, dropped, problem, status
        case failedAttempts = "failed_attempts"
        case givenUp = "given_up"
        case lastSuccess = "last_success"
        case storeProblem = "store_problem"
    }

    public init(server: String) { self.server = server }
}
