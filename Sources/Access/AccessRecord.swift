// SPDX-License-Identifier: Apache-2.0

public import ControlModel

/// Who may use the control interface over the network: what is kept of it. It holds no secret in clear.
public struct AccessRecord: Codable, Hashable, Sendable {
    /// A person who may sign in.
    struct Person: Codable, Hashable, Sendable {
        var name: String
        var role: ControlRole
        /// The password's hash; nil: there is none.
        var password: PasswordHash?
    }

    /// A browser that is signed in.
    struct Session: Codable, Hashable, Sendable {
        /// What names it; no secret.
        var id: String
        /// SHA-256 of the secret in the browser's cookie, in hexadecimal digits.
        var hash: String
        /// The person, who has the role; nil: nobody in particular.
        var person: String?
        /// What it may do where there is no person.
        var role: ControlRole
        /// For how long it had been signed in when this was stored, in seconds.
        var used: Double
        /// What the browser calls itself.
        var browser: String?
        /// From where it signed in.
        var address: String?
    }

    var people: [Person] = []
    var sessions: [Session] = []
    /// When this was stored, in seconds since 1970; nil where the clock was not set.
    var stored: Int64?

    /// Nobody.
    public init() {}

    /// What a session may do; nil where its person is gone.
    func role(of session: Session) -> ControlRole? {
        guard let name = session.person else { return session.role }
        return people.first { $0.name == name }?.role
    }
}

/// Keeps who may use the control interface.
public protocol AccessStore: Sendable {
    /// What was kept last; nil where nothing was.
    ///
    /// - Throws: `ControlError` where it cannot be read.
    func load() async throws(ControlError) -> AccessRecord?

    /// Keeps this from now on; once it returns, through a loss of power too.
    ///
    /// - Throws: `ControlError` where it cannot be kept.
    func save(_ record: AccessRecord) async throws(ControlError)
}
