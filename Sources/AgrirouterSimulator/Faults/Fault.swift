// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

/// Something that goes wrong on command.
struct Fault: Hashable, Sendable {
    /// Before or after the request was processed.
    enum Moment: String, CaseIterable, Sendable {
        case before, after
    }

    /// Where an answer is held up.
    enum Place: String, CaseIterable, Sendable {
        case headers, body, trickle
    }

    /// What happens to a connection before HTTP.
    enum Connection: String, CaseIterable, Sendable {
        /// Accepted, then closed.
        case close
        /// Refused by a TLS alert.
        case alert
        /// Never answered.
        case stall
    }

    /// What happens to the answers in the outbox.
    enum Acknowledgement: String, CaseIterable, Sendable {
        case never, late, twice
        case foreignID = "foreign_id"
        case failure
        case noMessage = "no_message"
    }

    /// What goes wrong.
    enum Effect: Hashable, Sendable {
        case status(Int, headers: [[String]], body: String, Moment)
        case delay(Double, Place)
        case drop(Moment, isReset: Bool)
        /// So many bytes of the body, then the end.
        case cut(Int)
        case connection(Connection)
        case acknowledgement(Acknowledgement, code: String, seconds: Double)
        /// An answer of so many bytes.
        case load(Int)
    }

    /// How often.
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
    /// A part of the path.
    var path: String?
    var type: String?
    /// How many requests it could have struck, and how many it did.
    var seen = 0
    var struck = 0
    /// As it was given.
    var source: JSONValue

    /// Whether it is one of those that strike a request.
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

/// The faults that are armed.
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

    /// The first fault that strikes, of those that fit. All that fit count the chance.
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
