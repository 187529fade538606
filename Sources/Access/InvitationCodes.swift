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
        /// The person as it was when the code was made. The code is only valid for this person with this password.
        let person: AccessRecord.Person?
        let end: ContinuousClock.Instant
    }

    private var waiting: [Invitation] = []
    /// Codes that were used and are still valid, which can be restored unless they are revoked. At most `limit`.
    private var used: [Invitation] = []

    /// Makes a code of 50 random bits.
    mutating func invite(
        _ role: ControlRole, person: AccessRecord.Person?, at now: ContinuousClock.Instant
    ) -> String {
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
        // People and telephones write a code in groups, with blanks, dashes or invisible characters between them. Some of
        // these form one character with the letter before them.
        let scalars = code.uppercased().unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        return waiting.first { ConstantTime.isEqual($0.code, String(String.UnicodeScalarView(scalars))) }
    }

    /// Removes a code that was used.
    mutating func use(_ invitation: Invitation) {
        waiting.removeAll { $0.code == invitation.code }
        used.append(invitation)
        if used.count > Self.limit { used.removeFirst() }
    }

    /// Makes a code valid again after its session could not be stored, unless the code was revoked in the meantime.
    mutating func restore(_ invitation: Invitation) {
        guard let index = used.firstIndex(where: { $0.code == invitation.code }) else { return }
        waiting.insert(used.remove(at: index), at: 0)
    }

    /// Removes all codes of a person, also those in use.
    mutating func revoke(of person: String) {
        waiting.removeAll { $0.person?.name == person }
        used.removeAll { $0.person?.name == person }
    }

    private mutating func forget(at now: ContinuousClock.Instant) {
        waiting.removeAll { $0.end <= now }
        used.removeAll { $0.end <= now }
    }
}
