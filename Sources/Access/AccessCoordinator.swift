// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import Crypto
package import Logging
package import NIOCore
internal import Synchronization

/// Knows the people who may sign in and the browsers that have, and keeps them in the store.
///
/// Changes are made one after the other: stored, then in force, then acknowledged. What takes something from someone is in
/// force even where it cannot be stored.
package final class AccessCoordinator: Sendable {
    /// How many people there may be, and how many browsers signed in; beyond it the one that signed in first goes.
    package static let peopleLimit = 64
    package static let sessionLimit = 64
    /// How often it is stored for how long browsers have been signed in.
    package static let pause = Duration.seconds(600)

    struct State {
        var record = AccessRecord()
        /// The record's times are those of this moment.
        var counted: ContinuousClock.Instant
        var codes = InvitationCodes()
        var guesses = GuessDelay()
        /// By the ids of sessions.
        var rates: [String: CommandRate] = [:]
        /// The connections of each session's streams, by its id: they end with it.
        var channels: [String: [ObjectIdentifier: any Channel]] = [:]
    }

    let state: Mutex<State>
    let clock: @Sendable () -> ContinuousClock.Instant
    let passwords = WorkQueue()
    private let store: (any AccessStore)?
    private let wallClock: @Sendable () -> Int64
    private let turns = WorkQueue()
    private let logger: Logger

    /// - Parameters:
    ///   - store: where it is kept; nil: in memory.
    ///   - clock: a clock that nobody sets.
    ///   - wallClock: seconds since 1970; anything before 2024 is of a clock that was not set.
    package init(
        store: (any AccessStore)?, logger: Logger, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        wallClock: @escaping @Sendable () -> Int64
    ) {
        (self.store, self.logger, self.clock, self.wallClock) = (store, logger, clock, wallClock)
        state = Mutex(State(counted: clock()))
    }

    // MARK: Time and storage

    /// Knows again who was known. The time in which the daemon did not run counts where the clock can tell it: a board without
    /// a clock of its own counts when it runs.
    package func recall() async {
        do throws(ControlError) {
            guard var record = try await store?.load() else { return }
            let now = wallClock()
            if let stored = record.stored, now > stored, Self.isSet(stored) {
                for index in record.sessions.indices { record.sessions[index].used += Double(now - stored) }
            }
            state.withLock { state in
                (state.record, state.counted) = (record, clock())
                state.forget(at: state.counted)
            }
        } catch {
            logger.error("console: cannot read who may sign in; everyone has to be invited again: \(error)")
        }
    }

    /// Stores now and then for how long browsers have been signed in, and ends those whose time is over; until cancelled.
    package func keepTime() async throws {
        while true {
            try await Task.sleep(for: Self.pause)
            await storeTime()
        }
    }

    /// Stores for how long browsers have been signed in.
    package func storeTime() async {
        guard state.withLock({ !$0.record.sessions.isEmpty }) else { return }
        do throws(ControlError) {
            try await change(.taking) { _ in }
        } catch {
            logger.warning("console: cannot store for how long browsers are signed in: \(error)")
        }
    }

    /// What a change does where it cannot be stored.
    package enum Kind {
        /// Nothing.
        case giving
        /// It is in force until the daemon ends.
        case taking
    }

    /// Changes who may sign in, and ends the connections of those who may do less than before.
    ///
    /// - Throws: what the body throws; `ControlError` where it cannot be stored.
    @discardableResult
    package func change<Value: Sendable>(
        _ kind: Kind, _ body: @escaping @Sendable (inout AccessRecord) throws(ControlError) -> Value
    ) async throws(ControlError) -> Value {
        try await turns.run { [self] () -> Result<Value, ControlError> in
            do throws(ControlError) {
                return .success(try await perform(kind, body))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    private func perform<Value>(
        _ kind: Kind, _ body: @Sendable (inout AccessRecord) throws(ControlError) -> Value
    ) async throws(ControlError) -> Value {
        let time = clock()
        var record = state.withLock { state in
            state.forget(at: time)
            return state.record
        }
        let value = try body(&record)
        let now = wallClock()
        record.stored = Self.isSet(now) ? now : nil
        // A person is not told before that what was taken is taken.
        if kind == .taking { put(record, time) }
        try await store?.save(record)
        if kind == .giving { put(record, time) }
        return value
    }

    /// - Parameter time: the moment that the record's times are of.
    private func put(_ record: AccessRecord, _ time: ContinuousClock.Instant) {
        let ended = state.withLock { state in
            let before = state.record
            (state.record, state.counted) = (record, time)
            return state.weakened(since: before)
        }
        for channel in ended { channel.close(promise: nil) }
    }

    private static func isSet(_ time: Int64) -> Bool { time > 1_704_067_200 }

    // MARK: Who asks

    /// A browser that is signed in.
    package struct Visitor: Hashable, Sendable {
        package let id: String
        package let role: ControlRole
        package let name: String?
    }

    /// Who sent a secret; nil where nobody has it, or no longer.
    package func visitor(_ token: String) -> Visitor? {
        let hash = Self.hash(token)
        let now = clock()
        return state.withLock { state in
            guard let session = state.record.sessions.first(where: { $0.hash == hash }),
                let role = state.record.role(of: session), state.left(of: session, at: now) > .zero
            else { return nil }
            return Visitor(id: session.id, role: role, name: session.person)
        }
    }

    /// A stream's connection belongs to a session, with which it ends.
    package func hold(_ channel: any Channel, for id: String) {
        let key = ObjectIdentifier(channel)
        let isNew = state.withLock { $0.channels[id, default: [:]].updateValue(channel, forKey: key) == nil }
        guard isNew else { return }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.state.withLock { state in
                state.channels[id]?[key] = nil
                if state.channels[id]?.isEmpty == true { state.channels[id] = nil }
            }
        }
    }

    /// Whether a session may send one more command now.
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
    /// For how long a browser stays signed in, by what it may do.
    static func lifetime(of role: ControlRole) -> Duration {
        role == .admin ? .seconds(12 * 3600) : .seconds(30 * 24 * 3600)
    }

    /// For how long a session goes on.
    func left(of session: AccessRecord.Session, at now: ContinuousClock.Instant) -> Duration {
        guard let role = record.role(of: session) else { return .zero }
        return Self.lifetime(of: role) - .seconds(session.used) - (now - counted)
    }

    /// Counts the time up to now, and forgets sessions whose time is over.
    mutating func forget(at now: ContinuousClock.Instant) {
        let passed = (now - counted) / .seconds(1)
        counted = now
        for index in record.sessions.indices { record.sessions[index].used += passed }
        let ended = record.sessions.filter { left(of: $0, at: now) <= .zero }
        record.sessions.removeAll { session in ended.contains { $0.id == session.id } }
        for session in ended { channels[session.id]?.values.forEach { $0.close(promise: nil) } }
    }

    /// Connections of sessions that are gone or may do less than they might.
    func weakened(since before: AccessRecord) -> [any Channel] {
        before.sessions.flatMap { old -> [any Channel] in
            let now = record.sessions.first { $0.id == old.id }.flatMap { record.role(of: $0) }
            if let now, let role = before.role(of: old), now >= role { return [] }
            return channels[old.id].map { Array($0.values) } ?? []
        }
    }
}
