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
/// One task calls `pass` repeatedly; only `pass` uses the store and the connection.
actor MQTTCoordinator {
    let context: MQTTUplinkService.Context
    /// Begins the next pass.
    let alarm = Waker()
    private let listener: Listener
    private let links: GatewayLinks
    /// Lends stored positions to the connection of Sparkplug.
    let handover: SparkplugHandover
    var settings: MQTTUplinkSettings?
    private var hasBegun = false
    /// The broker that keeps what `live` removes; nil before the first one.
    private var keeper: String?
    private var collector = PositionCollector()
    var link = BrokerLink()
    var live = LiveTopics()
    /// The queues of stored positions, one for each form.
    let queues: [(form: StoredForm, queue: ItemQueue)]
    /// The queues whose positions this connection sends.
    private let ownQueues: [(form: StoredForm, queue: ItemQueue)]
    /// The index at which the search for a stored position begins, so that each form gets its turn.
    private var turn = 0
    var problems = MQTTProblems()
    private var nextState: Int64 = 0
    /// The time of the next task; nil if only an event causes one.
    private var nextTask: Int64?
    /// The time before which the states of the other services are not asked for.
    private var nextUplinks: Int64 = 0
    /// The arrival of the newest verdict, until its silence was published.
    private var judged: Int64?
    /// The last token, which marks a message or a position on loan.
    var token: UInt64 = 0
    /// The number of live messages that the broker has.
    var delivered = 0
    var lastSuccess: Timestamp?

    /// - Parameter wakeSparkplug: Wakes the publisher that borrows from `handover`.
    init(
        _ context: MQTTUplinkService.Context, _ links: GatewayLinks, wakeSparkplug: @escaping @Sendable () -> Void
    ) {
        (self.context, self.links) = (context, links)
        handover = SparkplugHandover(wakeLender: { [alarm] in alarm.wake() }, wakeBorrower: wakeSparkplug)
        let kinds: Set<ObservationKind> = [.fix, .attitude, .driverState, .activeReceiver, .authentication]
        listener = Listener(
            context.hub, "mqtt", to: TopicFilter(kinds: kinds), policy: .lossless()
        ) { [alarm] in alarm.wake() }
        queues = StoredForm.allCases.map { ($0, ItemQueue($0.store(context.stores))) }
        ownQueues = queues.filter { $0.form != .sparkplug }
    }

    // MARK: Collection

    /// Processes the observations that have been published since the last call, for one turn.
    ///
    /// - Returns: True if something must be published or stored.
    private func takeWhatWaits(_ turn: inout Listener.Turn) -> Bool {
        var isNew = false
        while let (batch, _) = listener.next(in: &turn) { isNew = take(batch) || isNew }
        return isNew
    }

    private func take(_ batch: [Observation]) -> Bool {
        collector.requirement = context.requirement()
        let output = collector.take(batch)
        guard let settings else { return false }
        let born = context.now().monotonicNanoseconds
        for (name, payload) in output.live where !payload.isEmpty {
            let expiry = name == .verdict ? settings.verdictExpiry : settings.expiry
            var message = LiveMessage(payload: payload, born: born, expiry: expiry)
            if name == .position, let outdated = output.outdated {
                message.later = (born &+ context.requirement().longestAge, outdated)
            }
            live.set(settings.topics.topic(name), message)
        }
        if output.isJudged { judged = born }
        for (form, queue) in queues {
            queue.add((output.stored[form] ?? []).filter { !$0.content.isEmpty }, receiver: collector.receiverTime)
        }
        return !output.live.isEmpty || !output.stored.isEmpty || collector.isStateNew
    }

    // MARK: The pass

    /// Runs until the task is cancelled.
    ///
    /// - Parameter wanted: Returns the settings to use; nil for no broker.
    func run(_ wanted: @Sendable () -> MQTTUplinkSettings?) async {
        await alarm.serve(now: { [now = context.now] in now().monotonicNanoseconds }) { await pass(wanted()) }
    }

    /// Performs all tasks that are due.
    ///
    /// - Parameter wanted: The settings to use from now on; nil for no broker.
    /// - Returns: The time of the next task by the monotonic clock; nil if only an event causes one.
    private func pass(_ wanted: MQTTUplinkSettings?) async -> Int64? {
        let isOther = adopt(wanted)
        var turn = Listener.Turn.short
        let isNew = takeWhatWaits(&turn)
        // The next pass begins at once, and may have nothing to wait for. Requests for the report must get their turn too.
        if turn.isOver { await Task.yield() }
        let (events, now) = (link.takeEvents(), context.now())
        // Most wake-ups come from receivers that are not active, or between two intervals.
        guard
            isOther || isNew || !events.isEmpty || handover.hasNews
                || nextTask.map({ now.monotonicNanoseconds >= $0 }) ?? false
        else { return nextTask }
        if settings != nil {
            await askUplinks(at: now.monotonicNanoseconds)
            publishState(at: now)
            publishSilence(at: now)
            for event in events { take(event, at: now) }
        }
        settleSparkplug(at: now)
        // What must not reach the broker is deleted before it is connected.
        await store(at: now)
        if settings != nil {
            connect(at: now)
            await send()
            await lendToSparkplug(at: now)
        }
        if let settings {
            tell(problems.news(settings, queues.map(\.queue), at: context.now().monotonicNanoseconds))
        }
        // What has become due meanwhile is done by the next pass.
        nextTask = next(after: now.monotonicNanoseconds)
        return nextTask
    }

    private func askUplinks(at now: Int64) async {
        guard now >= nextUplinks else { return }
        nextUplinks = now &+ 1_000_000_000
        collector.note(await links.uplinks())
    }

    /// Ends the connection and stores what is in memory.
    func close() async {
        listener.finish()
        var turn = Listener.Turn.complete
        _ = takeWhatWaits(&turn)
        settleSparkplug(at: context.now())
        await store(at: context.now(), isLast: true)
        await link.stop()?.waitForEnd()
    }

    /// - Returns: True if the settings differ.
    private func adopt(_ new: MQTTUplinkSettings?) -> Bool {
        guard new != settings || !hasBegun else { return false }
        hasBegun = true
        let old = settings
        // What was published while there was no broker is known, but not news.
        if old == nil, new != nil { _ = take(listener.listen()) }
        settings = new
        links.reset()
        let lasting = old?.lastingTopics ?? []
        let obsolete = lasting.filter { topic in new?.lastingTopics.contains(topic) != true }
        keeper = old?.server ?? keeper
        let isMove = new.map { $0.server != keeper } ?? false
        // The next connection leads to another broker, or may never come.
        let isRemoved = withdraw(isMove ? lasting : obsolete)
        link.stop()
        judged = nil
        live.clear()
        // At another broker, these topics may be another gateway's.
        if isMove { live = LiveTopics() }
        // A removal that waits for a connection must not remove what is published again.
        for topic in new?.lastingTopics ?? [] { live.remove(topic) }
        for (form, queue) in queues {
            queue.reset()
            // The positions of a form that is switched off are deleted. Those of the others go to the new broker.
            if new.map({ form.topic($0) == nil }) ?? true { queue.discard() }
        }
        collector.apply(new)
        // The same broker gets them again, because its answers to the connection that ends are not awaited.
        for topic in obsolete where !isMove && (new != nil || !isRemoved) {
            live.set(
                topic, LiveMessage(payload: [], born: context.now().monotonicNanoseconds, expiry: .seconds(86_400)))
        }
        guard new != nil else {
            // Without a broker only the newest states count, for a later one.
            _ = take(listener.rest())
            tell(problems.removed())
            return true
        }
        problems.connection.clear()
        link.retryNow()
        (nextState, nextUplinks) = (0, 0)
        return true
    }

    /// Removes what the broker keeps for topics, on the connection that is about to end.
    ///
    /// - Returns: False if there is no connection.
    private func withdraw(_ topics: [String]) -> Bool {
        guard link.isReady, link.limits.retains else { return false }
        var removals: [Publication] = []
        for topic in topics {
            token &+= 1
            removals.append(Publication(token: token, topic: topic, payload: [], isRetained: true))
        }
        link.publish(removals)
        return true
    }

    private func publishState(at now: HostTime) {
        guard let settings, collector.isStateNew || now.monotonicNanoseconds >= nextState else { return }
        guard let payload = collector.state(at: now) else { return }
        nextState = now.monotonicNanoseconds &+ (settings.expiry / 2).wholeNanoseconds
        announce(settings, at: now, isAgain: true)
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
        guard let payload = collector.verdict(ofAge: now.monotonicNanoseconds &- judged) else { return }
        live.set(
            settings.topics.topic(.verdict),
            LiveMessage(payload: payload, born: now.monotonicNanoseconds, expiry: settings.expiry))
    }

    // MARK: The store

    private func store(at now: HostTime, isLast: Bool = false) async {
        for (_, queue) in queues {
            await queue.keep(settings?.queueLimits ?? QueueLimits(), at: now, isLast: isLast)
        }
        noteStore(at: now)
    }

    private func noteStore(at now: HostTime) {
        if let failure = queues.lazy.compactMap(\.queue.failure).first {
            problems.notStored(failure, at: Timestamp(now))
        } else {
            problems.stored()
        }
    }

    // MARK: The broker

    private func connect(at now: HostTime) {
        guard let settings, link.mayConnect(at: now.monotonicNanoseconds) else { return }
        let will = Publication(
            topic: settings.topics.topic(.status), payload: status(settings, isOnline: false, at: nil),
            isRetained: link.retainsWill)
        do throws(BrokerError) {
            try link.open(try settings.connection(will: will), wake: { [alarm] in alarm.wake() })
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

    /// Publishes the description for Home Assistant.
    ///
    /// - Parameter isAgain: True to publish it only if the broker has refused it.
    private func announce(_ settings: MQTTUplinkSettings, at now: HostTime, isAgain: Bool = false) {
        guard let topic = settings.homePrefix.map({ HomeAssistantDevice.topic(settings, $0) }),
            !isAgain || problems.connection.refusal(topic) != nil
        else { return }
        live.set(
            topic,
            LiveMessage(payload: HomeAssistantDevice(settings).json, born: now.monotonicNanoseconds, expiry: nil))
    }

    private func status(_ settings: MQTTUplinkSettings, isOnline: Bool, at now: HostTime?) -> [UInt8] {
        StatusPayload(
            gateway: settings.gateway, online: isOnline, program: settings.program, time: now.map { Timestamp($0) },
            interval: settings.interval / .seconds(1)
        ).json
    }

    private func take(_ event: BrokerConnection.Event, at now: HostTime) {
        guard let settings else { return }
        switch event {
        case .connected(let limits):
            link.connected(limits, at: now.monotonicNanoseconds)
            context.logger.notice("mqtt: connected to \(settings.server) as \(settings.client)")
            if !limits.retains { context.logger.warning("mqtt: \(settings.server) keeps no retained messages") }
            problems.connection.clear()
            problems.connection.connected(at: now)
            if !limits.allowsAcknowledgement {
                _ = problems.connection.failed(
                    BrokerError.unacknowledged(settings, since: Timestamp(now)), isLasting: true)
            }
            for (_, queue) in queues { queue.retryNow() }
            live.reset()
            setOnline(settings, at: now)
            announce(settings, at: now)
        case .acknowledged(let token):
            link.succeeded(at: now.monotonicNanoseconds)
            lastSuccess = Timestamp(now)
            links.published()
            if let topic = live.answered(token) {
                delivered += 1
                problems.connection.accepted(topic)
            } else if let form = queues.first(where: { $0.queue.acknowledged(token) })?.form {
                problems.connection.accepted(form.topic(settings))
            }
        case .refused(let token, let error): refused(token, error, settings, at: now)
        // This connection subscribes to nothing.
        case .subscribed, .notSubscribed: break
        case .ended(let error):
            if let error { fail(error, at: now) } else { link.ended() }
            links.disconnected()
            live.reset()
            for (_, queue) in ownQueues { queue.reset() }
        }
    }

    private func refused(_ token: UInt64, _ error: BrokerError, _ settings: MQTTUplinkSettings, at now: HostTime) {
        if let topic = live.answered(token, isAccepted: false) {
            problems.connection.refused(topic, error.problem(settings, topic: topic, since: Timestamp(now)))
        } else if let form = queues.first(where: { $0.queue.refused(token, at: now) })?.form,
            let topic = form.topic(settings)
        {
            problems.connection.refused(topic, error.problem(settings, topic: topic, since: Timestamp(now)))
        }
    }

    private func fail(_ error: BrokerError, at now: HostTime) {
        guard let settings else { return }
        if error.isAboutRetaining, link.forgoRetainedWill() { return }
        let error = link.judged(error, at: now.monotonicNanoseconds)
        let pause = link.failed(error, at: now.monotonicNanoseconds)
        let problem = error.problem(settings, since: Timestamp(now))
        if problems.connection.failed(problem, isLasting: error.isLasting) {
            context.logger.warning("mqtt: \(problem.text); \(problem.cure)")
        }
        context.logger.debug("mqtt: \(error); next attempt in \(pause)")
    }

    /// Sends as many messages as the broker may have unacknowledged, live ones and stored ones in turn.
    private func send() async {
        guard let settings, link.isReady else { return }
        var batch: [Publication] = []
        let now = context.now()
        while ownQueues.reduce(live.unacknowledged, { $0 + $1.queue.unacknowledged }) < link.window {
            let isHistorysTurn = link.takeTurn()
            if isHistorysTurn, let message = await nextStored(settings, at: now) {
                batch.append(message)
            } else if let message = nextLive(at: now.monotonicNanoseconds) {
                batch.append(message)
            } else if !isHistorysTurn, let message = await nextStored(settings, at: now) {
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

    private func nextStored(_ settings: MQTTUplinkSettings, at now: HostTime) async -> Publication? {
        for offset in ownQueues.indices {
            let index = (turn + offset) % ownQueues.count
            let (form, queue) = ownQueues[index]
            guard let topic = form.topic(settings), let item = await queue.next(token &+ 1, at: now) else { continue }
            token &+= 1
            turn = index + 1
            return Publication(
                token: token, topic: topic, payload: form.payload(item),
                isRetained: form.isRetained && link.limits.retains)
        }
        noteStore(at: now)
        return nil
    }

    private func tell(_ news: [Alert]) {
        for alert in news { context.alert(alert) }
    }

    private func next(after now: Int64) -> Int64? {
        let tasks = queues.map { form, queue in
            queue.nextTask(after: now, isReady: settings != nil && (form == .sparkplug || link.isReady))
        }
        guard settings != nil else { return tasks.compactMap { $0 }.min() }
        var times = tasks + [nextState, link.nextAttempt, settings.flatMap { problems.nextNews($0, at: now) }]
        if let judged { times.append(judged &+ context.requirement().longestAge &+ 1_000_000) }
        return times.compactMap { $0 }.min()
    }
}
