// SPDX-License-Identifier: Apache-2.0

internal import ControlModel

/// Codes that sign one browser in each, once. They are forgotten when the daemon ends.
package struct InvitationCodes {
    /// For how long a code can be used.
    package static let lifetime = Duration.seconds(600)
    /// How many wait to be used; beyond it the oldest goes.
    static let limit = 16

    /// Whom a code is for.
    struct Invitation {
        let code: String
        let role: ControlRole
        let person: String?
        let end: ContinuousClock.Instant
    }

    private var waiting: [Invitation] = []

    /// A new code of 50 random bits.
    mutating func invite(_ role: ControlRole, person: String?, at now: ContinuousClock.Instant) -> String {
        // Without letters that look like digits (Crockford's base 32).
        let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        let code = String((0..<10).map { _ in letters[Int.random(in: 0..<32)] })
        forget(at: now)
        waiting.append(Invitation(code: code, role: role, person: person, end: now + Self.lifetime))
        if waiting.count > Self.limit { waiting.removeFirst() }
        return code
    }

    /// Whom a code is for; nil where it is wrong, was used, or is too old.
    mutating func invitation(of code: String, at now: ContinuousClock.Instant) -> Invitation? {
        forget(at: now)
        let code = code.uppercased()
        return waiting.first { ConstantTime.isEqual($0.code, code) }
    }

    /// A code is used up.
    mutating func use(_ invitation: Invitation) { waiting.removeAll { $0.code == invitation.code } }

    /// The codes of a person are good no longer.
    mutating func revoke(of person: String) { waiting.removeAll { $0.person == person } }

    private mutating func forget(at now: ContinuousClock.Instant) { waiting.removeAll { $0.end <= now } }
}
