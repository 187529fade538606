// SPDX-License-Identifier: Apache-2.0

/// The gateway's own keys: the one description that checking, the defaults, `config show` and the sample are made from.
enum GatewayKeys {
    /// The whole file.
    static let file = section(
        "Configuration of gnss-gateway.",
        [
            ("receivers", receivers),
            ("listen", listen),
            ("selection", selection),
            ("discovery", discovery),
            ("supervision", supervision),
            ("corrections", corrections),
            ("osnma", osnma),
            ("centroid", centroid),
            ("agrirouter", agrirouter),
            ("tracks", tracks),
            ("plugin_path", pluginPath),
            ("state_directory", stateDirectory),
            ("store", store),
            ("log", log),
        ])

    /// `receivers`.
    private static let receivers = ValueSchema(
        types: [.array], text: "The receivers, each run by one driver.", defaultValue: .list([]), items: [receiver],
        example: .list([
            .section([
                ConfigurationValue.Member(key: "id", value: .text("rover")),
                ConfigurationValue.Member(key: "driver", value: .text("name-of-a-driver")),
                ConfigurationValue.Member(key: "isolation", value: .text("in-process")),
                ConfigurationValue.Member(key: "priority", value: .integer(10)),
                ConfigurationValue.Member(key: "config", value: .section([])),
            ])
        ]))

    /// An element of `receivers`.
    static let receiver = section(
        "A receiver.",
        [
            (
                "id",
                ValueSchema(
                    types: [.string], text: "Its name, unique in the file; its observations carry it.",
                    form: receiverNameProblem,
                    formText: "1...64 letters, digits, dots, hyphens and underscores, a letter or digit first")
            ),
            (
                "driver",
                ValueSchema(
                    types: [.string], text: "The driver, one of those that «gnss-gateway drivers list» names.",
                    minimumLength: 1, maximumLength: 64)
            ),
            (
                "isolation",
                ValueSchema(
                    types: [.string],
                    text: "Where the driver runs: in the gateway, or in a process of its own, which a fault costs a "
                        + "restart and nothing else. Drivers that did not come with the gateway always do that.",
                    listed: Isolation.allCases.map { .text($0.rawValue) })
            ),
            ("limits", limits),
            (
                "priority",
                ValueSchema(
                    types: [.integer], text: "Which receiver is preferred where one must be chosen; the highest is.",
                    defaultValue: .integer(10), minimum: 0, maximum: 100)
            ),
            (
                "silence_s",
                ValueSchema(
                    types: [.number],
                    text: "A longer pause in its data is told: the receiver is quiet then, not lost; 0: never.",
                    unit: "s", defaultValue: .integer(10), minimum: 0, maximum: 86_400)
            ),
            (
                "config",
                ValueSchema(
                    types: [.object], text: "The driver's own keys; «gnss-gateway drivers info» describes them.",
                    defaultValue: .section([]))
            ),
        ],
        required: ["id", "driver"])

    /// `receivers[].limits`.
    private static let limits = section(
        "What a driver in a process of its own may use; one that uses more is started anew.",
        [
            (
                "memory_mib",
                ValueSchema(
                    types: [.integer], text: "Private memory of the process.", unit: "MiB",
                    defaultValue: .integer(512), minimum: 64, maximum: 65_536)
            ),
            (
                "cpu_percent",
                ValueSchema(
                    types: [.integer],
                    text: "Of one core, on an average of 30 s; 0: any. A replay may always use what it gets.",
                    unit: "%",
                    defaultValue: .integer(80), minimum: 0, maximum: 10_000)
            ),
            (
                "observations_per_s",
                ValueSchema(
                    types: [.integer],
                    text:
                        "What is over that is dropped; of a replay it is taken later. Not given: 10000, and any number "
                        + "of a replay.",
                    minimum: 1, maximum: 10_000_000)
            ),
            (
                "restart_after_s",
                ValueSchema(
                    types: [.integer],
                    text: "A driver that says nothing at all for so long is taken for hung; 0: never.",
                    unit: "s", defaultValue: .integer(60), minimum: 0, maximum: 86_400)
            ),
        ])

    /// `listen`.
    private static let listen: ValueSchema = {
        let address = ValueSchema(types: [.string], form: ListenAddress.problem, formText: ListenAddress.formText)
        let gpsd = ValueSchema(
            types: [.array],
            text: "Addresses of the gpsd protocol. Beyond loopback everybody on the network can read the position.",
            defaultValue: .list([.text("127.0.0.1:2947"), .text("[::1]:2947")]), items: [address])
        let nmea = ValueSchema(
            types: [.array],
            text: "Where NMEA sentences of the active receiver go, for chart plotters and older programs.",
            defaultValue: .list([]),
            items: [ValueSchema(types: [.string], form: NMEAAddress.problem, formText: NMEAAddress.formText)])
        let http = ValueSchema(
            types: [.string, .array],
            text: "The control interface over TCP, an address or a list of them; \"\" or [] for none. Beyond loopback "
                + "everybody on the network can read the position; to change something needs the token.",
            defaultValue: .text("127.0.0.1:8947"),
            items: [address], form: { $0.isEmpty ? nil : ListenAddress.problem(of: $0) },
            formText: ListenAddress.formText)
        var listen = section("Where the gateway is listening.", [("gpsd", gpsd), ("nmea", nmea), ("http", http)])
        listen.defaultValue = .section([])
        return listen
    }()

    /// `selection`.
    private static let selection: ValueSchema = {
        var selection = section(
            "Which receiver is to be believed where there are several: the highest priority, then the best fix.",
            [
                (
                    "programs",
                    ValueSchema(
                        types: [.string], text: "What programs get that name no receiver: the active one, or all.",
                        defaultValue: .text("active"),
                        listed: SelectionConfiguration.Programs.allCases.map { .text($0.rawValue) })
                ),
                (
                    "hold_s",
                    ValueSchema(
                        types: [.number], text: "A better receiver takes over once it has been better for so long.",
                        unit: "s", defaultValue: .integer(10), minimum: 0, maximum: 3600)
                ),
                (
                    "fix_timeout_s",
                    ValueSchema(
                        types: [.number], text: "A receiver without a position is left for another after so long.",
                        unit: "s", defaultValue: .integer(3), minimum: 0.5, maximum: 3600)
                ),
            ])
        selection.defaultValue = .section([])
        return selection
    }()

    /// `log`.
    private static let log: ValueSchema = {
        var log = section(
            "What the daemon says on standard error.",
            [
                (
                    "level",
                    ValueSchema(
                        types: [.string], text: "What is less than that is not told; --log-level comes first.",
                        defaultValue: .text("info"),
                        listed: LogConfiguration.Level.allCases.map { .text($0.rawValue) })
                )
            ])
        log.defaultValue = .section([])
        return log
    }()

    /// `state_directory`.
    private static let stateDirectory = ValueSchema(
        types: [.string],
        text: "Where state is kept; \"\" for the first there is of $STATE_DIRECTORY, $XDG_STATE_HOME/gnss-gateway and "
            + "~/.local/state/gnss-gateway.",
        defaultValue: .text(""), form: { $0.isEmpty ? nil : directoryProblem($0) },
        formText: "an absolute path", example: .text("/var/lib/gnss-gateway"))

    /// `plugin_path`.
    private static let pluginPath = ValueSchema(
        types: [.array], text: "More directories to look for drivers in, after the built-in one and the user's own.",
        defaultValue: .list([]),
        items: [ValueSchema(types: [.string], form: directoryProblem, formText: "an absolute path")],
        example: .list([.text("/opt/gnss-gateway/plugins")]))

    static func section(
        _ text: String, _ keys: [(String, ValueSchema)], required: [String] = []
    ) -> ValueSchema {
        ValueSchema(
            types: [.object], text: text, properties: keys.map { ValueSchema.Property(key: $0.0, schema: $0.1) },
            required: required, isClosed: true)
    }

    @Sendable private static func receiverNameProblem(_ name: String) -> String? {
        let isSound = name.utf8.allSatisfy { byte in
            isLetterOrDigit(byte) || ".-_".utf8.contains(byte)
        }
        if name == "gateway" { return "is what the gateway itself is called" }
        guard (1...64).contains(name.utf8.count), isSound, name.utf8.first.map(isLetterOrDigit) == true else {
            return "is not a name"
        }
        return nil
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...122).contains(byte | 0x20)
    }

    @Sendable private static func directoryProblem(_ path: String) -> String? {
        path.hasPrefix("/") ? nil : "is not an absolute path"
    }
}
