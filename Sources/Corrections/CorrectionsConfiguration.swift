// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Wire

/// The source of corrections and its settings.
public struct CorrectionsConfiguration: Hashable, Sendable {
    /// The NTRIP version of requests; answers of both versions are understood.
    public enum Version: String, Hashable, Sendable, CaseIterable {
        /// HTTP/1.0 and `ICY`, which all casters understand.
        case one = "1"
        /// HTTP/1.1, which current casters use.
        case two = "2"
    }

    /// The address of the caster.
    public var caster: CasterAddress
    /// The name of the mount point without a slash.
    public var mountpoint: String
    /// The NTRIP version of requests.
    public var version = Version.two
    /// The path of a PEM file with the certificate authorities for the caster; nil for the system's authorities.
    public var authorities: String?
    /// The interval at which the position is sent; zero to send none.
    public var positionInterval = SettingDefaults.Corrections.positionInterval
    /// The time without data after which a stream counts as stalled.
    public var silence = SettingDefaults.Corrections.silence
    /// The program's name and version in the request.
    public var agent = "gnss-gateway"

    /// Creates a configuration with default settings.
    public init(caster: CasterAddress, mountpoint: String) {
        self.caster = caster
        self.mountpoint = mountpoint
    }

    /// The stream for people: `ntrip://caster.example:2101/MOUNT`.
    public var stream: String { "\(caster)/\(mountpoint)" }
}

/// The user and password for a caster. It prints as `<redacted>`.
public struct CasterLogin: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let user: String
    let password: String

    /// Creates a login. Some casters accept any password, even an empty one.
    public init(user: String, password: String) { (self.user, self.password) = (user, password) }

    /// A text of the caster without the password, because some casters repeat the login that they refuse, also in the form
    /// in which it was sent (Base64, RFC 7617). Apply it before the text is cut.
    func hidden(in text: String) -> String {
        guard !password.isEmpty else { return text }
        // The padding may be left out.
        let sent = Base64.encode(Array("\(user):\(password)".utf8)).prefix { $0 != "=" }
        return [String(sent), password].reduce(text) { $0.replacing($1, with: "<redacted>") }
    }

    /// Hides the password, so that no log can contain it.
    public var description: String { "<redacted>" }
    /// Hides the password, so that no log can contain it.
    public var debugDescription: String { description }
    /// Shows no fields, so that no dump of the value can contain the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
