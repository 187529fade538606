// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Simulation

/// The result for one receiver of a bench.
struct BenchVerdict {
    var name: String
    /// The epochs sent, and those sent while the line was intact.
    var sent = 0
    var sentWell = 0
    /// The epochs received, and those sent while the line was intact.
    var heard = 0
    var heardWell = 0
    /// The epochs received that were not sent, or differ from those sent.
    var wrong = 0
    /// The longest time without an epoch after a fault ended, in seconds, and true in `isSlow` if it exceeded its limit
    /// once.
    var recovery = 0.0
    var isSlow = false

    /// The required share of epochs while the line is intact; the first epoch after a fault may be truncated.
    private static let share = 0.98

    var isPassed: Bool { wrong == 0 && !isSlow && heard > 0 && Double(heardWell) >= Self.share * Double(sentWell) }

    var line: String {
        "\(isPassed ? "PASS" : "FAIL") \(name): \(heard) of \(sent) epochs, \(heardWell) of \(sentWell) while the "
            + "line was intact, \(wrong) wrong, recovered within \((recovery * 10).rounded() / 10) s"
    }
}

/// Records the epochs that a receiver of a bench sent and those that were received, and evaluates both. Epochs are
/// identified by the receiver's time; before the receiver knows the time, its epochs cannot be evaluated.
struct BenchRecord {
    /// The longest time that the effects of a fault may last.
    struct Patience {
        /// Seconds after a fault during which epochs may be missing.
        var after = 2.0
        /// Seconds after a fault within which the receiver must be received again.
        var recovery = 5.0
        /// Additional seconds for each second without a connection, because the client's retry pauses grow.
        var perSecondUnplugged = 0.0

        static let longestPause = 60.0

        func recovery(after fault: StreamFault) -> Double {
            guard fault.kind == .unplug, let duration = fault.duration else { return recovery }
            return recovery + min(Self.longestPause, perSecondUnplugged * duration)
        }

        func consequences(of fault: StreamFault) -> Double {
            fault.kind == .unplug && perSecondUnplugged > 0 ? recovery(after: fault) : after
        }
    }

    private let name: String
    private let faults: [StreamFault]
    private let patience: Patience
    /// The epochs sent, by time in milliseconds: the position, and the time of sending in seconds of the scenario.
    private var said: [Int64: (place: GeodeticPosition?, elapsed: Double)] = [:]
    private var heard: Set<Int64> = []
    private var wrong = 0
    private var elapsed = 0.0
    /// The start of the evaluation in seconds of the scenario; before that, no client was connected.
    private var asked = 0.0

    init(_ name: String, _ faults: [StreamFault], patience: Patience = Patience()) {
        (self.name, self.faults, self.patience) = (name, faults, patience)
    }

    /// Records an epoch that the receiver sent.
    mutating func say(_ time: UTCTime?, _ place: GeodeticPosition?, at elapsed: Double) {
        self.elapsed = elapsed
        guard let time, !time.isLeapSecond else { return }
        said[Self.key(time)] = (place, elapsed)
    }

    /// Records an epoch that was received.
    ///
    /// - Returns: True if the receiver sent it and it was not received before.
    mutating func hear(_ time: UTCTime, _ place: GeodeticPosition?) -> Bool {
        guard !time.isLeapSecond else { return false }
        guard let known = said[Self.key(time)] else {
            // The receiver never sent a position with this time.
            if place != nil { wrong += 1 }
            return false
        }
        if let place {
            guard let stated = known.place, Self.isNear(place, stated) else {
                wrong += 1
                return false
            }
        }
        return heard.insert(Self.key(time)).inserted
    }

    /// Starts the evaluation with the first epoch received.
    mutating func askFromFirstHeard() { asked = heard.compactMap { said[$0]?.elapsed }.min() ?? 0 }

    /// Evaluates the record.
    var verdict: BenchVerdict {
        var verdict = BenchVerdict(name: name, sent: said.count, heard: heard.count, wrong: wrong)
        verdict.sentWell = said.values.count { isAsked($0.elapsed) }
        let times = heard.compactMap { said[$0]?.elapsed }.sorted()
        verdict.heardWell = times.count { isAsked($0) }
        for fault in faults {
            let limit = patience.recovery(after: fault)
            let end = end(of: fault)
            // The faults that follow it without a gap are judged with the last of them.
            guard end + limit < elapsed, end == fault.at + (fault.duration ?? .infinity) else { continue }
            let time = (times.first { $0 >= end && !isFaulty($0) } ?? elapsed) - end
            verdict.recovery = max(verdict.recovery, time)
            if time > limit { verdict.isSlow = true }
        }
        return verdict
    }

    private func isAsked(_ elapsed: Double) -> Bool {
        elapsed >= asked
            && !faults.contains { fault in
                guard Self.spoils(fault) else { return false }
                let end = fault.at + (fault.duration ?? .infinity) + patience.consequences(of: fault)
                return elapsed >= fault.at - 1 && elapsed < end
            }
    }

    /// The time at which a fault ends, or the last of those that begin before or where it ends.
    private func end(of fault: StreamFault) -> Double {
        var end = fault.at + (fault.duration ?? .infinity)
        while let next = faults.first(where: { other in
            Self.spoils(other) && other.at <= end && other.at + (other.duration ?? .infinity) > end
        }) { end = next.at + (next.duration ?? .infinity) }
        return end
    }

    private func isFaulty(_ elapsed: Double) -> Bool {
        faults.contains { Self.spoils($0) && elapsed >= $0.at && elapsed < $0.at + ($0.duration ?? .infinity) }
    }

    /// True if a fault loses or changes bytes.
    private static func spoils(_ fault: StreamFault) -> Bool { fault.kind != .split && fault.kind != .duplicate }

    private static func key(_ time: UTCTime) -> Int64 { (time.nanosecondsSince1970 &+ 500_000) / 1_000_000 }

    /// True within the resolution of five decimals of a minute, except directly at a pole.
    private static func isNear(_ a: GeodeticPosition, _ b: GeodeticPosition) -> Bool {
        let turn = (a.longitude.degrees - b.longitude.degrees).remainder(dividingBy: 360)
        return abs(a.latitude.degrees - b.latitude.degrees) < 2e-6 && abs(turn) < 2e-6
    }
}
