// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes
internal import Logging
internal import MessageTexts
internal import Outbox

extension UplinkCoordinator {
    /// Carries out an event of the session.
    func follow(_ event: SessionEvent, at now: HostTime) {
        switch event {
        case .ready:
            clear(.endpoint)
            end(.uplinkReonboard, .uplinkAccepted)
            clear(.message)
            context.logger.info("agrirouter: ready to send positions")
        case .endpoints(let endpoints): members.name(endpoints)
        case .received(let messages): members.take(messages, at: now.utc)
        case .answered(let id, let verdict): answered(id, verdict, at: now)
        case .complaint(let verdict): complain(.notDecoded, verdict, at: now)
        case .refused(let type, let verdict):
            complain(.commandRefused, verdict, ["command": .words("\(type)")], at: now)
        case .noted(let type, let verdict): context.logger.info("agrirouter: \(type): \(verdict)")
        case .halted(let halt): halted(halt, at: now)
        case .unreadable(let text): context.logger.warning("agrirouter: \(text)")
        }
    }

    private func answered(_ id: MessageID, _ verdict: Verdict, at now: HostTime) {
        var wait = Duration.zero
        line?.noteAnswer()
        switch verdict.reaction {
        case .accept, .acceptLate:
            line?.messageWait.succeeded()
            line?.isTypeRefused = false
            reporter.isRefusing = false
            clear(.message)
        case .acceptWithWarning:
            reporter.isRefusing = false
            complain(.acceptedWithWarning, verdict, at: now)
        case .retry, .retryOnce, .describe:
            wait = line?.messageWait.failed(jitter: context.jitter()) ?? .zero
            line?.schedule.holdData(for: wait, at: now.monotonic)
            complain(.sentAgain, verdict, at: now)
        case .stopType:
            wait = line?.messageWait.failed(jitter: context.jitter()) ?? .zero
            line?.schedule.holdData(for: wait, at: now.monotonic)
            line?.isTypeRefused = true
            complain(.notAccepted, verdict, at: now)
        case .split:
            if let entries = line?.outgoing.items(of: id.description) { line?.lower(below: entries) }
        case .announce, .stop, .reonboard: break
        case .drop: complain(.refusedForGood, verdict, at: now)
        }
        let answer = Delivery.Answer(verdict)
        if let change = line?.outgoing.answered(id.description, answer, wait: wait, at: now.monotonic) {
            unsaved += change
        }
    }

    private func complain(
        _ text: UplinkText, _ verdict: Verdict, _ parameters: [String: CodedText.Parameter] = [:], at now: HostTime
    ) {
        func sentence(_ error: CodedText.Parameter) -> CodedText {
            CodedText(text, parameters.merging(["error": error]) { $1 })
        }
        var error = UplinkReport.UplinkError(verdict, at: now.utc)
        error.message = error.message.map { sentence(.sentence($0)) }
        error.text = sentence(.words(error.text)).text
        if report(.message, error) { context.logger.warning("agrirouter: \(sentence(.words("\(verdict)")).text)") }
    }

    private func halted(_ halt: Halt, at now: HostTime) {
        let (word, text, cure): (String, UplinkText, UplinkText) =
            switch halt.kind {
            case .reonboard: ("reonboard", .noLongerAccepted, .onboardAgain)
            case .notAllowed: ("not_allowed", .blockedBecause, .checkPortal)
            }
        let code = halt.code ?? errors[.exchange]?.code ?? word
        let message = CodedText(text, ["detail": .words(halt.reason)])
        let error = UplinkReport.UplinkError(code, message, cure: cure, at: now.utc)
        guard report(.endpoint, error) else { return }
        context.logger.error("agrirouter: \(error.textWithCure)")
        raise(Alert(.uplinkReonboard, .critical, .uplinkReonboard, error))
    }

    /// Stores the results for messages and members, then marks stored members' messages for confirmation to agrirouter.
    func save(at now: HostTime) async {
        if let storeRetry, now.monotonic < storeRetry { return }
        if owesWipe {
            // If no store operation has failed, the store is already being emptied.
            if storeRetry != nil { await wipeAtLast(at: now) }
            return
        }
        let generation = generation
        do throws(OutboxStoreError) {
            try await saveMessages(generation, at: now)
            try await saveMembers(generation, at: now)
            try await saveAnnouncement(generation)
        } catch {
            storeFails(error)
        }
    }

    /// Tries again to delete what a disconnected endpoint left in the store.
    func wipeAtLast(at now: HostTime) async {
        do throws(OutboxStoreError) {
            try await wipe()
            storeRetry = nil
            context.logger.notice("agrirouter: deleted the waiting positions of the endpoint that was disconnected")
        } catch {
            storeRetry = now.monotonic + Self.storePatience
        }
    }

    private func saveMessages(_ generation: Int, at now: HostTime) async throws(OutboxStoreError) {
        guard !unsaved.isEmpty else { return }
        let change = unsaved
        if !change.attempts.isEmpty { try await context.store.keepAttempts(change.attempts) }
        if !change.ends.isEmpty {
            let tally = try await context.store.finish(change.ends, at: now.utc)
            if generation == self.generation || line != nil { self.tally = tally }
            if change.ends.contains(where: { $0.end == .refused }) { reporter.tellRefusal(tally, context) }
        }
        if generation == self.generation || line != nil { unsaved = Outgoing.Change() }
        storeWorks()
    }

    private func saveMembers(_ generation: Int, at now: HostTime) async throws(OutboxStoreError) {
        guard let (moved, messages) = members.unsaved(at: now.utc) else { return }
        let limit = now.utc.nanosecondsSince1970 &- MemberDirectory.memory.nanoseconds
        try await context.store.keep(moved, removingBefore: UTCTime(nanosecondsSince1970: limit))
        guard generation == self.generation else { return }
        members.saved(moved, messages)
        line?.session.confirm(messages)
    }

    private func saveAnnouncement(_ generation: Int) async throws(OutboxStoreError) {
        guard let line else { return }
        let text = line.session.maySend ? UplinkLine.announcement(line.endpoint, settings) : line.endpoint.id
        guard text != announced else { return }
        try await context.store.setAnnounced(text)
        if generation == self.generation { announced = text }
    }
}
