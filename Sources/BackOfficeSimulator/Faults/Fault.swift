// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

/// A fault that a test requests.
struct Fault: Hashable, Sendable {
    /// The effect of a fault.
    enum Effect: Hashable, Sendable {
        /// The connection closes after this many bytes of the answer's body; at 0 without an answer.
        case drop(Int)
        /// The answer is delayed by seconds.
        case delay(Double)
        /// This answer is given in place of the right one.
        case answer(Int, headers: [[String]], body: [UInt8])
        /// The answer leads to this address, or to the other host if it is nil.
        case redirect(Int, String?)
        /// The answer's body never ends.
        case endless
        /// No answer is sent, and the connection stays open.
        case silent
        /// The connection closes after this many bytes of the request's body.
        case cut(Int)
    }

    var number = 0
    var effect: Effect
    /// The call to which it applies; nil for all.
    var call: OfficeCall?
    /// True if the request is processed first, so that only its answer is lost.
    var isAfter: Bool
    /// The number of matching requests that pass before the fault applies.
    var skip: Int
    /// The number of requests to which the fault applies; nil until it is deleted.
    var next: Int?
    /// The number of requests that matched, and of those to which the fault was applied.
    var seen = 0
    var struck = 0
    /// The JSON from which the fault was read.
    var source: JSONValue

    /// The number of bytes of the request's body after which the connection closes; nil for another fault.
    var requestLimit: Int? { if case .cut(let bytes) = effect { bytes } else { nil } }

    /// True if the request reaches the back office.
    var isProcessed: Bool { if case .delay = effect { true } else { isAfter } }

    /// True if it applied as often as it may.
    var isSpent: Bool { next.map { struck >= $0 } ?? false }

    var json: JSONValue {
        ["id": JSONValue(number), "fault": source, "seen": JSONValue(seen), "struck": JSONValue(struck)]
    }

    /// The answer that the client gets in place of the right one.
    ///
    /// - Parameters:
    ///   - right: The right answer if the request was processed; otherwise an empty one.
    ///   - elsewhere: The address of the other host.
    func changed(_ right: OfficeAnswer, elsewhere: String) -> OfficeAnswer {
        var answer = right
        switch effect {
        case .drop(let bytes): answer.ending = .cut(bytes)
        case .delay(let seconds): answer.delay = seconds
        case .answer(let status, let headers, let body):
            answer = OfficeAnswer(status, headers.map { ($0[0], $0[1]) }, body: body)
        case .redirect(let status, let location):
            answer = OfficeAnswer(status, html: "Redirecting")
            answer.headers.append(("Location", location ?? elsewhere + "login"))
        case .endless:
            answer = OfficeAnswer(
                200, [("Content-Type", "application/json")], body: Array(#"{"status":"ok","error_msg":null,"#.utf8))
            answer.ending = .endless
        case .silent: answer.ending = .never
        case .cut: answer.ending = .cut(0)
        }
        return answer
    }
}

/// The faults in force.
struct FaultList: Sendable {
    private(set) var faults: [Fault] = []
    private var nextNumber = 1

    mutating func add(_ fault: Fault) -> Fault {
        var fault = fault
        fault.number = nextNumber
        nextNumber += 1
        faults.append(fault)
        return fault
    }

    mutating func remove(_ number: Int? = nil) {
        faults.removeAll { number == nil || $0.number == number }
    }

    /// Returns the first fault that applies to a call. All that match count it.
    mutating func strike(_ call: OfficeCall) -> Fault? {
        var first: Fault?
        for index in faults.indices where faults[index].call == nil || faults[index].call == call {
            faults[index].seen += 1
            let isDue = faults[index].seen > faults[index].skip && !faults[index].isSpent
            guard first == nil, isDue else { continue }
            faults[index].struck += 1
            first = faults[index]
        }
        return first
    }
}
