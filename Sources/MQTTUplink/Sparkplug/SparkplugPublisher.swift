// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Logging
internal import MQTT
internal import ObservationBus
internal import Outbox
internal import Synchronization

/// Publishes the gateway as an edge node of Sparkplug B, with its receivers as devices.
///
/// It has a connection of its own, because a connection has one last will. Nothing is stored: a reader gets what is
/// known now in the births, and then what changes.
actor SparkplugPublisher {
    /// The shortest time between two births of the node on the same connection.
    static let pause = Duration.seconds(5)
    /// The time for which the births wait for the broker's answer to the subscription.
    private static let patience = Duration.seconds(10)

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
    private let listener: Listener
    private let wake: @Sendable () -> Void
    private let inbox = Inbox()
    private var hasBegun = false
    private var settings: MQTTUplinkSettings?
    /// What is known about the receivers, also while nothing is published.
    private var node = SparkplugNode()
    private var link = BrokerLink()
    private(set) var problem: MQTTReport.Problem?
    private var refused: MQTTReport.Problem?
    /// The time at which the births are sent at the latest; nil if they were sent or the broker has not accepted the
    /// connection.
    private var birthDue: Int64?
    private var isOpen = false
    /// The time before which there is no other birth of the node.
    private var nextBirth: Int64 = 0
    private var isRebirthWanted = false
    /// The number of messages that are not written.
    private var outstanding = 0

    init(_ context: MQTTUplinkService.Context, wake: @escaping @Sendable () -> Void) {
        (self.context, self.wake) = (context, wake)
        let kinds: Set<ObservationKind> = [.fix, .driverState, .activeReceiver, .authentication]
        listener = Listener(
            context.hub, "mqtt-sparkplug", to: TopicFilter(kinds: kinds), policy: .latest, onReady: wake)
    }

    /// The reason why nothing is published; nil while all is well.
    var firstProblem: MQTTReport.Problem? { problem ?? refused }

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
        rebear(at: now.monotonicNanoseconds)
        send(at: now)
        var times = [link.nextAttempt, birthDue]
        if isOpen { times.append(node.nextTime(context.requirement())) }
        if isRebirthWanted { times.append(nextBirth) }
        return times.compactMap { $0 }.min()
    }

    /// Ends the connection.
    func close() async {
        leave()
        for _ in 0..<25 where link.isLeaving {
            // The connection's thread reports its end only by a value. It may wait for a name server, which cannot be
            // interrupted; the process exits even while it does.
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    private func adopt(_ new: MQTTUplinkSettings?) {
        guard new != settings || !hasBegun else { return }
        hasBegun = true
        leave()
        link.retryNow()
        settings = new
        let now = context.now()
        guard let new, let group = new.sparkplugGroup else {
            return node.take(listener.rest(), context.requirement(), at: now)
        }
        node.apply(new, group: group)
        node.take(listener.listen(), context.requirement(), at: now)
    }

    private func leave() {
        if link.isConnected {
            // The broker publishes the last will too, but readers must not wait for that.
            link.publish([publication(node.death(at: context.now()), isAcknowledged: true)])
            ended(hasUsed: true)
        } else if link.nextAttempt == nil {
            ended(hasUsed: true)
        }
        link.stop()
        (problem, refused) = (nil, nil)
    }

    /// Records the end of a connection.
    ///
    /// - Parameter hasUsed: True if the broker may have got the last will.
    private func ended(hasUsed: Bool) {
        if hasUsed { node.used() }
        (birthDue, isOpen, isRebirthWanted, outstanding) = (nil, false, false, 0)
        _ = inbox.take()
    }

    private func take(at now: HostTime) {
        let requirement = context.requirement()
        while let (batch, _) = listener.next() { node.take(batch, requirement, at: now) }
    }

    // MARK: The connection

    private func connect(_ settings: MQTTUplinkSettings, at now: HostTime) {
        do throws(BrokerError) {
            var connection = try settings.connection(will: publication(node.death(at: now), isAcknowledged: true))
            (connection.client, connection.sessionExpiry) = (settings.sparkplugClient, nil)
            let topic = node.commands
            try link.open(connection, at: now.monotonicNanoseconds, wake: wake) {
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
            (problem, refused) = (nil, nil)
            // Commands must be subscribed to before the births.
            birthDue = now.monotonicNanoseconds &+ Self.patience.clampedNanoseconds
        case .subscribed:
            link.succeeded(at: now.monotonicNanoseconds)
            open(at: now.monotonicNanoseconds)
        case .notSubscribed(let filter, let error):
            refused = BrokerError.readingProblem(settings, topic: filter, since: Timestamp(now))
            context.logger.warning("mqtt: the broker refuses the subscription to \(filter): \(error)")
            open(at: now.monotonicNanoseconds)
        case .acknowledged:
            link.succeeded(at: now.monotonicNanoseconds)
            outstanding = max(0, outstanding - 1)
        case .refused(_, let error):
            outstanding = max(0, outstanding - 1)
            refused = error.problem(
                settings, topic: "spBv1.0/\(settings.sparkplugGroup ?? "")", since: refused?.since ?? Timestamp(now))
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
        if problem?.message != new.message { problem = new }
        context.logger.debug("mqtt: Sparkplug: \(error); next attempt in \(pause)")
    }

    // MARK: Messages

    private func open(at now: Int64) {
        guard !isOpen else { return }
        node.restart()
        (isOpen, birthDue, nextBirth) = (true, nil, now &+ Self.pause.clampedNanoseconds)
    }

    /// Begins again with the births if a reader has asked for it. Requests that come too soon wait.
    private func rebear(at now: Int64) {
        if let birthDue, now >= birthDue { open(at: now) }
        guard isOpen else { return }
        if inbox.take() { isRebirthWanted = true }
        guard isRebirthWanted, now >= nextBirth else { return }
        (isRebirthWanted, nextBirth) = (false, now &+ Self.pause.clampedNanoseconds)
        node.restart()
        context.logger.info("mqtt: a reader of Sparkplug asked for the births")
    }

    private func send(at now: HostTime) {
        guard isOpen else { return }
        var batch: [Publication] = []
        node.judge(context.requirement(), at: now)
        while outstanding < BrokerConnection.window, let message = node.next(at: now) {
            outstanding += 1
            batch.append(publication(message, isAcknowledged: false))
        }
        link.publish(batch)
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
