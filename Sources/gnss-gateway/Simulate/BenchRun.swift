// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import Simulation

/// Several simulated receivers at once on lines with faults, and what becomes of what they say.
///
/// A receiver passes where nothing was made of its bytes that it did not say, no epoch was missing while its line was
/// well, and it was heard again soon after each fault.
struct BenchRun {
    /// What became of a receiver.
    struct Verdict {
        var name: String
        /// Epochs that it sent, and of these those while its line was well.
        var sent = 0
        var sentWell = 0
        /// Epochs that were decoded, and of these those that were sent while its line was well.
        var decoded = 0
        var decodedWell = 0
        /// Epochs that it did not say, or not so.
        var wrong = 0
        /// The longest time without an epoch after a fault was over, in seconds.
        var recovery = 0.0

        /// How long it may take to be heard again, in seconds, and the share of epochs that must come while all is well:
        /// the first after a fault may be cut.
        static let soon = 5.0
        static let share = 0.98

        var isPassed: Bool {
            wrong == 0 && recovery <= Self.soon && Double(decodedWell) >= Self.share * Double(sentWell)
        }

        var line: String {
            "\(isPassed ? "PASS" : "FAIL") \(name): \(decoded) of \(sent) epochs, \(decodedWell) of \(sentWell) while the "
                + "line was well, \(wrong) wrong, heard again after \((recovery * 10).rounded() / 10) s at most"
        }
    }

    private var receivers: [Receiver]

    init(_ plans: [(name: String, plan: ScenarioPlan, pages: (any NavigationPageSource)?)]) {
        receivers = plans.map { Receiver($0.name, $0.plan, $0.pages) }
    }

    /// Plays all to their ends, epoch by epoch in turn.
    mutating func play() -> [Verdict] {
        var isPlaying = true
        while isPlaying {
            isPlaying = false
            for index in receivers.indices where receivers[index].step() { isPlaying = true }
        }
        return receivers.indices.map { receivers[$0].finish() }
    }

    private struct Receiver {
        private var verdict: Verdict
        private let faults: [StreamFault]
        private var simulation: ScenarioSimulation
        private var output: ReceiverOutput
        private var line: FaultyLine
        private var decoder = StreamDecoder()
        /// By its time, what it said, and when in seconds of the scenario.
        private var said: [Int64: (place: GeodeticPosition?, elapsed: Double)] = [:]
        private var heard: Set<Int64> = []
        private var elapsed = 0.0

        init(_ name: String, _ plan: ScenarioPlan, _ pages: (any NavigationPageSource)?) {
            verdict = Verdict(name: name)
            faults = plan.faults
            simulation = ScenarioSimulation(plan.scenario)
            output = plan.output(simulation, pages: pages)
            line = FaultyLine(plan.faults, seed: plan.scenario.seed)
        }

        mutating func step() -> Bool {
            guard let epoch = simulation.next() else { return false }
            elapsed = epoch.elapsed
            let bytes = output.bytes(epoch)
            // Before the receiver knows the time nothing it says can be told from what it did not.
            if let time = epoch.statedUTC, !time.isLeapSecond {
                said[time.nanosecondsSince1970] = (epoch.statedPosition, elapsed)
                verdict.sent += 1
                if isWell(elapsed) { verdict.sentWell += 1 }
            }
            let arrival = HostTime(
                monotonicNanoseconds: Int64(elapsed * 1e9),
                wallNanoseconds: epoch.truth.vehicle.time?.nanosecondsSince1970 ?? 0)
            var decoded: [DecodedEpoch] = []
            for piece in line.send(bytes, at: elapsed).pieces {
                decoder.consume(piece.span, arrivedAt: arrival) { decoded.append($0) }
            }
            decoder.idle(at: arrival) { decoded.append($0) }
            decoded.forEach { take($0) }
            return true
        }

        mutating func finish() -> Verdict {
            var decoded: [DecodedEpoch] = []
            decoder.finish { decoded.append($0) }
            decoded.forEach { take($0) }
            let times = heard.compactMap { said[$0]?.elapsed }.sorted()
            for fault in faults {
                guard let duration = fault.duration, fault.at + duration + Verdict.soon < elapsed else { continue }
                let end = fault.at + duration
                let next = times.first { $0 >= end && isWell($0) }
                verdict.recovery = max(verdict.recovery, (next ?? elapsed) - end)
            }
            return verdict
        }

        /// Whether no fault is on that loses or turns bytes, nor was a moment ago.
        private func isWell(_ elapsed: Double) -> Bool {
            !faults.contains { fault in
                guard fault.kind != .split, fault.kind != .duplicate else { return false }
                return elapsed >= fault.at - 1 && elapsed < fault.at + (fault.duration ?? .infinity) + 2
            }
        }

        private mutating func take(_ epoch: DecodedEpoch) {
            guard let fix = epoch.fix, let time = fix.time, !time.isLeapSecond else { return }
            guard let known = said[time.nanosecondsSince1970] else {
                // A position at a time that it never stated.
                if fix.position != nil { verdict.wrong += 1 }
                return
            }
            if let place = fix.position {
                guard let stated = known.place, Self.isNear(place, stated) else {
                    verdict.wrong += 1
                    return
                }
            }
            guard heard.insert(time.nanosecondsSince1970).inserted else { return }
            verdict.decoded += 1
            if isWell(known.elapsed) { verdict.decodedWell += 1 }
        }

        /// Within what five decimals of a minute leave open, everywhere but right at a pole.
        private static func isNear(_ a: GeodeticPosition, _ b: GeodeticPosition) -> Bool {
            let turn = (a.longitude.degrees - b.longitude.degrees).remainder(dividingBy: 360)
            return abs(a.latitude.degrees - b.latitude.degrees) < 2e-6 && abs(turn) < 2e-6
        }
    }
}
