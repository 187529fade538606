// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension UplinkSession {
    /// Processes a message from agrirouter.
    ///
    /// - Parameters:
    ///   - response: The message.
    ///   - now: When the message was read.
    ///   - jitter: A random number in 0..<1 for the delay if agrirouter reports an internal error.
    public mutating func receive(_ response: Response, at now: HostTime, jitter: Double) -> [SessionEvent] {
        let isOurs = pending != nil && response.requestID == pending?.request.id
        if let time = response.time { clock.observe(time, sent: isOurs ? pending?.sent?.utc : nil, read: now.utc) }
        if case .push(let messages) = response.body { return received(messages, at: now) }
        guard isOurs, let request = pending?.request else { return foreign(response, at: now) }
        let asked = pending?.sent?.monotonic ?? now.monotonic
        pending = nil
        let verdict = Verdict(response, to: request.payload.type)
        guard verdict.reaction.isAccepted else {
            return refused(request, verdict, asked: asked, at: now, jitter: jitter)
        }
        backoff.succeeded()
        triedAgain = nil
        var events = accepted(request.payload, response, asked: asked, at: now)
        if case .unreadable(let why) = response.body {
            events.append(.unreadable("the answer to \(request.payload.type): \(why)"))
        }
        if verdict.reaction > .accept { events.append(.noted(request.payload.type, verdict)) }
        return events
    }

    private mutating func foreign(_ response: Response, at now: HostTime) -> [SessionEvent] {
        // The feed page is still used after its query was given up, so that other members' data is not lost.
        if case .feed(let page) = response.body { return received(page.messages, at: now) }
        guard [.ack, .ackWithMessages, .ackWithFailure].contains(response.type) else {
            if case .unreadable(let why) = response.body { return [.unreadable("an unsolicited message: \(why)")] }
            return []
        }
        let verdict = Verdict(response)
        guard let id = response.requestID else {
            return verdict.reaction.isAccepted ? [] : [.complaint(verdict)]
        }
        return [.answered(id, verdict)] + consequences(of: verdict, at: now)
    }

    /// Applies a refusal of the owner's message to the session.
    private mutating func consequences(of verdict: Verdict, at now: HostTime) -> [SessionEvent] {
        guard isAnnounced else { return [] }
        switch verdict.reaction {
        case .announce:
            (phase, isAnnounced, pending) = (.announcing, false, nil)
            return []
        case .stop: return [halt(Halt(.notAllowed, verdict), at: now)]
        case .reonboard: return [halt(Halt(.reonboard, verdict), at: now)]
        default: return []
        }
    }

    private mutating func refused(
        _ request: Request, _ verdict: Verdict, asked: Duration, at now: HostTime, jitter: Double
    ) -> [SessionEvent] {
        let isSecond = triedAgain == request.payload.type
        switch verdict.reaction {
        case .retry,
            .retryOnce where !isSecond:
            // Send the same command later. Agrirouter has rejected the first one, so it may be sent as a new message.
            if verdict.reaction == .retryOnce { triedAgain = request.payload.type }
            due.command = now.monotonic + backoff.failed(jitter: jitter)
            return []
        case .announce where phase != .announcing:
            (phase, isAnnounced) = (.announcing, false)
            due.command = now.monotonic + backoff.failed(jitter: jitter)
            return []
        case .stop: return [halt(Halt(.notAllowed, verdict), at: now)]
        case .reonboard: return [halt(Halt(.reonboard, verdict), at: now)]
        default:
            // Nothing works without capabilities, but the session can continue without the other commands.
            guard phase != .announcing else { return [halt(Halt(.notAllowed, verdict), at: now)] }
            return [.refused(request.payload.type, verdict)]
                + advance(past: request.payload, asked: asked, at: now)
        }
    }

    private mutating func accepted(
        _ payload: RequestPayload, _ response: Response, asked: Duration, at now: HostTime
    ) -> [SessionEvent] {
        switch (payload, response.body) {
        case (.feedMessages, .feed(let page)):
            let events = received(page.messages, at: now)
            feed.begin(page: page.messages.map(\.header.messageID))
            // Pages without new messages would otherwise be requested forever.
            feedStep = .confirm(askAgain: page.page.total > 1 && !events.isEmpty)
            return events
        case (.listEndpoints, .endpoints(let endpoints)):
            known = Set(endpoints.map(\.id))
            return [.endpoints(endpoints)] + advance(past: payload, asked: asked, at: now)
        default: return advance(past: payload, asked: asked, at: now)
        }
    }

    /// Continues with the next step after a command, whether it succeeded or failed.
    private mutating func advance(
        past payload: RequestPayload, asked: Duration, at now: HostTime
    ) -> [SessionEvent] {
        triedAgain = nil
        switch payload {
        case .capabilities: phase = .subscribing
        case .subscription:
            defer { isAnnounced = true }
            phase = .ready
            due.announcement = now.monotonic + settings.announceInterval
            return isAnnounced ? [] : [.ready]
        case .listEndpoints:
            // The interval runs from request to request, regardless of the time to the answer.
            due.lastList = asked
            due.list = asked + settings.listInterval
        case .feedMessages: feedStep = .confirm(askAgain: false)
        case .feedConfirmation(let ids): feed.confirmed(ids)
        case .feedDeletion:
            feedStep = .rest
            due.sweep = now.monotonic + settings.sweepInterval
        default: break
        }
        return []
    }

    private mutating func received(_ messages: [FeedMessage], at now: HostTime) -> [SessionEvent] {
        let new = messages.filter { feed.take($0.header.messageID) }
        if let last = due.lastList, new.contains(where: { !known.contains($0.header.sender) }) {
            due.list = min(due.list ?? now.monotonic, last + settings.shortestListInterval)
        }
        return new.isEmpty ? [] : [.received(new)]
    }
}
