// SPDX-License-Identifier: Apache-2.0

/// A family of back offices that speak alike.
public enum BackOfficeDialect: String, CaseIterable, Sendable {
    /// The published server of EGNSS4CAP, in PHP: identifiers and numbers as texts, no token after the sign-in.
    case egnss4cap
    /// The later server of PIC2BIM, with Laravel: identifiers as numbers, and a token that each request needs.
    case pic2bim

    /// The place of the calls below the server's address; `*` stands for the name of a call.
    public var path: String {
        switch self {
        case .egnss4cap: "ws/comm_*.php"
        case .pic2bim: "comm_*"
        }
    }
}
