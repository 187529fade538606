// SPDX-License-Identifier: Apache-2.0

/// The alerts about changes in the authenticity of a receiver's navigation data. This is the only table of their codes
/// and texts.
public enum AuthenticationNotice: String, Hashable, Sendable, CaseIterable {
    /// The data are authenticated for the first time.
    case authenticated = "osnma-authenticated"
    /// The data are no longer authenticated.
    case lost = "osnma-lost"
    /// The data are authenticated again.
    case restored = "osnma-restored"

    /// The text for people.
    public var text: String {
        switch self {
        case .authenticated: "Galileo authenticates this receiver's navigation data"
        case .lost: "this receiver's navigation data are no longer authenticated"
        case .restored: "Galileo authenticates this receiver's navigation data again"
        }
    }
}
