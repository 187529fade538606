// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import NIOPosix
internal import Synchronization
internal import SystemSupport

extension AccessCoordinator {
    /// The reason that a sign-in was refused.
    package enum Refusal: Error, Equatable {
        /// The code is wrong, was used already, or has expired.
        case wrongCode
        /// The person does not exist, or the password is wrong. The two look alike to a client.
        case wrongPassword
        /// Too many attempts failed; the next one is allowed after this number of seconds.
        case paused(Int)
        /// Too many passwords wait to be examined, or one of the same guesser.
        case busy
        /// The code's role is not available over this connection. The code stays valid.
        case insecure
        /// The maximum number of sessions is reached, and each of them has a higher role.
        case tooManyBrowsers
        /// The session cannot be stored.
        case store(ControlError)
    }

    /// The connection and the browser that sign in.
    package struct Place {
        /// Key by which failed attempts are counted: the IPv4 address, or the /64 network of an IPv6 address.
        let guesser: String
        /// The address in a form for people.
        let address: String?
        /// The browser's `User-Agent`.
        let browser: String?
        /// The highest role that this connection can have.
        let most: ControlRole
        /// True if others on the network can read the connection.
        let isExposed: Bool
        /// The browser's current token. The new session replaces the session of this token.
        let token: String?

        package init(
            guesser: String, address: String?, browser: String?, most: ControlRole, isExposed: Bool, token: String?
        ) {
            (self.guesser, self.address, self.browser) = (guesser, address, browser)
            (self.most, self.isExposed, self.token) = (most, isExposed, token)
        }
    }

    /// Makes a one-time code for a role or a person.
    ///
    /// - Throws: `ControlError` if the person does not exist, or has a different role than the requested one.
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
                        "\(name.prefix(100)) has the role \(person.role.rawValue); change the person's role, or omit "
                            + "the role here"))
            }
            return .success((state.codes.invite(person.role, person: person, at: now), person.role))
        }
        return try result.get()
    }

    /// Signs a browser in with a code.
    ///
    /// - Returns: The token for the browser's cookie.
    package func open(code: String, from place: Place) async throws(Refusal) -> String {
        let now = clock()
        let found: Result<InvitationCodes.Invitation, Refusal> = state.withLock { state in
            let pause = state.guesses.pause(for: place.guesser, at: now)
            guard pause <= .zero else { return .failure(.paused(Self.seconds(pause))) }
            guard let invitation = state.codes.invitation(of: code, at: now), state.record.admits(invitation) else {
                state.guesses.noteWrong(place.guesser, at: now)
                return .failure(.wrongCode)
            }
            guard state.record.role(of: invitation) <= place.most else { return .failure(.insecure) }
            // The code is used up before the session is stored; otherwise two browsers could use it at the same time.
            state.codes.use(invitation)
            state.guesses.noteRight(place.guesser)
            return .success(invitation)
        }
        let invitation = try found.get()
        do throws(Refusal) {
            return try await open(.code(invitation), place)
        } catch {
            switch error {
            case .store, .tooManyBrowsers: state.withLock { $0.codes.restore(invitation) }
            // The person was removed or has another password.
            default: break
            }
            throw error
        }
    }

    /// Signs a browser in with a person's name and password.
    ///
    /// - Returns: The token for the browser's cookie.
    package func open(name: String, password: String, from place: Place) async throws(Refusal) -> String {
        guard password.count <= PasswordHash.lengths.upperBound else { throw .wrongPassword }
        let address = place.guesser
        let guesser = "\(address) \(name.prefix(100))"
        // One at a time of a guesser, so that parallel attempts are counted as well and leave room for other guessers.
        let admission: Result<Void, Refusal> = state.withLock { state in
            let now = clock()
            let pause = max(
                state.guesses.pause(for: guesser, at: now), state.passwordGuesses.pause(for: address, at: now))
            guard pause <= .zero else { return .failure(.paused(Self.seconds(pause))) }
            return state.examined.insert(address).inserted ? .success(()) : .failure(.busy)
        }
        try admission.get()
        defer { state.withLock { _ = $0.examined.remove(address) } }
        // Each attempt costs up to a second of processor time.
        let found = await passwords.run(ifAtMost: 8) { [self] () async -> Result<AccessRecord.Person, Refusal> in
            let person = state.withLock { state in state.record.people.first { $0.name == name } }
            let isRight = await Self.matches(password, person?.password)
            return state.withLock { state in
                // The password may have been changed while this one was examined.
                guard isRight, let person, state.record.people.contains(person) else {
                    state.guesses.noteWrong(guesser, at: clock())
                    state.passwordGuesses.noteWrong(address, at: clock())
                    return .failure(.wrongPassword)
                }
                state.guesses.noteRight(guesser)
                return .success(person)
            }
        }
        guard let found else { throw .busy }
        return try await open(.password(try found.get()), place)
    }

    /// Compares a password with a hash. Takes equally long if there is no hash, so that names cannot be guessed by
    /// timing.
    private static func matches(_ password: String, _ hash: PasswordHash?) async -> Bool {
        await onThread { () -> Bool in
            if let hash { return hash.matches(password) }
            PasswordHash.spendTime(on: password)
            return false
        } ?? false
    }

    /// Runs work outside the event loops; nil if the thread pool has ended.
    static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
        try? await NIOThreadPool.singleton.runIfActive(body)
    }

    /// The reason for which a browser is signed in.
    private enum Proof {
        /// The person as it was when the password was compared.
        case password(AccessRecord.Person)
        case code(InvitationCodes.Invitation)
    }

    private enum Outcome {
        case isOpen
        /// The person was removed, or has another password or role.
        case changed
        case full
    }

    /// The person and the role of a new session, and the highest role if a code was made for a lower one than the
    /// person's; nil if the person was removed, or has another password or (with a password) another role by now.
    private static func right(
        of proof: Proof, in record: AccessRecord
    ) -> (person: String?, role: ControlRole, most: ControlRole?)? {
        switch proof {
        case .password(let person): return record.people.contains(person) ? (person.name, .viewer, nil) : nil
        case .code(let invitation):
            guard let person = invitation.person else { return (nil, invitation.role, nil) }
            guard let present = record.present(person) else { return nil }
            return (person.name, invitation.role, present.role > invitation.role ? invitation.role : nil)
        }
    }

    private func open(_ proof: Proof, _ place: Place) async throws(Refusal) -> String {
        let token = Self.random(words: 4)
        let (id, hash) = (Self.random(words: 1), Self.hash(token))
        let (browser, address, isExposed) = (place.browser, place.address, place.isExposed)
        let old = place.token.map(Self.hash)
        let outcome: Outcome
        do throws(ControlError) {
            outcome = try await change { record throws(ControlError) in
                // The person may have been removed, or the password changed, while this change waited for its turn.
                guard let right = Self.right(of: proof, in: record) else { return .changed }
                let session = AccessRecord.Session(
                    id: id, hash: hash, person: right.person, role: right.role, used: 0, browser: browser,
                    address: address, isExposed: isExposed, most: right.most)
                return record.add(session, replacing: old) ? .isOpen : .full
            }
        } catch {
            throw .store(error)
        }
        switch (outcome, proof) {
        case (.isOpen, _): return token
        case (.full, _): throw .tooManyBrowsers
        case (.changed, .password): throw .wrongPassword
        case (.changed, .code): throw .wrongCode
        }
    }

    static func random(words: Int) -> String {
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

extension AccessRecord {
    /// False if the code's person was removed, or has another password than when the code was made.
    fileprivate func admits(_ invitation: InvitationCodes.Invitation) -> Bool {
        invitation.person.map { present($0) != nil } ?? true
    }

    /// The role that a code gives: the lower one of those that its person has now and had when the code was made.
    fileprivate func role(of invitation: InvitationCodes.Invitation) -> ControlRole {
        min(invitation.role, invitation.person.flatMap(present)?.role ?? invitation.role)
    }
}
