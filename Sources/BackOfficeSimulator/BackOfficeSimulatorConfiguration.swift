// SPDX-License-Identifier: Apache-2.0

/// The start options of the simulator of a back office.
public struct BackOfficeSimulatorConfiguration: Sendable {
    /// A person who may sign in.
    public struct User: Hashable, Sendable {
        public var login: String
        public var password: String

        public init(login: String, password: String) { (self.login, self.password) = (login, password) }
    }

    /// A certificate for HTTPS and its key, both PEM.
    public struct TLS: Hashable, Sendable {
        public var certificate: [UInt8]
        public var key: [UInt8]

        public init(certificate: [UInt8], key: [UInt8]) { (self.certificate, self.key) = (certificate, key) }
    }

    public var dialect: BackOfficeDialect
    /// The port of the back office and that of the interface for tests; 0 for any free port.
    public var ports: (office: Int, admin: Int) = (0, 0)
    public var users: [User]
    /// The secret of the digest of photos.
    public var secret: String
    /// The place of the calls, with `*` for the name of a call; nil for that of the dialect.
    public var path: String?
    /// The tasks at the start: the text of a JSON array; nil for none.
    public var tasks: [UInt8]?
    /// The faults at the start, each the text of a JSON object as `POST faults` takes it.
    public var faults: [String] = []
    /// Nil for HTTP without TLS.
    public var tls: TLS?

    public init(dialect: BackOfficeDialect, users: [User], secret: String) {
        (self.dialect, self.users, self.secret) = (dialect, users, secret)
    }
}
