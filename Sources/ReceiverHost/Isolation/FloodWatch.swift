// SPDX-License-Identifier: Apache-2.0

/// Contains a gate for each kind of flood, and records which floods were reported. A value that reads no clock.
struct FloodWatch: Sendable {
    /// The times during which the pipes must not be read, in nanoseconds; 0: continue reading.
    struct Pause: Sendable {
        var reports: Int64 = 0
        var errors: Int64 = 0

        /// Returns the end of the shorter pause; `Int64.max` without a pause.
        func end(from now: Int64) -> Int64 {
            [reports, errors].filter { $0 > 0 }.min().map { now + $0 } ?? .max
        }
    }

    private var gates: [FloodSort: FloodGate] = [:]
    private var limits: [FloodSort: Int] = [:]
    private var told: Set<FloodSort> = []
    private var counted: [FloodSort: Int] = [:]
    /// The end of the last pause of the reports.
    private(set) var readableAt: Int64 = 0

    /// - Parameters:
    ///   - observations: Maximum number of observations per second; nil: unlimited.
    ///   - excess: The treatment of observations above that.
    init(observations: Int?, excess: FloodGate.Excess) {
        for sort in FloodSort.allCases {
            limits[sort] = sort.perSecond
            gates[sort] = FloodGate(perSecond: sort.perSecond)
        }
        limits[.observations] = observations ?? FloodSort.observations.perSecond
        gates[.observations] = FloodGate(perSecond: observations, excess: excess)
    }

    /// Processes received data.
    ///
    /// - Parameters:
    ///   - sort: The kind of data.
    ///   - amount: The amount, in the unit of its kind.
    ///   - size: Its length in bytes.
    ///   - now: Nanoseconds of a monotonic clock.
    /// - Returns: True if the data is accepted, and a sentence for people at the beginning of a flood.
    mutating func take(_ sort: FloodSort, _ amount: Int, size: Int, at now: Int64) -> (isTaken: Bool, news: String?) {
        let isTaken = gates[sort]?.take(observations: amount, size: size, at: now) ?? true
        guard !isTaken, told.insert(sort).inserted else { return (isTaken, nil) }
        let what = sort == .standardError ? "the gateway reads it only at the limit" : "the excess is dropped"
        return (false, "it \(sort.deed(limits[sort] ?? 0)): \(what)")
    }

    /// Returns the times during which the pipes must not be read.
    mutating func pause(at now: Int64) -> Pause {
        var pause = Pause()
        for sort in FloodSort.allCases {
            let wait = gates[sort]?.pause(at: now) ?? 0
            if sort == .standardError { pause.errors = wait } else { pause.reports = max(pause.reports, wait) }
        }
        if pause.reports > 0 { readableAt = max(readableAt, now + pause.reports) }
        return pause
    }

    /// Returns true if a flood of this kind was reported and has not ended.
    func isFlooding(_ sort: FloodSort) -> Bool { told.contains(sort) }

    /// Returns the floods that have ended.
    ///
    /// - Returns: A sentence for each, and whether it was the last one.
    mutating func takeEnds(at now: Int64) -> (sentences: [String], isCalm: Bool) {
        let over = FloodSort.allCases.filter { told.contains($0) && !(gates[$0]?.isFlooding(at: now) ?? false) }
        told.subtract(over)
        let sentences = over.map { sort in
            "\(gates[sort]?.dropped ?? 0) of the driver's \(sort.unit) have exceeded the limit per second so far"
        }
        return (sentences, !over.isEmpty && told.isEmpty)
    }

    /// Returns the reason for ending the process because it continued flooding; nil if it need not be ended.
    func verdict(at now: Int64) -> String? {
        for sort in FloodSort.allCases {
            guard let gate = gates[sort], gate.isTooMuch(at: now) else { continue }
            return "for \(FloodGate.patience / 1_000_000_000) s it \(sort.deed(limits[sort] ?? 0)); "
                + "\(gate.dropped) \(sort.unit) were over the limit"
        }
        return nil
    }

    /// Returns the amounts above the limits since the last call.
    mutating func takeExcess() -> [FloodSort: Int] {
        var news: [FloodSort: Int] = [:]
        for (sort, gate) in gates where gate.dropped > counted[sort, default: 0] {
            news[sort] = gate.dropped - counted[sort, default: 0]
            counted[sort] = gate.dropped
        }
        return news
    }
}
