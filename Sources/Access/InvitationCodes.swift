// SPDX-License-Identifier: Apache-2.0

internal import ControlModel

/// One-time codes, each of which signs in one browser. They are lost when the daemon ends.
package struct InvitationCodes {
    /// The validity of a code.
    package static let lifetime = Duration.seconds(600)
    /// The number of unused codes; beyond it, the oldest is dropped.
    static let limit = 16

    /// An unused code.
    struct Invitation {
        let code: String
        let role: ControlRole
        let person: String?
        let end: ContinuousClock.Instant
    }

    private var waiting: [Invitation] = []

    /// Makes a code of 50 random bits.
    mutating func invite(_ role: ControlRole, person: String?, at now: ContinuousClock.Instant) -> String {
        // Crockford's base 32: no letters that look like digits.
        let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        let code = String((0..<10).map { _ in letters[Int.random(in: 0..<32)] })
        forget(at: now)
        waiting.append(Invitation(code: code, role: role, person: person, end: now + Self.lifetime))
        if waiting.count > Self.limit { waiting.removeFirst() }
        return code
    }

    /// The invitation of a code; nil if the code is wrong, was used or has expired.
    mutating func invitation(of code: String, at now: ContinuousClock.Instant) -> Invitation? {
        forget(at: now)
        let code = code.uppercased()
        return waiting.first { ConstantTime.isEqual($0.code, code) }
    }

    /// Removes a code that was used.
    mutating func use(_ invitation: Invitation) { waiting.removeAll { $0.code == invitation.code } }

    /// Makes a code valid again after its session could not be stored.
    mutating func restore(_ invitation: Invitation) { waiting.insert(invitation, at: 0) }

    /// Removes all codes of a person.
    mutating func revoke(of person: String) { waiting.removeAll { $0.person == person } }

    private mutating func forget(at now: ContinuousClock.Instant) { waiting.removeAll { $0.end <= now } }
}
