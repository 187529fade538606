// SPDX-License-Identifier: Apache-2.0

/// What a request may do. Each role may do what those before it may.
public enum ControlRole: String, Codable, Sendable, CaseIterable, Comparable {
    /// Read.
    case viewer
    /// Also record, sample, and pause what is sent.
    case `operator`
    /// Everything.
    case admin

    /// Whether one may do less than the other.
    public static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Who a request comes from: `GET /v1/session`.
public struct SessionReport: Codable, Hashable, Sendable {
    /// What it may do; nil: nothing but sign in.
    public var role: ControlRole?
    /// The person who signed in, where it is one that has a name.
    public var name: String?
    /// Why it may do less than its session could: `insecure`, over plain HTTP beyond this machine.
    public var limit: String?
    /// Whether it comes from a browser that is signed in.
    public var isSignedIn: Bool
    /// Whether a name and a password are taken here.
    public var takesPasswords: Bool

    public init(role: ControlRole?, name: String?, limit: String?, isSignedIn: Bool, takesPasswords: Bool) {
        (self.role, self.name, self.limit) = (role, name, limit)
        (self.isSignedIn, self.takesPasswords) = (isSignedIn, takesPasswords)
    }

    enum CodingKeys: String, CodingKey {
        case role, name, limit
        case isSignedIn = "signed_in"
        case takesPasswords = "takes_passwords"
    }
}

/// A code with which one browser can sign in once: `POST /v1/session/invitation`.
public struct InvitationReport: Codable, Hashable, Sendable {
    /// Ten digits and capital letters.
    public var code: String
    /// The validity of the code in seconds.
    public var seconds: Int
    /// What the browser may do.
    public var role: ControlRole
    /// Where the web console is served to whom the code is for, `http://127.0.0.1:2948/`; the addresses that others reach come
    /// behind those of this machine alone.
    public var addresses: [String]

    public init(code: String, seconds: Int, role: ControlRole, addresses: [String]) {
        (self.code, self.seconds, self.role, self.addresses) = (code, seconds, role, addresses)
    }
}

/// Whom a code is for.
public struct InvitationRequest: Codable, Hashable, Sendable {
    package static let form = #"{"role":"viewer"} or {"name":"NAME OF A PERSON"}"#

    /// What the browser may do; nil: everything, or what the person may.
    public var role: ControlRole?
    /// The person who uses the browser; nil: nobody in particular.
    public var name: String?

    public init(role: ControlRole? = nil, name: String? = nil) { (self.role, self.name) = (role, name) }
}

/// What a browser signs in with: a code, or the name of a person and the password.
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
    /// Whether there is a password; without one only codes sign the person in.
    public var hasPassword: Bool
    /// How many browsers are signed in.
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

/// What is to hold of a person: `PUT /v1/users/NAME`.
public struct PersonChange: Codable, Hashable, Sendable {
    package static let form = #"{"role":"viewer","password":"AT LEAST 10 CHARACTERS"}, each optional"#

    /// What the person may do; nil: as before, of a new one to look.
    public var role: ControlRole?
    /// The new password; "" for none; nil: as before.
    public var password: String?

    public init(role: ControlRole? = nil, password: String? = nil) { (self.role, self.password) = (role, password) }
}

/// A browser that is signed in: an element of `GET /v1/sessions`.
public struct BrowserReport: Codable, Hashable, Sendable {
    /// What names it in a route; no secret.
    public var id: String
    /// The person who signed in, where it is one that has a name.
    public var name: String?
    public var role: ControlRole
    /// For how long it stays signed in, in seconds.
    public var seconds: Int
    /// What the browser calls itself.
    public var browser: String?
    /// From where it signed in.
    public var address: String?
    /// Whether it is the browser that asks.
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

/// What is to hold of a signed-in browser: `PATCH /v1/sessions/ID`.
public struct BrowserChange: Codable, Hashable, Sendable {
    package static let form = #"{"role":"viewer"}"#

    public var role: ControlRole

    public init(role: ControlRole) { self.role = role }
}
