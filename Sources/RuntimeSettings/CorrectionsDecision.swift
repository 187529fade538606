// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
package import Corrections
internal import Settings

/// What people decided about corrections while the daemon ran. It overrides the section of the configuration as a
/// whole, so that a password is never sent to a caster for which it was not entered.
struct CorrectionsDecision: Codable, Hashable, Sendable {
    /// The key of the decision in the store.
    static let key = "corrections"

    /// The keys of the section; nil for those of the configuration.
    var entry: ConfigurationValue?
    /// The name of the secret that holds the password; nil for none.
    var secret: String?
    var isStopped = false

    enum CodingKeys: String, CodingKey {
        case entry, secret
        case isStopped = "stopped"
    }

    /// The beginning of the names of secrets.
    static let secretPrefix = "ntrip.person."

    /// A name for a new password. Each password has a name of its own: a decision from a restored backup finds no
    /// password that was entered for another caster, and a crash leaves either the old decision with the old password
    /// or the new decision with the new one.
    static func newSecret() -> String { secretPrefix + String(UInt64.random(in: .min ... .max), radix: 36) }
}

/// The corrections in effect, from the configuration and a person's decision.
package struct CorrectionsInEffect: Hashable, Sendable {
    package var settings: CorrectionsSettings
    var login: CasterPassword.Source

    /// - Parameters:
    ///   - file: The section of the configuration.
    ///   - decision: A person's decision; that it stops the corrections is not considered.
    init?(_ file: CorrectionsSettings?, _ decision: CorrectionsDecision?) {
        guard let entry = decision?.entry else {
            guard let file else { return nil }
            (settings, login) = (file, .configured)
            return
        }
        settings = CorrectionsSettings(entry)
        login = decision?.secret.map { .person($0) } ?? .none
        // Only the configuration names files, and they belong to its caster.
        guard let file, file.caster == settings.caster else { return }
        settings.authorities = file.authorities
        guard file.user == settings.user, decision?.secret == nil else { return }
        settings.passwordFile = file.passwordFile
        login = .configured
    }

    /// True if the other corrections have the same caster and user, and therefore the same password.
    func isSameLogin(as other: CorrectionsInEffect) -> Bool {
        settings.caster == other.settings.caster && settings.user == other.settings.user
    }
}

extension CorrectionsConfiguration {
    /// - Parameter agent: The program's name and version in requests.
    package init(_ settings: CorrectionsSettings, agent: String) {
        let caster = settings.caster
        self.init(
            caster: CasterAddress(host: caster.host, port: caster.port, isSecure: caster.isSecure),
            mountpoint: settings.mountpoint)
        version = settings.version == 1 ? .one : .two
        authorities = settings.authorities
        positionInterval = settings.positionInterval
        silence = settings.silence
        self.agent = agent
    }
}
