// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes

/// The talk with the process of one driver from its start to its end. Belongs to one thread.
final class ChildSession {
    private enum Phase: Equatable {
        /// It is to say what the plugin is, then whether it made a driver.
        case loading
        case running
        /// It was asked to stop, or has ended its driver: the process is to go.
        case ending
        /// It was killed.
        case killed
    }

    /// Time in nanoseconds.
    private enum Limit {
        static let loading: Int64 = 15_000_000_000
        static let ending: Int64 = 2_000_000_000
        static let look: Int64 = 2_000_000_000
    }

    private let order: ChildRunner.Order
    private let port: ReceiverPort
    private let stop: StopSignal
    private let outbox: Outbox
    private let process: ChildProcess
    private let conversation: ChildConversation
    private var gate: FloodGate
    private var watch: ResourceWatch
    private var phase = Phase.loading
    private var verdict: RunOutcome?
    private var isMade = false
    private var lastState: DriverStateReport?
    private var isToldToFlood = false
    /// Of the present phase.
    private var deadline: Int64
    private var lastReport: Int64
    private var nextLook: Int64

    init(
        _ order: ChildRunner.Order, _ port: ReceiverPort, _ stop: StopSignal, _ outbox: Outbox, _ process: ChildProcess
    ) {
        (self.order, self.port, self.stop, self.process) = (order, port, stop, process)
        self.outbox = outbox
        conversation = ChildConversation(process, wakeUp: stop.descriptor, outgoing: outbox.descriptor)
        let isFlowControlled = order.plugin.description.isFlowControlled
        let usual = isFlowControlled ? nil : ChildLimits.usualObservationsPerSecond
        gate = FloodGate(
            perSecond: order.limits.observationsPerSecond ?? usual,
            excess: isFlowControlled ? .waits : .isDropped)
        watch = ResourceWatch(
            memoryMiB: order.limits.memoryMiB, cpuPercent: isFlowControlled ? 0 : order.limits.cpuPercent)
        let now = ChildClock.nanoseconds
        (deadline, lastReport, nextLook) = (now + Limit.loading, now, now + Limit.look)
    }

    /// Runs until the process has ended; it stays to be reaped.
    func run() {
        var hasEnded = false
        while !hasEnded {
            takeReports()
            let now = ChildClock.nanoseconds
            judge(at: now)
            // A driver that is to end is read to its end: otherwise it would wait in `publish` and never see that.
            let pause = phase == .running ? gate.pause(at: now) : 0
            let next = min(deadline, nextLook, pause > 0 ? now + pause : .max)
            conversation.isSending = phase == .running && conversation.backlog == 0
            hasEnded = conversation.wait(atMost: max(0, next - now), isReading: pause == 0, say)
            while phase == .running, conversation.backlog == 0, let bytes = outbox.take() {
                conversation.send(.write(bytes))
            }
            if stop.isSignalled, conversation.isWakeable {
                conversation.isWakeable = false
                beginToStop()
            }
        }
        // What it left behind in its group would hold the pipes open.
        process.kill()
        let most = conversation.received + (4 << 20)
        while conversation.drain(say), conversation.received < most { takeReports() }
        takeReports()
    }

    /// How the run is to be seen.
    func outcome(_ end: ChildEnd) -> RunOutcome {
        if stop.isSignalled { return .stopped }
        if let verdict { return verdict }
        let hint = end.memoryHint(limitMiB: order.limits.memoryMiB)
        let more = [hint, conversation.words.last.map { "its last words: \($0)" }].compactMap(\.self)
        return .lost((["the driver's process \(end)"] + more).joined(separator: "; "))
    }

    private func say(_ line: String) {
        _ = gate.take(observations: 1, size: line.utf8.count, at: ChildClock.nanoseconds)
        port.log(.warning, "the driver's process says: \(line)")
    }

    private func takeReports() {
        do throws(PipeError) {
            while let report = try conversation.next() {
                if phase != .killed { try take(report) }
            }
        } catch {
            condemn("it sent \(error)")
        }
    }

    private func take(_ report: ChildReport) throws(PipeError) {
        lastReport = ChildClock.nanoseconds
        switch report {
        case .described(let description) where phase == .loading && !isMade: take(description)
        case .refused(_, let words) where phase == .loading && !isMade:
            end(.failed("\(order.plugin.path): \(words)"))
        case .created where phase == .loading && isMade:
            phase = .running
            (deadline, nextLook) = (.max, lastReport + Limit.look)
            conversation.send(.run)
        case .createFailed(let words) where phase == .loading && isMade: end(.failed(words))
        case .batch(let count, let records): take(records, Int(count))
        case .log(let level, let words):
            if pass(1, words.utf8.count) { port.log(level, words) }
        case .state(let state):
            guard pass(1, state.reason.utf8.count) else { return }
            lastState = state
            port.report(state)
        case .gaveUp(let count): port.noteGivenUp(Int(count))
        case .ended(let outcome) where phase == .running: end(outcome)
        case .ended where phase == .ending: conversation.finish()
        case .described, .refused, .created, .createFailed, .ended, .finding:
            throw .malformed(kind: 0, "what it was not asked")
        }
    }

    private func take(_ description: PluginDescription) {
        guard description == order.plugin.description else {
            return end(.failed("\(order.plugin.path) is another plugin now: start the gateway again"))
        }
        isMade = true
        conversation.send(.create(configuration: order.configuration))
    }

    private func take(_ records: [UInt8], _ count: Int) {
        guard phase == .running || phase == .ending else { return }
        var answer = PublishAnswer.accepted
        // No more records than can be in there: a driver that overstates them is a liar, but no flood.
        if pass(min(count, records.count / RecordLimits.header + 1), records.count) {
            answer = records.withUnsafeBytes { port.publish($0, recordCount: count) }
        }
        if order.plugin.description.isFlowControlled { conversation.send(.answer(answer)) }
    }

    /// Whether a report is within the limits.
    private func pass(_ observations: Int, _ size: Int) -> Bool {
        let isTaken = gate.take(observations: observations, size: size, at: lastReport)
        if !isTaken, !isToldToFlood {
            isToldToFlood = true
            let limit = order.limits.observationsPerSecond ?? ChildLimits.usualObservationsPerSecond
            port.report(
                DriverStateReport(
                    .degraded,
                    reason: "it publishes more than \(limit) observations a second (limits.observations_per_s): "
                        + "what is over that is dropped"))
        }
        return isTaken
    }

    /// Looks at the clock, and now and then at what the process uses.
    private func judge(at now: Int64) {
        if isToldToFlood, !gate.isFlooding(at: now) {
            isToldToFlood = false
            port.log(.warning, "\(gate.dropped) observations of the driver were dropped so far: too many a second")
            port.report(lastState ?? DriverStateReport(.running, reason: "no more observations than are allowed"))
        }
        if now >= deadline { passDeadline() }
        guard phase == .running else { return nextLook = .max }
        if gate.isTooMuch(at: now) {
            condemn("it went on to publish more than limits.observations_per_s allows; \(gate.dropped) were dropped")
        }
        guard now >= nextLook else { return }
        nextLook = now + Limit.look
        if let reason = ResourceUse(of: process.pid).flatMap({ watch.note($0, at: now) }) { condemn(reason) }
        let silence = Int64(order.limits.restartAfterSeconds) * 1_000_000_000
        if silence > 0, now - lastReport > silence {
            condemn("it said nothing for \(order.limits.restartAfterSeconds) s (limits.restart_after_s)")
        }
    }

    private func passDeadline() {
        switch phase {
        case .loading: condemn("it was not ready within \(Limit.loading / 1_000_000_000) s")
        case .ending: kill()
        case .running, .killed: deadline = .max
        }
    }

    /// The run is over: the process is to go by itself, now that it gets no more commands.
    private func end(_ outcome: RunOutcome) {
        if verdict == nil { verdict = outcome }
        phase = .ending
        (deadline, nextLook) = (ChildClock.nanoseconds + Limit.ending, .max)
        conversation.finish()
    }

    /// It was asked to end by whoever runs the gateway.
    private func beginToStop() {
        guard phase == .running else { return kill() }
        phase = .ending
        (deadline, nextLook) = (ChildClock.nanoseconds + Limit.ending, .max)
        conversation.send(.stop)
    }

    /// Ends the process, and says why.
    private func condemn(_ reason: String) {
        guard phase != .killed else { return }
        if verdict == nil { verdict = .lost("the driver's process was ended: \(reason)") }
        kill()
    }

    private func kill() {
        phase = .killed
        (deadline, nextLook) = (.max, .max)
        process.kill()
    }
}
