// SPDX-License-Identifier: Apache-2.0

internal import Glibc
public import Settings

/// Who may do what over the network. None of it can be changed while the daemon runs.
public struct AccessSettings: Hashable, Sendable {
    /// What reading from another machine needs.
    public enum Reading: String, Hashable, Sendable, CaseIterable {
        /// A browser that is signed in, or the token.
        case login
        /// Nothing.
        case open
    }

    /// What is done over plain HTTP from another machine.
    public enum Plain: String, Hashable, Sendable, CaseIterable {
        /// No passwords, and nothing that only an admin may do.
        case limited
        /// Everything.
        case allowed
    }

    /// What a role may do is a matter of the control interface.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        case viewer
        case `operator`
        case admin
    }

    /// What reading from another machine needs.
    public var read = Reading.login
    /// What is done over plain HTTP from another machine.
    public var plain = Plain.limited
    /// What programs with the token may do.
    public var token = Role.admin
    /// The addresses of proxies that pass on requests and say where these come from.
    public var proxies: [String] = []

    /// What holds where nothing is written down.
    public init() {}

    /// What is wrong with a host name; nil: nothing.
    static func nameProblem(of text: String) -> String? {
        let isSound = text.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (97...122).contains(byte | 0x20) || [45, 46].contains(byte)
        }
        return isSound && (1...253).contains(text.utf8.count) ? nil : "is no host name"
    }

    /// What is wrong with an IP address; nil: nothing.
    static func addressProblem(of text: String) -> String? {
        var address = in6_addr()
        let isAddress = [AF_INET, AF_INET6].contains { inet_pton($0, text, &address) == 1 }
        return isAddress && !text.utf8.contains(0) ? nil : "is no IP address"
    }
}

extension AccessSettings.Reading: SettingValue {}
extension AccessSettings.Plain: SettingValue {}
extension AccessSettings.Role: SettingValue {}

extension AccessSettings: DescribedSettings {
    /// The keys of `access`.
    public static let settings = SettingsDescription(
        "Who may do what over the control interface's addresses.", prototype: AccessSettings(),
        [
            Setting(
                "read", \.read,
                "What reading from another machine needs: a browser that is signed in or the token, or nothing. On this "
                    + "machine reading needs neither."),
            Setting(
                "plain", \.plain,
                "What is possible over plain HTTP from another machine, where others on the network can read along: limited "
                    + "(no passwords, and nothing that only an admin may do), or everything."),
            Setting("token", \.token, "What programs with the token may do."),
            Setting(
                "proxies", \.proxies,
                "Addresses of reverse proxies, whose X-Forwarded-For and X-Forwarded-Proto are trusted.",
                items: ValueSchema(types: [.string], form: addressProblem, formText: "an IP address"),
                example: .list([.text("127.0.0.1")])),
        ])
}
