// SPDX-License-Identifier: Apache-2.0

/// What a request may do.
public enum ControlRole: String, Codable, Sendable, CaseIterable {
    /// Read.
    case viewer
    /// Read and change everything.
    case admin
}

/// The role of the requests of a browser: `GET /v1/session`.
public struct SessionReport: Codable, Hashable, Sendable {
    public var role: ControlRole

    public init(role: ControlRole) { self.role = role }
}

/// A code that signs one browser in, once: `POST /v1/session/invitation`.
public struct InvitationReport: Codable, Hashable, Sendable {
    /// Ten digits and capital letters.
    public var code: String
    /// For how long it can be used, in seconds.
    public var seconds: Int
    /// Where the web console is served: `http://127.0.0.1:2948/`. None where the control interface listens on no address of
    /// this machine alone.
    public var addresses: [String]

    public init(code: String, seconds: Int, addresses: [String]) {
        (self.code, self.seconds, self.addresses) = (code, seconds, addresses)
    }
}

/// What a browser signs in with.
package struct SessionRequest: Codable, Sendable {
    package static let form = #"{"code":"TEN LETTERS AND DIGITS"}"#

    package var code: String

    package init(code: String) { self.code = code }
}
