// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Simulation

/// What became of a receiver of a bench.
struct BenchVerdict {
    var name: String
    /// Epochs that it sent, and of these those while its line was well.
    var sent = 0
    var sentWell = 0
    /// Epochs that were heard, and of these those that were sent while its line was well.
    var heard = 0
    var heardWell = 0
    /// Epochs that it did not say, or not so.
    var wrong = 0
    /// The longest time without an epoch after a fault was over, in seconds, and whether it was ever too long.
    var recovery = 0.0
    var isSlow = false

    /// The share of epochs that must come while all is well: the first after a fault may be cut.
    private static let share = 0.98

    var isPassed: Bool { wrong == 0 && !isSlow && heard > 0 && Double(heardWell) >= Self.share * Double(sentWell) }

    var line: String {
        "\(isPassed ? "PASS" : "FAIL") \(name): \(heard) of \(sent) epochs, \(heardWell) of \(sentWell) while the "
            + "line was intact, \(wrong) wrong, recovered within \((recovery * 10).rounded() / 10) s"
    }
}

/// What a receiver of a bench said and what was heard of it, and what is to be thought of both. Epochs are told apart by
/// the time that the receiver states; before it knows the time nothing that it says can be told from what it did not.
struct BenchRecord {
    /// How long the consequences of a fault may last.
    struct Patience {
        /// Seconds after a fault in which epochs may be missing.
        var after = 2.0
        /// Seconds after a fault in which it must be heard again.
        var recovery = 5.0
        /// Seconds more, for each second that the line was gone: whoever opens it waits ever longer between tries.
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
    /// By its time in milliseconds what it said, and when in seconds of the scenario.
    private var said: [Int64: (place: GeodeticPosition?, elapsed: Double)] = [:]
    private var heard: Set<Int64> = []
    private var wrong = 0
    private var elapsed = 0.0
    /// What was said before is not asked for: nobody listened yet. In seconds of the scenario.
    private var asked = 0.0

    init(_ name: String, _ faults: [StreamFault], patience: Patience = Patience()) {
        (self.name, self.faults, self.patience) = (name, faults, patience)
    }

    /// It said where it is, and when.
    mutating func say(_ time: UTCTime?, _ place: GeodeticPosition?, at elapsed: Double) {
        self.elapsed = elapsed
        guard let time, !time.isLeapSecond else { return }
        said[Self.key(time)] = (place, elapsed)
    }

    /// An epoch was heard of it.
    ///
    /// - Returns: whether it is one that it said, and new.
    mutating func hear(_ time: UTCTime, _ place: GeodeticPosition?) -> Bool {
        guard !time.isLeapSecond else { return false }
        guard let known = said[Self.key(time)] else {
            // A position at a time that it never stated.
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

    /// Begins to ask for epochs with the first that was heard.
    mutating func askFromFirstHeard() { asked = heard.compactMap { said[$0]?.elapsed }.min() ?? 0 }

    /// What became of it.
    var verdict: BenchVerdict {
        var verdict = BenchVerdict(name: name, sent: said.count, heard: heard.count, wrong: wrong)
        verdict.sentWell = said.values.count { isAsked($0.elapsed) }
        let times = heard.compactMap { said[$0]?.elapsed }.sorted()
        verdict.heardWell = times.count { isAsked($0) }
        for fault in faults {
            let limit = patience.recovery(after: fault)
            guard let duration = fault.duration, fault.at + duration + limit < elapsed else { continue }
            let end = fault.at + duration
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

    private func isFaulty(_ elapsed: Double) -> Bool {
        faults.contains { Self.spoils($0) && elapsed >= $0.at && elapsed < $0.at + ($0.duration ?? .infinity) }
    }

    /// Whether a fault loses or turns bytes.
    private static func spoils(_ fault: StreamFault) -> Bool { fault.kind != .split && fault.kind != .duplicate }

    private static func key(_ time: UTCTime) -> Int64 { (time.nanosecondsSince1970 &+ 500_000) / 1_000_000 }

    /// Within what five decimals of a minute leave open, everywhere but right at a pole.
    private static func isNear(_ a: GeodeticPosition, _ b: GeodeticPosition) -> Bool {
        let turn = (a.longitude.degrees - b.longitude.degrees).remainder(dividingBy: 360)
        return abs(a.latitude.degrees - b.latitude.degrees) < 2e-6 && abs(turn) < 2e-6
    }
}
