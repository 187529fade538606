// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import Outbox

/// Joins collecting, queue, session and members. Owns what of them is in memory.
///
/// One task calls `pass` again and again, so that one exchange is under way at a time; the others only change what it
/// finds. Whatever waits for disk or network looks at `generation` afterwards: the endpoint may be another one by then.
actor UplinkCoordinator {
    /// Entries that wait for the store at most.
    static let pendingLimit = 36_000
    /// The store is tried again after that long.
    static let storePatience = Duration.seconds(5)

    let context: UplinkService.Context
    private let listener: Listener
    private let wake: @Sendable () -> Void
    var settings: UplinkSettings
    var collector: Collector
    var isPaused = false
    var tally = OutboxTally()
    /// What agrirouter took before this start.
    var earlier = OutboxTally()
    var members: MemberDirectory
    /// nil: there is no endpoint.
    var line: UplinkLine?
    /// The schedule of the endpoint that was there before.
    private var pace: ExchangeSchedule?
    var troubles = Troubles()
    var reporter: UplinkReporter
    /// Counts changes of the endpoint.
    var generation = 0
    private var isOpen = false
    /// Messages of an earlier run, until there is an endpoint.
    private var earlierMessages: [OutboxMessage] = []
    /// What was collected and is not on disk yet.
    private(set) var pending: [OutboxItem] = []
    private var isStoring = false
    var storeRetry: Duration?
    /// What came of messages and is not on disk yet.
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

    // MARK: what people do

    func use(_ endpoint: UplinkEndpoint) async throws(OutboxStoreError) {
        try await open()
        let newest = try await context.store.newest(after: 0, limit: 1).last?.number ?? 0
        generation += 1
        let now = context.now()
        let isSame = line?.endpoint.id == endpoint.id
        let outgoing = line?.outgoing ?? Outgoing(earlierMessages)
        // After onboarding again, everything is reported to agrirouter again.
        let isKnown = line == nil && announced == UplinkLine.announcement(endpoint, settings)
        // The process before this one may have asked for something just now.
        let isRestart = announced != nil || tally.items > 0 || tally.sent > 0
        line = UplinkLine(
            endpoint, settings, outgoing, isAnnounced: isKnown, newest: newest, after: line?.schedule ?? pace,
            isRestart: isRestart, at: now)
        for place in [Troubles.Place.endpoint, .exchange, .message, .clock] { clear(place) }
        // An interval that has its entry gets no second one after onboarding again.
        if !isSame { collector.restart() }
        listen()
        let how = (isSame ? ", onboarded again" : "") + (isPaused ? ", paused" : "")
        context.logger.notice(
            "agrirouter: endpoint \(endpoint.id) in \(endpoint.environment)\(how); \(tally.items) waiting")
        publish(isNews: true)
        wake()
    }

    func forget() async throws(OutboxStoreError) {
        generation += 1
        (pace, line) = (line?.schedule ?? pace, nil)
        (pending, unsaved, announced, isPaused) = ([], Outgoing.Change(), nil, false)
        (tally, earlier, earlierMessages) = (OutboxTally(), OutboxTally(), [])
        let now = context.now()
        members = MemberDirectory(outdatedAfter: settings.outdatedAfter)
        collector.restart()
        listen()
        for place in Troubles.Place.allCases { clear(place) }
        publish(isNews: true)
        publishMembers(at: now)
        try await context.store.wipe()
        isOpen = true
        wake()
    }

    func setPaused(_ isPaused: Bool) async throws(OutboxStoreError) {
        try? await open()
        // What was published before the pause is collected.
        if isPaused { await takeWhatWaits() }
        if self.isPaused != isPaused {
            self.isPaused = isPaused
            collector.restart()
            listen()
            let words = isPaused ? "paused; nothing is collected or sent" : "resumed; positions are collected and sent"
            context.logger.notice("agrirouter: \(words); \(tally.items) waiting")
            publish(isNews: true)
            wake()
        }
        try await context.store.setPaused(isPaused)
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

    // MARK: what is collected

    private var isCollecting: Bool { line != nil && !isPaused }

    /// Listens to the bus as long as positions are collected.
    func listen() {
        let others = isCollecting ? listener.listen() : listener.rest()
        // Of them it is of interest how things stand.
        _ = collector.take(others, isCollecting: false)
    }

    /// Takes what was published since it was last asked.
    func takeWhatWaits() async {
        while let (batch, _) = listener.next() { await take(batch) }
    }

    /// Takes what was published together; what it brings is on disk when it returns, unless the store is out of order.
    func take(_ batch: [Observation]) async {
        collector.requirement = context.requirement()
        collector.isClockRight = line?.session.clock.isConfirmed ?? false
        let before = collector.nextTick
        keep(collector.take(batch, isCollecting: isCollecting))
        if before == nil, collector.nextTick != nil { wake() }
        await flush()
    }

    /// Says that there is no position, where it is time to.
    private func tick(at now: HostTime) async {
        guard isCollecting else { return }
        if let entry = collector.tick(at: now) { keep([entry]) }
        await flush()
    }

    private func keep(_ entries: [OutboxItem]) {
        pending += entries
        let excess = pending.count - Self.pendingLimit
        guard excess > 0 else { return }
        pending.removeFirst(excess)
        tally.crowded += excess
    }

    /// Stores what was collected.
    private func flush() async {
        guard !pending.isEmpty, !isStoring, isOpen else { return }
        if let storeRetry, context.now().monotonic < storeRetry { return }
        isStoring = true
        defer { isStoring = false }
        let (entries, generation) = (pending, generation)
        pending = []
        do throws(OutboxStoreError) {
            let crowded = tally.crowded + tally.aged
            let (tally, dropped) = try await context.store.append(entries, within: limits(entries))
            guard generation == self.generation || line != nil else {
                // The operator disconnected meanwhile: nothing stays.
                return try await context.store.wipe()
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

    /// Both clocks must agree that something is too old: one that is wrong would remove everything.
    private func limits(_ entries: [OutboxItem]) -> OutboxLimits {
        let newest = entries.map(\.time.nanosecondsSince1970).max() ?? 0
        let now = min(newest, context.now().wallNanoseconds)
        let oldest = UTCTime(nanosecondsSince1970: now &- settings.queueAge.nanoseconds)
        return OutboxLimits(items: settings.queueEntries, bytes: settings.queueBytes, oldest: oldest)
    }

    // MARK: the rest

    /// Reads what is on disk, once.
    private func open() async throws(OutboxStoreError) {
        guard !isOpen else { return }
        let record = try await context.store.load()
        guard !isOpen else { return }
        isOpen = true
        // What agrirouter could not know by an id of its own kind cannot be sent.
        earlierMessages = record.messages.filter { MessageID($0.key) != nil }
        (isPaused, tally, earlier, announced) = (record.isPaused, record.tally, record.tally, record.announced)
        members = MemberDirectory(record.peers, outdatedAfter: settings.outdatedAfter)
    }

    /// Does all that is due.
    ///
    /// - Returns: when there is something to do again, by the monotonic clock; nil: when something happens.
    func pass() async -> Int64? {
        let now = context.now()
        // Nothing is absent that has been said by then and only waits to be heard.
        await takeWhatWaits()
        await tick(at: now)
        if line != nil { await converse(at: now) }
        await save(at: now)
        publishMembers(at: context.now())
        publish()
        return nextTime()
    }

    /// What waits is stored.
    func close() async {
        listener.finish()
        await takeWhatWaits()
        storeRetry = nil
        await flush()
        await save(at: context.now())
    }

    private func nextTime() -> Int64? {
        let now = context.now()
        var times: [Int64?] = [line.flatMap { nextExchange($0, at: now)?.nanoseconds }]
        if isCollecting { times.append(collector.nextTick) }
        if let storeRetry, !pending.isEmpty || !unsaved.isEmpty { times.append(storeRetry.nanoseconds) }
        let change = members.nextChange.map {
            now.monotonicNanoseconds &+ ($0.nanosecondsSince1970 &- now.wallNanoseconds)
        }
        times.append(change.map { max($0, reporter.nextMembers ?? $0) })
        if members.isDirty { times.append(reporter.nextMembers) }
        return times.compactMap { $0 }.min()
    }

    /// Something could be stored.
    ///
    /// - Parameter isAppended: whether it was what was collected. On a full disk small changes may succeed while that does not.
    func storeWorks(isAppended: Bool = false) {
        guard isAppended || pending.isEmpty else { return }
        storeRetry = nil
        guard clear(.store) else { return }
        context.alert(
            Alert(
                code: .uplinkNotStored, severity: .warning, text: "positions for agrirouter can be stored again",
                isOver: true))
    }

    func storeFails(_ failure: OutboxStoreError) {
        let now = context.now()
        storeRetry = now.monotonic + Self.storePatience
        let text = "cannot store positions for agrirouter; they wait in memory: \(failure)"
        if report(.store, UplinkReport.Trouble("not_stored", text, at: now.utc)) {
            context.alert(Alert(code: .uplinkNotStored, severity: .warning, text: text))
        }
    }

    /// Notes that something is wrong.
    ///
    /// - Returns: whether it was not before.
    @discardableResult
    func report(_ place: Troubles.Place, _ trouble: UplinkReport.Trouble) -> Bool {
        let isNew = troubles.set(place, trouble)
        if isNew { reporter.mark() }
        return isNew
    }

    /// Notes that it is right again.
    @discardableResult
    func clear(_ place: Troubles.Place) -> Bool {
        let isNew = troubles.clear(place)
        if isNew { reporter.mark() }
        return isNew
    }
}
