// SPDX-License-Identifier: Apache-2.0

/// One request and its answer, with repetitions.
///
/// UBX answers have no sequence number: only one request is outstanding at a time, and an acknowledgement applies to
/// the message that it names. Answers that repeat what was asked must name the same.
struct SetupExchange: Sendable {
    let request: SetupRequest
    private let timing: SetupTiming
    private var triesLeft: Int
    /// The number of times that the request was sent.
    private(set) var transmissions = 1
    private var payload: [UInt8]?
    /// The time of the next timeout.
    private(set) var deadline: Int64
    /// The answer; nil while it is awaited.
    private(set) var answer: SetupAnswer?
    /// The frame to send now.
    private(set) var outgoing: [UInt8]?

    init(_ request: SetupRequest, _ timing: SetupTiming, at now: Int64) {
        (self.request, self.timing) = (request, timing)
        triesLeft = max(1, request.tries) - 1
        deadline = now &+ timing.answer
        outgoing = request.frame
    }

    /// Returns the frame to send now, only once.
    mutating func takeOutgoing() -> [UInt8]? {
        defer { outgoing = nil }
        return outgoing
    }

    /// Processes a message of the receiver.
    mutating func take(_ id: MessageID, _ bytes: Span<UInt8>, at now: Int64) {
        guard answer == nil else { return }
        if let acknowledgement = Acknowledgement(id, bytes), acknowledgement.message == request.id {
            take(acknowledgement)
        } else if id == request.id, request.expects != .acknowledgement, payload == nil, request.isAnswered(by: bytes) {
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

    /// The number of answers that may still come after the end.
    var openAnswers: Int { answer == .silent ? transmissions : transmissions - 1 }

    /// Handles the passage of time.
    mutating func elapse(to now: Int64) {
        guard answer == nil, now >= deadline else { return }
        if let payload {
            answer = .answered(payload)
        } else if triesLeft > 0 {
            triesLeft -= 1
            transmissions += 1
            deadline = now &+ timing.answer
            outgoing = request.frame
        } else {
            answer = .silent
        }
    }
}
