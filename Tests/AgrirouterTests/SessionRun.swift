// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

@testable import Agrirouter

extension RequestPayload {
    var selection: FeedSelection? {
        switch self {
        case .feedHeaders(let selection), .feedMessages(let selection), .feedDeletion(let selection): selection
        default: nil
        }
    }
}

/// A session with a service that answers at once, by a clock that the test turns.
final class Run {
    var session: UplinkSession
    var now = HostTime(monotonicNanoseconds: -5_000_000_000, wallNanoseconds: 1_795_000_000_000_000_000)
    var numbers = SequenceNumbers()
    var random = Sequence64(state: 2)
    var sent: [Request] = []
    var events: [SessionEvent] = []
    var received: [FeedMessage] = []
    var feed: [FeedMessage] = []
    /// Whether messages are confirmed as soon as they are received.
    var confirms = true
    /// Whether the service forgets to take confirmed messages from the feed.
    var keepsConfirmed = false
    /// Codes that requests of a type are refused with, one after the other.
    var refusals: [TechnicalMessageType: [String]] = [:]
    /// How far the service's clock is ahead.
    var skew = Duration.zero

    init() {
        session = UplinkSession(
            SessionSettings(
                capabilities: Capabilities(
                    [Capabilities.Item(.gpsInfo, .sendReceive)], applicationID: "a", versionID: "v")))
    }

    func pass(_ duration: Duration) {
        now.monotonicNanoseconds += duration.nanoseconds
        now.wallNanoseconds += duration.nanoseconds
    }

    func next() -> Request? {
        let request = session.nextCommand(at: now, numbers: &numbers, ids: &random)
        if let request { sent.append(request) }
        return request
    }

    func receive(_ response: Response) {
        let new = session.receive(response, at: now, jitter: 0.5)
        for case .received(let messages) in new {
            received += messages
            if confirms { session.confirm(messages.map(\.header.messageID)) }
        }
        events += new
    }

    func answerPending() {
        guard let request = sent.last else { return }
        var response = answer(to: request)
        response.requestID = request.id
        response.time = now.utc.adding(skew)
        receive(response)
    }

    /// Sends and answers what is due; the types of what was sent.
    @discardableResult
    func settle(limit: Int = 1000) -> [String] {
        var types: [String] = []
        while types.count < limit, let request = next() {
            types.append(request.payload.type.rawValue)
            answerPending()
        }
        return types
    }

    private func answer(to request: Request) -> Response {
        if let code = refusals[request.payload.type]?.first {
            refusals[request.payload.type]?.removeFirst()
            return Response(code: 400, type: .ackWithFailure, body: .results([ResultMessage(code: code)]))
        }
        switch request.payload {
        case .listEndpoints:
            return Response(code: 200, type: .endpoints, body: .endpoints([Endpoint(id: "a", name: "A")]))
        case .feedMessages:
            guard !feed.isEmpty else { return Response(code: 204, type: .feedMessages) }
            let page = PageNumber(number: 1, total: (feed.count + 24) / 25, messages: feed.count)
            return Response(
                code: 200, type: .feedMessages, body: .feed(FeedPage(Array(feed.prefix(25)), page: page)))
        case .feedConfirmation(let ids):
            if !keepsConfirmed { feed.removeAll { ids.contains($0.header.messageID) } }
            let results = ids.map { _ in ResultMessage(code: "VAL_000206") }
            return Response(code: 200, type: .ackWithMessages, body: .results(results))
        default: return Response(code: 201, type: .ack)
        }
    }
}
