// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import Crypto
package import Logging
package import NIOCore
internal import Synchronization
internal import SystemSupport

/// Owns the people who may sign in and the signed-in browsers, and keeps both in the store.
///
/// Changes are made one at a time: each is stored, then takes effect, then is acknowledged. A change that only removes
/// rights takes effect before it is stored, and stays in force until the daemon ends even if it cannot be stored.
package final class AccessCoordinator: Sendable {
    /// The maximum number of people.
    package static let peopleLimit = 64
    /// The maximum number of sessions. A session beyond it ends the oldest one of the lowest role, and is refused if all
    /// have a higher role than its own.
    package static let sessionLimit = 64
    /// The maximum number of sessions of one person. A session beyond it ends the person's oldest one.
    package static let sessionsPerPerson = 8
    /// The maximum number of simultaneous streams of one session, and of one address of another machine.
    package static let streamsPerSession = 8
    package static let streamsPerAddress = 16
    /// The interval at which the age of sessions is stored.
    package static let pause = Duration.seconds(600)
    /// The interval between attempts to store a change that could not be stored.
    package static let retry = Duration.seconds(15)

    struct State {
        var record = AccessRecord()
        /// The moment at which the ages in `record` are valid.
        var counted: ContinuousClock.Instant
        var codes = InvitationCodes()
        var guesses = GuessDelay()
        /// Failed attempts with passwords of any people, by guesser. A successful one does not clear them; otherwise a
        /// guesser with a password could guess those of others without delay.
        var passwordGuesses = GuessDelay(free: 5)
        /// The guessers whose passwords wait to be examined or are being examined.
        var examined: Set<String> = []
        /// Command rates by session ID.
        var rates: [String: CommandRate] = [:]
        var streams = StreamConnections()
        /// True if a removal of rights has not been stored yet.
        var isUnsaved = false
        /// The moment at which a timer ends sessions; nil if no session is near its end.
        var nextEnd: ContinuousClock.Instant?
        /// The record that was loaded at the start.
        var recalled = AccessRecord()
    }

    let state: Mutex<State>
    let clock: @Sendable () -> ContinuousClock.Instant
    /// Examines passwords that browsers sign in with.
    let passwords = WorkQueue()
    /// Hashes passwords that admins set, so that a flood of sign-ins does not keep an admin from setting one.
    let newPasswords = WorkQueue()
    private let store: (any AccessStore)?
    private let wallClock: @Sendable () -> Int64
    let turns = WorkQueue()
    /// Yields when a change takes effect that could not be stored.
    private let unsaved = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    /// Yields the remaining time of a session that is near its end.
    private let endings = AsyncStream.makeStream(of: Duration.self, bufferingPolicy: .bufferingNewest(1))
    private let logger: Logger

    /// - Parameters:
    ///   - store: Keeps people and sessions; nil keeps them in memory.
    ///   - clock: A monotonic clock.
    ///   - wallClock: Seconds since 1970. A time before 2024 means that the clock was not set.
    package init(
        store: (any AccessStore)?, logger: Logger, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        wallClock: @escaping @Sendable () -> Int64
    ) {
        (self.store, self.logger, self.clock, self.wallClock) = (store, logger, clock, wallClock)
        state = Mutex(State(counted: clock()))
    }

    // MARK: Time and storage

    /// Loads people and sessions from the store. Sessions also age while the daemon is stopped, if the wall clock was
    /// set before and after; on a board without a real-time clock only the running time counts.
    package func recall() async {
        do throws(ControlError) {
            guard var record = try await store?.load() else { return }
            if !record.isWhole { note(record.unread) }
            record.unread = AccessRecord.Unread()
            let now = wallClock()
            if let stored = record.stored, now > stored, Self.isSet(stored) {
                for index in record.sessions.indices { record.sessions[index].used += Double(now - stored) }
            }
            state.withLock { state in
                (state.record, state.recalled, state.counted) = (record, record, clock())
                state.forget(at: state.counted)
            }
        } catch {
            logger.error(
                """
                console: cannot read the stored people and sessions, so everyone has to be invited again; the next \
                change keeps their stored form as the setting access.unreadable: \(error)
                """)
        }
    }

    private func note(_ unread: AccessRecord.Unread) {
        logger.warning(
            """
            console: this version cannot read \(unread.people.count) of the stored people \
            (\(unread.people.map { $0.prefix(100) }.joined(separator: ", "))) and \(unread.browsers) browsers, so \
            they have to be invited again; the next change keeps their stored form as the setting access.unreadable
            """)
    }

    /// Stores the age of sessions at regular intervals, ends sessions when they expire, and stores changes that could
    /// not be stored before. Runs until cancelled.
    package func keepTime() async throws {
        planEnd()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                while true {
                    // Sessions last for hours, and each update writes to the disk, so the interval can be long.
                    try await Task.sleep(for: Self.pause)
                    await storeTime()
                }
            }
            group.addTask { [self] in
                for await _ in unsaved.stream {
                    while state.withLock({ $0.isUnsaved }) {
                        // The system does not report when a disk has room again.
                        try await Task.sleep(for: Self.retry)
                        await storeTime()
                    }
                }
            }
            group.addTask { [self] in try await endSessions() }
            try await group.waitForAll()
        }
    }

    /// Ends each session, and its streams, when it expires. A session that is near its end gets a timer.
    private func endSessions() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            // A timer starts only if it ends before those that run or if one has ended, so there are few of them.
            for await left in endings.stream {
                group.addTask { [self] in
                    // The session ends after this time; nothing else tells.
                    try await Task.sleep(for: left)
                    state.withLock { state in
                        state.forget(at: clock())
                        state.nextEnd = nil
                    }
                    planEnd()
                }
            }
        }
    }

    /// Starts a timer for the session that expires first, unless it lives longer than until the next regular count or a
    /// timer ends earlier.
    private func planEnd() {
        let now = clock()
        state.withLock { state in
            let left = state.record.sessions.map { state.left(of: $0, at: now) }.min()
            // Twice the interval, because storing takes time too.
            guard let left, left < Self.pause * 2 else { return }
            // At least this long, so that timers that end slightly early do not follow each other quickly.
            let delay = max(left, .milliseconds(10))
            if let next = state.nextEnd, next <= now + delay { return }
            state.nextEnd = now + delay
            // With the lock, so that a later end cannot take the place of an earlier one.
            endings.continuation.yield(delay)
        }
    }

    /// Stores the age of all sessions, together with changes that could not be stored before.
    package func storeTime() async {
        let (isNeeded, wasUnsaved) = state.withLock {
            (!$0.record.sessions.isEmpty || $0.isUnsaved, $0.isUnsaved)
        }
        guard isNeeded else { return }
        do throws(ControlError) {
            try await change { _ in }
            if wasUnsaved { logger.notice("console: stored the people and sessions; a restart no longer loses them") }
        } catch {
            guard !wasUnsaved else { return }
            logger.warning("console: cannot store the remaining lifetime of sessions: \(error)")
        }
    }

    /// Changes people or sessions, and closes the streams of sessions that ended or have a different role.
    ///
    /// - Throws: The error of `body`; `ControlError` if the change cannot be stored. A change that grants rights then
    ///   has no effect. Any other change takes effect, the error has the code `unsaved`, and the change is stored as
    ///   soon as possible. The code is the same if the store loses its records when the daemon ends, and the record
    ///   that is loaded at the next start would undo the change.
    @discardableResult
    package func change<Value: Sendable>(
        _ body: @escaping @Sendable (inout AccessRecord) throws(ControlError) -> Value
    ) async throws(ControlError) -> Value {
        try await turns.run { [self] () throws(ControlError) in try await perform(body) }
    }

    private func perform<Value>(
        _ body: @Sendable (inout AccessRecord) throws(ControlError) -> Value
    ) async throws(ControlError) -> Value {
        let time = clock()
        let before = state.withLock { state in
            state.forget(at: time)
            return state.record
        }
        var record = before
        let value = try body(&record)
        let now = wallClock()
        record.stored = Self.isSet(now) ? now : nil
        let isGranting = record.grantsMore(than: before)
        if !isGranting { put(record, time) }
        do throws(ControlError) {
            try await store?.save(record)
        } catch {
            guard !isGranting else { throw error }
            state.withLock { $0.isUnsaved = true }
            unsaved.continuation.yield()
            throw Self.unsaved(error.kind, "\(error)")
        }
        let recalled = state.withLock { state in
            state.isUnsaved = false
            return state.recalled
        }
        if isGranting { put(record, time) }
        // A first password grants, and signs out the person's browsers. A sign-in may end another session, but its browser
        // must get its cookie.
        let opens = record.sessions.contains { new in !before.sessions.contains { $0.id == new.id } }
        if let loss = store?.loss, !opens, !isGranting || before.grantsMore(than: record),
            record.isUndone(by: recalled, since: before)
        {
            throw Self.unsaved(.unavailable, loss)
        }
        return value
    }

    private static func unsaved(_ kind: ControlError.Kind, _ reason: String) -> ControlError {
        ControlError(
            kind,
            "this applies from now on, but it could not be stored, so a restart of the gateway would undo it: \(reason)",
            code: .unsaved)
    }

    /// - Parameter time: The moment at which the ages in `record` are valid.
    private func put(_ record: AccessRecord, _ time: ContinuousClock.Instant) {
        let ended = state.withLock { state in
            let before = state.record
            (state.record, state.counted) = (record, time)
            return state.changed(since: before)
        }
        for channel in ended { channel.close(promise: nil) }
        planEnd()
    }

    private static func isSet(_ time: Int64) -> Bool { time > 1_704_067_200 }

    // MARK: Callers

    /// A signed-in browser.
    package struct Visitor: Hashable, Sendable {
        package let id: String
        package let role: ControlRole
        package let name: String?
        /// True if others on the network could have read the session's cookie when the browser signed in.
        package let isExposed: Bool
    }

    /// The session of a token; nil if it does not exist or has expired.
    package func visitor(_ token: String) -> Visitor? {
        let hash = Self.hash(token)
        let now = clock()
        return state.withLock { state in
            guard let session = state.record.sessions.first(where: { $0.hash == hash }),
                let role = state.record.role(of: session), state.left(of: session, at: now) > .zero
            else { return nil }
            return Visitor(
                id: session.id, role: role, name: session.person, isExposed: session.isExposed ?? true)
        }
    }

    /// Counts a stream's connection until it closes, and closes it when its session ends.
    ///
    /// - Parameters:
    ///   - session: The session's ID; nil if the request has no session.
    ///   - address: The client's address; nil for this machine, whose streams are not limited by address.
    /// - Returns: False if the session or the address has reached its limit of streams.
    package func admit(_ channel: any Channel, session: String?, address: String?) -> Bool {
        let admission = state.withLock { $0.streams.admit(channel, session: session, address: address) }
        if admission == .new {
            channel.closeFuture.whenComplete { [weak self] _ in
                self?.state.withLock { $0.streams.remove(channel) }
            }
        }
        return admission != .refused
    }

    /// True if the session's command rate allows another command now.
    package func allowsCommand(of id: String) -> Bool {
        let now = clock()
        return state.withLock { state in
            let known = Set(state.record.sessions.map(\.id))
            state.rates = state.rates.filter { known.contains($0.key) }
            return state.rates[id, default: CommandRate(at: now)].allows(at: now)
        }
    }

    package static func hash(_ token: String) -> String {
        SHA256.hash(data: Array(token.utf8)).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

extension AccessCoordinator.State {
    /// The lifetime of a session: 12 h for an admin, otherwise 30 days.
    static func lifetime(of role: ControlRole) -> Duration {
        role == .admin ? .seconds(12 * 3600) : .seconds(30 * 24 * 3600)
    }

    /// The remaining lifetime of a session; zero or less if it has expired.
    func left(of session: AccessRecord.Session, at now: ContinuousClock.Instant) -> Duration {
        guard let role = record.role(of: session) else { return .zero }
        return Self.lifetime(of: role) - .seconds(session.used) - (now - counted)
    }

    /// Adds the time since the last count to the age of all sessions, and removes expired ones.
    mutating func forget(at now: ContinuousClock.Instant) {
        let passed = (now - counted) / .seconds(1)
        counted = now
        for index in record.sessions.indices { record.sessions[index].used += passed }
        let ended = record.sessions.filter { left(of: $0, at: now) <= .zero }
        record.sessions.removeAll { session in ended.contains { $0.id == session.id } }
        for session in ended { streams.channels(of: session.id).forEach { $0.close(promise: nil) } }
    }

    /// The streams of sessions that ended or whose role changed. Their clients connect again, and then have the
    /// permissions of the new role.
    func changed(since before: AccessRecord) -> [any Channel] {
        before.sessions.flatMap { old -> [any Channel] in
            let now = record.sessions.first { $0.id == old.id }.flatMap { record.role(of: $0) }
            return now != nil && now == before.role(of: old) ? [] : streams.channels(of: old.id)
        }
    }
}
