// SPDX-License-Identifier: Apache-2.0

public import Settings

/// Settings for the automatic discovery of receivers.
public struct DiscoveryConfiguration: Hashable, Sendable {
    /// True to search for receivers; nil to search only if none is configured.
    public var isEnabled: Bool?
    /// Patterns of devices to probe that would otherwise not be.
    public var probe: [String]
    /// Patterns of devices that are never opened.
    public var ignored: [String]

    /// Creates a configuration; by default, discovery runs if no receiver is configured.
    public init(isEnabled: Bool? = nil, probe: [String] = [], ignored: [String] = []) {
        self.isEnabled = isEnabled
        self.probe = probe
        self.ignored = ignored
    }
}

extension DiscoveryConfiguration: DescribedSettings {
    /// The keys of `discovery`.
    public static let settings = SettingsDescription(
        "Automatic discovery of plugged-in receivers: known devices, and USB serial adapters.",
        prototype: DiscoveryConfiguration(),
        example: .section([
            ConfigurationValue.Member(key: "enabled", value: .boolean(true)),
            ConfigurationValue.Member(key: "probe", value: .list([.text("/dev/ttyAMA0")])),
            ConfigurationValue.Member(key: "ignore", value: .list([.text("usb:1a86:7523*")])),
        ]),
        [
            Setting(
                "enabled", \.isEnabled,
                "Enables discovery. Default: only if no receiver is configured."),
            Setting(
                "probe", \.probe,
                "Devices to probe in addition to the default ones: built-in serial ports, Bluetooth devices, "
                    + "unknown devices.",
                items: pattern),
            Setting(
                "ignore", \.ignored, "Devices that are never opened; * and ? are wildcards.", items: pattern),
        ])

    private static let pattern = ValueSchema(
        types: [.string], form: patternProblem,
        formText: "a path like /dev/ttyUSB* or an identity like usb:0403:6001:*")

    @Sendable private static func patternProblem(_ pattern: String) -> String? {
        let isPath = pattern.hasPrefix("/") || pattern.hasPrefix("*")
        let isIdentity = ["usb:", "bluetooth:", "path:"].contains { pattern.hasPrefix($0) }
        return isPath || isIdentity ? nil : "is neither a path nor an identity"
    }
}
