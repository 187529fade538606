// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Logging
internal import MQTT
internal import ObservationBus
internal import Outbox
internal import Synchronization
internal import SystemSupport

/// Publishes the gateway as an edge node of Sparkplug B, with its receivers as devices.
///
/// It has a connection of its own, because a connection has one last will. Live values are not stored: a reader gets what
/// is known now in the births, and then what changes. Positions of the history are borrowed from `MQTTCoordinator`.
actor SparkplugPublisher {
    /// The shortest time between two births of the node on the same connection.
    static let pause = Duration.seconds(5)
    /// The time for which the births wait for the broker's answer to the subscription.
    private static let patience = Duration.seconds(10)

    /// The time after which a subscription that the broker refuses is requested again, because a person may have corrected
    /// that.
    private static let renewal = Duration.seconds(60)

    /// The request for a rebirth.
    private final class Inbox: Sendable {
        /// Guards whether a reader has asked; held for copies only.
        private let isAsked = Mutex(false)

        func add() { isAsked.withLock { $0 = true } }

        func take() -> Bool {
            isAsked.withLock { isAsked in
                defer { isAsked = false }
                return isAsked
            }
        }
    }

    private let context: MQTTUplinkService.Context
    private let links: GatewayLinks
    private let handover: SparkplugHandover
    private let listener: Listener
    private let wake: @Sendable () -> Void
    private let inbox = Inbox()
    private var hasBegun = false
    private var settings: MQTTUplinkSettings?
    /// What is known about the receivers, also while nothing is published.
    private var node = SparkplugNode()
    private var link = BrokerLink()
    private var problems = ConnectionProblems(.sparkplug)
    /// The time at which the subscription is requested again; nil while the broker accepts it.
    private var renewal: Int64?
    /// The number of times that it was requested again on this connection.
    private var renewals = 0
    /// The time at which the births are sent at the latest; nil if they were sent or the broker has not accepted the
    /// connection.
    private var birthDue: Int64?
    private var isOpen = false
    /// The time before which there is no other birth of the node.
    private var nextBirth: Int64 = 0
    private var isRebirthWanted = false
    /// The number of messages that are not written.
    private var outstanding = 0
    private var history = SparkplugHistory()

    init(
        _ context: MQTTUplinkService.Context, _ links: GatewayLinks, _ handover: SparkplugHandover,
        wake: @escaping @Sendable () -> Void
    ) {
        (self.context, self.links, self.handover, self.wake) = (context, links, handover, wake)
        let kinds: Set<ObservationKind> = [.fix, .driverState, .activeReceiver, .authentication]
        listener = Listener(
            context.hub, "mqtt-sparkplug", to: TopicFilter(kinds: kinds), policy: .latest, onReady: wake)
    }

    /// The reason why nothing is published; nil while all is well.
    var firstProblem: MQTTReport.Problem? { problems.first }

    /// Performs all tasks that are due.
    ///
    /// - Parameter wanted: The settings to use from now on; nil for no broker.
    /// - Returns: The time of the next task by the monotonic clock; nil if only an event causes one.
    func pass(_ wanted: MQTTUplinkSettings?) -> Int64? {
        adopt(wanted.flatMap { $0.sparkplugGroup == nil ? nil : $0 })
        guard let settings else { return nil }
        let now = context.now()
        take(at: now)
        for event in link.takeEvents() { take(event, settings, at: now) }
        if link.mayConnect(at: now.monotonicNanoseconds) { connect(settings, at: now) }
        renew(at: now.monotonicNanoseconds)
        rebear(at: now.monotonicNanoseconds)
        send(at: now)
        let time = now.monotonicNanoseconds
        if let alert = problems.news(settings, mayBegin: links.isPublishing, at: time) { context.alert(alert) }
        var times = [link.nextAttempt, birthDue, renewal, problems.nextNews(at: time)]
        if isOpen { times.append(node.nextTime(context.requirement())) }
        if isRebirthWanted { times.append(nextBirth) }
        return times.compactMap { $0 }.min()
    }

    /// Ends the connection.
    func close() async {
        await leave()?.waitForEnd()
    }

    private func adopt(_ new: MQTTUplinkSettings?) {
        guard new != settings || !hasBegun else { return }
        hasBegun = true
        _ = leave()
        link.retryNow()
        problems.clear()
        if new == nil, let end = problems.removed() { context.alert(end) }
        settings = new
        let now = context.now()
        guard let new, let group = new.sparkplugGroup else {
            return node.take(listener.rest(), context.requirement(), at: now)
        }
        node.apply(new, group: group)
        node.take(listener.listen(), context.requirement(), at: now)
    }

    private func leave() -> BrokerConnection? {
        if link.isConnected {
            // The broker publishes the last will too, but readers must not wait for that.
            link.publish([publication(node.death(at: context.now()), isAcknowledged: true)])
            ended(hasUsed: true)
        } else if link.nextAttempt == nil {
            ended(hasUsed: true)
        }
        return link.stop()
    }

    /// Records the end of a connection.
    ///
    /// - Parameter hasUsed: True if the broker may have got the last will.
    private func ended(hasUsed: Bool) {
        if hasUsed { node.used() }
        (birthDue, isOpen, isRebirthWanted, outstanding) = (nil, false, false, 0)
        (renewal, renewals) = (nil, 0)
        node.abandonHistory()
        if history.ended() { handover.abandon() }
        _ = inbox.take()
    }

    /// The beginning of the node's topics.
    private func group(_ settings: MQTTUplinkSettings) -> String { "spBv1.0/\(settings.sparkplugGroup ?? "")" }

    /// Requests the subscription again that the broker has refused.
    private func renew(at now: Int64) {
        guard let renewal, now >= renewal else { return }
        self.renewal = nil
        renewals += 1
        link.subscribe(to: [Subscription(node.commands, isAcknowledged: true, attempt: renewals)])
    }

    private func take(at now: HostTime) {
        let requirement = context.requirement()
        var turn = Listener.Turn.short
        while let (batch, _) = listener.next(in: &turn) { node.take(batch, requirement, at: now) }
    }

    // MARK: The connection

    private func connect(_ settings: MQTTUplinkSettings, at now: HostTime) {
        do throws(BrokerError) {
            var connection = try settings.connection(will: publication(node.death(at: now), isAcknowledged: true))
            (connection.client, connection.sessionExpiry) = (settings.sparkplugClient, nil)
            let topic = node.commands
            try link.open(connection, wake: wake) {
                [inbox, wake, logger = context.logger] message in
                guard message.topic == topic, !message.isRetained, SparkplugCommand.asksForRebirth(message.payload)
                else { return logger.debug("mqtt: a message in \(message.topic) is not a command of Sparkplug") }
                inbox.add()
                wake()
            }
            link.subscribe(to: [Subscription(topic, isAcknowledged: true)])
        } catch {
            fail(error, settings, at: now)
        }
    }

    private func take(_ event: BrokerConnection.Event, _ settings: MQTTUplinkSettings, at now: HostTime) {
        switch event {
        case .connected(let limits):
            link.connected(limits, at: now.monotonicNanoseconds)
            problems.clear()
            problems.connected(at: now)
            // Commands must be subscribed to before the births.
            birthDue = now.monotonicNanoseconds &+ Self.patience.wholeNanoseconds
        case .subscribed(let filter):
            problems.accepted(filter)
            link.succeeded(at: now.monotonicNanoseconds)
            open(at: now.monotonicNanoseconds)
        case .notSubscribed(let filter, let error):
            problems.refused(filter, BrokerError.readingProblem(settings, topic: filter, since: Timestamp(now)))
            if renewals == 0 {
                context.logger.warning("mqtt: the broker refuses the subscription to \(filter): \(error)")
            }
            renewal = now.monotonicNanoseconds &+ Self.renewal.wholeNanoseconds
            open(at: now.monotonicNanoseconds)
        case .acknowledged(let token):
            link.succeeded(at: now.monotonicNanoseconds)
            if token == 0 {
                outstanding = max(0, outstanding - 1)
            } else if let (tokens, isComplete) = history.proved(token) {
                if isComplete { problems.accepted(group(settings)) }
                handover.giveBack(tokens, isComplete: isComplete)
            }
        case .refused(_, let error):
            history.refused()
            outstanding = max(0, outstanding - 1)
            let topic = group(settings)
            problems.refused(topic, error.problem(settings, topic: topic, since: Timestamp(now)))
            context.logger.warning("mqtt: a message of Sparkplug was refused: \(error)")
        case .ended(let error):
            if let error { fail(error, settings, at: now) } else { link.ended() }
        }
    }

    private func fail(_ error: BrokerError, _ settings: MQTTUplinkSettings, at now: HostTime) {
        ended(hasUsed: link.isConnected || error.mayHaveReachedBroker)
        let error = link.judged(error, at: now.monotonicNanoseconds)
        let pause = link.failed(error, at: now.monotonicNanoseconds)
        let new = error.problem(settings, client: settings.sparkplugClient, since: Timestamp(now))
        _ = problems.failed(new, isLasting: error.isLasting)
        context.logger.debug("mqtt: Sparkplug: \(error); next attempt in \(pause)")
    }

    // MARK: Messages

    private func open(at now: Int64) {
        guard !isOpen else { return }
        node.restart()
        (isOpen, birthDue, nextBirth) = (true, nil, now &+ Self.pause.wholeNanoseconds)
    }

    /// Begins again with the births if a reader has asked for it. Requests that come too soon wait.
    private func rebear(at now: Int64) {
        if let birthDue, now >= birthDue { open(at: now) }
        guard isOpen else { return }
        if inbox.take() { isRebirthWanted = true }
        guard isRebirthWanted, now >= nextBirth else { return }
        (isRebirthWanted, nextBirth) = (false, now &+ Self.pause.wholeNanoseconds)
        node.restart()
        context.logger.info("mqtt: a reader of Sparkplug asked for the births")
    }

    private func send(at now: HostTime) {
        guard isOpen else { return }
        borrow(at: now)
        var batch: [Publication] = []
        node.judge(context.requirement(), at: now)
        while outstanding < BrokerConnection.window, let message = next(at: now) {
            outstanding += 1
            batch.append(publication(message, isAcknowledged: false))
        }
        link.publish(batch)
        guard node.backlog.isEmpty, let proof = history.sent() else { return }
        link.prove(proof, by: Subscription(node.commands, isAcknowledged: true))
    }

    /// The next message: live values and births come first, and half of the window is theirs alone.
    private func next(at now: HostTime) -> SparkplugNode.Message? {
        node.next(at: now) ?? (outstanding < BrokerConnection.window / 2 ? node.nextHistorical(at: now) : nil)
    }

    /// Takes the positions of the history that were requested, and requests others when the broker has those before.
    private func borrow(at now: HostTime) {
        if let size = history.request() { handover.request(size) }
        guard let batch = handover.take() else { return }
        let positions = batch.items.compactMap { item in
            let position = SparkplugPosition(item)
            if position == nil { context.logger.warning("mqtt: a stored position for Sparkplug cannot be read") }
            return position
        }
        node.add(positions, isLast: batch.isLast, at: now)
        history.borrowed(batch.tokens)
    }

    private func publication(_ message: SparkplugNode.Message, isAcknowledged: Bool) -> Publication {
        var publication = Publication(topic: message.topic, payload: message.payload, isRetained: false)
        (publication.isAcknowledged, publication.isText) = (isAcknowledged, false)
        return publication
    }
}

extension BrokerError {
    /// True if the broker may have got the request to connect, with the last will.
    fileprivate var mayHaveReachedBroker: Bool {
        switch cause {
        case .notInstalled, .hostUnknown, .refused, .unreachable, .settings, .tls: false
        default: true
        }
    }
}
