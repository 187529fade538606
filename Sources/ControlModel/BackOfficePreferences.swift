// SPDX-License-Identifier: Apache-2.0

internal import BackOffice
public import Settings

/// The settings of the back office: those of the operator's `back_office` section, or values set by a user.
public struct BackOfficePreferences: ChangeableSettings {
    /// The address of the server; empty for none.
    public var server = ""
    /// The place of its endpoints, with `*` for their names; empty to find it.
    public var path = ""
    /// The path of a file with certificate authorities for the server; nil for the system's.
    public var authorities: String?
    /// The time between two synchronisations in seconds; 0 for none by itself.
    public var interval = 3600

    public init() {}

    /// The keys of `back_office`.
    public static let settings = SettingsDescription(
        "The back office of the EGNSS4CAP family that gives tasks and takes photos and paths. Values set over the control "
            + "interface take precedence.",
        prototype: BackOfficePreferences(),
        [
            Setting(
                "server", \.server,
                "Address of the back office. Passwords are sent there, so http is permitted only for this machine. It "
                    + "cannot be changed while a user is signed in there. \"\" for none.",
                form: { $0.isEmpty ? nil : BackOfficeServer.problem($0) }, formText: BackOfficeServer.form,
                example: .text("https://office.example/"), changeable: true),
            Setting(
                "path", \.path,
                "Place of the endpoints below that address, with * for their names; \"\" to find it among the known ones.",
                form: { $0.isEmpty ? nil : BackOfficePath.problem($0) }, formText: BackOfficePath.form,
                example: .text("ws/comm_*.php")),
            Setting(
                "ca_file", orEmpty: \.authorities,
                "CA certificates (PEM) for verifying the server. Default: the system's.",
                form: { $0.hasPrefix("/") ? nil : "is not an absolute path" }, formText: "an absolute path"),
            Setting(
                "sync_interval_s", \.interval,
                "Time between two synchronisations of the tasks while a user is signed in; 0 for none by itself.",
                in: 0...86_400, unit: "s", changeable: true),
        ])
}
