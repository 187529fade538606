// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Logging
internal import MQTT
internal import ObservationBus
internal import Outbox
internal import SystemSupport

/// Connects collector, outbox and broker, and owns their state in memory.
///
/// One task calls `pass` repeatedly; only `pass` uses the store and the connection. Other callers change the state that it
/// finds.
actor MQTTCoordinator {
    /// The largest number of positions that wait in memory for the store.
    static let pendingLimit = 3600
    /// The time after which a failed store is tried again.
    static let storePatience = Duration.seconds(5)
    /// The time for which a refused history waits.
    static let refusalPatience = Duration.seconds(30)

    let context: MQTTUplinkService.Context
    private let listener: Listener
    private let links: GatewayLinks
    private let wake: @Sendable () -> Void
    var settings: MQTTUplinkSettings?
    private var hasBegun = false
    private var collector: PositionCollector?
    var link = BrokerLink()
    var live = LiveTopics()
    var history = HistoryWindow()
    var problems = MQTTProblems()
    var tally = OutboxTally()
    private var isTallyKnown = false
    /// The number of positions that were dropped before they were stored.
    private(set) var droppedInMemory = 0
    /// Positions that are not on disk yet.
    private var pending: [OutboxItem] = []
    private var storeRetry: Int64?
    /// The time until which the history waits, because the broker refused it.
    var historyRetry: Int64?
    /// True if the history must be deleted, because no broker is configured any more.
    private var owesWipe = false
    private var nextState: Int64 = 0
    /// The arrival of the newest verdict, until its silence was published.
    private var judged: Int64?
    private var token: UInt64 = 0
    /// The number of live messages that the broker has.
    var delivered = 0
    var lastSuccess: Timestamp?

    init(
        _ context: MQTTUplinkService.Context, _ listener: Listener, _ links: GatewayLinks,
        wake: @escaping @Sendable () -> Void
    ) {
        (self.context, self.listener, self.links, self.wake) = (context, listener, links, wake)
    }

    // MARK: Collection

    /// Processes the observations that have been published since the last call.
    func takeWhatWaits() {
        var isNew = false
        while let (batch, _) = listener.next() {
            isNew = take(batch) || isNew
        }
        if isNew { wake() }
    }

    private func take(_ batch: [Observation]) -> Bool {
        guard var collector, let settings else { return false }
        collector.requirement = context.requirement()
        let output = collector.take(batch)
        self.collector = collector
        let born = context.now().monotonicNanoseconds
        for (name, payload) in output.live where !payload.isEmpty {
            let expiry = name == .verdict ? settings.verdictExpiry : settings.expiry
            live.set(settings.topics.topic(name), LiveMessage(payload: payload, born: born, expiry: expiry))
        }
        if output.isJudged { judged = born }
        pending += output.history.filter { !$0.content.isEmpty }
        let excess = pending.count - Self.pendingLimit
        if excess > 0 {
            pending.removeFirst(excess)
            droppedInMemory += excess
        }
        return !output.live.isEmpty || !output.history.isEmpty || collector.isStateNew
    }

    // MARK: The pass

    /// Performs all tasks that are due.
    ///
    /// - Parameter wanted: The settings to use from now on; nil for no broker.
    /// - Returns: The time of the next task by the monotonic clock; nil if only an event causes one.
    func pass(_ wanted: MQTTUplinkSettings?) async -> Int64? {
        adopt(wanted)
        takeWhatWaits()
        let now = context.now()
        // What waited for the last broker must not reach another one.
        if owesWipe { await wipe(at: now) }
        if settings != nil, !owesWipe {
            collector?.note(await links.uplinks())
            publishState(at: now)
            publishSilence(at: now)
            for event in link.takeEvents() { take(event, at: now) }
            await store(at: now)
            connect(at: now)
            await send()
        }
        if let settings { tell(problems.news(settings, tally, at: context.now().monotonicNanoseconds)) }
        return next(after: context.now().monotonicNanoseconds)
    }

    /// Ends the connection and stores what is in memory.
    func close() async {
        listener.finish()
        takeWhatWaits()
        storeRetry = nil
        if settings != nil, !owesWipe { await store(at: context.now()) }
        link.stop()
        for _ in 0..<25 where link.isLeaving {
            // The connection's thread reports its end only by a value. It may wait for a name server, which cannot be
            // interrupted; the process exits even while it does.
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    private func adopt(_ new: MQTTUplinkSettings?) {
        guard new != settings || !hasBegun else { return }
        hasBegun = true
        let old = settings
        settings = new
        links.setPublished(false)
        link.stop()
        (live, historyRetry, judged) = (LiveTopics(), nil, nil)
        history.reset()
        guard let new else {
            // What these observations say is not needed without a broker.
            _ = listener.rest()
            (collector, pending, problems, owesWipe) = (nil, [], MQTTProblems(), true)
            if old != nil {
                context.alert(
                    Alert(code: .mqtt, severity: .information, .mqttRemoved, isOver: true))
            }
            return
        }
        if let old, let prefix = old.homePrefix {
            let topic = HomeAssistantDevice.topic(old, prefix)
            if new.homePrefix.map({ HomeAssistantDevice.topic(new, $0) }) != topic {
                // An empty retained message removes the device.
                live.set(
                    topic, LiveMessage(payload: [], born: context.now().monotonicNanoseconds, expiry: .seconds(86_400)))
            }
        }
        problems.clearConnection()
        link.retryNow()
        if collector == nil { collector = PositionCollector(new) } else { collector?.apply(new) }
        nextState = 0
        _ = take(listener.listen())
    }

    private func publishState(at now: HostTime) {
        guard let settings, collector?.isStateNew == true || now.monotonicNanoseconds >= nextState else { return }
        guard let payload = collector?.state(at: now) else { return }
        nextState = now.monotonicNanoseconds &+ (settings.expiry / 2).nanoseconds
        live.set(
            settings.topics.topic(.state),
            LiveMessage(payload: payload, born: now.monotonicNanoseconds, expiry: settings.expiry))
        // The will of an earlier connection may have come later than this one's status.
        if link.isConnected { setOnline(settings, at: now) }
    }

    /// Publishes that the newest verdict is outdated, so that its topic does not call a position authenticated for ever.
    private func publishSilence(at now: HostTime) {
        guard let settings, let judged, now.monotonicNanoseconds > judged &+ context.requirement().longestAge else {
            return
        }
        self.judged = nil
        guard let payload = collector?.verdict(ofAge: now.monotonicNanoseconds &- judged) else { return }
        live.set(
            settings.topics.topic(.verdict),
            LiveMessage(payload: payload, born: now.monotonicNanoseconds, expiry: settings.expiry))
    }

    // MARK: The store

    private func store(at now: HostTime) async {
        if let storeRetry, now.monotonicNanoseconds < storeRetry { return }
        storeRetry = nil
        do throws(OutboxStoreError) {
            if !isTallyKnown { (tally, isTallyKnown) = (try await context.store.tally(), true) }
            // A position that cannot be stored must not keep those that were delivered.
            try await removeDelivered(at: now)
            try await flush()
            problems.stored()
        } catch {
            storeRetry = now.monotonicNanoseconds &+ Self.storePatience.nanoseconds
            problems.notStored(error, at: Timestamp(now))
        }
    }

    private func flush() async throws(OutboxStoreError) {
        guard !pending.isEmpty, let settings else { return }
        let items = pending
        pending = []
        do throws(OutboxStoreError) {
            let before = tally
            tally = try await context.store.append(
                items,
                within: settings.limits(receiver: collector?.receiverTime, host: context.now().wallNanoseconds)
            ).tally
            problems.note(before, tally)
            history.appended()
        } catch {
            pending = items + pending
            throw error
        }
    }

    private func removeDelivered(at now: HostTime) async throws(OutboxStoreError) {
        let accepted = history.accepted
        guard !accepted.isEmpty else { return }
        let time = UTCTime(nanosecondsSince1970: now.wallNanoseconds)
        tally = try await context.store.remove(accepted, .accepted, at: time)
        history.removed(Set(accepted))
    }

    private func wipe(at now: HostTime) async {
        if let storeRetry, now.monotonicNanoseconds < storeRetry { return }
        do throws(OutboxStoreError) {
            if try await context.store.tally() != OutboxTally() { try await context.store.wipe() }
            (owesWipe, storeRetry, isTallyKnown, tally) = (false, nil, false, OutboxTally())
            history = HistoryWindow()
        } catch {
            storeRetry = now.monotonicNanoseconds &+ Self.storePatience.nanoseconds
        }
    }

    // MARK: The broker

    private func connect(at now: HostTime) {
        guard let settings, link.mayConnect(at: now.monotonicNanoseconds) else { return }
        let will = Publication(
            topic: settings.topics.topic(.status), payload: status(settings, isOnline: false, at: nil),
            isRetained: link.retainsWill)
        do throws(BrokerError) {
            try link.open(try settings.connection(will: will), at: now.monotonicNanoseconds, wake: wake)
        } catch {
            fail(error, at: now)
        }
    }

    private func setOnline(_ settings: MQTTUplinkSettings, at now: HostTime) {
        live.set(
            settings.topics.topic(.status),
            LiveMessage(
                payload: status(settings, isOnline: true, at: now), born: now.monotonicNanoseconds, expiry: nil))
    }

    private func status(_ settings: MQTTUplinkSettings, isOnline: Bool, at now: HostTime?) -> [UInt8] {
        StatusPayload(
            gateway: settings.gateway, online: isOnline, program: settings.program, time: now.map { Timestamp($0) }
        ).json
    }

    private func take(_ event: BrokerConnection.Event, at now: HostTime) {
        guard let settings else { return }
        switch event {
        case .connected(let limits):
            link.connected(limits, at: now.monotonicNanoseconds)
            context.logger.notice("mqtt: connected to \(settings.server) as \(settings.client)")
            if !limits.retains { context.logger.warning("mqtt: \(settings.server) keeps no retained messages") }
            problems.connected(limits, settings, at: now)
            historyRetry = nil
            live.reset()
            setOnline(settings, at: now)
            if let prefix = settings.homePrefix {
                live.set(
                    HomeAssistantDevice.topic(settings, prefix),
                    LiveMessage(
                        payload: HomeAssistantDevice(settings).json, born: now.monotonicNanoseconds, expiry: nil))
            }
        case .acknowledged(let token):
            link.succeeded(at: now.monotonicNanoseconds)
            lastSuccess = Timestamp(now)
            links.setPublished(true)
            if let topic = live.answered(token) {
                delivered += 1
                problems.accepted(topic)
            } else if history.acknowledged(token) {
                problems.accepted(settings.topics.topic(.history))
            }
        case .refused(let token, let error): refused(token, error, settings, at: now)
        // This connection subscribes to nothing.
        case .subscribed, .notSubscribed: break
        case .ended(let error):
            if let error { fail(error, at: now) } else { link.ended() }
            live.reset()
            history.reset()
        }
    }

    private func refused(_ token: UInt64, _ error: BrokerError, _ settings: MQTTUplinkSettings, at now: HostTime) {
        if let topic = live.answered(token) {
            problems.refused(topic, error.problem(settings, topic: topic, since: Timestamp(now)))
        } else if history.refused(token) {
            let topic = settings.topics.topic(.history)
            problems.refused(topic, error.problem(settings, topic: topic, since: Timestamp(now)))
            historyRetry = now.monotonicNanoseconds &+ Self.refusalPatience.nanoseconds
        }
    }

    private func fail(_ error: BrokerError, at now: HostTime) {
        guard let settings else { return }
        if error.isAboutRetaining, link.forgoRetainedWill() { return }
        let error = link.judged(error, at: now.monotonicNanoseconds)
        let pause = link.failed(error, at: now.monotonicNanoseconds)
        let problem = error.problem(settings, since: Timestamp(now))
        if problems.failed(problem, isLasting: error.isLasting) {
            context.logger.warning("mqtt: \(problem.text); \(problem.cure)")
        }
        context.logger.debug("mqtt: \(error); next attempt in \(pause)")
    }

    /// Sends as many messages as the broker may have unacknowledged, live ones and those of the history in turn.
    private func send() async {
        guard let settings, link.isReady else { return }
        var batch: [Publication] = []
        let now = context.now().monotonicNanoseconds
        while live.unacknowledged + history.unacknowledged < link.window {
            let isHistorysTurn = link.takeTurn()
            if isHistorysTurn, let message = await nextOfHistory(settings, at: now) {
                batch.append(message)
            } else if let message = nextLive(at: now) {
                batch.append(message)
            } else if !isHistorysTurn, let message = await nextOfHistory(settings, at: now) {
                batch.append(message)
            } else {
                break
            }
        }
        link.publish(batch)
    }

    private func nextLive(at now: Int64) -> Publication? {
        guard let message = live.next(token &+ 1, at: now) else { return nil }
        token &+= 1
        return Publication(
            token: token, topic: message.topic, payload: message.payload, isRetained: link.limits.retains,
            expiry: message.left)
    }

    private func nextOfHistory(_ settings: MQTTUplinkSettings, at now: Int64) async -> Publication? {
        if let historyRetry, now < historyRetry { return nil }
        historyRetry = nil
        history.rewindIfPossible()
        if history.needsPage, storeRetry == nil {
            do throws(OutboxStoreError) {
                history.add(
                    try await context.store.items(
                        after: history.cursor, limit: HistoryWindow.page, bytes: HistoryWindow.pageBytes))
            } catch {
                storeRetry = now &+ Self.storePatience.nanoseconds
                problems.notStored(error, at: Timestamp(context.now()))
            }
        }
        guard let item = history.next(token &+ 1) else { return nil }
        token &+= 1
        return Publication(
            token: token, topic: settings.topics.topic(.history), payload: PositionPayload.numbered(item),
            isRetained: false)
    }

    private func tell(_ news: [Alert]) {
        for alert in news { context.alert(alert) }
    }

    private func next(after now: Int64) -> Int64? {
        guard settings != nil, !owesWipe else { return owesWipe ? storeRetry : nil }
        var times = [nextState, link.nextAttempt, problems.nextNews(at: now)]
        if let judged { times.append(judged &+ context.requirement().longestAge &+ 1_000_000) }
        if !pending.isEmpty || !history.accepted.isEmpty || history.needsPage { times.append(storeRetry) }
        // One that has passed waits for the broker, whose acknowledgement makes room.
        if link.isReady, let historyRetry, historyRetry > now { times.append(historyRetry) }
        return times.compactMap { $0 }.min()
    }
}
