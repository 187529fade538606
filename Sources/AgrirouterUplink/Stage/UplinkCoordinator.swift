// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes
internal import Logging
internal import MessageTexts
internal import ObservationBus
internal import Outbox

/// Connects collector, queue, session and member directory, and owns their state in memory.
///
/// One task calls `pass` repeatedly, so one exchange is in progress at a time; other callers only change the state that
/// it finds. Another task collects absences meanwhile, because an exchange may take minutes. Code that has awaited the
/// disk or the network must compare `generation` afterwards, because the endpoint may have changed meanwhile.
actor UplinkCoordinator {
    /// The largest number of entries that wait in memory for the store.
    static let pendingLimit = 36_000
    /// The time after which a failed store is tried again.
    static let storePatience = Duration.seconds(5)

    let context: UplinkService.Context
    private let listener: Listener
    private let wake: @Sendable () -> Void
    var settings: UplinkSettings
    var collector: Collector
    var isPaused = false
    var tally = OutboxTally()
    /// The counts from the store at this start; they cover earlier runs.
    var earlier = OutboxTally()
    var members: MemberDirectory
    /// The connection state of the endpoint; nil if there is no endpoint.
    var line: UplinkLine?
    /// The schedule of the previous endpoint.
    private var pace: ExchangeSchedule?
    var errors = UplinkErrors()
    var openAlerts = OpenAlerts()
    var reporter: UplinkReporter
    /// Incremented when the endpoint changes.
    var generation = 0
    private var isOpen = false
    /// True from a disconnection until the next onboarding: there is nothing to pause.
    private var isDisconnected = false
    /// True if the endpoint was disconnected and its entries could not be deleted from the store yet.
    private(set) var owesWipe = false
    /// Messages of an earlier run, kept until there is an endpoint.
    private var earlierMessages: [OutboxMessage] = []
    /// Collected entries that are not on disk yet.
    private(set) var pending: [OutboxItem] = []
    private var isStoring = false
    var storeRetry: Duration?
    /// Changes to messages that are not on disk yet.
    var unsaved = Outgoing.Change()
    var announced: String?

    init(
        _ settings: UplinkSettings, _ context: UplinkService.Context, _ listener: Listener,
        wake: @escaping @Sendable () -> Void
    ) {
        (self.settings, self.context, self.listener, self.wake) = (settings, context, listener, wake)
        collector = Collector(settings)
        members = MemberDirectory(outdatedAfter: settings.outdatedAfter)
        reporter = UplinkReporter(hub: context.hub)
    }

    // MARK: commands

    func use(_ endpoint: UplinkEndpoint) async throws(OutboxStoreError) {
        // Entries collected for one endpoint must not be sent by another.
        if owesWipe { try await wipe() }
        try await open()
        // A full disk kept them after a disconnection, and the daemon was restarted before they could be deleted.
        if line == nil, let announced, UplinkLine.endpointID(announced) != endpoint.id { try await dropQueue() }
        let newest = try await context.store.newest(after: 0, limit: 1).last?.number ?? 0
        generation += 1
        isDisconnected = false
        let now = context.now()
        let isSame = line?.endpoint.id == endpoint.id
        let outgoing = line?.outgoing ?? Outgoing(earlierMessages)
        // After a repeated onboarding, everything is declared to agrirouter again.
        let isKnown = line == nil && announced == UplinkLine.announcement(endpoint, settings)
        // The previous process may have just sent a request.
        let isRestart = announced != nil || tally.items > 0 || tally.sent > 0
        line = UplinkLine(
            endpoint, settings, outgoing, isAnnounced: isKnown, newest: newest, after: line?.schedule ?? pace,
            isRestart: isRestart, at: now)
        // Their alerts stay open until the endpoint works and the clock is known to be right.
        for place in [UplinkErrors.Place.endpoint, .exchange, .message, .clock] { clear(place) }
        // After a repeated onboarding, an interval that already has an entry must not get a second one.
        if !isSame { collector.restart() }
        listen()
        let how = (isSame ? ", onboarded again" : "") + (isPaused ? ", paused" : "")
        context.logger.notice(
            "agrirouter: endpoint \(endpoint.id) in \(endpoint.environment)\(how); \(tally.items) waiting")
        publish(isNews: true)
        wake()
    }

    func startWithoutEndpoint() async {
        guard line == nil else { return }
        do throws(OutboxStoreError) {
            try await open()
            guard announced != nil || tally.items > 0 else { return }
            isDisconnected = true
            try await dropQueue()
        } catch {
            owesWipe = true
            storeRetry = context.now().monotonic + Self.storePatience
        }
    }

    func forget() async throws(OutboxStoreError) {
        generation += 1
        (isDisconnected, owesWipe) = (true, true)
        (pace, line) = (line?.schedule ?? pace, nil)
        pending = []
        forgetQueue()
        let now = context.now()
        collector.restart()
        listen()
        for place in UplinkErrors.Place.allCases { clear(place) }
        endAlerts()
        publish(isNews: true)
        publishMembers(at: now)
        defer { wake() }
        do throws(OutboxStoreError) {
            try await wipe()
        } catch {
            storeRetry = context.now().monotonic + Self.storePatience
            throw error
        }
    }

    /// Deletes the queue of an earlier endpoint, from memory too.
    private func dropQueue() async throws(OutboxStoreError) {
        try await wipe()
        forgetQueue()
        context.logger.notice("agrirouter: deleted the waiting positions of the endpoint that was disconnected")
    }

    /// Resets the copy of the store's content.
    private func forgetQueue() {
        (unsaved, announced, isPaused) = (Outgoing.Change(), nil, false)
        (tally, earlier, earlierMessages) = (OutboxTally(), OutboxTally(), [])
        members = MemberDirectory(outdatedAfter: settings.outdatedAfter)
    }

    /// Empties the store after a disconnection.
    func wipe() async throws(OutboxStoreError) {
        try await context.store.wipe()
        (owesWipe, isOpen) = (false, true)
    }

    /// Pauses or resumes; a disconnection ends a pause.
    ///
    /// - Returns: False if the endpoint was disconnected before: nothing has changed then.
    func setPaused(_ isPaused: Bool) async throws(OutboxStoreError) -> Bool {
        try? await open()
        // Observations that were published before the pause are still collected.
        if isPaused { await takeWhatWaits(.complete) }
        // The endpoint may have been disconnected meanwhile, and a pause would hold for the next one.
        guard !isDisconnected else { return false }
        if self.isPaused != isPaused {
            self.isPaused = isPaused
            collector.restart()
            listen()
            let words = isPaused ? "paused; nothing is collected or sent" : "resumed; positions are collected and sent"
            context.logger.notice("agrirouter: \(words); \(tally.items) waiting")
            publish(isNews: true)
            wake()
        }
        try await storePause()
        return true
    }

    /// Stores the pause in force. Another caller's change may overtake this one on its way to the disk, so repeat this
    /// until the stored pause is the one in force.
    private func storePause() async throws(OutboxStoreError) {
        var stored: Bool
        repeat {
            stored = isPaused
            try await context.store.setPaused(stored)
        } while stored != isPaused
    }

    func apply(_ settings: UplinkSettings) {
        guard settings != self.settings else { return }
        let isOther =
            (self.settings.applicationID, self.settings.versionID) != (settings.applicationID, settings.versionID)
        self.settings = settings
        collector.apply(settings)
        members.setOutdated(after: settings.outdatedAfter)
        line?.apply(settings, isOther: isOther)
        publish(isNews: true)
        wake()
    }

    func memberReports() -> [MemberReport] { members.reports(at: context.now().utc) }

    // MARK: collection

    private var isCollecting: Bool { line != nil && !isPaused }

    /// Subscribes to all topics while positions are collected, and to none otherwise.
    func listen() {
        let others = isCollecting ? listener.listen() : listener.rest()
        // Only the receivers' states in these observations matter.
        _ = collector.take(others, isCollecting: false, at: context.now())
    }

    /// Processes the observations that have been published since the last call, for one turn.
    ///
    /// - Returns: True if no more is pending.
    @discardableResult
    func takeWhatWaits(_ turn: Listener.Turn = .short) async -> Bool {
        var turn = turn
        while let (batch, _) = listener.next(in: &turn) { await take(batch) }
        return !turn.isOver
    }

    /// Processes a batch of observations. When it returns, the resulting entries are on disk unless the store fails.
    func take(_ batch: [Observation]) async {
        collector.requirement = context.requirement()
        collector.isClockRight = line?.session.clock.isConfirmed ?? false
        let before = collector.nextTick
        keep(collector.take(batch, isCollecting: isCollecting, at: context.now()))
        if before == nil, collector.nextTick != nil { wake() }
        await flush()
    }

    /// Collects what has been published, and the absence of a position if it is due.
    ///
    /// - Returns: The time of the next absence by the monotonic clock; nil if only an event causes one.
    @discardableResult
    func collect() async -> Int64? {
        let now = context.now()
        // Take waiting observations first, so that `tick` does not report an absence that they disprove.
        if await takeWhatWaits(), isCollecting {
            if let entry = collector.tick(at: now) { keep([entry]) }
            await flush()
        }
        return isCollecting ? collector.nextTick : nil
    }

    private func keep(_ entries: [OutboxItem]) {
        pending += entries
        let excess = pending.count - Self.pendingLimit
        guard excess > 0 else { return }
        pending.removeFirst(excess)
        tally.crowded += excess
    }

    /// Stores the collected entries.
    private func flush() async {
        guard !pending.isEmpty, !isStoring, isOpen else { return }
        if let storeRetry, context.now().monotonic < storeRetry { return }
        isStoring = true
        defer { isStoring = false }
        let (entries, generation) = (pending, generation)
        pending = []
        do throws(OutboxStoreError) {
            let crowded = tally.crowded + tally.aged
            let (tally, dropped) = try await context.store.append(entries, within: limits)
            guard generation == self.generation || line != nil else {
                // The operator disconnected the endpoint in the meantime, so nothing may stay in the store.
                owesWipe = true
                return await wipeAtLast(at: context.now())
            }
            self.tally = tally
            line?.outgoing.remove(dropped)
            storeWorks(isAppended: true)
            if tally.crowded + tally.aged > crowded { reporter.tellDrops(tally, context) }
            wake()
        } catch {
            if generation == self.generation { pending = entries + pending }
            storeFails(error)
        }
    }

    /// The limits of the queue. The age ends at the earlier of the two clocks, receiver and host: a single wrong clock
    /// must not remove all entries. Without the receiver's, no age is known.
    private var limits: OutboxLimits {
        let now = context.now()
        let end = collector.receiverTime(at: now).map { min($0.nanosecondsSince1970, now.wallNanoseconds) }
        let oldest = end.map { UTCTime(nanosecondsSince1970: $0 &- settings.queueAge.nanoseconds) }
        return OutboxLimits(items: settings.queueEntries, bytes: settings.queueBytes, oldest: oldest)
    }

    // MARK: other state

    /// Reads the store, once.
    private func open() async throws(OutboxStoreError) {
        guard !isOpen else { return }
        let record = try await context.store.load()
        guard !isOpen else { return }
        isOpen = true
        // A message whose key is not a message ID cannot be sent to agrirouter.
        earlierMessages = record.messages.filter { MessageID($0.key) != nil }
        (isPaused, tally, earlier, announced) = (record.isPaused, record.tally, record.tally, record.announced)
        members = MemberDirectory(record.peers, outdatedAfter: settings.outdatedAfter)
    }

    /// Performs all tasks that are due.
    ///
    /// - Returns: The time of the next task by the monotonic clock; nil if only an event causes one.
    func pass() async -> Int64? {
        let now = context.now()
        await collect()
        if line != nil { await converse(at: now) }
        await save(at: now)
        publishMembers(at: context.now())
        publish()
        return nextTime()
    }

    /// Stores all data that is still in memory.
    func close() async {
        listener.finish()
        await takeWhatWaits(.complete)
        storeRetry = nil
        if owesWipe { await wipeAtLast(at: context.now()) }
        await flush()
        await save(at: context.now())
    }

    private func nextTime() -> Int64? {
        let now = context.now()
        var times: [Int64?] = [line.flatMap { nextExchange($0, at: now)?.nanoseconds }]
        if isCollecting { times.append(collector.nextTick) }
        if let storeRetry, !pending.isEmpty || !unsaved.isEmpty || owesWipe { times.append(storeRetry.nanoseconds) }
        let change = members.nextChange.map {
            now.monotonicNanoseconds &+ ($0.nanosecondsSince1970 &- now.wallNanoseconds)
        }
        times.append(change.map { max($0, reporter.nextMembers ?? $0) })
        if members.isDirty { times.append(reporter.nextMembers) }
        return times.compactMap { $0 }.min()
    }

    /// Records that the store works again.
    ///
    /// - Parameter isAppended: True if collected entries were stored. On a full disk, small changes may succeed while
    ///   entries do not.
    func storeWorks(isAppended: Bool = false) {
        guard isAppended || pending.isEmpty else { return }
        storeRetry = nil
        clear(.store)
        end(.uplinkNotStored, .uplinkStored)
    }

    func storeFails(_ failure: OutboxStoreError) {
        let now = context.now()
        storeRetry = now.monotonic + Self.storePatience
        // The endpoint may have been disconnected meanwhile; then no position has to be stored.
        guard line != nil else { return }
        let text = CodedText(UplinkText.notStored, ["detail": .words("\(failure)")])
        if report(.store, UplinkReport.UplinkError("not_stored", text, at: now.utc)) {
            raise(Alert(code: Alert.Code.uplinkNotStored.rawValue, severity: .warning, text))
        }
    }

    /// Records a problem.
    ///
    /// - Returns: True if it is new.
    @discardableResult
    func report(_ place: UplinkErrors.Place, _ error: UplinkReport.UplinkError) -> Bool {
        let isNew = errors.set(place, error)
        if isNew { reporter.mark() }
        return isNew
    }

    /// Records that the problem at a place is over.
    @discardableResult
    func clear(_ place: UplinkErrors.Place) -> Bool {
        let isNew = errors.clear(place)
        if isNew { reporter.mark() }
        return isNew
    }
}
