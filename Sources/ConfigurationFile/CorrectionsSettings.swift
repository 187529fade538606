// SPDX-License-Identifier: Apache-2.0

public import Settings

/// Where corrections come from, and who gets them.
public struct CorrectionsSettings: Hashable, Sendable {
    /// Where the caster is.
    public var caster: CasterURL
    public var mountpoint: String
    /// The version of NTRIP that is asked for, 1 or 2.
    public var version = 2
    /// User name; nil: the caster needs none.
    public var user: String?
    /// The file with the password; nil: in the state folder.
    public var passwordFile: String?
    /// The file with the authorities that the caster's certificate is checked against; nil: those of the system.
    public var authorities: String?
    /// The receivers that get corrections; none: all whose drivers take them.
    public var receivers: [String] = []
    /// The receiver whose position the caster gets; nil: the active receiver.
    public var positionReceiver: String?
    /// How often the caster gets the position; zero for never.
    public var positionInterval = Duration.seconds(10)
    /// A stream that is silent for so long is dead.
    public var silence = Duration.seconds(30)

    /// The optional keys left out, without a caster: what the keys of the file are read into.
    fileprivate init() { (caster, mountpoint) = (CasterURL(unset: ()), "") }

    /// Corrections of a stream.
    public init(caster: CasterURL, mountpoint: String) { (self.caster, self.mountpoint) = (caster, mountpoint) }
}

extension CorrectionsSettings: DescribedSettings {
    /// The keys of `corrections`.
    public static let settings = SettingsDescription(
        "Corrections from a reference station or service, fetched over NTRIP and written to the receivers. Omit "
            + "for no corrections.",
        prototype: CorrectionsSettings(), required: ["caster", "mountpoint"],
        example: .section([
            ConfigurationValue.Member(key: "caster", value: .text("ntrip://caster.example:2101")),
            ConfigurationValue.Member(key: "mountpoint", value: .text("NEAR")),
            ConfigurationValue.Member(key: "user", value: .text("name")),
            ConfigurationValue.Member(key: "password_file", value: .text("/etc/gnss-gateway/ntrip.password")),
        ]), connection + use)

    private static let connection: [Setting<CorrectionsSettings>] = [
        Setting("caster", \.caster, "NTRIP caster.", form: CasterURL.problem, formText: CasterURL.formText),
        Setting(
            "mountpoint", \.mountpoint, "Mount point, exactly as in the caster's source table.",
            form: mountpointProblem,
            formText: "1...100 printable characters without / ? # %"),
        Setting(
            "version", \.version, "NTRIP version. With 2, answers in version 1 are accepted too.",
            of: [1, 2]),
        Setting("user", \.user, "User name, if the caster requires one.", lengths: 1...200),
        Setting(
            "password_file", \.passwordFile,
            "File that contains the password. Default: credentials/ntrip.password in the state directory, if it "
                + "exists.",
            form: absolutePathProblem, formText: "an absolute path"),
        Setting(
            "ca_file", \.authorities,
            "CA certificates (PEM) for verifying the caster. Default: the system's.",
            form: absolutePathProblem, formText: "an absolute path"),
    ]

    private static let use: [Setting<CorrectionsSettings>] = [
        Setting(
            "receivers", \.receivers,
            "Receivers that get corrections; [] for every receiver whose driver accepts them.",
            items: ValueSchema(types: [.string], minimumLength: 1, maximumLength: 64)),
        Setting(
            "position_receiver", \.positionReceiver,
            "The receiver whose position the caster gets. Default: the active receiver.", lengths: 1...64),
        Setting(
            "gga_interval_s", \.positionInterval, "How often the caster gets the position; 0 for never.",
            in: 0...3600, unit: "s"),
        Setting(
            "silence_s", \.silence,
            "Time without a message after which the connection is closed and the stream requested again.",
            in: 5...3600, unit: "s"),
    ]

    @Sendable private static func mountpointProblem(_ name: String) -> String? {
        let isSound = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#%\"<>\\^`{|}".utf8.contains($0) }
        return isSound && (1...100).contains(name.utf8.count) ? nil : "is not the name of a mount point"
    }
}

extension CasterURL: SettingValue {
    package static var types: [ValueType] { [.string] }
    package init?(settingValue value: ConfigurationValue) {
        guard let text = value.text else { return nil }
        self.init(text)
    }
    package var settingValue: ConfigurationValue? { .text(description) }
}
