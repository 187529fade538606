// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Logging
internal import MQTT
internal import Outbox
internal import Synchronization
internal import SystemSupport

/// Reads from the broker: commands to this gateway, and what all gateways publish.
///
/// It has a connection of its own, whose session ends with it: nothing is executed that waited at the broker while the
/// gateway was away, and a broker that sends too much never delays positions. Positions are subscribed to only while
/// a person looks at the fleet.
actor TopicReader {
    /// The time for which positions are read after a report.
    static let attention = Duration.seconds(30)
    /// The time after which this gateway must have found itself in the fleet, because its own messages are at the broker.
    private static let patience = Duration.seconds(10)
    /// The time after which what the broker refuses is requested again, because a person may have corrected that.
    private static let renewal = Duration.seconds(60)
    /// The name under which it is noted that the broker sends nothing.
    private static let silence = ""
    /// The number of commands that wait, at most.
    private static let waitingLimit = 16
    /// The number of answers that are kept for commands that arrive twice.
    private static let answerLimit = 64

    /// The commands that arrived, in order.
    private final class Inbox: Sendable {
        /// Guards the messages; held for copies only.
        private let messages = Mutex<[ReceivedMessage]>([])

        /// - Returns: False if too many wait.
        func add(_ message: ReceivedMessage) -> Bool {
            messages.withLock { messages in
                guard messages.count < waitingLimit else { return false }
                messages.append(message)
                return true
            }
        }

        func take() -> [ReceivedMessage] {
            messages.withLock { messages in
                defer { messages = [] }
                return messages
            }
        }
    }

    private let context: MQTTUplinkService.Context
    private let links: GatewayLinks
    private let wake: @Sendable () -> Void
    private var table: FleetTable
    private var inbox = Inbox()
    private var settings: MQTTUplinkSettings?
    private var link = BrokerLink()
    private var problems = ConnectionProblems(.reading)
    private var watchedUntil: Int64?
    /// The time at which the gateway must have found itself; nil if that was checked.
    private var mustFindItself: Int64?
    /// The time at which subscriptions are requested again; nil while the broker refuses nothing.
    private var renewal: Int64?
    /// The number of times that each filter was requested again.
    private var attempts: [String: Int] = [:]
    /// The answers to the newest commands, in case one arrives twice.
    private var answers: [(id: String, payload: [UInt8])] = []
    /// The number of answers that the broker has not acknowledged on this connection.
    private var unacknowledged = 0
    /// The server and topics whose commands were answered. They outlast a reload without commands.
    private var answered: (server: String, topics: GatewayTopics)?

    init(
        _ context: MQTTUplinkService.Context, _ links: GatewayLinks, wake: @escaping @Sendable () -> Void
    ) {
        (self.context, self.links, self.wake) = (context, links, wake)
        table = FleetTable(own: "", after: nil, now: context.now)
    }

    /// The reason why something cannot be read; nil while all is well.
    var firstProblem: MQTTReport.Problem? { problems.first }

    /// The gateways at the broker.
    func report(since revision: Int64?) -> FleetReport {
        var report = FleetReport()
        guard let settings, settings.readsFleet else { return report }
        let isNew = watchedUntil == nil
        watchedUntil = context.now().monotonicNanoseconds &+ Self.attention.wholeNanoseconds
        if isNew { wake() }
        report.problem = problems.first
        report.state = ReportCode(
            problems.first != nil ? .failing : link.isConnected ? FleetReport.State.connected : .connecting)
        table.write(
            to: &report, since: revision, longestAge: context.requirement().longestAge)
        return report
    }

    /// Performs all tasks that are due.
    ///
    /// - Parameter wanted: The settings to use from now on; nil for no broker.
    /// - Returns: The time of the next task by the monotonic clock; nil if only an event causes one.
    func pass(_ wanted: MQTTUplinkSettings?) async -> Int64? {
        adopt(wanted.flatMap { $0.readsFleet || !$0.commands.isEmpty ? $0 : nil })
        guard let settings else { return nil }
        let now = context.now()
        if let watchedUntil, watchedUntil <= now.monotonicNanoseconds { self.watchedUntil = nil }
        for event in link.takeEvents() { take(event, settings, at: now) }
        renew(settings, at: now.monotonicNanoseconds)
        if link.mayConnect(at: now.monotonicNanoseconds) { connect(settings, at: now) }
        lookForItself(settings, at: now)
        let wanted = subscriptions(settings)
        problems.keep(Set(wanted.map(\.filter)).union([Self.silence]))
        if link.isConnected { link.subscribe(to: wanted) }
        let time = now.monotonicNanoseconds
        if let alert = problems.news(settings, mayBegin: links.isPublishing, at: time) { context.alert(alert) }
        // Otherwise the answers to a command that arrives again and again would fill the memory.
        if !link.isConnected || unacknowledged < link.window { for message in inbox.take() { await execute(message) } }
        return [link.nextAttempt, watchedUntil, mustFindItself, renewal, problems.nextNews(at: time)].compactMap { $0 }
            .min()
    }

    func close() { link.stop() }

    private func adopt(_ new: MQTTUplinkSettings?) {
        guard new != settings else { return }
        if new?.readsFleet != true || new?.topics != settings?.topics || new?.server != settings?.server {
            // What still arrives over the old connection goes to the old table.
            table = FleetTable(own: new?.gateway ?? "", after: table, now: context.now)
        }
        settings = new
        link.stop()
        link.retryNow()
        inbox = Inbox()
        (renewal, attempts) = (nil, [:])
        // Other changes do not make a command that arrives again a new one.
        if let new, answered?.server != new.server || answered?.topics != new.topics {
            answers = []
            answered = (server: new.server, topics: new.topics)
        }
        problems.clear()
        if new == nil, let end = problems.removed() { context.alert(end) }
    }

    private func subscriptions(_ settings: MQTTUplinkSettings) -> Set<Subscription> {
        var subscriptions = Set(
            settings.commands.map { subscription(settings.topics.command($0), isAcknowledged: true) })
        guard settings.readsFleet else { return subscriptions }
        for name in [GatewayTopics.Name.status, .state] + (watchedUntil == nil ? [] : [.position]) {
            subscriptions.insert(subscription("\(settings.prefix)/+/\(name.rawValue)", isAcknowledged: false))
        }
        return subscriptions
    }

    private func subscription(_ filter: String, isAcknowledged: Bool) -> Subscription {
        Subscription(filter, isAcknowledged: isAcknowledged, attempt: attempts[filter] ?? 0)
    }

    // MARK: The connection

    private func connect(_ settings: MQTTUplinkSettings, at now: HostTime) {
        do throws(BrokerError) {
            var connection = try settings.connection(will: nil)
            (connection.client, connection.sessionExpiry) = (settings.readerClient, nil)
            let (beginning, commands) = (settings.prefix + "/", settings.topics.commands + "/")
            try link.open(connection, wake: wake) {
                [table, inbox, wake, logger = context.logger] message in
                if message.topic.hasPrefix(commands) {
                    if inbox.add(message) {
                        wake()
                    } else {
                        logger.warning("mqtt: too many commands at once; one was ignored")
                    }
                    return
                }
                guard message.topic.hasPrefix(beginning) else { return }
                let levels = message.topic.dropFirst(beginning.count).split(
                    separator: "/", omittingEmptySubsequences: false)
                guard levels.count == 2, let name = GatewayTopics.Name(rawValue: String(levels[1])) else { return }
                table.take(String(levels[0]), name, message.payload, isRetained: message.isRetained)
            }
        } catch {
            fail(error, settings, at: now)
        }
    }

    private func take(_ event: BrokerConnection.Event, _ settings: MQTTUplinkSettings, at now: HostTime) {
        switch event {
        case .connected(let limits):
            link.connected(limits, at: now.monotonicNanoseconds)
            problems.connected(at: now)
            unacknowledged = 0
            mustFindItself = now.monotonicNanoseconds &+ Self.patience.wholeNanoseconds
        case .subscribed(let filter):
            link.succeeded(at: now.monotonicNanoseconds)
            problems.accepted(filter)
        case .notSubscribed(let filter, let error):
            problems.refused(filter, BrokerError.readingProblem(settings, topic: filter, since: Timestamp(now)))
            renewal = now.monotonicNanoseconds &+ Self.renewal.wholeNanoseconds
            if attempts[filter] == nil {
                context.logger.warning("mqtt: the broker refuses the subscription to \(filter): \(error)")
            }
        case .acknowledged: unacknowledged -= 1
        case .refused(_, let error):
            unacknowledged -= 1
            context.logger.warning("mqtt: an answer to a command was refused: \(error)")
        case .ended(let error):
            if let error { fail(error, settings, at: now) } else { link.ended() }
        }
    }

    private func fail(_ error: BrokerError, _ settings: MQTTUplinkSettings, at now: HostTime) {
        let error = link.judged(error, at: now.monotonicNanoseconds)
        let pause = link.failed(error, at: now.monotonicNanoseconds)
        let new = error.problem(settings, client: settings.readerClient, since: Timestamp(now))
        _ = problems.failed(new, isLasting: error.isLasting)
        context.logger.debug("mqtt: reading: \(error); next attempt in \(pause)")
    }

    /// Brokers with an access list accept subscriptions and then send nothing. What this gateway has published shows it.
    private func lookForItself(_ settings: MQTTUplinkSettings, at now: HostTime) {
        guard let due = mustFindItself, now.monotonicNanoseconds >= due else { return }
        mustFindItself = nil
        guard settings.readsFleet, link.isConnected, link.limits.retains else { return }
        guard links.hasPublished else {
            return mustFindItself = now.monotonicNanoseconds &+ Self.patience.wholeNanoseconds
        }
        if table.knowsItself { return problems.accepted(Self.silence) }
        let filter = "\(settings.prefix)/+/\(GatewayTopics.Name.status.rawValue)"
        problems.refused(Self.silence, BrokerError.readingProblem(settings, topic: filter, since: Timestamp(now)))
        renewal = now.monotonicNanoseconds &+ Self.renewal.wholeNanoseconds
    }

    /// Requests again what the broker has refused for some time.
    private func renew(_ settings: MQTTUplinkSettings, at now: Int64) {
        guard let renewal, now >= renewal else { return }
        self.renewal = nil
        let refused = problems.topics
        guard link.isConnected, !refused.isEmpty else { return }
        for subscription in subscriptions(settings)
        where refused.contains(subscription.filter) || refused.contains(Self.silence) && !subscription.isAcknowledged {
            attempts[subscription.filter, default: 0] += 1
        }
        if refused.contains(Self.silence) { mustFindItself = now &+ Self.patience.wholeNanoseconds }
    }

    // MARK: Commands

    private func execute(_ message: ReceivedMessage) async {
        guard let settings,
            let command = settings.commands.first(where: { settings.topics.command($0) == message.topic })
        else { return }
        guard !message.isRetained else {
            return context.logger.warning(
                "mqtt: a retained command was ignored: publish \(command.rawValue) without the retain flag")
        }
        guard let (id, order) = RemoteMessage.order(command, message.payload) else {
            return context.logger.warning("mqtt: a message in \(message.topic) is not a command")
        }
        let name = "\(command.rawValue) \(id)"
        var answer = RemoteMessage.Answer(gateway: settings.gateway, id: id, command: command.rawValue, done: true)
        if let earlier = answers.first(where: { $0.id == name }) { return publish(earlier.payload, settings) }
        do throws(ControlError) {
            try await links.perform(order)
            context.logger.notice("mqtt: executed \(command.rawValue) with the id \(id)")
        } catch {
            (answer.done, answer.code, answer.text) = (
                false, error.code ?? RemoteMessage.code(error.kind), error.description
            )
            context.logger.warning("mqtt: refused \(command.rawValue) with the id \(id): \(error)")
        }
        let payload = answer.json
        answers.append((name, payload))
        if answers.count > Self.answerLimit { answers.removeFirst() }
        publish(payload, settings)
    }

    private func publish(_ payload: [UInt8], _ settings: MQTTUplinkSettings) {
        guard link.isReady else { return }
        unacknowledged += 1
        link.publish([
            Publication(
                topic: settings.topics.topic(.answer), payload: payload, isRetained: false, expiry: .seconds(60))
        ])
    }
}
