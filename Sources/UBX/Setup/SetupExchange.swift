// SPDX-License-Identifier: Apache-2.0

/// One request and its answer: sent, waited for, sent again.
///
/// UBX numbers no answers: one request is outstanding at a time, and an acknowledgement counts for the message it names.
struct SetupExchange: Sendable {
    let request: SetupRequest
    private let timing: SetupTiming
    private var triesLeft: Int
    private var payload: [UInt8]?
    /// When to look after it.
    private(set) var deadline: Int64
    /// What became of it; nil while it is waited for.
    private(set) var answer: SetupAnswer?
    /// What is to be sent now.
    private(set) var outgoing: [UInt8]?

    init(_ request: SetupRequest, _ timing: SetupTiming, at now: Int64) {
        (self.request, self.timing) = (request, timing)
        triesLeft = max(1, request.tries) - 1
        deadline = now &+ timing.answer
        outgoing = request.frame
    }

    /// What is to be sent now, once.
    mutating func takeOutgoing() -> [UInt8]? {
        defer { outgoing = nil }
        return outgoing
    }

    /// Takes a message of the receiver.
    mutating func take(_ id: MessageID, _ bytes: Span<UInt8>, at now: Int64) {
        guard answer == nil else { return }
        if let acknowledgement = Acknowledgement(id, bytes), acknowledgement.message == request.id {
            take(acknowledgement)
        } else if id == request.id, request.expects != .acknowledgement, payload == nil {
            let copy = bytes.withUnsafeBufferPointer { Array($0) }
            if request.expects == .answer {
                answer = .answered(copy)
            } else {
                payload = copy
                deadline = now &+ timing.acknowledgement
            }
        }
    }

    private mutating func take(_ acknowledgement: Acknowledgement) {
        guard acknowledgement.isAccepted else {
            answer = .refused
            return
        }
        switch request.expects {
        case .acknowledgement: answer = .acknowledged
        case .answer: break
        case .answerAndAcknowledgement: if let payload { answer = .answered(payload) }
        }
    }

    /// Time passes.
    mutating func elapse(to now: Int64) {
        guard answer == nil, now >= deadline else { return }
        if let payload {
            answer = .answered(payload)
        } else if triesLeft > 0 {
            triesLeft -= 1
            deadline = now &+ timing.answer
            outgoing = request.frame
        } else {
            answer = .silent
        }
    }
}
