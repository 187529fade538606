// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import Synchronization
internal import SystemSupport

extension AccessCoordinator {
    /// The people who may sign in, in the order of their names.
    package func people() -> PeopleReport {
        PeopleReport(users: Self.reports(of: state.withLock { $0.record }))
    }

    private static func reports(of record: AccessRecord) -> [PersonReport] {
        record.people.map { person in
            PersonReport(
                name: person.name, role: person.role, hasPassword: person.password != nil,
                sessions: record.sessions.count { $0.person == person.name })
        }.sorted { $0.name < $1.name }
    }

    /// Adds a person or changes an existing one. A new password signs out the person's browsers.
    ///
    /// - Parameter admin: The signed-in browser that requests the change; nil for another client.
    /// - Throws: `ControlError` if the name or the password is not allowed, or `admin` is no longer an admin. Also throws
    ///   if the change cannot be stored; a lower role or a new password is then in force until the daemon ends.
    package func set(
        _ name: String, to change: PersonChange, by admin: Visitor? = nil
    ) async throws(ControlError) -> PersonReport {
        try Self.check(name)
        let password = try await newPassword(change.password)
        try checkNow(admin)
        // Before as well as after the change: no code may be used while the change is stored, or be made meanwhile.
        if password != .asBefore { revokeCodes(of: name) }
        defer { if password != .asBefore { revokeCodes(of: name) } }
        let report = try await self.change { record throws(ControlError) in
            try Self.check(admin, in: record)
            let index = try Self.index(of: name, adding: change.role ?? .viewer, in: &record)
            if let role = change.role { record.people[index].role = role }
            guard password != .asBefore else { return Self.reports(of: record).first { $0.name == name } }
            record.people[index].password = password.hash
            record.sessions.removeAll { $0.person == name }
            return Self.reports(of: record).first { $0.name == name }
        }
        guard let report else { throw Self.unknown(name) }
        return report
    }

    /// Refuses an admin who lost the role, before codes are revoked. The change itself examines it again.
    private func checkNow(_ admin: Visitor?) throws(ControlError) {
        try Self.check(admin, in: state.withLock { $0.record })
    }

    private func revokeCodes(of name: String) { state.withLock { $0.codes.revoke(of: name) } }

    /// Removes a person and signs out the person's browsers.
    ///
    /// - Parameter admin: The signed-in browser that requests the removal; nil for another client.
    /// - Throws: `ControlError` if the person does not exist, or `admin` is no longer an admin. Also throws if the
    ///   removal cannot be stored; it is then in force until the daemon ends.
    package func remove(_ name: String, by admin: Visitor? = nil) async throws(ControlError) {
        try checkNow(admin)
        // Also if the removal cannot be stored.
        revokeCodes(of: name)
        defer { revokeCodes(of: name) }
        try await change { record throws(ControlError) in
            try Self.check(admin, in: record)
            guard record.people.contains(where: { $0.name == name }) else { throw Self.unknown(name) }
            record.people.removeAll { $0.name == name }
            record.sessions.removeAll { $0.person == name }
        }
    }

    /// The browsers that are signed in, each with the role that it has at most over any connection.
    ///
    /// - Parameters:
    ///   - own: The session of the browser that sent the request; nil if it has none.
    ///   - policy: The rules that lower the role of a session whose cookie others could have read.
    package func browsers(own: String?, under policy: AccessPolicy) -> BrowsersReport {
        let now = clock()
        return state.withLock { state in
            BrowsersReport(
                sessions: state.record.sessions.compactMap { session in
                    let left = state.left(of: session, at: now)
                    guard let role = state.record.role(of: session), left > .zero else { return nil }
                    return BrowserReport(
                        id: session.id, name: session.person,
                        role: policy.permitted(role, isReadable: session.isExposed ?? true),
                        seconds: Int(left / .seconds(1)), browser: session.browser, address: session.address,
                        isOwn: session.id == own)
                })
        }
    }

    /// Signs a browser out.
    ///
    /// - Parameter admin: The signed-in browser of the admin who requests this; nil for the browser itself or another
    ///   client.
    /// - Throws: `ControlError` if the session does not exist, or `admin` is no longer an admin. Also throws if the
    ///   change cannot be stored; it is then in force until the daemon ends.
    package func close(session id: String, by admin: Visitor? = nil) async throws(ControlError) {
        try await change { record throws(ControlError) in
            try Self.check(admin, in: record)
            record.sessions.remove(at: try Self.index(of: id, in: record))
        }
    }

    /// Changes the role of a session that belongs to no named person.
    ///
    /// - Parameter admin: The signed-in browser that requests the change; nil for another client.
    /// - Throws: `ControlError` if the session does not exist, belongs to a person, `admin` is no longer an admin, or
    ///   the change cannot be stored.
    package func set(
        session id: String, to role: ControlRole, by admin: Visitor? = nil
    ) async throws(ControlError) {
        try await change { record throws(ControlError) in
            try Self.check(admin, in: record)
            let index = try Self.index(of: id, in: record)
            if let name = record.sessions[index].person {
                throw ControlError(.conflict, "this browser belongs to \(name): change the role of \(name)")
            }
            record.sessions[index].role = role
        }
    }

    /// Throws if a signed-in admin has lost that role while the change waited for its turn.
    private static func check(_ admin: Visitor?, in record: AccessRecord) throws(ControlError) {
        guard let admin else { return }
        let session = record.sessions.first { $0.id == admin.id }
        guard session.flatMap({ record.role(of: $0) }) == .admin else {
            throw ControlError(
                .forbidden, "this browser was signed out, or lost the role admin, before the change could be made",
                code: .notAllowed)
        }
    }

    private static func index(of id: String, in record: AccessRecord) throws(ControlError) -> Int {
        guard let index = record.sessions.firstIndex(where: { $0.id == id }) else {
            throw ControlError(.notFound, "no browser with the id \"\(id.prefix(40))\" is signed in")
        }
        return index
    }

    private static func index(
        of name: String, adding role: ControlRole, in record: inout AccessRecord
    ) throws(ControlError) -> Int {
        if let index = record.people.firstIndex(where: { $0.name == name }) { return index }
        guard record.people.count < peopleLimit else {
            throw ControlError(.conflict, "there are \(peopleLimit) people, which is the limit; remove one of them")
        }
        record.people.append(AccessRecord.Person(name: name, role: role, id: random(words: 1)))
        return record.people.count - 1
    }

    private static func check(_ name: String) throws(ControlError) {
        if let hidden = name.unicodeScalars.first(where: { $0.properties.generalCategory == .format }) {
            let number = String(hidden.value, radix: 16, uppercase: true)
            let character = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
            throw ControlError(
                .invalid, code: .badName, problem: .invisibleCharacter, words: ["character": character])
        }
        let isSound = name.unicodeScalars.allSatisfy {
            ![.control, .format, .lineSeparator, .paragraphSeparator, .surrogate].contains(
                $0.properties.generalCategory)
        }
        guard isSound, (1...100).contains(name.count), name.utf8.count <= 400, name.first?.isWhitespace == false,
            name.last?.isWhitespace == false
        else { throw ControlError(.invalid, code: .badName, problem: .personName) }
        // Browsers take such a part of an address, encoded or not, for a folder, and remove it.
        guard name != ".", name != ".." else {
            throw ControlError(.invalid, code: .badName, problem: .dotName)
        }
    }

    private enum NewPassword: Equatable {
        case asBefore, none
        case known(PasswordHash)

        var hash: PasswordHash? { if case .known(let hash) = self { hash } else { nil } }
    }

    private func newPassword(_ password: String?) async throws(ControlError) -> NewPassword {
        guard let password else { return .asBefore }
        guard !password.isEmpty else { return .none }
        guard PasswordHash.lengths.contains(password.count) else {
            throw ControlError(
                .invalid,
                "a password must have \(PasswordHash.lengths.lowerBound) to \(PasswordHash.lengths.upperBound) "
                    + "characters",
                code: .badPassword)
        }
        let result = await newPasswords.run(ifAtMost: 8) { await Self.onThread { try? PasswordHash(password) } }
        guard let result else {
            throw ControlError(.unavailable, "too many passwords are being set; try again in a moment")
        }
        guard let hash = result ?? nil else {
            throw ControlError(.unavailable, "there is not enough memory to store a password; try again")
        }
        return .known(hash)
    }
}
