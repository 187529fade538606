// SPDX-License-Identifier: Apache-2.0

/// Where corrections come from, and who gets them.
public struct CorrectionsSettings: Hashable, Sendable {
    /// Where the caster is.
    public var caster: CasterURL
    /// The stream.
    public var mountpoint: String
    /// The version of NTRIP that is asked for, 1 or 2.
    public var version = 2
    /// Who asks; nil: nobody in particular.
    public var user: String?
    /// The file with the password; nil: in the state folder.
    public var passwordFile: String?
    /// The file with the authorities that the caster's certificate is checked against; nil: those of the system.
    public var authorities: String?
    /// The receivers that get corrections; none: all whose drivers take them.
    public var receivers: [String] = []
    /// The receiver whose position the caster is told; nil: the one that is believed.
    public var positionReceiver: String?
    /// How often the caster is told; zero: never.
    public var positionInterval = Duration.seconds(10)
    /// A stream that is silent for so long is dead.
    public var silence = Duration.seconds(30)

    /// Corrections of a stream.
    public init(caster: CasterURL, mountpoint: String) { (self.caster, self.mountpoint) = (caster, mountpoint) }
}

extension CorrectionsSettings {
    /// `corrections` as it was read and checked; nil where it is not there.
    package init?(_ value: ConfigurationValue?) {
        guard let value, let caster = value["caster"]?.text.flatMap({ CasterURL($0) }),
            let mountpoint = value["mountpoint"]?.text
        else { return nil }
        self.init(caster: caster, mountpoint: mountpoint)
        version = value["version"]?.integer.flatMap { Int(exactly: $0) } ?? version
        user = value["user"]?.text
        passwordFile = value["password_file"]?.text
        authorities = value["ca_file"]?.text
        receivers = value["receivers"]?.elements.compactMap(\.text) ?? []
        positionReceiver = value["position_receiver"]?.text
        positionInterval = value["gga_interval_s"]?.duration ?? positionInterval
        silence = value["silence_s"]?.duration ?? silence
    }

    /// `corrections` as a value of the file.
    package var value: ConfigurationValue {
        typealias Member = ConfigurationValue.Member
        var members = [
            Member(key: "caster", value: .text(caster.description)),
            Member(key: "mountpoint", value: .text(mountpoint)),
            Member(key: "version", value: .integer(Int64(version))),
        ]
        for (key, text) in [("user", user), ("password_file", passwordFile), ("ca_file", authorities)] {
            if let text { members.append(Member(key: key, value: .text(text))) }
        }
        members.append(Member(key: "receivers", value: .list(receivers.map { .text($0) })))
        if let positionReceiver { members.append(Member(key: "position_receiver", value: .text(positionReceiver))) }
        members.append(Member(key: "gga_interval_s", value: .seconds(positionInterval)))
        members.append(Member(key: "silence_s", value: .seconds(silence)))
        return .section(members)
    }
}

extension GatewayKeys {
    /// `corrections`.
    static let corrections: ValueSchema = {
        var corrections = section(
            "Corrections of a reference station or service, fetched with NTRIP and written to receivers. Left out: none.",
            connection + use, required: ["caster", "mountpoint"])
        corrections.example = .section([
            ConfigurationValue.Member(key: "caster", value: .text("ntrip://caster.example:2101")),
            ConfigurationValue.Member(key: "mountpoint", value: .text("NEAR")),
            ConfigurationValue.Member(key: "user", value: .text("name")),
            ConfigurationValue.Member(key: "password_file", value: .text("/etc/gnss-gateway/ntrip.password")),
        ])
        return corrections
    }()

    private static let connection: [(String, ValueSchema)] = [
        (
            "caster",
            ValueSchema(
                types: [.string], text: "The server.", form: CasterURL.problem, formText: CasterURL.formText)
        ),
        (
            "mountpoint",
            ValueSchema(
                types: [.string], text: "The stream on it, as the caster writes it.", form: mountpointProblem,
                formText: "1...100 printable characters without / ? # %")
        ),
        (
            "version",
            ValueSchema(
                types: [.integer], text: "Of NTRIP. Casters that answer in version 1 are understood with 2 too.",
                defaultValue: .integer(2), listed: [.integer(1), .integer(2)])
        ),
        (
            "user",
            ValueSchema(
                types: [.string], text: "Who asks, where the caster wants to know.", minimumLength: 1,
                maximumLength: 200)
        ),
        (
            "password_file",
            ValueSchema(
                types: [.string],
                text:
                    "The file with the password; left out: credentials/ntrip.password in the state directory, or none.",
                form: pathProblem, formText: "an absolute path")
        ),
        (
            "ca_file",
            ValueSchema(
                types: [.string],
                text: "Certificates (PEM) that the caster's is checked against; left out: those of the system.",
                form: pathProblem, formText: "an absolute path")
        ),
    ]

    private static let use: [(String, ValueSchema)] = [
        (
            "receivers",
            ValueSchema(
                types: [.array], text: "The receivers that get corrections; []: all whose drivers take them.",
                defaultValue: .list([]), items: [ValueSchema(types: [.string], minimumLength: 1, maximumLength: 64)])
        ),
        (
            "position_receiver",
            ValueSchema(
                types: [.string], text: "The receiver whose position the caster is told; left out: the one believed.",
                minimumLength: 1, maximumLength: 64)
        ),
        (
            "gga_interval_s",
            ValueSchema(
                types: [.number], text: "How often the caster is told the position; 0: never.", unit: "s",
                defaultValue: .integer(10), minimum: 0, maximum: 3600)
        ),
        (
            "silence_s",
            ValueSchema(
                types: [.number], text: "A stream without a message for so long is given up and asked for again.",
                unit: "s", defaultValue: .integer(30), minimum: 5, maximum: 3600)
        ),
    ]

    @Sendable private static func mountpointProblem(_ name: String) -> String? {
        let isSound = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#%\"<>\\^`{|}".utf8.contains($0) }
        return isSound && (1...100).contains(name.utf8.count) ? nil : "is no name of a mount point"
    }

    @Sendable private static func pathProblem(_ path: String) -> String? {
        path.hasPrefix("/") && !path.utf8.contains(0) ? nil : "is not an absolute path"
    }
}
