// SPDX-License-Identifier: Apache-2.0

public import Settings

/// When the daemon gives up.
public struct SupervisionSettings: Hashable, Sendable {
    /// How long a configured receiver may lack the permission for its device before the daemon ends; zero: without limit.
    public var permissionGrace = Duration.zero

    /// The daemon never ends for a lack of permission.
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
