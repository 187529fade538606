// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
public import GNSSTypes
internal import Logging
internal import MessageTexts
internal import Outbox

extension UplinkCoordinator {
    /// The time of the next exchange, or of the next unanswered message's expiry; nil if none is scheduled.
    func nextExchange(_ line: UplinkLine, at now: HostTime) -> Duration? {
        guard now.isSet else { return now.monotonic + .seconds(1) }
        let post = line.schedule.nextPost(line.demand(isPaused: isPaused, stored: tally.items, at: now))
        let read = line.isReading ? line.schedule.nextRead : nil
        let expiry = line.outgoing.nextExpiry(line.session.settings.answerLimit)
        return [post, read, expiry].compactMap { $0 }.min()
    }

    /// Performs the POST and GET requests that are due.
    func converse(at now: HostTime) async {
        guard now.isSet else {
            report(.clock, UplinkReport.UplinkError(.clockNotSet, .clockNotSet, cure: .setClock, at: now.utc))
            return
        }
        if errors.has(.clockNotSet, at: .clock) { clear(.clock) }
        line?.followClock(now)
        checkCertificate(at: now)
        if let change = line.map({ line in
            var line = line
            let change = line.outgoing.expire(after: line.session.settings.answerLimit, at: now.monotonic)
            self.line = line
            return change
        }) {
            unsaved += change
        }
        if let line, isDue(line.schedule.nextPost(demand(line, now)), now) { await post(at: now) }
        let later = context.now()
        if let line, line.isReading, isDue(line.schedule.nextRead, later) { await read(at: later) }
    }

    private func isDue(_ time: Duration?, _ now: HostTime) -> Bool { time.map { $0 <= now.monotonic } ?? false }

    private func demand(_ line: UplinkLine, _ now: HostTime) -> ExchangeSchedule.Demand {
        line.demand(isPaused: isPaused, stored: tally.items, at: now)
    }

    // MARK: POST

    /// The content of a POST: a command, messages, or both.
    private struct Parcel {
        var command: Request?
        var messages: [OutboxMessage] = []
        var contents: [[UInt8]] = []
        var count: Int { messages.count + (command == nil ? 0 : 1) }
    }

    private func post(at now: HostTime) async {
        guard let before = line else { return }
        let generation = generation
        let withData = before.schedule.isDataDue(demand(before, now), at: now.monotonic)
        var parcel = Parcel()
        if !(withData && before.isCommandLeftOut(at: now.monotonic)) { parcel.command = line?.nextCommand(at: now) }
        if withData { await fill(&parcel, at: now) }
        guard generation == self.generation, let endpoint = line?.endpoint else { return }
        if parcel.command == nil, !parcel.messages.isEmpty { line?.session.overtaken() }
        // Read the clock again: choosing takes time, and no message may be dated before its content.
        let now = withData ? context.now() : now
        line?.schedule.begin(.post, withData: withData, at: now.monotonic)
        guard parcel.count > 0, let body = body(of: parcel, for: endpoint, at: now) else { return }
        let headers = MeasureRequest.headers.map { (name: $0.0, value: Confidential($0.1)) }
        let reply = await context.link.send(
            ServiceRequest(.post, endpoint.measures, headers: headers, body: body, identity: endpoint.identity))
        guard generation == self.generation else { return }
        posted(parcel, reply, at: context.now())
    }

    /// Chooses the messages to send and creates the new ones.
    private func fill(_ parcel: inout Parcel, at now: HostTime) async {
        do throws(OutboxStoreError) {
            parcel.messages = try await messages(at: now)
            parcel.contents = try await context.store.contents(of: parcel.messages.map(\.key))
        } catch {
            parcel.messages = []
            storeFails(error)
        }
    }

    private func messages(at now: HostTime) async throws(OutboxStoreError) -> [OutboxMessage] {
        if let alone = line?.repetitions(at: now.monotonic) { return alone }
        guard let line else { return [] }
        let again = line.outgoing.due(at: now.monotonic)
        let limits = line.planner.limits
        let isFull = line.outgoing.count >= Outgoing.limit
        let oldest =
            isFull ? [] : try await context.store.oldest(limit: max(1, limits.entries) * max(2, limits.messages))
        let newest = try await context.store.newest(after: line.liveStart, limit: max(1, limits.entries))
        let plan = line.planner.plan(again: again, oldest: oldest, newest: newest)
        guard let drafts = self.line?.drafts(plan.new) else { return [] }
        let made = drafts.isEmpty ? [] : try await context.store.make(drafts)
        self.line?.noteMade(drafts, made)
        return plan.again + made
    }

    private func body(of parcel: Parcel, for endpoint: UplinkEndpoint, at now: HostTime) -> [UInt8]? {
        do throws(RequestError) {
            var requests: [Request] = []
            if var command = parcel.command {
                command.time = now.utc
                requests.append(command)
            }
            for (message, content) in zip(parcel.messages, parcel.contents) {
                guard let id = MessageID(message.key) else { continue }
                let payload = RequestPayload.content(.gpsInfo, content)
                requests.append(Request(id: id, sequence: message.sequence, time: now.utc, payload))
            }
            // A repeated message has a lower number than the command in the same request.
            requests.sort { $0.sequence < $1.sequence }
            var measures: [Measure] = []
            for request in requests { measures.append(try request.measure()) }
            return MeasureRequest(
                sensorAlternateID: endpoint.id, capabilityAlternateID: endpoint.capabilityAlternateID,
                measures: measures
            ).json
        } catch {
            context.logger.error("agrirouter: cannot encode a message: \(error)")
            if let command = parcel.command { line?.session.notSent(command.id) }
            line?.schedule.end(.post, .fault, at: now.monotonic, jitter: context.jitter())
            return nil
        }
    }

    private func posted(_ parcel: Parcel, _ reply: ServiceReply, at now: HostTime) {
        let outcome = reply.exchange.outcome
        ended(.post, reply, at: now)
        if let command = parcel.command, outcome != .accepted { line?.session.notSent(command.id) }
        let attempt = Delivery.Attempt(outcome, isAlone: parcel.count == 1)
        if let change = line?.outgoing.tried(parcel.messages.map(\.key), attempt, at: now.monotonic) {
            unsaved += change
            if change.ends.contains(where: { $0.end == .split }) { line?.lower(below: parcel.messages[0].items) }
        }
        line?.adapt(to: outcome, messages: parcel.messages.count, withCommand: parcel.command != nil)
        guard outcome == .accepted, let line, tally.items <= line.outgoing.items else { return }
        if line.outgoing.nextRepetition == nil { self.line?.restoreLimits() }
    }

    // MARK: GET

    private func read(at now: HostTime) async {
        guard let endpoint = line?.endpoint else { return }
        let generation = generation
        line?.schedule.begin(.get, at: now.monotonic)
        let headers = [(name: "Accept", value: Confidential("application/json"))]
        var reply = await context.link.send(
            ServiceRequest(.get, endpoint.commands, headers: headers, identity: endpoint.identity))
        guard generation == self.generation else { return }
        let end = context.now()
        guard reply.exchange.outcome == .accepted else { return ended(.get, reply, at: end) }
        do throws(ReceivedMessagesError) {
            let outbox = try ReceivedMessages(decoding: reply.body)
            ended(.get, reply, at: end)
            take(outbox, at: end)
        } catch {
            reply = ServiceReply(.notAgrirouter, failure: error.description)
            ended(.get, reply, at: end)
        }
    }

    private func take(_ outbox: ReceivedMessages, at now: HostTime) {
        for fault in outbox.faults { context.logger.warning("agrirouter: \(fault)") }
        for response in outbox.responses {
            let events = line?.session.receive(response, at: now, jitter: context.jitter()) ?? []
            for event in events { follow(event, at: now) }
        }
        if outbox.responses.contains(where: { $0.type == .push }) { line?.schedule.readOn(at: now.monotonic) }
        checkClock(at: now)
    }

    // MARK: the outcome of an exchange

    private func ended(_ kind: ExchangeSchedule.Kind, _ reply: ServiceReply, at now: HostTime) {
        let outcome = reply.exchange.outcome
        line?.schedule.end(kind, outcome, at: now.monotonic, jitter: context.jitter())
        line?.access.observe(outcome)
        if let error = UplinkReport.UplinkError(reply, at: now.utc) {
            if report(.exchange, error) {
                context.logger.warning("agrirouter: \(error.textWithCure)")
            }
        } else if clear(.exchange) {
            context.logger.notice("agrirouter: reachable again; \(tally.items) waiting")
        }
        // A session that tries again after a halt halts at its first refusal, but at no other failure.
        guard outcome == .refused, let line, line.access.isLost, line.halt == nil else { return }
        if let event = self.line?.session.accessLost(at: now) { follow(event, at: now) }
    }

    private func checkClock(at now: HostTime) {
        guard let ahead = line?.session.clock.ahead else {
            if errors.has(.clockOff, at: .clock) { clear(.clock) }
            if line?.session.clock.isConfirmed == true { end(.uplinkClock, .uplinkClockRight) }
            return
        }
        let seconds = ahead.components.seconds
        let error = UplinkReport.UplinkError(
            .clockOff, seconds < 0 ? .clockBehind : .clockAhead, ["seconds": .count(seconds.magnitude)],
            cure: .synchroniseClock, at: now.utc)
        if report(.clock, error) {
            raise(Alert(.uplinkClock, .warning, .uplinkClock, error))
        }
    }

    /// Raises an alert once when the certificate is about to expire.
    private func warn(_ rest: Duration) {
        guard line?.isWarned == false else { return }
        line?.isWarned = true
        let days = rest.components.seconds / 86_400
        raise(
            Alert(
                code: .uplinkCertificateEnds, severity: .warning, .uplinkCertificateEnds, ["days": .count(days)]))
    }

    private func checkCertificate(at now: HostTime) {
        guard let identity = line?.endpoint.identity else { return }
        let validity = CertificateValidity(notBefore: identity.notBefore, notAfter: identity.notAfter, at: now.utc)
        switch validity {
        case .expired:
            let error = UplinkReport.UplinkError(
                .certificateExpired, .certificateExpired, cure: .onboardAgain, at: now.utc)
            if report(.endpoint, error) {
                raise(Alert(.uplinkReonboard, .critical, .uplinkReonboard, error))
            }
        case .notYet:
            guard errors[.clock] == nil else { return }
            report(
                .clock, UplinkReport.UplinkError(.certificateNotYet, .certificateNotYet, cure: .setClock, at: now.utc))
        case .valid, .endsSoon:
            if errors.has(.certificateNotYet, at: .clock) { clear(.clock) }
            if errors.has(.certificateExpired, at: .endpoint) {
                clear(.endpoint)
                // A session that halted as well ends the alert when it is ready.
                if line?.halt == nil { end(.uplinkReonboard, .uplinkCertificateValid) }
            }
            if case .endsSoon(let rest) = validity {
                warn(rest)
            } else {
                end(.uplinkCertificateEnds, .uplinkCertificateLasts)
            }
        }
    }
}

extension HostTime {
    /// True if the wall clock is set (2020 or later): without a battery it starts in 1970.
    public var isSet: Bool { wallNanoseconds >= 1_577_836_800_000_000_000 }
}
