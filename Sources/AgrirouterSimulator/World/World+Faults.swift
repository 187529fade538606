// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

extension World {
    /// Applies an active fault to a request.
    ///
    /// - Returns: The answer if the request is not processed; nil otherwise. A fault that applies later is kept for
    ///   `finishFault`.
    mutating func applyFault(_ request: HTTPRequest, types: [String]) -> HTTPAnswer? {
        pending = nil
        let fault = faults.strike(&random) { fault in
            fault.strikesRequests && (fault.listener ?? request.listener) == request.listener
                && (fault.method ?? request.method) == request.method
                && (fault.path.map { request.path.contains($0) } ?? true)
                && (fault.type.map { types.contains($0) } ?? true)
        }
        guard let fault else { return nil }
        entry.fault = fault.source.description
        switch fault.effect {
        case .status(let status, let headers, let body, .before):
            return Self.answer(status, headers, body)
        case .drop(.before, let isReset): return .abort(isReset ? .reset : .close)
        default:
            pending = fault.effect
            return nil
        }
    }

    /// Applies the pending fault after the request was processed.
    mutating func finishFault(_ answer: HTTPAnswer) -> HTTPAnswer {
        defer { pending = nil }
        var answer = answer
        switch pending {
        case .status(let status, let headers, let body, _)?: return Self.answer(status, headers, body)
        case .drop(_, let isReset)?: answer.delivery.abort = isReset ? .reset : .close
        case .cut(let bytes)?: answer.delivery.cut = max(0, bytes)
        case .delay(let seconds, .headers)?: answer.delivery.delay = seconds
        case .delay(let seconds, .body)?: answer.delivery.bodyDelay = seconds
        case .delay(let seconds, .trickle)?: answer.delivery.trickle = seconds
        case .load(let bytes)?: answer.body = [UInt8](repeating: 0x20, count: bytes) + answer.body
        case .connection?, .acknowledgement?, nil: break
        }
        return answer
    }

    /// The fault of a new connection before HTTP; nil for none.
    mutating func connectionFault(_ listener: ListenerKind) -> Fault.Connection? {
        guard listener != .admin else { return nil }
        let fault = faults.strike(&random) { fault in
            if case .connection = fault.effect { (fault.listener ?? listener) == listener } else { false }
        }
        guard case .connection(let connection)? = fault?.effect else { return nil }
        now = clock.now
        entry = JournalEntry(number: 0, time: now, listener: listener.rawValue, method: "CONNECT", path: "")
        entry.fault = fault?.source.description
        journal.append(entry)
        return connection
    }

    /// The answers to put into the outbox in place of `answer`, each with its delay in seconds; nil for the usual
    /// delay.
    mutating func applyAckFault(_ answer: ResponseMessage, type: String) -> [(ResponseMessage, Double?)] {
        let fault = faults.strike(&random) { fault in
            if case .acknowledgement = fault.effect { (fault.type ?? type) == type } else { false }
        }
        guard case .acknowledgement(let mode, let code, let seconds)? = fault?.effect else { return [(answer, nil)] }
        entry.fault = fault?.source.description
        var other = answer
        switch mode {
        case .never: return []
        case .late: return [(answer, seconds)]
        case .twice: return [(answer, nil), (answer, nil)]
        case .foreignID:
            other.answers = random.uuid()
            return [(other, nil)]
        case .failure:
            (other.code, other.kind) = (400, .ackWithFailure)
            other.payload = (Outcome.messagesName, ResponseWriter.messages([result(code)]))
            return [(other, nil)]
        case .noMessage:
            (other.code, other.kind) = (400, .ackWithFailure)
            other.payload = (Outcome.messagesName, [])
            return [(other, nil)]
        }
    }

    private static func answer(_ status: Int, _ headers: [[String]], _ body: String) -> HTTPAnswer {
        HTTPAnswer(status, headers.map { ($0[0], $0[1]) }, body: Array(body.utf8))
    }
}
