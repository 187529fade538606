// SPDX-License-Identifier: Apache-2.0

internal import Glibc
public import Settings

/// The rules for access over the network. They cannot be changed while the daemon runs.
public struct AccessSettings: Hashable, Sendable {
    /// The requirement for reading from another machine.
    public enum Reading: String, Hashable, Sendable, CaseIterable {
        /// Reading requires a signed-in browser, or the token.
        case login
        /// Everyone may read.
        case open
    }

    /// The requests that are permitted over plain HTTP from another machine.
    public enum Plain: String, Hashable, Sendable, CaseIterable {
        /// Passwords, and actions that only an admin may perform, are not permitted.
        case limited
        /// All requests are permitted, including passwords and admin actions.
        case allowed
    }

    /// A role of the control interface, which defines the permissions of each role.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        case viewer
        case `operator`
        case admin
    }

    /// The requirement for reading from another machine.
    public var read = Reading.login
    /// The requests that are permitted over plain HTTP from another machine.
    public var plain = Plain.limited
    /// The role of programs that send the token.
    public var token = Role.admin
    /// The addresses of proxies that forward requests and whose headers name the client.
    public var proxies: [String] = []

    /// Creates the default rules.
    public init() {}

    /// The reason that a host name is invalid; nil if it is valid.
    static func nameProblem(of text: String) -> String? {
        let isSound = text.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (97...122).contains(byte | 0x20) || [45, 46].contains(byte)
        }
        return isSound && (1...253).contains(text.utf8.count) ? nil : "is not a host name"
    }

    /// The reason that an IP address is invalid; nil if it is valid.
    static func addressProblem(of text: String) -> String? {
        var address = in6_addr()
        let isAddress = [AF_INET, AF_INET6].contains { inet_pton($0, text, &address) == 1 }
        return isAddress && !text.utf8.contains(0) ? nil : "is not an IP address"
    }
}

extension AccessSettings.Reading: SettingValue {}
extension AccessSettings.Plain: SettingValue {}
extension AccessSettings.Role: SettingValue {}

extension AccessSettings: DescribedSettings {
    /// The keys of `access`.
    public static let settings = SettingsDescription(
        "Access to the control interface over TCP.", prototype: AccessSettings(),
        [
            Setting(
                "read", \.read,
                "Read access from other machines: for signed-in browsers and programs with the token (login), or for "
                    + "everyone (open). On this machine, everyone may read."),
            Setting(
                "plain", \.plain,
                "Permissions over unencrypted HTTP from another machine: everything except passwords and admin "
                    + "actions (limited), or everything (allowed)."),
            Setting("token", \.token, "Role of programs that send the token."),
            Setting(
                "proxies", \.proxies,
                "Addresses of reverse proxies, whose X-Forwarded-For and X-Forwarded-Proto are trusted.",
                items: ValueSchema(types: [.string], form: addressProblem, formText: "an IP address"),
                example: .list([.text("127.0.0.1")])),
        ])
}
