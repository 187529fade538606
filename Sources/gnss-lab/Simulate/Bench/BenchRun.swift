// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import ReceiverStream
internal import Simulation

/// A scenario in a bench.
struct BenchScenario {
    var name: String
    var plan: ScenarioPlan
    /// The source of Galileo pages.
    var pages: (any NavigationPageSource)?
}

/// Runs several simulated receivers on lines with faults and decodes their data with the drivers' decoder.
///
/// A receiver passes if no decoded epoch differs from those sent, no epoch is missing while its line is intact, and
/// epochs arrive again soon after each fault.
struct BenchRun {
    private let receivers: [Receiver]

    init(_ scenarios: [BenchScenario]) { receivers = scenarios.map { Receiver($0) } }

    /// Runs all scenarios to their ends, alternating between receivers after each epoch.
    func play() -> [BenchVerdict] {
        var isPlaying = true
        while isPlaying {
            isPlaying = false
            for index in receivers.indices where receivers[index].step() { isPlaying = true }
        }
        return receivers.indices.map { receivers[$0].finish() }
    }

    private final class Receiver {
        private var record: BenchRecord
        private var simulation: ScenarioSimulation
        private var output: ReceiverOutput
        private var line: FaultyLine
        private let decoder = StreamDecoder()

        init(_ scenario: BenchScenario) {
            let plan = scenario.plan
            record = BenchRecord(scenario.name, plan.faults)
            simulation = ScenarioSimulation(plan.scenario)
            output = plan.output(simulation, pages: scenario.pages)
            line = FaultyLine(plan.faults, seed: plan.scenario.seed)
        }

        func step() -> Bool {
            guard let epoch = simulation.next() else { return false }
            let elapsed = epoch.elapsed
            let bytes = output.bytes(epoch)
            record.say(epoch.statedUTC, epoch.statedPosition, at: elapsed)
            let arrival = HostTime(
                monotonicNanoseconds: Int64(elapsed * 1e9),
                wallNanoseconds: epoch.truth.vehicle.time?.nanosecondsSince1970 ?? 0)
            var decoded: [DecodedEpoch] = []
            for piece in line.send(bytes, at: elapsed).pieces {
                decoder.consume(piece.span, arrivedAt: arrival) { decoded.append($0) }
            }
            decoder.idle(at: arrival) { decoded.append($0) }
            take(decoded)
            return true
        }

        func finish() -> BenchVerdict {
            var decoded: [DecodedEpoch] = []
            decoder.finish { decoded.append($0) }
            take(decoded)
            return record.verdict
        }

        private func take(_ epochs: [DecodedEpoch]) {
            for epoch in epochs {
                guard let fix = epoch.fix, let time = fix.time else { continue }
                _ = record.hear(time, fix.position)
            }
        }
    }
}
