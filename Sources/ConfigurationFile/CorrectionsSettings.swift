// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
public import Settings

/// The source of corrections and the receivers that get them.
public struct CorrectionsSettings: Hashable, Sendable {
    /// The address of the caster.
    public var caster: CasterURL
    public var mountpoint: String
    /// The NTRIP version of requests, 1 or 2.
    public var version = 2
    /// The user name; nil if the caster needs none.
    public var user: String?
    /// The path of the file with the password; nil to use the state folder.
    public var passwordFile: String?
    /// The path of a file with certificate authorities for the caster; nil for the system's.
    public var authorities: String?
    /// The receivers that get corrections; empty for all whose drivers accept them.
    public var receivers: [String] = []
    /// The receiver whose position is sent to the caster; nil for the active receiver.
    public var positionReceiver: String?
    /// The interval at which the position is sent to the caster; zero for never.
    public var positionInterval = SettingDefaults.Corrections.positionInterval
    /// The time without data after which a stream counts as stalled.
    public var silence = SettingDefaults.Corrections.silence

    /// Creates a prototype without a caster, into which the keys of the file are read.
    fileprivate init() { (caster, mountpoint) = (CasterURL(unset: ()), "") }

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
        Setting(
            "user", \.user, "User name, if the caster requires one.", lengths: 1...200,
            form: controlCharacterProblem, formText: "text of 1...200 characters without control characters"),
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
            "gga_interval_s", \.positionInterval, "Interval at which the caster gets the position; 0 for never.",
            in: 0...3600, unit: "s"),
        Setting(
            "silence_s", \.silence,
            "Time without a message after which the connection is closed and the stream requested again.",
            in: 5...3600, unit: "s"),
    ]

    /// Returns true if the section and a request may contain the name of a mount point.
    package static func isMountpoint(_ name: String) -> Bool { mountpointProblem(name) == nil }

    @Sendable private static func mountpointProblem(_ name: String) -> String? {
        let isSound = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#%\"<>\\^`{|}".utf8.contains($0) }
        return isSound && (1...100).contains(name.utf8.count) ? nil : "is not the name of a mount point"
    }
}

extension CasterURL: SettingValue, LosslessStringConvertible {}
