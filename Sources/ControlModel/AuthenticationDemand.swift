// SPDX-License-Identifier: Apache-2.0

public import Settings

/// Whether positions that are not authenticated are used, in `centroid` and `agrirouter`.
public enum AuthenticationDemand: String, Codable, Sendable, CaseIterable, SettingValue {
    /// Follow `osnma.require`: only authenticated positions if it requires them, otherwise all.
    case policy
    /// Use only authenticated positions.
    case verified
    /// Use all positions.
    case any

    /// Whether positions must be authenticated.
    ///
    /// - Parameter isRequired: Whether `osnma.require` requires authenticated positions.
    public func isStrict(where isRequired: Bool) -> Bool { self == .verified || self == .policy && isRequired }
}
