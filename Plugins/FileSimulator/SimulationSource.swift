// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import OSNMASimulation
internal import ReceiverStream
internal import Simulation

/// A scenario of the configuration. What is published went through the same framer and decoders as the bytes of a real
/// receiver.
struct SimulationSource: EpochSource {
    private var simulation: ScenarioSimulation
    private var output: ReceiverOutput
    private var faults: FaultyLine
    private var decoder = StreamDecoder()
    private var arrival: HostTime
    /// Seconds of the scenario at the epoch before.
    private var elapsed = 0.0
    let start: HostTime

    /// - Parameter now: when a scenario begins that begins now, on the clock that its time goes on with.
    /// - Throws: `DriverError.failed` with what keeps the scenario's OSNMA from being played.
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

    mutating func next() throws(DriverError) -> ReplayEpoch? {
        guard let epoch = simulation.next() else { return nil }
        let advance = Int64(((epoch.elapsed - elapsed) * 1e9).rounded())
        elapsed = epoch.elapsed
        arrival.monotonicNanoseconds &+= advance
        arrival.wallNanoseconds &+= advance
        var payloads: [Payload] = []
        for piece in faults.send(output.bytes(epoch), at: epoch.elapsed).pieces {
            decoder.consume(piece.span, arrivedAt: arrival) { payloads += $0.payloads }
        }
        // The burst is whole: nothing more comes before the next epoch.
        decoder.idle(at: arrival) { payloads += $0.payloads }
        return ReplayEpoch(advance: advance, payloads: payloads)
    }
}
