// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
package import ControlModel
package import GNSSTypes
package import Logging
internal import MessageTexts
internal import ServiceLifecycle
package import Storage
internal import Synchronization
internal import SystemSupport

/// Posts alerts to a webhook, each when it begins or becomes severe enough, and when it ends.
///
/// An event is stored before it is sent, and keeps its ID until the server accepts it, so that a restart neither loses
/// it nor sends it with a different ID. Events are sent one at a time, the oldest first. After a failure of the server,
/// all events wait; if the server refuses an event, only that event waits. Events are given up after a day, and an
/// alert reports it. Alerts about the webhook itself are not posted. One task stores and another one sends, because a
/// request may take long.
package final class WebhookService: Service, Sendable {
    fileprivate struct State: Sendable {
        var destination: WebhookDestination?
        var schedule = WebhookSchedule()
        /// True if the events of earlier runs were read.
        var isLoaded = false
        /// Events that are not queued yet, each with the time at which it happened on the monotonic clock.
        var incoming: [(event: StoredEvent, born: Int64)] = []
        /// What the store does not have yet.
        var unstored = WebhookChanges()
        /// The time from which a failed store is tried again, by the monotonic clock; nil while it works.
        var storeRetry: Int64?
        var report = WebhookReport(server: "")
        /// True if events were given up since the last success.
        var hasGivenUp = false
        /// The ID of the event that was chosen to be sent, until its request has ended; it is not dropped.
        var sending: String?
        var transfer: WebhookTransfer?
    }

    /// The time in nanoseconds that an event of an earlier run has at least before it is given up. The clock shows its
    /// age, and may be wrong.
    static let grace: Int64 = 3_600_000_000_000

    private let store: Store
    private let agent: String
    private let grace: Int64
    private let storePatience: Int64
    /// Reads the events that are stored.
    private let read: @Sendable () async throws(StoreError) -> [StoredEvent]
    private let logger: Logger
    private let raise: @Sendable (Alert) -> Void
    /// Protects the queue and the report, which the bus, requests and reloads use.
    private let state = Mutex(State())
    /// Held while the alert of the webhook itself begins or ends, so that no end is published before its beginning.
    /// Acquired before `state`.
    private let announcing = Mutex(())
    /// Counts the changes that end a pause.
    private let changes = AsyncCondition(UInt64(0))

    /// - Parameters:
    ///   - agent: The name and version of the program.
    ///   - raise: Publishes an alert.
    package convenience init(
        store: Store, agent: String, logger: Logger, raise: @escaping @Sendable (Alert) -> Void
    ) {
        self.init(store: store, agent: agent, grace: Self.grace, logger: logger, raise: raise)
    }

    /// - Parameters:
    ///   - grace: The time in nanoseconds that an event of an earlier run has at least before it is given up.
    ///   - storePatience: The time after which a failed store is tried again, in nanoseconds.
    ///   - read: Reads the events that are stored; nil to read them from the store.
    init(
        store: Store, agent: String, grace: Int64, storePatience: Int64 = 5_000_000_000,
        read: (@Sendable () async throws(StoreError) -> [StoredEvent])? = nil, logger: Logger,
        raise: @escaping @Sendable (Alert) -> Void
    ) {
        (self.store, self.agent, self.grace, self.logger, self.raise) = (store, agent, grace, logger, raise)
        self.storePatience = storePatience
        if let read {
            self.read = read
        } else {
            self.read = { () async throws(StoreError) in try await store.webhookEvents() }
        }
    }

    /// The state of the webhook; nil if none is configured.
    package var report: WebhookReport? {
        state.withLock { state in
            guard state.destination != nil else { return nil }
            var report = state.report
            report.queued = state.schedule.count + state.incoming.count
            Self.describe(&report, next: state.schedule.next() ?? .min)
            return report
        }
    }

    /// Begins to use a destination. With nil, deliveries stop and the waiting events are dropped.
    package func apply(_ destination: WebhookDestination?) {
        let transfer = announce { state -> (WebhookTransfer?, Alert?) in
            guard state.destination != destination else { return (nil, nil) }
            // The alert names a server that gets no further events.
            let isOtherServer = destination?.settings.origin != state.report.server
            let end =
                isOtherServer && state.hasGivenUp ? Self.alert(.webhookRemoved, state.report.server, isOver: true) : nil
            if isOtherServer { state.hasGivenUp = false }
            state.destination = destination
            state.schedule.forgetFailures()
            if let destination {
                (state.report.server, state.report.problem) = (destination.settings.origin, nil)
                state.report.status = nil
            } else {
                state.schedule.removeAll()
                (state.incoming, state.report) = ([], WebhookReport(server: ""))
                state.unstored.clear()
            }
            return (state.transfer, end)
        }
        // A request to the old address ends, and its event is sent to the new one.
        transfer?.cancel()
        changes.change { $0 += 1 }
    }

    /// Takes a change of the alert log. May be called from any thread; returns at once.
    package func take(_ change: AlertLog.Change) {
        let isPosted = state.withLock { state -> Bool in
            guard let destination = state.destination, destination.posts(change), let event = StoredEvent(change)
            else { return false }
            // The queue would drop any further events anyway.
            guard state.incoming.count < WebhookSchedule.limit else {
                state.report.dropped += 1
                return false
            }
            state.incoming.append((event, SystemClock.monotonic))
            return true
        }
        if isPosted { changes.change { $0 += 1 } }
    }

    /// Delivers events until the daemon shuts down. Events that are still waiting are sent at the next start.
    package func run() async {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                // Events are stored while a request gets no answer.
                group.addTask { await self.storeChanges() }
                group.addTask { await self.deliver() }
            }
        }
        await keep(isLast: true)
    }

    /// Reads the events of earlier runs, and stores what has changed until the task is cancelled.
    private func storeChanges() async {
        while !Task.isCancelled {
            let seen = changes.value
            await load()
            await keep()
            let retry: Int64? = state.withLock { $0.isLoaded && $0.unstored.isEmpty ? nil : $0.storeRetry ?? .min }
            await pause(after: seen, until: retry)
        }
    }

    /// Sends events until the task is cancelled.
    private func deliver() async {
        while !Task.isCancelled {
            let seen = changes.value
            giveUp()
            if let (event, destination) = nextEvent() {
                await send(event, to: destination)
                // The store removes what was delivered.
                changes.change { $0 += 1 }
            } else {
                let attempt: Int64? = state.withLock { $0.destination == nil ? nil : $0.schedule.next() }
                await pause(after: seen, until: attempt)
            }
        }
    }

    // MARK: The queue

    /// Reads the events of earlier runs unless they were read. Until then nothing is stored, so that there are no others.
    private func load() async {
        guard state.withLock({ !$0.isLoaded && $0.isStoreDue }) else { return }
        do throws(StoreError) {
            let stored = try await read()
            let (wall, monotonic) = (SystemClock.wall / 1_000_000, SystemClock.monotonic)
            state.withLock { state in
                (state.isLoaded, state.storeRetry) = (true, nil)
                guard state.destination != nil else {
                    if !stored.isEmpty { state.unstored.clear() }
                    return
                }
                // The webhook was removed meanwhile, and another one was configured.
                guard !state.unstored.clears else { return }
                for event in stored.reversed() {
                    // If the clock was wrong then or is wrong now, the event's age is unknown and its day starts again.
                    // A clock that is fast cannot be told from a long rest of the gateway, so that some time is left.
                    let age = min(max(wall - event.happened, 0), (WebhookSchedule.patience - grace) / 1_000_000)
                    let isPlausible = event.happened > Self.firstPlausible && wall > Self.firstPlausible
                    let born = monotonic - (isPlausible ? age * 1_000_000 : 0)
                    let dropped = state.schedule.add(event, born: born, isOldest: true, sparing: state.sending)
                    if let dropped { state.drop(dropped) }
                }
            }
            note(nil)
            changes.change { $0 += 1 }
        } catch {
            failed(error)
        }
    }

    /// 2026-01-01 in milliseconds: a clock that shows an earlier time was not set.
    private static let firstPlausible: Int64 = 1_767_225_600_000

    /// Stores what has changed, and only then queues new events for sending.
    ///
    /// - Parameter isLast: True to try a failed store again at once.
    private func keep(isLast: Bool = false) async {
        let (new, changes) = state.withLock { state -> ([(event: StoredEvent, born: Int64)], WebhookChanges) in
            let new = state.incoming
            state.incoming = []
            state.unstored.add(new.map(\.event))
            guard isLast || state.isLoaded && state.isStoreDue else { return (new, WebhookChanges()) }
            defer { state.unstored = WebhookChanges() }
            return (new, state.unstored)
        }
        if !changes.isEmpty { await write(changes) }
        guard !new.isEmpty else { return }
        state.withLock { state in
            guard state.destination != nil else { return }
            for (event, born) in new {
                let dropped = state.schedule.add(event, born: born, sparing: state.sending)
                if let dropped { state.drop(dropped) }
            }
        }
        // They may be sent now, and those that they displaced are removed from the store.
        self.changes.change { $0 += 1 }
    }

    private func write(_ changes: WebhookChanges) async {
        var left = changes
        do throws(StoreError) {
            if left.clears {
                try await store.removeWebhookEvents()
                left.clears = false
            }
            try await store.changeWebhookEvents(adding: left.added, removing: left.removed)
            state.withLock { $0.storeRetry = nil }
            note(nil)
        } catch {
            // The events are sent nevertheless; only a restart before the next attempt would lose them.
            state.withLock { $0.unstored.giveBack(left) }
            failed(error)
        }
    }

    private func failed(_ error: StoreError) {
        state.withLock { $0.storeRetry = SystemClock.monotonic + storePatience }
        note(error)
    }

    private func note(_ error: StoreError?) {
        let isNews = state.withLock { state in
            defer { state.report.storeProblem = error?.description }
            return state.report.storeProblem == nil
        }
        if isNews, let error { logger.error("webhook: cannot store events: \(error)") }
    }

    private func giveUp() {
        let count = announce { state -> (Int, Alert?) in
            let aged = state.schedule.takeAged(at: SystemClock.monotonic)
            guard !aged.isEmpty else { return (0, nil) }
            for event in aged { state.unstored.remove(event.id) }
            state.report.givenUp += aged.count
            defer { state.hasGivenUp = true }
            let alert = Self.alert(.webhookGivenUp, state.report.server, isOver: false)
            return (aged.count, state.hasGivenUp ? nil : alert)
        }
        guard count > 0 else { return }
        changes.change { $0 += 1 }
        logger.error("webhook: gave up \(count) events that could not be delivered for a day")
    }

    /// Changes the state, and publishes the alert that the change begins or ends before another change begins or ends it.
    private func announce<Value: Sendable>(_ change: (inout State) -> sending (Value, Alert?)) -> Value {
        announcing.withLock { _ in
            let (value, alert) = state.withLock { change(&$0) }
            if let alert { raise(alert) }
            return value
        }
    }

    private static func alert(_ text: AlertText, _ server: String, isOver: Bool) -> Alert {
        Alert(code: .webhookGivenUp, severity: .warning, text, ["server": .words(server)], isOver: isOver)
    }

    /// Returns the event to send now, and notes that it is being sent; `send` must follow.
    private func nextEvent() -> (StoredEvent, WebhookDestination)? {
        state.withLock { state in
            guard let destination = state.destination, let event = state.schedule.due(at: SystemClock.monotonic)
            else { return nil }
            state.sending = event.id
            return (event, destination)
        }
    }

    /// Waits for a change or the next attempt to send or to store.
    ///
    /// - Parameter next: The time of the attempt by the monotonic clock; nil if only a change causes one.
    private func pause(after seen: UInt64, until next: Int64?) async {
        let pause = next.map(Self.wait)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [changes] in _ = await changes.wait { $0 != seen } }
            // The sleep ends early when something has changed or the daemon shuts down.
            if let pause { group.addTask { try? await Task.sleep(for: pause) } }
            await group.next()
            group.cancelAll()
        }
    }

    /// The time until an instant on the monotonic clock, 0 or more.
    private static func wait(until time: Int64) -> Duration {
        let now = SystemClock.monotonic
        return time <= now ? .zero : .nanoseconds(time - now)
    }

    // MARK: Sending

    private func send(_ event: StoredEvent, to destination: WebhookDestination) async {
        let transfer = WebhookTransfer(event, to: destination, agent: agent)
        let isCurrent = state.withLock { state in
            guard state.destination == destination else {
                state.sending = nil
                return false
            }
            state.transfer = transfer
            return true
        }
        guard isCurrent else { return }
        let end = await withTaskCancellationHandler {
            await WorkerThread.value { transfer.run() } ?? .failed(.failed, "cannot start a thread")
        } onCancel: {
            transfer.cancel()
        }
        let note = announce { state -> (State.Note, Alert?) in
            (state.sending, state.transfer) = (nil, nil)
            guard state.destination == destination else { return (State.Note(), nil) }
            let note = state.note(end, of: event.id, random: .random(in: 0...1))
            return (note, note.endsAlert ? Self.alert(.webhookDelivers, state.report.server, isOver: true) : nil)
        }
        if note.isFirstFailure { logger.warning("webhook: \(note.words)") }
        if note.isRecovered { logger.notice("webhook: \(destination.settings.origin) accepts events again") }
    }

    private static func describe(_ report: inout WebhookReport, next: Int64) {
        if report.problem != nil, let cause = report.message {
            report.state = ReportCode(.retrying)
            let seconds = (wait(until: next) / .seconds(1)).rounded(.up)
            report.message = CodedText(
                WebhookText.retrying, ["cause": .sentence(cause), "seconds": .number(seconds)])
        } else if report.queued > 0 {
            report.state = ReportCode(.delivering)
            report.message = CodedText(WebhookText.delivering, ["count": .number(Double(report.queued))])
        } else {
            report.message = CodedText(WebhookText.ready)
        }
        report.text = report.message?.text ?? ""
    }
}

extension WebhookService.State {
    /// True if the store works as far as is known, or is to be tried again.
    fileprivate var isStoreDue: Bool { storeRetry.map { SystemClock.monotonic >= $0 } ?? true }

    fileprivate mutating func drop(_ event: StoredEvent) {
        report.dropped += 1
        unstored.remove(event.id)
    }

    /// What the end of a request means.
    fileprivate struct Note: Sendable {
        var isFirstFailure = false
        /// True for the first success after failures.
        var isRecovered = false
        var endsAlert = false
        /// A message about the failure.
        var words = ""
    }

    /// Notes the end of a request.
    fileprivate mutating func note(
        _ end: WebhookTransfer.End, of id: String, random: Double
    ) -> Note {
        let now = SystemClock.monotonic
        let wasFailing = report.problem != nil
        switch end {
        case .cancelled: return Note()
        case .answered(let status, _) where (200..<300).contains(status):
            if schedule.note(.accepted, of: id, random: random, at: now) {
                report.delivered += 1
                unstored.remove(id)
            }
            report.lastSuccess = Timestamp(milliseconds: SystemClock.wall / 1_000_000)
            (report.problem, report.status, report.message) = (nil, nil, nil)
            defer { hasGivenUp = false }
            return Note(isRecovered: wasFailing, endsAlert: hasGivenUp)
        case .answered(let status, let retryAfter):
            // Answers about the request itself, and not about the server or the address.
            let isAboutEvent = [400, 409, 411, 413, 414, 415, 422, 431].contains(status)
            _ = schedule.note(
                isAboutEvent ? .eventRefused : .serverFailed, of: id, retryAfter: retryAfter, random: random, at: now)
            report.status = status
            fail(
                .refused,
                CodedText(WebhookText.refused, ["status": .number(Double(status)), "server": .words(report.server)]))
        case .failed(let problem, let words):
            _ = schedule.note(.serverFailed, of: id, random: random, at: now)
            report.status = nil
            fail(problem, text(of: problem, words))
        }
        return Note(isFirstFailure: !wasFailing, words: report.message?.text ?? "")
    }

    private mutating func fail(_ problem: WebhookReport.Problem, _ text: CodedText) {
        report.failedAttempts += 1
        (report.problem, report.message) = (ReportCode(problem), text)
    }

    private func text(of problem: WebhookReport.Problem, _ words: String) -> CodedText {
        switch problem {
        case .unreachable:
            CodedText(WebhookText.unreachable, ["server": .words(report.server), "detail": .words(words)])
        case .tls: CodedText(WebhookText.tls, ["server": .words(report.server), "detail": .words(words)])
        case .timedOut:
            CodedText(
                WebhookText.timedOut,
                ["server": .words(report.server), "seconds": .number(Double(WebhookTransfer.patience))])
        case .refused, .failed:
            CodedText(WebhookText.failed, ["server": .words(report.server), "detail": .words(words)])
        }
    }
}
