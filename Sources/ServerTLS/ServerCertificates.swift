// SPDX-License-Identifier: Apache-2.0

internal import Certificates
internal import Crypto
package import Logging
package import NIOSSL
internal import Synchronization

/// Keeps the gateway's own authority and server certificate.
package protocol CertificateStore: Sendable {
    /// Reads a text; nil if it does not exist.
    func read(_ name: String) throws -> String?
    /// Stores a text atomically, readable by the daemon only.
    func write(_ text: String, as name: String) throws
}

/// The reason why the gateway's own authority cannot be used.
package struct AuthorityError: Error, Hashable, CustomStringConvertible {
    package var description: String
}

/// The certificate that the server presents, from the gateway's own authority or from files.
///
/// The own certificate is renewed when a client connects: if its end is near, if the client reaches the gateway on an
/// address that is missing in it, or if the clock was wrong when it was made. A renewal that fails is tried again at a
/// pace, not by every client. Open connections keep their certificate.
package final class ServerCertificates: Sendable {
    /// The names of the texts in the store.
    package static let authorityName = "tls-authority.pem"
    package static let serverName = "tls-server.pem"

    private struct State {
        var identity: ServerIdentity
        /// The gateway's own authority; nil if the operator supplies files.
        var authority: OwnAuthority?
        /// The own authority that is lost when the daemon ends, also while the operator supplies files; nil if it is
        /// stored.
        var unstored: OwnAuthority?
        /// The operator's file; nil for the gateway's own certificate.
        var file: String?
        var pace = RenewalPace()
        /// Addresses of this machine that were already checked when a client connected to them, for this certificate.
        var known: Set<[UInt8]> = []
    }

    private let state: Mutex<State>
    /// Only one certificate is made at a time. Taken before `state`.
    private let turn = Mutex(())
    private let store: (any CertificateStore)?
    private let surroundings: @Sendable () -> CertificateSubjects.Surroundings
    private let now: @Sendable () -> Int64
    private let logger: Logger
    private let sign: Signing

    /// Signs a certificate for a server; returns it and its key, in PEM.
    typealias Signing = @Sendable (OwnAuthority, CertificateSubjects, _ now: Int64) throws -> String

    /// Loads or makes the gateway's own authority and certificate, or reads the given files.
    ///
    /// - Parameters:
    ///   - given: The operator's files; nil for the gateway's own authority.
    ///   - store: Keeps the gateway's own certificates; nil if they are forgotten when the daemon ends.
    ///   - surroundings: The gateway's names and addresses at the time of the call.
    ///   - now: Seconds since 1970, by a clock that may be set.
    /// - Throws: `GivenCertificateError` or `AuthorityError`.
    package convenience init(
        _ given: GivenCertificate?, store: (any CertificateStore)?,
        surroundings: @escaping @Sendable () -> CertificateSubjects.Surroundings,
        now: @escaping @Sendable () -> Int64, logger: Logger
    ) throws {
        try self.init(
            given, store: store, surroundings: surroundings, now: now, logger: logger,
            sign: { authority, subjects, now in try authority.server(subjects, at: now) })
    }

    /// Creates the same object with a different signing function.
    init(
        _ given: GivenCertificate?, store: (any CertificateStore)?,
        surroundings: @escaping @Sendable () -> CertificateSubjects.Surroundings,
        now: @escaping @Sendable () -> Int64, logger: Logger, sign: @escaping Signing
    ) throws {
        (self.store, self.surroundings, self.now, self.logger) = (store, surroundings, now, logger)
        self.sign = sign
        state = Mutex(try Self.load(given, store, surroundings(), now(), logger, sign))
    }

    /// Replaces the source; open connections keep their certificate. An own authority that could not be stored is kept,
    /// also while given files are in use, and is stored when a reload uses it, if that is possible then.
    ///
    /// - Throws: `GivenCertificateError` or `AuthorityError`; then the certificate is unchanged.
    package func adopt(_ given: GivenCertificate?) throws {
        try turn.withLock { _ in
            let unstored = state.withLock { $0.unstored }
            let new = try Self.load(given, store, surroundings(), now(), logger, sign, unstored: unstored)
            state.withLock { $0 = new }
        }
    }

    /// The certificate of the gateway's own authority, in PEM; nil with given files.
    package var authorityText: String? { state.withLock { $0.authority?.certificateText } }

    /// The SHA-256 of the authority's certificate; nil with given files.
    package var fingerprint: String? { state.withLock { $0.authority?.fingerprint } }

    /// The end of the certificate that new connections get, and that of the own authority, in seconds since 1970.
    package var ends: (server: Int64, authority: Int64?) {
        state.withLock { ($0.identity.validity.end, $0.authority?.end) }
    }

    /// The names and addresses in the certificate that new connections get.
    package var subjects: CertificateSubjects { state.withLock { $0.identity.subjects } }

    /// The certificate for a client that arrives on an address of this machine; nil if `renewed` must be called.
    package func current(for address: [UInt8]?) -> NIOSSLContext? {
        let time = now()
        return state.withLock { state in
            guard let authority = state.authority else { return state.identity.context }
            let isKnown =
                address.map { state.identity.subjects.addresses.contains($0) || state.known.contains($0) } ?? true
            let isDue = state.identity.validity.isDue(at: time, authorityEnd: authority.end)
            guard isKnown && !isDue else { return state.pace.allows(at: time) ? nil : state.identity.context }
            return state.identity.context
        }
    }

    /// Renews the own certificate if its end is near, without a client, and stores an own authority that could not be
    /// stored. Takes some milliseconds and writes to the store.
    package func renewIfDue() {
        storeAuthority()
        let time = now()
        // The failure may concern an address at which clients no longer arrive.
        let hasFailed = state.withLock { $0.pace.error != nil && $0.pace.allows(at: time) }
        if hasFailed || current(for: nil) == nil { _ = renewed(for: nil, always: hasFailed) }
    }

    /// Tries again to store the authority in use. One that was restored from a backup meanwhile is kept.
    private func storeAuthority() {
        turn.withLock { _ in
            let unstored = state.withLock { $0.authority == nil ? nil : $0.unstored }
            guard let store, let unstored else { return }
            do {
                let stored = try store.read(Self.authorityName)
                if stored == nil { try store.write(unstored.text, as: Self.authorityName) }
                // A write may fail when the file is in place already. Its text has other line ends at the end.
                guard stored.map({ OwnAuthority($0)?.certificate == unstored.certificate }) ?? true else { return }
            } catch {
                // The first attempt was logged, and the finding remains.
                return
            }
            state.withLock { $0.unstored = nil }
            logger.notice("https: the gateway's authority is now stored")
        }
    }

    /// The problem with the certificate that new connections get; nil if it has no problem.
    package var finding: CertificateFinding? {
        let time = now()
        return state.withLock { state in
            if let file = state.file { return state.identity.validity.finding(file: file, at: time) }
            let finding = state.identity.validity.ownFinding(state.pace.error, at: time)
            guard finding == nil, store != nil, state.unstored != nil else { return finding }
            return CertificateFinding.authorityNotStored
        }
    }

    /// Renews the certificate if necessary and returns it. Takes some milliseconds and writes to the store.
    package func renewed(for address: [UInt8]?) -> NIOSSLContext { renewed(for: address, always: false) }

    private func renewed(for address: [UInt8]?, always: Bool) -> NIOSSLContext {
        turn.withLock { _ in
            if !always, let context = current(for: address) { return context }
            let (old, authority) = state.withLock { ($0.identity, $0.authority) }
            guard let authority else { return old.context }
            let time = now()
            let (identity, problem) = attempt(authority, old, at: time)
            let isNews = state.withLock { state in
                state.identity = identity
                // A certificate for the addresses of another network must not leave out those of the earlier one.
                if state.known.count >= 256 || identity.subjects != old.subjects { state.known = [] }
                // After a failure the address is looked at again.
                if let address, problem == nil { state.known.insert(address) }
                return state.pace.note(problem, at: time)
            }
            if isNews { say(problem) }
            return identity.context
        }
    }

    /// - Returns: The certificate to present from now on, and the reason if a new one cannot be made.
    private func attempt(
        _ authority: OwnAuthority, _ old: ServerIdentity, at time: Int64
    ) -> (identity: ServerIdentity, problem: String?) {
        do {
            return (try Self.identity(authority, store, surroundings(), time, old: old, logger, sign), nil)
        } catch {
            return (old, "\(error)")
        }
    }

    private func say(_ problem: String?) {
        guard let problem else { return logger.notice("https: the certificate has been renewed; renewal works again") }
        logger.error(
            "https: the certificate cannot be renewed; trying again after a minute, and later each hour: \(problem)")
    }

    // MARK: Loading

    private static func load(
        _ given: GivenCertificate?, _ store: (any CertificateStore)?, _ surroundings: CertificateSubjects.Surroundings,
        _ now: Int64, _ logger: Logger, _ sign: Signing, unstored: OwnAuthority? = nil
    ) throws -> State {
        if let given {
            let identity = try given.load()
            return State(identity: identity, unstored: unstored, file: given.certificate)
        }
        let (authority, isStored) = try Self.authority(store, surroundings, now, logger, unstored)
        let old = try? store?.read(serverName).flatMap { ServerIdentity($0, by: authority) }
        return State(
            identity: try identity(authority, store, surroundings, now, old: old, logger, sign), authority: authority,
            unstored: isStored ? nil : authority)
    }

    /// The stored authority, or `unstored`, or a new one, and whether it outlives the daemon.
    private static func authority(
        _ store: (any CertificateStore)?, _ surroundings: CertificateSubjects.Surroundings, _ now: Int64,
        _ logger: Logger, _ unstored: OwnAuthority?
    ) throws -> (authority: OwnAuthority, isStored: Bool) {
        let text: String?
        do { text = try store?.read(authorityName) } catch {
            throw AuthorityError(description: "\(error)")
        }
        if let text {
            guard let authority = OwnAuthority(text) else {
                throw AuthorityError(
                    description:
                        "the file \(authorityName) is damaged, so devices that trust it cannot connect: restore it from "
                        + "a backup, or remove it; the daemon then creates a new one, which must be installed on all "
                        + "devices again")
            }
            if authority.end - now < 180 * 86_400 {
                logger.warning(
                    """
                    https: the gateway's authority ends in \((authority.end - now) / 86_400) days; remove \
                    \(authorityName) to get a new one, and install it on all devices again
                    """
                )
            }
            return (authority, true)
        }
        let authority = try unstored ?? create(surroundings, now, logger)
        guard let store else { return (authority, false) }
        do {
            try store.write(authority.text, as: authorityName)
            return (authority, true)
        } catch {
            logger.error(
                """
                https: cannot store the gateway's authority, so the next start creates another one, which must be \
                installed on all devices again: \(error)
                """
            )
            return (authority, false)
        }
    }

    private static func create(
        _ surroundings: CertificateSubjects.Surroundings, _ now: Int64, _ logger: Logger
    ) throws -> OwnAuthority {
        do {
            let authority = try OwnAuthority(
                for: CertificateSubjects(surroundings), host: surroundings.host, at: now)
            logger.notice("https: created an authority; its SHA-256 fingerprint is \(authority.fingerprint)")
            return authority
        } catch {
            throw AuthorityError(description: "cannot create the gateway's authority: \(error)")
        }
    }

    /// The old certificate if it is still suitable, otherwise a new one, which is stored if possible.
    private static func identity(
        _ authority: OwnAuthority, _ store: (any CertificateStore)?, _ surroundings: CertificateSubjects.Surroundings,
        _ now: Int64, old: ServerIdentity?, _ logger: Logger, _ sign: Signing
    ) throws -> ServerIdentity {
        let (subjects, refused) = CertificateSubjects(surroundings).within(authority.limits)
        if let old, old.subjects == subjects, !old.validity.isDue(at: now, authorityEnd: authority.end) { return old }
        for name in refused where surroundings.names.contains(name) || surroundings.served.contains(name) {
            logger.warning(
                """
                https: the certificate lacks \(name), because the gateway's authority is older than this name and \
                limited to private networks; remove \(authorityName) to get a new one, and install it on all devices \
                again
                """
            )
        }
        let text = try sign(authority, subjects, now)
        guard let new = ServerIdentity(text, by: authority) else {
            throw AuthorityError(description: "the new certificate is unusable")
        }
        do {
            try store?.write(text, as: serverName)
        } catch {
            logger.warning("https: cannot store the certificate, so the next start creates another one: \(error)")
        }
        let certified = (subjects.names + subjects.addresses.map(CertificateSubjects.text)).joined(separator: ", ")
        logger.info("https: created a certificate for \(certified)")
        return new
    }
}
