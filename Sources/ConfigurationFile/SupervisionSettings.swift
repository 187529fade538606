// SPDX-License-Identifier: Apache-2.0

public import Settings

/// Conditions under which the daemon exits.
public struct SupervisionSettings: Hashable, Sendable {
    /// The longest time that a configured receiver may lack permission for its device before the daemon exits; zero for
    /// no limit.
    public var permissionGrace = Duration.zero

    /// Creates settings with which the daemon never exits for lack of permission.
    public init() {}
}

extension SupervisionSettings: DescribedSettings {
    /// The keys of `supervision`.
    public static let settings = SettingsDescription(
        "Conditions under which the daemon exits.", prototype: SupervisionSettings(),
        [
            Setting(
                "permission_grace_s", \.permissionGrace,
                "If the daemon lacks permission for a configured receiver's device for this long, it exits with "
                    + "status 77; 0 to wait forever.", in: 0...86_400, unit: "s")
        ])
}
