// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Settings

/// The permissions of a caller. Each role includes the permissions of the roles before it.
public enum ControlRole: String, Codable, Sendable, CaseIterable, Comparable {
    /// May only read.
    case viewer
    /// May also record paths, sample points, and pause the uplink.
    case `operator`
    /// May do everything.
    case admin

    /// Returns true if the first role has fewer permissions.
    public static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The caller's own session: `GET /v1/session`.
public struct SessionReport: Codable, Hashable, Sendable {
    /// The caller's role; nil if it may only sign in.
    public var role: ControlRole?
    /// The name of the person who signed in; nil if the session belongs to no named person.
    public var name: String?
    /// Identifies the session in routes and in `hello` of the live stream; nil without a session. The ID is not a
    /// secret.
    public var id: String?
    /// The reason why the caller has fewer permissions than its session grants: `insecure` over plain HTTP from another
    /// machine, `sign_in_again` if the browser signed in that way.
    public var limit: String?
    /// True if the request comes from a signed-in browser.
    public var isSignedIn: Bool
    /// True if a sign-in with name and password is possible over this connection.
    public var takesPasswords: Bool

    public init(
        role: ControlRole?, name: String?, id: String?, limit: String?, isSignedIn: Bool, takesPasswords: Bool
    ) {
        (self.role, self.name, self.id, self.limit) = (role, name, id, limit)
        (self.isSignedIn, self.takesPasswords) = (isSignedIn, takesPasswords)
    }

    enum CodingKeys: String, CodingKey {
        case role, name, id, limit
        case isSignedIn = "signed_in"
        case takesPasswords = "takes_passwords"
    }
}

/// A code with which one browser can sign in once: `POST /v1/session/invitation`.
public struct InvitationReport: Codable, Hashable, Sendable {
    /// Ten digits and capital letters.
    public var code: String
    /// The time for which the code is valid, in seconds.
    public var seconds: Int
    /// The role of the browser that uses the code.
    public var role: ControlRole
    /// The web console's URLs for the code's role, such as `http://127.0.0.1:8947/`, loopback ones first.
    public var addresses: [String]
    /// The first URL that other devices can reach, with the code; nil if they can reach none, or if the machine lacks
    /// libqrencode.
    public var qrCode: QRCodeReport?

    public init(code: String, seconds: Int, role: ControlRole, addresses: [String], qrCode: QRCodeReport? = nil) {
        (self.code, self.seconds, self.role, self.addresses) = (code, seconds, role, addresses)
        self.qrCode = qrCode
    }

    enum CodingKeys: String, CodingKey {
        case code, seconds, role, addresses
        case qrCode = "qr_code"
    }

    /// The first URL with the code that a phone can use; nil if there are only loopback addresses.
    package var urlForPhones: String? {
        addresses.first { address in
            !["//127.", "//localhost", "//[::1]"].contains { address.contains($0) }
        }.map { "\($0)#code=\(code)" }
    }
}

/// A QR code (ISO/IEC 18004), without the required margin of four modules.
public struct QRCodeReport: Codable, Hashable, Sendable {
    /// The URL that the QR code contains.
    public var url: String
    /// The rows from top to bottom, each as long as the number of rows; each character is a module: `1` is dark, `0` is
    /// light.
    public var rows: [String]

    public init(url: String, rows: [String]) { (self.url, self.rows) = (url, rows) }
}

/// The request for a sign-in code, with its role or person.
public struct InvitationRequest: Codable, Hashable, Sendable {
    package static let form = #"{"role":"viewer"} or {"name":"NAME OF A PERSON"}"#

    /// The role; nil for the named person's role or, without a person, for admin.
    public var role: ControlRole?
    /// The person who signs in with the code; nil for a session that belongs to no named person.
    public var name: String?

    public init(role: ControlRole? = nil, name: String? = nil) { (self.role, self.name) = (role, name) }

    /// Reads an object; an unknown key is an error, because a misspelled `role` would make a code for an admin.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: ["role", "name"])
        let container = try decoder.container(keyedBy: CodingKeys.self)
        role = try container.decodeIfPresent(ControlRole.self, forKey: .role)
        name = try container.decodeIfPresent(String.self, forKey: .name)
    }
}

/// The body of a sign-in: a code, or a person's name and password.
package struct SessionRequest: Codable, Sendable {
    package static let form = #"{"code":"TEN LETTERS AND DIGITS"} or {"name":"NAME","password":"PASSWORD"}"#

    package var code: String?
    package var name: String?
    package var password: String?

    package init(code: String) { self.code = code }
}

/// A person who may sign in: an element of `GET /v1/users`.
public struct PersonReport: Codable, Hashable, Sendable {
    public var name: String
    public var role: ControlRole
    /// True if the person has a password; otherwise, the person can sign in only with codes.
    public var hasPassword: Bool
    /// The number of the person's signed-in browsers.
    public var sessions: Int

    public init(name: String, role: ControlRole, hasPassword: Bool, sessions: Int) {
        (self.name, self.role, self.hasPassword, self.sessions) = (name, role, hasPassword, sessions)
    }

    enum CodingKeys: String, CodingKey {
        case name, role, sessions
        case hasPassword = "has_password"
    }
}

/// The people who may sign in: `GET /v1/users`.
public struct PeopleReport: Codable, Hashable, Sendable {
    public var users: [PersonReport]

    public init(users: [PersonReport]) { self.users = users }
}

/// A change of a person: `PUT /v1/users/NAME`.
public struct PersonChange: Codable, Hashable, Sendable {
    package static let form = #"{"role":"viewer","password":"AT LEAST 10 CHARACTERS"}, each optional"#

    /// The new role; nil keeps the role, or makes a new person a viewer.
    public var role: ControlRole?
    /// The new password; an empty text removes the password; nil keeps it.
    public var password: String?

    public init(role: ControlRole? = nil, password: String? = nil) { (self.role, self.password) = (role, password) }

    /// Reads an object; an unknown key is an error, because a misspelled `password` would make a person without one.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: ["role", "password"])
        let container = try decoder.container(keyedBy: CodingKeys.self)
        role = try container.decodeIfPresent(ControlRole.self, forKey: .role)
        password = try container.decodeIfPresent(String.self, forKey: .password)
    }
}

/// A signed-in browser: an element of `GET /v1/sessions`.
public struct BrowserReport: Codable, Hashable, Sendable {
    /// Identifies the session in routes; not a secret.
    public var id: String
    /// The name of the person who signed in; nil if the session belongs to no named person.
    public var name: String?
    /// The role that the browser has at most: `operator` for an admin's session whose cookie others could have read.
    public var role: ControlRole
    /// The remaining lifetime of the session, in seconds.
    public var seconds: Int
    /// The browser's `User-Agent`.
    public var browser: String?
    /// The address from which the browser signed in; nil for this machine.
    public var address: String?
    /// True for the browser that sent the request.
    public var isOwn: Bool

    public init(
        id: String, name: String?, role: ControlRole, seconds: Int, browser: String?, address: String?, isOwn: Bool
    ) {
        (self.id, self.name, self.role, self.seconds) = (id, name, role, seconds)
        (self.browser, self.address, self.isOwn) = (browser, address, isOwn)
    }

    enum CodingKeys: String, CodingKey {
        case id, name, role, browser, address
        case seconds = "seconds_left"
        case isOwn = "own"
    }
}

/// The browsers that are signed in: `GET /v1/sessions`.
public struct BrowsersReport: Codable, Hashable, Sendable {
    public var sessions: [BrowserReport]

    public init(sessions: [BrowserReport]) { self.sessions = sessions }
}

/// A change of a signed-in browser: `PATCH /v1/sessions/ID`.
public struct BrowserChange: Codable, Hashable, Sendable {
    package static let form = #"{"role":"viewer"}"#

    public var role: ControlRole

    public init(role: ControlRole) { self.role = role }
}

/// The certificate of the HTTPS server: `GET /v1/certificate`. Without HTTPS it is empty.
public struct CertificateReport: Codable, Hashable, Sendable {
    /// The SHA-256 fingerprint of the certificate of the gateway's own authority (`GET /ca.crt`), in the form that
    /// devices display; nil if the certificate comes from files.
    public var fingerprint: String?
    /// The names and addresses for which the server's certificate is valid; empty without HTTPS.
    public var names: [String] = []
    /// The time at which the server's certificate expires; nil without HTTPS.
    public var end: Timestamp?
    /// The time at which the gateway's own authority expires.
    public var authorityEnd: Timestamp?
    /// The problem with the server's certificate as a code with parameters; nil if there is no problem.
    public var message: CodedText?
    /// The problem in English.
    public var problem: String?
    /// The remedy as a code with parameters.
    public var fixMessage: CodedText?
    /// The remedy in English.
    public var fix: String?

    /// The report of a gateway without HTTPS.
    package init() {}

    /// - Parameters:
    ///   - end: Seconds since 1970.
    ///   - authorityEnd: Seconds since 1970.
    package init(fingerprint: String?, names: [String], end: Int64, authorityEnd: Int64?) {
        (self.fingerprint, self.names, self.end) = (fingerprint, names, Timestamp(milliseconds: end * 1000))
        self.authorityEnd = authorityEnd.map { Timestamp(milliseconds: $0 * 1000) }
    }

    enum CodingKeys: String, CodingKey {
        case fingerprint, names, end, message, problem, fix
        case authorityEnd = "authority_end"
        case fixMessage = "fix_message"
    }
}
