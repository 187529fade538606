// SPDX-License-Identifier: Apache-2.0

/// When the daemon gives up.
public struct SupervisionSettings: Hashable, Sendable {
    /// How long a configured receiver may lack the permission for its device before the daemon ends; zero: without limit.
    public var permissionGrace = Duration.zero

    /// The daemon never ends for a lack of permission.
    public init() {}
}

extension SupervisionSettings {
    /// `supervision` as it was read and checked.
    init(_ value: ConfigurationValue?) {
        self.init()
        permissionGrace = value?["permission_grace_s"]?.duration ?? permissionGrace
    }

    /// `supervision` as a value of the file.
    var value: ConfigurationValue {
        .section([ConfigurationValue.Member(key: "permission_grace_s", value: .seconds(permissionGrace))])
    }
}

extension GatewayKeys {
    /// `supervision`.
    static let supervision: ValueSchema = {
        var supervision = section(
            "When the daemon gives up.",
            [
                (
                    "permission_grace_s",
                    ValueSchema(
                        types: [.number],
                        text: "A configured receiver that lacks the permission for its device for so long ends the "
                            + "daemon with status 77; 0: the daemon waits without limit.",
                        unit: "s", defaultValue: .integer(0), minimum: 0, maximum: 86_400)
                )
            ])
        supervision.defaultValue = .section([])
        return supervision
    }()
}
