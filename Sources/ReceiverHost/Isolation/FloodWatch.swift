// SPDX-License-Identifier: Apache-2.0

/// Keeps a gate for each sort of flood, and knows which floods were told. A value, which reads no clock.
struct FloodWatch: Sendable {
    /// How long nothing is to be read of each pipe, in nanoseconds; 0: read on.
    struct Pause: Sendable {
        var reports: Int64 = 0
        var errors: Int64 = 0

        /// When the first of them is over; `Int64.max` without a pause.
        func end(from now: Int64) -> Int64 {
            [reports, errors].filter { $0 > 0 }.min().map { now + $0 } ?? .max
        }
    }

    private var gates: [FloodSort: FloodGate] = [:]
    private var limits: [FloodSort: Int] = [:]
    private var told: Set<FloodSort> = []
    private var counted: [FloodSort: Int] = [:]
    /// When the reports may be read again, after the last pause.
    private(set) var readableAt: Int64 = 0

    /// - Parameters:
    ///   - observations: how many a second are taken; nil: any number.
    ///   - excess: what happens to observations over that.
    init(observations: Int?, excess: FloodGate.Excess) {
        for sort in FloodSort.allCases {
            limits[sort] = sort.perSecond
            gates[sort] = FloodGate(perSecond: sort.perSecond)
        }
        limits[.observations] = observations ?? FloodSort.observations.perSecond
        gates[.observations] = FloodGate(perSecond: observations, excess: excess)
    }

    /// Something has come.
    ///
    /// - Parameters:
    ///   - amount: how much of its sort, in the sort's unit.
    ///   - size: its length in bytes.
    /// - Returns: whether it is taken, and a sentence for people where that is the beginning of a flood.
    mutating func take(_ sort: FloodSort, _ amount: Int, size: Int, at now: Int64) -> (isTaken: Bool, news: String?) {
        let isTaken = gates[sort]?.take(observations: amount, size: size, at: now) ?? true
        guard !isTaken, told.insert(sort).inserted else { return (isTaken, nil) }
        let what = sort == .standardError ? "it is read at the limit" : "the excess is dropped"
        return (false, "it \(sort.deed(limits[sort] ?? 0)): \(what)")
    }

    /// How long nothing is to be read.
    mutating func pause(at now: Int64) -> Pause {
        var pause = Pause()
        for sort in FloodSort.allCases {
            let wait = gates[sort]?.pause(at: now) ?? 0
            if sort == .standardError { pause.errors = wait } else { pause.reports = max(pause.reports, wait) }
        }
        if pause.reports > 0 { readableAt = max(readableAt, now + pause.reports) }
        return pause
    }

    /// Whether more of it than is allowed came a short while ago.
    func isFlooding(_ sort: FloodSort) -> Bool { told.contains(sort) }

    /// The floods that are over now, in words.
    ///
    /// - Returns: a sentence for each, and whether that was the last of them.
    mutating func takeEnds(at now: Int64) -> (sentences: [String], isCalm: Bool) {
        let over = FloodSort.allCases.filter { told.contains($0) && !(gates[$0]?.isFlooding(at: now) ?? false) }
        told.subtract(over)
        let sentences = over.map { sort in
            "\(gates[sort]?.dropped ?? 0) of the driver's \(sort.unit) have exceeded the limit per second so far"
        }
        return (sentences, !over.isEmpty && told.isEmpty)
    }

    /// Why the process is to be ended, as it went on flooding; nil: it is not.
    func verdict(at now: Int64) -> String? {
        for sort in FloodSort.allCases {
            guard let gate = gates[sort], gate.isTooMuch(at: now) else { continue }
            return "for \(FloodGate.patience / 1_000_000_000) s it \(sort.deed(limits[sort] ?? 0)); "
                + "\(gate.dropped) \(sort.unit) were over the limit"
        }
        return nil
    }

    /// What came over the limits since this was asked last.
    mutating func takeExcess() -> [FloodSort: Int] {
        var news: [FloodSort: Int] = [:]
        for (sort, gate) in gates where gate.dropped > counted[sort, default: 0] {
            news[sort] = gate.dropped - counted[sort, default: 0]
            counted[sort] = gate.dropped
        }
        return news
    }
}
