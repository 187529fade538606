// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
public import Settings

/// The schema of the configuration file, composed of the descriptions of its sections.
enum GatewayKeys {
    /// The schema of the whole file.
    static let file: ValueSchema = {
        var file = GatewayConfiguration.settings.schema
        file.properties.insert(ValueSchema.Property(key: "receivers", schema: receivers), at: 0)
        return file
    }()

    /// The schema of `receivers`.
    private static let receivers = ValueSchema(
        types: [.array], text: "The receivers; each is run by one driver.", defaultValue: .list([]), items: [receiver],
        example: .list([
            .section([
                ConfigurationValue.Member(key: "id", value: .text("rover")),
                ConfigurationValue.Member(key: "driver", value: .text("name-of-a-driver")),
                ConfigurationValue.Member(key: "isolation", value: .text("process")),
                ConfigurationValue.Member(
                    key: "limits",
                    value: .section([
                        ConfigurationValue.Member(key: "memory_mib", value: .integer(512)),
                        ConfigurationValue.Member(key: "cpu_percent", value: .integer(80)),
                        ConfigurationValue.Member(key: "observations_per_s", value: .integer(10_000)),
                        ConfigurationValue.Member(key: "restart_after_s", value: .integer(60)),
                    ])),
                ConfigurationValue.Member(key: "priority", value: .integer(10)),
                ConfigurationValue.Member(key: "silence_s", value: .integer(10)),
                ConfigurationValue.Member(key: "config", value: .section([])),
            ])
        ]))

    /// The schema of an element of `receivers`.
    static let receiver: ValueSchema = {
        var receiver = ReceiverConfiguration.settings.schema
        let config = ValueSchema(
            types: [.object], text: "The driver's own keys; see 'gnss-gateway drivers info'.",
            defaultValue: .section([]))
        receiver.properties.append(ValueSchema.Property(key: "config", schema: config))
        return receiver
    }()
}

extension GatewayConfiguration: DescribedSettings {
    /// The keys of the file except `receivers`, whose elements also contain the drivers' keys.
    public static let settings = SettingsDescription(
        "Configuration of gnss-gateway.", prototype: GatewayConfiguration(),
        [
            Setting("listen", \.listen),
            Setting("access", \.access),
            TLSSettings.setting,
            Setting("selection", \.selection),
            Setting("discovery", \.discovery),
            Setting("supervision", \.supervision),
            Setting("corrections", \.corrections),
            Setting("osnma", \.osnma),
            Setting("centroid", \.centroid),
            Setting("captures", \.captures),
            Setting("back_office", \.backOffice),
            Setting("agrirouter", \.agrirouter),
            Setting("mqtt", \.mqtt),
            Setting("traccar", \.traccar),
            Setting("webhook", \.webhook),
            Setting("tracks", \.tracks),
            Setting("map", \.map),
            Setting("sky", \.sky),
            Setting(
                "plugin_path", \.pluginPath,
                "Additional plugin directories, searched after the built-in one and the user's.",
                items: ValueSchema(types: [.string], form: absolutePathProblem, formText: "an absolute path"),
                example: .list([.text("/opt/gnss-gateway/plugins")])),
            Setting(
                "state_directory", orEmpty: \.stateDirectory,
                "Directory of the state; \"\" for $STATE_DIRECTORY, otherwise $XDG_STATE_HOME/gnss-gateway, otherwise "
                    + "~/.local/state/gnss-gateway.",
                form: absolutePathProblem, formText: "an absolute path", example: .text("/var/lib/gnss-gateway")),
            Setting("store", \.store),
            Setting("log", \.log),
        ])
}

extension ListenConfiguration: DescribedSettings {
    /// The keys of `listen`.
    public static let settings = SettingsDescription(
        "Addresses on which the gateway's servers listen.", prototype: ListenConfiguration(),
        [
            Setting(
                "gpsd", \.gpsd,
                "Addresses of the gpsd server. On any address other than loopback, everyone on the network can "
                    + "read the position.",
                items: address),
            Setting(
                "nmea", \.nmea,
                "Addresses for the active receiver's NMEA sentences, for chart plotters and older programs.",
                items: ValueSchema(types: [.string], form: NMEAAddress.problem, formText: NMEAAddress.formText)),
            Setting(
                "http", http, value: \.httpValue,
                store: { value, listen in
                    let texts = value.text.map { [$0] } ?? value.elements.compactMap(\.text)
                    listen.http = texts.compactMap { ListenAddress($0) }
                    return true
                }),
            Setting(
                "https", \.https,
                "Addresses of the control interface and the web console over HTTPS, for other machines. Passwords and "
                    + "admins are possible there, because the connection is encrypted. The section tls sets the "
                    + "certificate.",
                items: address, example: .list([.text("0.0.0.0:8948")])),
            Setting(
                "names", \.names,
                "Additional names under which clients reach this machine; requests to any other name are refused.",
                items: ValueSchema(types: [.string], form: AccessSettings.nameProblem, formText: "a host name"),
                example: .list([.text("gateway.farm.example")])),
        ])

    private static let address = ValueSchema(
        types: [.string], form: ListenAddress.problem, formText: ListenAddress.formText)

    private static let http = ValueSchema(
        types: [.string, .array],
        text: "Addresses of the control interface and the web console over TCP: one or a list; \"\" or [] for none. "
            + "The section access sets what other machines may do there.",
        items: [address], form: { $0.isEmpty ? nil : ListenAddress.problem(of: $0) }, formText: ListenAddress.formText)

    private var httpValue: ConfigurationValue {
        http.count > 1 ? .list(http.map { .text($0.description) }) : .text(http.first?.description ?? "")
    }
}

extension ListenAddress: SettingValue, LosslessStringConvertible {}
extension NMEAAddress: SettingValue, LosslessStringConvertible {}

extension SelectionConfiguration.Programs: SettingValue {}

extension SelectionConfiguration: DescribedSettings {
    /// The keys of `selection`.
    public static let settings = SettingsDescription(
        "Selection of the active receiver: the highest priority wins, then the best fix.",
        prototype: SelectionConfiguration(),
        [
            Setting(
                "programs", \.programs,
                "Receivers for clients that request no particular one: the active receiver, or all."),
            Setting(
                "hold_s", \.hold, "Time for which a receiver must be better before it becomes active.", in: 0...3600,
                unit: "s"),
            Setting(
                "fix_timeout_s", \.fixTimeout, "Time without a position after which another receiver becomes active.",
                in: 0.5...3600, unit: "s"),
        ])
}

extension LogConfiguration.Level: SettingValue {}

extension LogConfiguration: DescribedSettings {
    /// The keys of `log`.
    public static let settings = SettingsDescription(
        "The log, which the daemon writes to standard error.", prototype: LogConfiguration(),
        [Setting("level", \.level, "Less severe messages are omitted; --log-level takes precedence.")])
}

extension Isolation: SettingValue {}

extension ReceiverConfiguration: DescribedSettings {
    /// The keys of an element of `receivers` except `config`, which the driver describes.
    public static let settings = SettingsDescription(
        "A receiver.", prototype: ReceiverConfiguration(id: "", driver: ""), required: ["id", "driver"],
        [
            Setting(
                "id", \.id, "The receiver's id, unique in the file. Its observations carry this id.", form: nameProblem,
                formText: "1...64 letters, digits, dots, hyphens and underscores, a letter or digit first"),
            Setting(
                "driver", \.driver, "Name of the driver, as shown by 'gnss-gateway drivers list'.", lengths: 1...64),
            Setting(
                "isolation", \.isolation,
                "Process of the driver: the gateway's own, or a separate one, so that a crash only restarts the "
                    + "driver. Drivers that are not built in always run in a separate process."),
            Setting("limits", \.limits),
            Setting(
                "priority", \.priority, "Priority for the selection of the active receiver; the highest wins.",
                in: 0...100),
            Setting(
                "silence_s", \.silence,
                "Time without data after which the receiver is reported as quiet, but not as lost; 0 for never.",
                in: 0...86_400, unit: "s"),
        ])

    @Sendable private static func nameProblem(_ name: String) -> String? {
        let isSound = name.utf8.allSatisfy { byte in
            isLetterOrDigit(byte) || ".-_".utf8.contains(byte)
        }
        if name == "gateway" { return "is reserved for the gateway itself" }
        guard (1...64).contains(name.utf8.count), isSound, name.utf8.first.map(isLetterOrDigit) == true else {
            return "is not a name"
        }
        return nil
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...122).contains(byte | 0x20)
    }
}

/// The reason that a text is not an absolute path; nil if it is one.
@Sendable func absolutePathProblem(_ path: String) -> String? {
    path.hasPrefix("/") ? nil : "is not an absolute path"
}

/// The reason that a text has control characters; nil if it has none.
@Sendable package func controlCharacterProblem(_ text: String) -> String? {
    text.unicodeScalars.contains { $0.properties.generalCategory == .control } ? "contains a control character" : nil
}
