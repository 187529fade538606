// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import Outbox
internal import SystemSupport

/// Connects the bus, the queue and the server, and owns their state in memory.
///
/// One task calls `pass` repeatedly; only `pass` uses the store and the connection.
actor TraccarCoordinator {
    /// How often the server must accept another position and then fail again at this one before this one is dropped: a
    /// server whose failures do not depend on the position costs hardly any.
    private static let mostFailures = 10

    private let context: TraccarService.Context
    /// Begins the next pass.
    let alarm = Waker()
    private let listener: Listener
    private let link: TraccarLink
    private let queue: ItemQueue
    private var settings: TraccarUplinkSettings?
    private var hasBegun = false
    private var sampling = PositionSampling(interval: .zero, distance: 0)
    private var verdicts = ReceiverVerdicts()
    private var backoff = Backoff(first: .seconds(2), longest: .seconds(60))
    private var retry: Int64?
    private var token: UInt64 = 0
    /// The number of the request that runs; nil if the settings have changed since it began.
    private var current: UInt64?
    /// The time of the next task; nil if only an event causes one.
    private var nextTask: Int64?
    private var problems = TraccarProblems()

    init(_ context: TraccarService.Context) {
        (self.context, queue) = (context, ItemQueue(context.store))
        listener = Listener(
            context.hub, "traccar", to: TopicFilter(kinds: [.fix, .activeReceiver, .authentication]),
            policy: .lossless()
        ) { [alarm] in alarm.wake() }
        link = TraccarLink { [alarm] in alarm.wake() }
    }

    // MARK: Collection

    /// Processes the observations that have been published since the last call, for one turn.
    ///
    /// - Returns: True if a position waits to be stored.
    private func takeWhatWaits(_ turn: inout Listener.Turn) -> Bool {
        var isNew = false
        while let (batch, _) = listener.next(in: &turn) { isNew = take(batch) || isNew }
        return isNew
    }

    private func take(_ batch: [Observation]) -> Bool {
        // Verdicts come first, because they apply to positions in the same batch.
        for observation in batch { verdicts.note(observation) }
        guard settings != nil else { return false }
        var items: [OutboxItem] = []
        var receiver: UTCTime?
        for observation in batch {
            guard case .fix(let fix) = observation.payload, observation.source == verdicts.active else { continue }
            receiver = fix.time ?? receiver
            guard let position = fix.position,
                sampling.takes(position, at: observation.hostTime.monotonicNanoseconds)
            else { continue }
            let objection = context.requirement().objection(to: observation, by: verdicts[observation.source])
            guard let content = OsmAndPosition(fix, received: observation.hostTime, objection: objection) else {
                continue
            }
            items.append(
                OutboxItem(
                    time: OutboxItem.time(receiver: fix.time, host: observation.hostTime),
                    content: content.query, verdict: objection == nil ? .authenticated : .unverified))
        }
        queue.add(items, receiver: receiver)
        return !items.isEmpty
    }

    // MARK: The pass

    /// Runs until the task is cancelled.
    ///
    /// - Parameter wanted: Returns the settings to use; nil for no server.
    func run(_ wanted: @Sendable () -> TraccarUplinkSettings?) async {
        await alarm.serve(now: { [now = context.now] in now().monotonicNanoseconds }) { await pass(wanted()) }
    }

    /// Performs all tasks that are due.
    ///
    /// - Parameter wanted: The settings to use from now on; nil for no server.
    /// - Returns: The time of the next task by the monotonic clock; nil if only an event causes one.
    private func pass(_ wanted: TraccarUplinkSettings?) async -> Int64? {
        let isOther = adopt(wanted)
        var turn = Listener.Turn.short
        let isNew = takeWhatWaits(&turn)
        // The next pass begins at once, and may have nothing to wait for. Requests for the report must get their turn too.
        if turn.isOver { await Task.yield() }
        let (end, now) = (link.takeEnd(), context.now())
        // Most wake-ups come from receivers that are not active, or between two intervals.
        guard isOther || isNew || end != nil || nextTask.map({ now.monotonicNanoseconds >= $0 }) ?? false
        else { return nextTask }
        if let (token, end) = end { take(token, end, at: now) }
        await queue.keep(settings?.limits ?? QueueLimits(), at: now)
        if let settings {
            await send(settings, at: now)
            for alert in problems.news(settings, queue, at: now) { context.alert(alert) }
        }
        nextTask = next(after: now.monotonicNanoseconds)
        return nextTask
    }

    private func next(after now: Int64) -> Int64? {
        guard let settings else { return queue.nextTask(after: now, isReady: false) }
        let isIdle = !link.isBusy
        return [
            queue.nextTask(after: now, isReady: isIdle), isIdle ? retry : nil, problems.nextNews(settings, at: now),
        ]
        .compactMap { $0 }.min()
    }

    /// Ends the request and stores what is in memory.
    func close() async {
        listener.finish()
        var turn = Listener.Turn.complete
        _ = takeWhatWaits(&turn)
        link.cancel()
        await queue.keep(settings?.limits ?? QueueLimits(), at: context.now(), isLast: true)
        for _ in 0..<25 where link.isBusy && link.takeEnd() == nil {
            // The request's thread reports its end only by a value. It may wait for a name server, which cannot be
            // interrupted; the process exits even while it does.
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    /// - Returns: True if the settings differ.
    private func adopt(_ new: TraccarUplinkSettings?) -> Bool {
        guard new != settings || !hasBegun else { return false }
        hasBegun = true
        settings = new
        link.cancel()
        current = nil
        queue.reset()
        backoff.succeeded()
        retry = nil
        problems.restart()
        guard let new else {
            // Without a server only the newest states count, for a later one.
            _ = take(listener.rest())
            queue.discard()
            for alert in problems.removed() { context.alert(alert) }
            return true
        }
        (sampling.interval, sampling.distance) = (new.interval, new.distance)
        _ = take(listener.listen())
        return true
    }

    private func send(_ settings: TraccarUplinkSettings, at now: HostTime) async {
        guard !link.isBusy, retry.map({ now.monotonicNanoseconds >= $0 }) ?? true else { return }
        retry = nil
        guard let item = await queue.next(token &+ 1, at: now) else { return }
        token &+= 1
        current = token
        link.start(token, settings.address(item.content), settings)
    }

    private func take(_ token: UInt64, _ end: TraccarLink.End, at now: HostTime) {
        // An earlier server's failure is not the new one's.
        guard let settings, end != .cancelled, token == current else { return queue.reset() }
        switch end {
        case .answered(200..<300, _):
            guard queue.acknowledged(token) else { return }
            backoff.succeeded()
            problems.succeeded()
        case .answered(let status, _) where TraccarProblems.concernsPosition(status):
            let isEnough = queue.doubted(token, at: now)
            problems.failed(end, settings, isLasting: isEnough, at: now)
        case .answered(_, let asked): fail(end, settings, asked, at: now)
        default: fail(end, settings, nil, at: now)
        }
    }

    private func fail(_ end: TraccarLink.End, _ settings: TraccarUplinkSettings, _ asked: Duration?, at now: HostTime) {
        let pause = max(backoff.failed(), min(asked ?? .zero, Backoff.longestAsked))
        retry = now.monotonicNanoseconds &+ pause.wholeNanoseconds
        var isKnown = false
        if case .answered(500, _) = end {
            // A server may fail because of this position alone. Then the log says so once, not at each attempt.
            isKnown = queue.hasSuspects
            _ = queue.doubted(token, at: now, rounds: Self.mostFailures, pause: pause)
        } else {
            queue.reset()
        }
        if let problem = problems.failed(end, settings, isLasting: false, at: now), !isKnown {
            context.logger.warning("traccar: \(problem.text); \(problem.cure)")
        }
    }

    /// The state of the queue; nil if no server is configured.
    func report() -> FormReport? {
        guard let settings else { return nil }
        var report = FormReport("traccar", settings.server)
        (report.queued, report.sent, report.dropped) = (queue.tally.items, queue.tally.sent, queue.dropped)
        report.problem = problems.problem(queue, at: context.now())
        return report
    }
}
