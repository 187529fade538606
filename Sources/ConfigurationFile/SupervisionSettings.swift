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
        "When the daemon gives up.", prototype: SupervisionSettings(),
        [
            Setting(
                "permission_grace_s", \.permissionGrace,
                "A configured receiver that lacks the permission for its device for so long ends the daemon with "
                    + "status 77; 0: the daemon waits without limit.", in: 0...86_400, unit: "s")
        ])
}
