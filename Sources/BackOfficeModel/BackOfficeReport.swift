// SPDX-License-Identifier: Apache-2.0

public import ControlModel
public import GNSSTypes

/// The link to the back office, as one person sees it: `GET /v1/back-office`.
public struct BackOfficeReport: Codable, Hashable, Sendable {
    /// The state of the link.
    public enum State: String, Coded, CaseIterable {
        /// No server is configured.
        case off
        /// The user has not signed in.
        case signedOut = "signed_out"
        /// The person has signed in; whether the server can be reached is another question.
        case signedIn = "signed_in"
    }

    /// The person at the back office.
    public struct Person: Codable, Hashable, Sendable {
        /// The identifier there.
        public var id: String
        /// The name with which the person signs in.
        public var login: String
        /// The first and the family name, as the back office has them; empty if it has none.
        public var name: String
        public var surname: String

        public init(id: String, login: String, name: String, surname: String) {
            (self.id, self.login, self.name, self.surname) = (id, login, name, surname)
        }
    }

    /// What waits to be sent.
    public struct Waiting: Codable, Hashable, Sendable {
        public var photos = 0
        public var tasks = 0
        public var paths = 0

        public init() {}
    }

    public var state: ReportCode<State>
    /// The address of the server, with a slash at its end; nil if none is configured.
    public var server: String?
    /// The person who has signed in; nil if the user has not.
    public var person: Person?
    public var waiting = Waiting()
    /// The running or the last synchronisation since the daemon started; nil if there was none.
    public var sync: SyncReport?
    /// The reason why the server cannot be used at present; nil if it can, or was not needed.
    public var problem: ProblemReport?
    /// The time until the next attempt in seconds; nil if none is planned.
    public var retry: Double?

    public init(state: State, server: String?) { (self.state, self.server) = (ReportCode(state), server) }

    enum CodingKeys: String, CodingKey {
        case state, server, person, waiting, sync, problem
        case retry = "retry_s"
    }
}

/// A synchronisation with the back office.
public struct SyncReport: Codable, Hashable, Sendable {
    /// The state of a synchronisation.
    public enum State: String, Coded, CaseIterable {
        case running
        /// Everything was fetched.
        case done
        /// It ended early, for the reason in `problem`.
        case failed
        /// A person cancelled it.
        case cancelled
    }

    public var state: ReportCode<State>
    /// The part that is done, in percent, 0...100.
    public var percent: Int
    public var started: Timestamp
    /// The end; nil while it runs.
    public var ended: Timestamp?
    /// The number of tasks that were new, that had changed, and that the back office no longer has.
    public var added = 0
    public var changed = 0
    public var removed = 0
    /// The reason for the failure; nil without one.
    public var problem: ProblemReport?

    public init(started: Timestamp) {
        (state, percent, self.started) = (ReportCode(.running), 0, started)
    }
}

/// The request to sign in at the back office: `POST /v1/back-office/session`.
public struct BackOfficeSignIn: Codable, Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The name, 1...200 characters.
    public var login: String
    /// The password, 1...1000 characters. It is sent to the back office once and never stored.
    public var password: String

    public init(login: String, password: String) { (self.login, self.password) = (login, password) }

    /// Hides the password, so that no log can contain it.
    public var description: String { "sign-in of \(login)" }
    /// Exposes no fields, so that no dump of the value can contain the password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a request to send has put into the queue.
public struct SendReport: Codable, Hashable, Sendable {
    /// The number of photos or paths that now wait to be sent, without those that waited before.
    public var queued: Int

    public init(queued: Int) { self.queued = queued }
}

/// The request to send photos or a task; the body may be empty.
public struct SendRequest: Codable, Hashable, Sendable {
    /// True to send photos whose verdict is pending; otherwise such a request is refused with `photos_pending`.
    public var pending: Bool?

    public init(pending: Bool? = nil) { self.pending = pending }
}
