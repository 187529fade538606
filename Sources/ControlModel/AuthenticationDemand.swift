// SPDX-License-Identifier: Apache-2.0

public import Settings

/// Which positions count, or are sent, that are not authenticated: of `centroid` and of `agrirouter`.
public enum AuthenticationDemand: String, Codable, Sendable, CaseIterable, SettingValue {
    /// None where `osnma.require` asks for authenticated positions, else all.
    case policy
    /// None.
    case verified
    /// All.
    case any

    /// Whether positions must be authenticated.
    ///
    /// - Parameter isRequired: whether `osnma.require` asks for authenticated positions.
    public func isStrict(where isRequired: Bool) -> Bool { self == .verified || self == .policy && isRequired }
}
