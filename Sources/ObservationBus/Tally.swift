// SPDX-License-Identifier: Apache-2.0

/// A number of observations and their estimated bytes.
struct Tally: Hashable {
    var observations = 0
    var bytes = 0

    var isZero: Bool { observations == 0 }

    static func + (a: Tally, b: Tally) -> Tally {
        Tally(observations: a.observations + b.observations, bytes: a.bytes + b.bytes)
    }

    static func += (a: inout Tally, b: Tally) { a = a + b }

    static func -= (a: inout Tally, b: Tally) {
        a = Tally(observations: a.observations - b.observations, bytes: a.bytes - b.bytes)
    }

    func fits(_ bound: QueueBound) -> Bool {
        observations <= bound.observations && bytes <= bound.bytes
    }

    func fitsHalf(of bound: QueueBound) -> Bool {
        observations <= bound.observations / 2 && bytes <= bound.bytes / 2
    }

    func exceedsQuarter(of bound: QueueBound) -> Bool {
        observations > bound.observations / 4 || bytes > bound.bytes / 4
    }

    func exceedsThreeQuarters(of bound: QueueBound) -> Bool {
        observations > bound.observations / 4 * 3 || bytes > bound.bytes / 4 * 3
    }
}
