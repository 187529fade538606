// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DriverKit
internal import GNSSTypes
internal import MessageTexts
internal import PluginHosting
internal import Records

/// The communication with the process of one driver from its start to its end. Belongs to one thread.
final class ChildSession {
    private enum Phase: Equatable {
        /// The process must describe the plugin, then report whether it created a driver.
        case loading
        case running
        /// The process must end, because it was asked to stop or its driver has ended.
        case ending
        /// The process was killed.
        case killed
    }

    /// Times in nanoseconds.
    private enum Limit {
        static let loading: Int64 = 15_000_000_000
        static let ending: Int64 = 2_000_000_000
        static let look: Int64 = 2_000_000_000
        /// The time for a process to end after it has closed the pipe for its reports.
        static let closing: Int64 = 1_000_000_000
        /// The limit in bytes. A driver waits for each answer, so at most the corrections and one answer wait for the
        /// pipe.
        static let unreadAnswers = CorrectionQueue.limit + 4096
        /// The limits in bytes and time for reading from a process that has ended, because processes that it left
        /// behind may continue writing.
        static let remainder = 4 << 20
        static let remainderTime: Int64 = 500_000_000
    }

    private let order: ChildRunner.Order
    private let port: ReceiverPort
    private let stop: StopSignal
    private let outbox: CorrectionQueue
    private let process: ChildProcess
    private let conversation: ChildConversation
    private var floods: FloodWatch
    private var watch: ResourceWatch
    private var phase = Phase.loading
    private var verdict: RunOutcome?
    private var isMade = false
    private var lastState: DriverStateReport?
    /// Number of corrections that the driver received and has not dropped.
    private var handedOver = 0
    /// The deadline of the current phase.
    private var deadline: Int64
    private var lastReport: Int64
    private var nextLook: Int64

    init(
        _ order: ChildRunner.Order, _ port: ReceiverPort, _ stop: StopSignal, _ outbox: CorrectionQueue,
        _ process: ChildProcess
    ) {
        (self.order, self.port, self.stop, self.process) = (order, port, stop, process)
        self.outbox = outbox
        conversation = ChildConversation(process, wakeUp: stop.descriptor, outgoing: outbox.descriptor)
        let isFlowControlled = order.plugin.description.isFlowControlled
        let usual = isFlowControlled ? nil : ChildLimits.usualObservationsPerSecond
        floods = FloodWatch(
            observations: order.limits.observationsPerSecond ?? usual, excess: isFlowControlled ? .waits : .isDropped)
        watch = ResourceWatch(
            memoryMiB: order.limits.memoryMiB, cpuPercent: isFlowControlled ? 0 : order.limits.cpuPercent)
        let now = ChildClock.nanoseconds
        (deadline, lastReport, nextLook) = (now + Limit.loading, now, now + Limit.look)
    }

    /// Runs until the process has ended; it still has to be reaped.
    func run() {
        var hasEnded = false
        while !hasEnded {
            takeReports()
            let now = ChildClock.nanoseconds
            judge(at: now)
            // The output of a driver that must end is read without pauses: otherwise it would block in `publish` and
            // not notice the request.
            let pause = isHeld ? floods.pause(at: now) : FloodWatch.Pause()
            let next = min(deadline, nextLook, closingDeadline, pause.end(from: now))
            let heard = conversation.heard
            conversation.isSending = phase == .running && conversation.backlog == 0
            hasEnded = conversation.wait(atMost: max(0, next - now), pause, say)
            noteErrors(conversation.heard - heard)
            while phase == .running, conversation.backlog == 0, let bytes = outbox.take() {
                conversation.send(.write(bytes))
                handedOver += 1
            }
            if stop.isSignalled, conversation.isWakeable {
                conversation.isWakeable = false
                beginToStop()
            }
        }
        // Processes left behind in its group would keep the pipes open.
        process.kill()
        let (most, latest) = (conversation.received + Limit.remainder, ChildClock.nanoseconds + Limit.remainderTime)
        while conversation.drain(say), conversation.received < most, ChildClock.nanoseconds < latest { takeReports() }
        takeReports()
        port.noteExcess(floods.takeExcess())
    }

    /// The time at which a process is ended that has closed the pipe, in nanoseconds. Nothing that it does afterwards
    /// can arrive, even if it still writes to standard error.
    private var closingDeadline: Int64 { isHeld ? conversation.reportsClosed.map { $0 + Limit.closing } ?? .max : .max }

    /// True if the output is read no faster than the limits allow.
    private var isHeld: Bool { phase == .loading || phase == .running }

    /// Returns the outcome of the run.
    func outcome(_ end: ChildEnd) -> RunOutcome {
        if stop.isSignalled { return .stopped }
        if let verdict { return verdict }
        let hint = end.memoryHint(limitMiB: order.limits.memoryMiB)
        let more = [hint, conversation.words.last.map { "its last output: \($0)" }].compactMap(\.self)
        return .lost((["the driver's process \(end)"] + more).joined(separator: "; "))
    }

    private func say(_ line: String) { port.log(.warning, "the driver's process: \(line)") }

    /// Counts bytes on standard error. Bytes instead of lines, because a flood need not contain line endings.
    private func noteErrors(_ bytes: Int) {
        guard bytes > 0 else { return }
        // Output on standard error also shows that the process is not hung.
        lastReport = ChildClock.nanoseconds
        _ = pass(.standardError, bytes, bytes)
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
            // The plugin has described itself to this gateway before, so its file may only be missing for a moment,
            // for example while a package is being updated.
            end(.lost("\(order.plugin.path): \(words)"))
        case .created where phase == .loading && isMade:
            phase = .running
            (deadline, nextLook) = (.max, lastReport + Limit.look)
            conversation.send(.run)
        case .createFailed(let words) where phase == .loading && isMade: end(.failed(words))
        case .batch(let count, let records): take(records, Int(count))
        case .log(let level, let words):
            if pass(.lines, 1, words.utf8.count) { port.log(level, words) }
        case .state(let state): take(state)
        case .gaveUp(let count): takeGivenUp(Int(count))
        case .ended(let outcome) where phase == .running: end(order.plugin.description.outcome(outcome))
        case .ended where phase == .ending: conversation.finish()
        case .described, .refused, .created, .createFailed, .ended, .finding:
            throw .malformed(kind: 0, "an answer that was not requested")
        }
    }

    private func take(_ description: PluginDescription) {
        guard description == order.plugin.description else {
            return end(.failed("\(order.plugin.path) has been replaced: restart the gateway"))
        }
        isMade = true
        conversation.send(.create(configuration: order.configuration))
    }

    private func take(_ records: [UInt8], _ count: Int) {
        var answer = PublishAnswer.accepted
        // Count no more records than the batch can contain: a driver that overstates the number is wrong, but does
        // not flood the gateway.
        let stated = min(count, records.count / RecordLimits.header + 1)
        if pass(stated == 0 ? .uselessBatches : .observations, stated, records.count),
            phase == .running || phase == .ending
        {
            let (reply, observations) = records.withUnsafeBytes { port.take($0, recordCount: count) }
            answer = reply
            if stated > 0, observations == 0 { _ = pass(.uselessBatches, 1, 0) }
        }
        guard order.plugin.description.isFlowControlled else { return }
        guard conversation.backlog <= Limit.unreadAnswers else {
            return condemn("it keeps publishing without reading the gateway's answers")
        }
        conversation.send(.answer(answer))
    }

    private func take(_ state: DriverStateReport) {
        guard pass(.lines, 1, state.reason.utf8.count) else { return }
        lastState = state
        // During a flood, the gateway determines the state.
        if !floods.isFlooding(.lines) { port.report(state) }
    }

    /// Processes a report of dropped corrections. A driver cannot have dropped more than it received.
    private func takeGivenUp(_ count: Int) {
        guard pass(.givenUp, 1, 0) else { return }
        let counted = min(count, handedOver)
        handedOver -= counted
        if counted > 0 { port.noteGivenUp(counted) }
    }

    /// Returns true if received data is within the limits. Reports the beginning of a flood.
    private func pass(_ sort: FloodSort, _ amount: Int, _ size: Int) -> Bool {
        let (isTaken, news) = floods.take(sort, amount, size: size, at: lastReport)
        if let news { port.tell(DriverStateReport(.degraded, .detail(news))) }
        return isTaken
    }

    /// Checks the deadlines and, periodically, the resources used by the process.
    private func judge(at now: Int64) {
        noteEnds(at: now)
        if now >= deadline { passDeadline() }
        if now >= closingDeadline { condemn("it closed the pipe to the gateway") }
        if isHeld, let reason = floods.verdict(at: now) { condemn(reason) }
        guard phase == .running else { return nextLook = .max }
        guard now >= nextLook else { return }
        nextLook = now + Limit.look
        port.noteExcess(floods.takeExcess())
        if let reason = ResourceUse(ofTree: process.pid).flatMap({ watch.note($0, at: now) }) { condemn(reason) }
        let silence = Int64(order.limits.restartAfterSeconds) * 1_000_000_000
        // Time during which the process was not read does not count as silence.
        if silence > 0, now - max(lastReport, floods.readableAt) > silence {
            condemn("it gave no sign of life for \(order.limits.restartAfterSeconds) s (limits.restart_after_s)")
        }
    }

    /// Reports the end of each flood; after the last one, the driver's own state applies again.
    private func noteEnds(at now: Int64) {
        let (sentences, isCalm) = floods.takeEnds(at: now)
        for sentence in sentences { port.log(.warning, sentence) }
        if isCalm {
            port.tell(lastState ?? DriverStateReport(.running, .withinLimits))
        }
    }

    private func passDeadline() {
        switch phase {
        case .loading: condemn("it was not ready within \(Limit.loading / 1_000_000_000) s")
        case .ending: kill()
        case .running, .killed: deadline = .max
        }
    }

    /// Ends the run: the process must end by itself, because it receives no further commands.
    private func end(_ outcome: RunOutcome) {
        if verdict == nil { verdict = outcome }
        phase = .ending
        (deadline, nextLook) = (ChildClock.nanoseconds + Limit.ending, .max)
        conversation.finish()
    }

    /// Begins to end the run at the operator's request.
    private func beginToStop() {
        guard phase == .running else { return kill() }
        phase = .ending
        (deadline, nextLook) = (ChildClock.nanoseconds + Limit.ending, .max)
        conversation.send(.stop)
    }

    /// Kills the process, and reports the reason.
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
