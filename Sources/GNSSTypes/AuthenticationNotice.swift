// SPDX-License-Identifier: Apache-2.0

/// What people are told of the authenticity of a receiver's navigation data when it changes: the one table of codes and
/// texts.
public enum AuthenticationNotice: String, Hashable, Sendable, CaseIterable {
    /// They are authentic, for the first time.
    case authenticated = "osnma-authenticated"
    /// Not any more.
    case lost = "osnma-lost"
    /// Again.
    case restored = "osnma-restored"

    /// The text, for people.
    public var text: String {
        switch self {
        case .authenticated: "Galileo authenticates this receiver's navigation data"
        case .lost: "this receiver's navigation data are no longer authenticated"
        case .restored: "Galileo authenticates this receiver's navigation data again"
        }
    }
}
