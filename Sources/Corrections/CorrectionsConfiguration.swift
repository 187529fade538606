// SPDX-License-Identifier: Apache-2.0

/// Where corrections come from, and how.
public struct CorrectionsConfiguration: Hashable, Sendable {
    /// The version of the protocol that is asked for; answers are understood in either.
    public enum Version: String, Hashable, Sendable, CaseIterable {
        /// HTTP/1.0 and `ICY`: what every caster understands.
        case one = "1"
        /// HTTP/1.1: what casters of today speak.
        case two = "2"
    }

    /// Where the caster is.
    public var caster: CasterAddress
    /// The stream: the name of a mount point, without a slash.
    public var mountpoint: String
    /// The version that is asked for.
    public var version = Version.two
    /// A file of certificates (PEM) that the caster's is checked against; nil: those of the system.
    public var authorities: String?
    /// How often the position is sent; zero: never.
    public var positionInterval = Duration.seconds(10)
    /// A stream that is silent for so long is dead.
    public var silence = Duration.seconds(30)
    /// The program's name and version, as the caster sees it.
    public var agent = "gnss-gateway"

    /// A stream with what is usual.
    public init(caster: CasterAddress, mountpoint: String) {
        self.caster = caster
        self.mountpoint = mountpoint
    }

    /// The stream, for people: `ntrip://caster.example:2101/MOUNT`.
    public var stream: String { "\(caster)/\(mountpoint)" }
}

/// Who asks a caster. Prints nothing of itself.
public struct CasterLogin: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let user: String
    let password: String

    /// A user; some casters want a password of any kind, or none.
    public init(user: String, password: String) { (self.user, self.password) = (user, password) }

    /// Hides the password, so that no log can contain it.
    public var description: String { "<redacted>" }
    /// Hides the password, so that no log can contain it.
    public var debugDescription: String { description }
    /// Shows no fields, so that no dump of the value can contain the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
