// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

/// A fault that a test requests.
struct Fault: Hashable, Sendable {
    /// Before or after the request is processed.
    enum Moment: String, CaseIterable, Sendable {
        case before, after
    }

    /// The part of an answer that is delayed.
    enum Place: String, CaseIterable, Sendable {
        case headers, body, trickle
    }

    /// A fault of a connection before HTTP.
    enum Connection: String, CaseIterable, Sendable {
        /// The connection is accepted, then closed.
        case close
        /// The handshake is refused with a TLS alert.
        case alert
        /// The handshake is never answered.
        case stall
    }

    /// A fault of the answers in the outbox.
    enum Acknowledgement: String, CaseIterable, Sendable {
        case never, late, twice
        case foreignID = "foreign_id"
        case failure
        case noMessage = "no_message"
    }

    /// The effect of a fault.
    enum Effect: Hashable, Sendable {
        case status(Int, headers: [[String]], body: String, Moment)
        case delay(Double, Place)
        case drop(Moment, isReset: Bool)
        /// The answer's body ends after this many bytes and the connection closes.
        case cut(Int)
        case connection(Connection)
        case acknowledgement(Acknowledgement, code: String, seconds: Double)
        /// The answer's body begins with this many blanks.
        case load(Int)
    }

    /// The frequency with which the fault applies.
    enum Occasion: Hashable, Sendable {
        case next(Int)
        case every(Int)
        case always
        case probability(Double)
    }

    var number = 0
    var effect: Effect
    var occasion: Occasion
    var listener: ListenerKind?
    var method: String?
    /// The fault only applies to paths that contain this text.
    var path: String?
    var type: String?
    /// The number of requests that matched, and of those to which the fault was applied.
    var seen = 0
    var struck = 0
    /// The JSON from which the fault was read.
    var source: JSONValue

    /// True if the fault applies to HTTP requests, not to connections or answers in the outbox.
    var strikesRequests: Bool {
        switch effect {
        case .status, .delay, .drop, .cut, .load: true
        case .connection, .acknowledgement: false
        }
    }

    var isSpent: Bool {
        if case .next(let count) = occasion { struck >= count } else { false }
    }

    var json: JSONValue {
        ["id": JSONValue(number), "fault": source, "seen": JSONValue(seen), "struck": JSONValue(struck)]
    }
}

/// The active faults.
struct ArmedFaults: Sendable {
    private(set) var faults: [Fault] = []
    private var nextNumber = 1

    mutating func arm(_ fault: Fault) -> Fault {
        var fault = fault
        fault.number = nextNumber
        nextNumber += 1
        faults.append(fault)
        return fault
    }

    mutating func clear(_ number: Int? = nil) {
        faults.removeAll { number == nil || $0.number == number }
    }

    /// Applies the first matching fault that is due and returns it. All matching faults count the request.
    mutating func strike(
        _ random: inout SeededRandom, where fits: (Fault) -> Bool
    ) -> Fault? {
        var struck: Fault?
        for index in faults.indices where fits(faults[index]) && !faults[index].isSpent {
            faults[index].seen += 1
            guard struck == nil, isDue(faults[index], &random) else { continue }
            faults[index].struck += 1
            struck = faults[index]
        }
        return struck
    }

    private func isDue(_ fault: Fault, _ random: inout SeededRandom) -> Bool {
        switch fault.occasion {
        case .next, .always: true
        case .every(let count): fault.seen % max(1, count) == 0
        case .probability(let chance): Double.random(in: 0..<1, using: &random) < chance
        }
    }
}
