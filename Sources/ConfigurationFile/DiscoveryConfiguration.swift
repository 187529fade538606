// SPDX-License-Identifier: Apache-2.0

public import Settings

/// Whether receivers are looked for, and where.
public struct DiscoveryConfiguration: Hashable, Sendable {
    /// Whether receivers are looked for; nil: where none is configured.
    public var isEnabled: Bool?
    /// Patterns of devices to listen on that would be left alone.
    public var probe: [String]
    /// Patterns of devices that are never touched.
    public var ignored: [String]

    /// A discovery that runs where no receiver is configured.
    public init(isEnabled: Bool? = nil, probe: [String] = [], ignored: [String] = []) {
        self.isEnabled = isEnabled
        self.probe = probe
        self.ignored = ignored
    }
}

extension DiscoveryConfiguration: DescribedSettings {
    /// The keys of `discovery`.
    public static let settings = SettingsDescription(
        "Finding of receivers that are plugged in: known ones, and chips that are a serial line behind USB.",
        prototype: DiscoveryConfiguration(),
        example: .section([
            ConfigurationValue.Member(key: "enabled", value: .boolean(true)),
            ConfigurationValue.Member(key: "probe", value: .list([.text("/dev/ttyAMA0")])),
            ConfigurationValue.Member(key: "ignore", value: .list([.text("usb:1a86:7523*")])),
        ]),
        [
            Setting(
                "enabled", \.isEnabled,
                "Whether receivers are looked for; left out: only where none is configured."),
            Setting(
                "probe", \.probe,
                "Devices to listen on that are left alone otherwise: ports of the machine, Bluetooth, unknown ones.",
                items: pattern),
            Setting(
                "ignore", \.ignored, "Devices that are never touched, with * and ? as in file names.", items: pattern),
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
