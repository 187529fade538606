// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import NIOPosix
internal import Synchronization

extension AccessCoordinator {
    /// Why nobody was signed in.
    package enum Refusal: Error, Equatable {
        /// The code is wrong, was used, or is too old.
        case wrongCode
        /// There is no such person, or it is another password.
        case wrongPassword
        /// Too many wrong tries came; there is another one after so many seconds.
        case paused(Int)
        /// What the code is for is not possible over this connection; the code stays good.
        case insecure
        /// It cannot be stored.
        case store(ControlError)
    }

    /// Where somebody signs in from.
    package struct Place {
        /// The address, or for IPv6 the network, as each machine has many.
        let guesser: String
        /// The address for people.
        let address: String?
        /// What the browser calls itself.
        let browser: String?
        /// What a session may do at most.
        let most: ControlRole
        /// The secret that the browser shows now: another session takes its place.
        let token: String?

        package init(guesser: String, address: String?, browser: String?, most: ControlRole, token: String?) {
            (self.guesser, self.address, self.browser) = (guesser, address, browser)
            (self.most, self.token) = (most, token)
        }
    }

    /// A code for a role or a person.
    ///
    /// - Throws: `ControlError` where there is no such person, or another role is asked for than the person has.
    package func invite(_ request: InvitationRequest) throws(ControlError) -> (code: String, role: ControlRole) {
        let now = clock()
        let result: Result<(code: String, role: ControlRole), ControlError> = state.withLock { state in
            guard let name = request.name else {
                let role = request.role ?? .admin
                return .success((state.codes.invite(role, person: nil, at: now), role))
            }
            guard let person = state.record.people.first(where: { $0.name == name }) else {
                return .failure(Self.unknown(name))
            }
            guard request.role == nil || request.role == person.role else {
                return .failure(
                    ControlError(
                        .conflict,
                        "\(name.prefix(100)) has the role \(person.role.rawValue); change it, or leave it out"))
            }
            return .success((state.codes.invite(person.role, person: name, at: now), person.role))
        }
        return try result.get()
    }

    /// Signs a browser in by a code.
    ///
    /// - Returns: the secret that it shows from then on.
    package func open(code: String, from place: Place) async throws(Refusal) -> String {
        let now = clock()
        let found: Result<InvitationCodes.Invitation, Refusal> = state.withLock { state in
            let pause = state.guesses.pause(for: place.guesser, at: now)
            guard pause <= .zero else { return .failure(.paused(Self.seconds(pause))) }
            guard let invitation = state.codes.invitation(of: code, at: now) else {
                state.guesses.noteWrong(place.guesser, at: now)
                return .failure(.wrongCode)
            }
            guard invitation.role <= place.most else { return .failure(.insecure) }
            // Before it is stored, or two at once could use it.
            state.codes.use(invitation)
            state.guesses.noteRight(place.guesser)
            return .success(invitation)
        }
        let invitation = try found.get()
        return try await open(person: invitation.person, role: invitation.role, place)
    }

    /// Signs a browser in by the name of a person and the password.
    ///
    /// - Returns: the secret that it shows from then on.
    package func open(name: String, password: String, from place: Place) async throws(Refusal) -> String {
        guard password.count <= PasswordHash.lengths.upperBound else { throw .wrongPassword }
        let guesser = "\(place.guesser) \(name.prefix(100))"
        // Each takes a while of a processor.
        guard await passwords.waiting < 8 else { throw .paused(5) }
        // Looked at behind those that came before, so that many at once are no more tries.
        let refusal: Refusal? = await passwords.run { [self] in
            let pause = state.withLock { $0.guesses.pause(for: guesser, at: clock()) }
            guard pause <= .zero else { return .paused(Self.seconds(pause)) }
            let person = state.withLock { state in state.record.people.first { $0.name == name } }
            let isRight = await Self.matches(password, person?.password)
            return state.withLock { state in
                // A password that was changed meanwhile is the old one.
                guard isRight, state.record.people.contains(where: { $0 == person }) else {
                    state.guesses.noteWrong(guesser, at: clock())
                    return .wrongPassword
                }
                state.guesses.noteRight(guesser)
                return nil
            }
        }
        if let refusal { throw refusal }
        return try await open(person: name, role: .viewer, place)
    }

    /// Takes as long where there is no password.
    private static func matches(_ password: String, _ hash: PasswordHash?) async -> Bool {
        await onThread { if let hash { hash.matches(password) } else { (try? PasswordHash(password)) == nil } } ?? false
    }

    /// Off the event loops; nil where the pool of threads has ended.
    static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
        try? await NIOThreadPool.singleton.runIfActive(body)
    }

    private func open(person: String?, role: ControlRole, _ place: Place) async throws(Refusal) -> String {
        let token = Self.random(words: 4)
        let session = AccessRecord.Session(
            id: Self.random(words: 1), hash: Self.hash(token), person: person, role: role, used: 0,
            browser: place.browser, address: place.address)
        let old = place.token.map(Self.hash)
        do throws(ControlError) {
            try await change(.giving) { record throws(ControlError) in
                if let person, !record.people.contains(where: { $0.name == person }) { throw Self.unknown(person) }
                record.sessions.removeAll { $0.hash == old }
                record.sessions.append(session)
                if record.sessions.count > Self.sessionLimit { record.sessions.removeFirst() }
            }
        } catch {
            throw .store(error)
        }
        return token
    }

    private static func random(words: Int) -> String {
        (0..<words).map { _ in
            let part = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - part.count) + part
        }.joined()
    }

    private static func seconds(_ pause: Duration) -> Int { Int((pause / .seconds(1)).rounded(.up)) }

    static func unknown(_ name: String) -> ControlError {
        ControlError(.notFound, "there is no person \"\(name.prefix(100))\"; 'gnss-gateway console people' lists them")
    }
}
