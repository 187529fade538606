// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import OSNMASimulation
internal import ReceiverStream
internal import Simulation

/// A scenario from the configuration. Its output passes through the same framer and decoders as a real receiver's.
final class SimulationSource: EpochSource {
    private var simulation: ScenarioSimulation
    private var output: ReceiverOutput
    private var faults: FaultyLine
    private let decoder = StreamDecoder()
    private var arrival: HostTime
    /// The previous epoch, in seconds of the scenario.
    private var elapsed = 0.0
    let start: HostTime

    /// - Parameter now: The start of a scenario whose start is `now`, and the first time of the replay's clock.
    /// - Throws: `DriverError.failed` if the scenario's OSNMA cannot be played.
    init(_ plan: ScenarioPlan, now: HostTime) throws(DriverError) {
        var plan = plan
        plan.begin(at: UTCTime(nanosecondsSince1970: now.wallNanoseconds))
        simulation = ScenarioSimulation(plan.scenario)
        do throws(OSNMAScenarioError) {
            output = plan.output(simulation, pages: try AttackedSignal(plan))
        } catch {
            throw .failed("config.simulation.\(error)")
        }
        faults = FaultyLine(plan.faults, seed: plan.scenario.seed)
        start = HostTime(
            monotonicNanoseconds: plan.startsNow ? now.monotonicNanoseconds : 0,
            wallNanoseconds: plan.scenario.start.nanosecondsSince1970)
        arrival = start
    }

    func next() throws(DriverError) -> ReplayEpoch? {
        guard let epoch = simulation.next() else { return nil }
        let advance = Int64(((epoch.elapsed - elapsed) * 1e9).rounded())
        elapsed = epoch.elapsed
        arrival.monotonicNanoseconds &+= advance
        arrival.wallNanoseconds &+= advance
        var payloads: [Payload] = []
        for piece in faults.send(output.bytes(epoch), at: epoch.elapsed).pieces {
            decoder.consume(piece.span, arrivedAt: arrival) { payloads += $0.payloads }
        }
        // The burst is complete; nothing more follows before the next epoch.
        decoder.idle(at: arrival) { payloads += $0.payloads }
        return ReplayEpoch(advance: advance, payloads: payloads)
    }
}
