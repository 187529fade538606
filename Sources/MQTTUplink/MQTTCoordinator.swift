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
    let context: MQTTUplinkService.Context
    private let listener: Listener
    private let links: GatewayLinks
    private let wake: @Sendable () -> Void
    var settings: MQTTUplinkSettings?
    private var hasBegun = false
    private var collector: PositionCollector?
    var link = BrokerLink()
    var live = LiveTopics()
    /// The queues of stored positions, one for each form.
    let queues: [(form: StoredForm, queue: ItemQueue)]
    /// The index at which the search for a stored position begins, so that each form gets its turn.
    private var turn = 0
    var problems = MQTTProblems()
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
        queues = StoredForm.allCases.map { ($0, ItemQueue($0.store(context.stores))) }
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
        for (form, queue) in queues {
            queue.add((output.stored[form] ?? []).filter { !$0.content.isEmpty }, receiver: collector.receiverTime)
        }
        return !output.live.isEmpty || !output.stored.isEmpty || collector.isStateNew
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
        if settings != nil {
            collector?.note(await links.uplinks())
            publishState(at: now)
            publishSilence(at: now)
            for event in link.takeEvents() { take(event, at: now) }
        }
        // What waited for the last broker is deleted before another one is connected.
        await store(at: now)
        if settings != nil {
            connect(at: now)
            await send()
        }
        if let settings {
            let isDropping = queues.count { $0.queue.takeDropping() } > 0
            tell(
                problems.news(
                    settings, isDropping: isDropping, queues.map(\.queue.tally), at: context.now().monotonicNanoseconds)
            )
        }
        return next(after: context.now().monotonicNanoseconds)
    }

    /// Ends the connection and stores what is in memory.
    func close() async {
        listener.finish()
        takeWhatWaits()
        await store(at: context.now(), isLast: true)
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
        (live, judged) = (LiveTopics(), nil)
        for (form, queue) in queues {
            queue.reset()
            // What waited for the last broker must not reach another one.
            if new.map({ form.topic($0) == nil }) ?? true { queue.discard() }
        }
        guard let new else {
            // What these observations say is not needed without a broker.
            _ = listener.rest()
            (collector, problems) = (nil, MQTTProblems())
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
        if let old, let topic = StoredForm.ownTracks.topic(old), topic != StoredForm.ownTracks.topic(new) {
            // The last position must not stay there as the newest.
            live.set(
                topic, LiveMessage(payload: [], born: context.now().monotonicNanoseconds, expiry: .seconds(86_400)))
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
            for (_, queue) in queues { queue.retryNow() }
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
            } else if let form = queues.first(where: { $0.queue.acknowledged(token) })?.form {
                problems.accepted(form.topic(settings))
            }
        case .refused(let token, let error): refused(token, error, settings, at: now)
        // This connection subscribes to nothing.
        case .subscribed, .notSubscribed: break
        case .ended(let error):
            if let error { fail(error, at: now) } else { link.ended() }
            live.reset()
            for (_, queue) in queues { queue.reset() }
        }
    }

    private func refused(_ token: UInt64, _ error: BrokerError, _ settings: MQTTUplinkSettings, at now: HostTime) {
        if let topic = live.answered(token) {
            problems.refused(topic, error.problem(settings, topic: topic, since: Timestamp(now)))
        } else if let form = queues.first(where: { $0.queue.refused(token, at: now) })?.form,
            let topic = form.topic(settings)
        {
            problems.refused(topic, error.problem(settings, topic: topic, since: Timestamp(now)))
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

    /// Sends as many messages as the broker may have unacknowledged, live ones and stored ones in turn.
    private func send() async {
        guard let settings, link.isReady else { return }
        var batch: [Publication] = []
        let now = context.now()
        while queues.reduce(live.unacknowledged, { $0 + $1.queue.unacknowledged }) < link.window {
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
        for offset in queues.indices {
            let index = (turn + offset) % queues.count
            let (form, queue) = queues[index]
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
        let tasks = queues.map { $0.queue.nextTask(after: now, isReady: settings != nil && link.isReady) }
        guard settings != nil else { return tasks.compactMap { $0 }.min() }
        var times = tasks + [nextState, link.nextAttempt, problems.nextNews(at: now)]
        if let judged { times.append(judged &+ context.requirement().longestAge &+ 1_000_000) }
        return times.compactMap { $0 }.min()
    }
}
