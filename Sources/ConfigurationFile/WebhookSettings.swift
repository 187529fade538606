// SPDX-License-Identifier: Apache-2.0

public import Settings

/// The address to which alerts are posted.
public struct WebhookSettings: Hashable, Sendable {
    /// The lowest severity that is posted.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
        case information, warning, critical
    }

    /// An `https` or `http` address without user name and fragment.
    public var url: String
    /// The path of the file with the secret.
    public var secretFile: String
    /// The path of a file with certificate authorities for the server; nil for the system's.
    public var authorities: String?
    /// The lowest severity that is posted.
    public var severity = Severity.warning
    /// The place in the configuration file that names the secret; empty without a file.
    var place = ""

    /// Creates a prototype without an address, into which the keys of the file are read.
    fileprivate init() { (url, secretFile) = ("", "") }

    public init(url: String, secretFile: String) { (self.url, self.secretFile) = (url, secretFile) }

    /// The scheme, host and port of the address. Its path may contain a secret, and is not shown to viewers.
    public var origin: String {
        guard let start = url.firstRange(of: "://")?.upperBound else { return "" }
        return String(url[..<(url[start...].firstIndex { "/?".contains($0) } ?? url.endIndex)])
    }

    /// A problem with the file of the secret as an error of the configuration, with file, line and key.
    public func error(_ problem: String) -> String {
        (place.isEmpty ? "" : place + ": ") + "webhook.secret_file: \(problem)"
    }

    /// Records the place that names the secret.
    mutating func setPlace(_ node: ConfigurationNode?, file: String) {
        place = node?.entry("secret_file").map { "\(file):\($0.value.position)" } ?? ""
    }

    public static func == (one: Self, other: Self) -> Bool {
        (one.url, one.secretFile, one.authorities, one.severity)
            == (other.url, other.secretFile, other.authorities, other.severity)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(secretFile)
    }
}

extension WebhookSettings.Severity: SettingValue {}

extension WebhookSettings: DescribedSettings {
    /// The keys of `webhook`.
    public static let settings = SettingsDescription(
        "An address to which the gateway posts each alert when it begins and when it ends. Omit for none.",
        prototype: WebhookSettings(), required: ["url", "secret_file"],
        example: .section([
            ConfigurationValue.Member(key: "url", value: .text("https://hooks.example/gnss")),
            ConfigurationValue.Member(key: "secret_file", value: .text("/etc/gnss-gateway/webhook.secret")),
        ]),
        [
            Setting(
                "url", \.url, "Address of the webhook. With http, everyone on the way can read the alerts.",
                form: WebAddress.problem, formText: WebAddress.form),
            Setting(
                "secret_file", \.secretFile,
                "File with the secret that signs each request: whsec_ and the base64 of 24 to 64 random bytes.",
                form: absolutePathProblem, formText: "an absolute path"),
            Setting(
                "ca_file", \.authorities,
                "CA certificates (PEM) for verifying the server. Default: the system's.",
                form: absolutePathProblem, formText: "an absolute path"),
            Setting("min_severity", \.severity, "Lowest severity of the alerts that are posted."),
        ])
}
