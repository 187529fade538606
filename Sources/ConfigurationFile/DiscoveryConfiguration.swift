// SPDX-License-Identifier: Apache-2.0

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

extension DiscoveryConfiguration {
    /// `discovery` as it was read and checked.
    package init(_ value: ConfigurationValue?) {
        self.init()
        isEnabled = value?["enabled"]?.boolean
        probe = value?["probe"]?.elements.compactMap(\.text) ?? []
        ignored = value?["ignore"]?.elements.compactMap(\.text) ?? []
    }

    /// `discovery` as a value of the file.
    package var value: ConfigurationValue {
        var members: [ConfigurationValue.Member] = []
        if let isEnabled { members.append(ConfigurationValue.Member(key: "enabled", value: .boolean(isEnabled))) }
        members.append(ConfigurationValue.Member(key: "probe", value: .list(probe.map { .text($0) })))
        members.append(ConfigurationValue.Member(key: "ignore", value: .list(ignored.map { .text($0) })))
        return .section(members)
    }
}

extension GatewayKeys {
    /// `discovery`.
    static let discovery: ValueSchema = {
        let pattern = ValueSchema(
            types: [.string], form: patternProblem,
            formText: "a path like /dev/ttyUSB* or an identity like usb:0403:6001:*")
        var discovery = section(
            "Finding of receivers that are plugged in: known ones, and chips that are a serial line behind USB.",
            [
                (
                    "enabled",
                    ValueSchema(
                        types: [.boolean],
                        text: "Whether receivers are looked for; left out: only where none is configured.")
                ),
                (
                    "probe",
                    ValueSchema(
                        types: [.array],
                        text:
                            "Devices to listen on that are left alone otherwise: ports of the machine, Bluetooth, unknown ones.",
                        defaultValue: .list([]), items: [pattern])
                ),
                (
                    "ignore",
                    ValueSchema(
                        types: [.array], text: "Devices that are never touched, with * and ? as in file names.",
                        defaultValue: .list([]), items: [pattern])
                ),
            ])
        discovery.defaultValue = .section([])
        discovery.example = .section([
            ConfigurationValue.Member(key: "enabled", value: .boolean(true)),
            ConfigurationValue.Member(key: "probe", value: .list([.text("/dev/ttyAMA0")])),
            ConfigurationValue.Member(key: "ignore", value: .list([.text("usb:1a86:7523*")])),
        ])
        return discovery
    }()

    @Sendable private static func patternProblem(_ pattern: String) -> String? {
        let isPath = pattern.hasPrefix("/") || pattern.hasPrefix("*")
        let isIdentity = ["usb:", "bluetooth:", "path:"].contains { pattern.hasPrefix($0) }
        return isPath || isIdentity ? nil : "is neither a path nor an identity"
    }
}

extension ConfigurationValue {
    /// A truth value, nil for any other.
    package var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }
}
