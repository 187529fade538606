// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import MessageTexts
internal import ServiceLifecycle
package import SetupModel
internal import Synchronization
internal import SystemSupport
internal import UBX

/// Sets up the daemon's u-blox receivers for people who follow it step by step.
///
/// No resource is held while a plan waits for an answer: the receiver runs as before. Once a person agrees, the
/// settings are read again, and the changes are made only if they are still those that the person saw.
package final class ProvisionCoordinator: ReceiverProvisions, Service {
    /// The number of ended set-ups and unanswered plans to keep.
    private static let keptCount = 8
    /// The time for which they are kept.
    private static let keptTime = Duration.seconds(600)
    /// The number of receivers that may be set up at the same time.
    private static let limit = 4
    /// The time to wait until a driver has released its port.
    private static let patience = Duration.seconds(5)

    /// One part of a set-up.
    private struct Job: Sendable {
        let id: UInt64
        let target: ProvisionTarget
        let options: ProvisionOptions
        /// The plan to which a person agreed; nil to make a plan.
        let agreed: ProvisionPlan?
        /// Ends the part.
        let stop: SystemPipe
    }

    private struct Entry {
        var session: ProvisionSession
        let options: ProvisionOptions
        var plan: ProvisionPlan?
        /// The part in progress.
        var job: Job?
        /// True if a person ended the part in progress.
        var isEnding = false
        /// The time since which it waits for an answer or is over.
        var idle: ContinuousClock.Instant?
    }

    private struct State {
        var entries: [Entry] = []
        var lastID: UInt64 = 0

        /// Forgets set-ups that are kept no longer.
        mutating func clear() {
            entries.removeAll { $0.idle.map { .now - $0 > ProvisionCoordinator.keptTime } ?? false }
            while entries.count(where: { $0.idle != nil }) > ProvisionCoordinator.keptCount,
                let oldest = entries.firstIndex(where: { $0.idle != nil })
            {
                entries.remove(at: oldest)
            }
        }
    }

    private let control: any GatewayControl & ReceiverPauses
    /// Protects the set-ups, which requests and their threads change.
    private let state = Mutex(State())
    private let jobs = AsyncStream.makeStream(of: Job.self)

    package init(_ control: any GatewayControl & ReceiverPauses) { self.control = control }

    /// Does the work until the daemon stops, which ends set-ups in progress.
    package func run() async {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                for await job in self.jobs.stream { group.addTask { await self.work(job) } }
            }
        }
    }

    // MARK: Requests

    /// - Throws: `ControlError`, as `ReceiverProvisions` says.
    package func startProvisioning(
        _ receiver: String, _ request: ProvisionRequest
    ) async throws(ControlError) -> ProvisionSession {
        var options = try request.options()
        let receivers = await control.receivers()
        guard receivers.contains(where: { $0.id == receiver }) else {
            throw .unknownReceiver(receiver, known: receivers.map(\.id))
        }
        // Without a list of devices, the device in the configuration counts.
        let devices = (try? await control.devices()) ?? []
        guard let target = ProvisionTarget(receiver, receivers, devices), target.holder == receiver else {
            let text = CodedText(ProvisionText.noSerialLine, ["receiver": .words(receiver)])
            throw ControlError(.conflict, text.text, code: .noSerialLine, message: text)
        }
        try Self.check(options, options.baud, target)
        if target.keepsRate { options.mayRaiseRate = false }
        let (wishes, memory) = (options, options.memory == .flash ? "flash" : "ram")
        return try begin { state in
            // A plan without an answer is replaced.
            state.entries.removeAll { $0.session.receiver == receiver && $0.session.state == .planned }
            state.lastID += 1
            let session = ProvisionSession(id: state.lastID, receiver: receiver, memory: memory)
            state.entries.append(Entry(session: session, options: wishes))
            return (state.entries.count - 1, target)
        }
    }

    package func provisionings() async -> [ProvisionSession] {
        state.withLock { state in
            state.clear()
            return state.entries.reversed().map(\.session)
        }
    }

    /// - Throws: `ControlError`, as `ReceiverProvisions` says.
    package func provisioning(_ id: UInt64) async throws(ControlError) -> ProvisionSession { try find(id).session }

    /// - Throws: `ControlError`, as `ReceiverProvisions` says.
    package func answerProvisioning(
        _ id: UInt64, _ answer: ProvisionAnswer
    ) async throws(ControlError) -> ProvisionSession {
        guard answer.agrees else { return try await endProvisioning(id) }
        let entry = try find(id)
        let receiver = entry.session.receiver
        let receivers = await control.receivers()
        let devices = (try? await control.devices()) ?? []
        guard let target = ProvisionTarget(receiver, receivers, devices), target.holder == receiver else {
            throw .unknownReceiver(receiver, known: receivers.map(\.id))
        }
        // The configuration may have been changed since the plan was made.
        try Self.check(entry.options, entry.plan?.newBaud, target)
        return try begin { state throws(ControlError) in
            guard let index = state.entries.firstIndex(where: { $0.session.id == id }) else { throw Self.unknown(id) }
            guard state.entries[index].session.state == .planned else {
                throw ControlError(.conflict, "set-up \(id) does not wait for an answer", code: .busy)
            }
            state.entries[index].session.state = ReportCode(.changing)
            return (index, target)
        }
    }

    /// - Throws: `ControlError`, as `ReceiverProvisions` says.
    package func endProvisioning(_ id: UInt64) async throws(ControlError) -> ProvisionSession {
        _ = try find(id)
        let job = state.withLock { state -> Job? in
            guard let index = state.entries.firstIndex(where: { $0.session.id == id }) else { return nil }
            if state.entries[index].session.state == .planned { state.entries[index].session.end(.cancelled) }
            state.entries[index].isEnding = true
            return state.entries[index].job
        }
        job?.stop.mark()
        // For 3 s at most, until the receiver runs again.
        for _ in 0..<60 where state.withLock({ $0.entries.contains { $0.session.id == id && $0.job != nil } }) {
            do { try await Task.sleep(for: .milliseconds(50)) } catch { break }
        }
        return try find(id).session
    }

    /// Starts a part of a set-up.
    ///
    /// - Parameter prepare: Returns the index of the set-up and its device.
    /// - Throws: `ControlError` if the receiver is being set up already, or too many are.
    private func begin(
        _ prepare: (inout State) throws(ControlError) -> (Int, ProvisionTarget)
    ) throws(ControlError) -> ProvisionSession {
        let stop: SystemPipe
        do throws(SystemError) { stop = try SystemPipe() } catch {
            throw ControlError(.unavailable, "no descriptor is left: \(error)")
        }
        let (job, session) = try state.withLock { state throws(ControlError) -> (Job, ProvisionSession) in
            state.clear()
            let before = state
            let (index, target) = try prepare(&state)
            let entry = state.entries[index]
            let running = state.entries.filter { $0.job != nil }
            if running.count >= Self.limit || running.contains(where: { $0.job?.target.device == target.device }) {
                state = before
                throw ControlError(
                    .conflict, "this receiver or \(Self.limit) others are being set up; wait until that is finished",
                    code: .busy)
            }
            let job = Job(id: entry.session.id, target: target, options: entry.options, agreed: entry.plan, stop: stop)
            (state.entries[index].job, state.entries[index].idle) = (job, nil)
            state.entries[index].session.error = nil
            state.entries[index].session.errorText = nil
            return (job, state.entries[index].session)
        }
        jobs.continuation.yield(job)
        return session
    }

    private static func check(
        _ options: ProvisionOptions, _ baud: Int?, _ target: ProvisionTarget
    ) throws(ControlError) {
        if options.silencesNMEA, let need = target.needForNMEA {
            throw .badValues([ValueError(key: "nmea", text: need.text, message: need)])
        }
        guard let refusal = target.refusal(ofRate: baud) else { return }
        throw .badValues([ValueError(key: "baud", text: refusal.text, message: refusal)])
    }

    private static func unknown(_ id: UInt64) -> ControlError {
        ControlError(.notFound, "unknown set-up \(id); ended ones are kept for 10 minutes")
    }

    private func find(_ id: UInt64) throws(ControlError) -> Entry {
        let found = state.withLock { state in
            state.clear()
            return state.entries.first { $0.session.id == id }
        }
        guard let found else { throw Self.unknown(id) }
        return found
    }

    private func change(_ id: UInt64, _ body: (inout Entry) -> Void) {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.session.id == id }) else { return }
            body(&state.entries[index])
        }
    }

    // MARK: Work

    /// The result of a part.
    private enum Outcome: Sendable {
        /// The plan, for a person's answer; it differs from the agreed one if `hasChanged`.
        case plan(ProvisionPlan, hasChanged: Bool)
        case made(ProvisionPlan, [ProvisionStep])
    }

    /// Pauses the receiver, does a part, and starts the receiver again even if the part failed.
    private func work(_ job: Job) async {
        var pause: ReceiverPause?
        if let holder = job.target.holder { pause = await control.pause(holder) }
        let result = await withTaskCancellationHandler {
            await WorkerThread.value { self.converse(job) }
        } onCancel: {
            job.stop.mark()
        }
        if !Task.isCancelled, let pause { await control.resume(pause) }
        change(job.id) { entry in
            entry.job = nil
            entry.idle = .now
            switch result {
            case .success(.plan) where entry.isEnding: entry.session.end(.cancelled)
            case .success(.plan(let plan, let hasChanged)):
                entry.plan = plan
                entry.session.show(plan)
                if plan.isNothingToDo { return entry.session.end(.done) }
                entry.session.end(.planned, hasChanged ? CodedText(ProvisionText.planChanged) : nil)
            case .success(.made(let plan, let steps)):
                entry.session.show(steps, of: plan)
                let failed = steps.count(where: \.isFailure)
                guard failed > 0 else { return entry.session.end(.done) }
                let numbers = [
                    "failed": CodedText.Parameter.number(Double(failed)), "count": .number(Double(steps.count)),
                ]
                entry.session.end(.failed, CodedText(ProvisionText.incomplete, numbers))
            case .failure(let error):
                entry.session.end(entry.isEnding ? .cancelled : .failed, entry.isEnding ? nil : error.text)
            case nil: entry.session.end(.failed, CodedText(ProvisionText.interrupted))
            }
        }
    }

    /// Talks to the receiver, on a thread.
    private func converse(_ job: Job) -> Result<Outcome, ProvisionError> {
        do throws(ProvisionError) {
            let patience = job.target.holder == nil ? Duration.zero : Self.patience
            let conversation = try ProvisionConversation(
                job.target.device, patience: patience, stop: job.stop.reading)
            let plan = try conversation.survey(job.options)
            guard let agreed = job.agreed else { return .success(.plan(plan, hasChanged: false)) }
            guard plan == agreed else { return .success(.plan(plan, hasChanged: true)) }
            let steps = try conversation.make(plan) { steps in
                change(job.id) { $0.session.show(steps, of: plan) }
            }
            return .success(.made(plan, steps))
        } catch {
            return .failure(error)
        }
    }
}
