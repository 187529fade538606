// SPDX-License-Identifier: Apache-2.0

public import Settings

/// The use of positions that are not authenticated, in `centroid` and `agrirouter`.
public enum AuthenticationDemand: String, Codable, Sendable, CaseIterable, SettingValue {
    /// Follow `osnma.require`: only authenticated positions if it requires them, otherwise all.
    case policy
    /// Use only authenticated positions.
    case verified
    /// Use all positions.
    case any

    /// Returns true if positions must be authenticated.
    ///
    /// - Parameter isRequired: True if `osnma.require` requires authenticated positions.
    public func isStrict(where isRequired: Bool) -> Bool { self == .verified || self == .policy && isRequired }
}
