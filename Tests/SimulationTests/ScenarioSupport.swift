// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ReceiverStream
import Simulation

/// A tractor that works a field near Lelystad.
func fieldWork(_ seconds: Double = 120, seed: UInt64 = 1) -> Scenario {
    let corner = RoutePoint(latitude: 52.475, longitude: 5.56, height: 39.5, speed: 3)
    let pattern = FieldPattern(length: 120, width: 60, workingWidth: 12, heading: 30, turnSpeed: 1.5)
    var scenario = Scenario(start: utc(2026, 9, 21, 8), route: .field(corner, pattern))
    scenario.duration = seconds
    scenario.seed = seed
    scenario.geoidSeparation = 42.7
    return scenario
}

/// All epochs of a scenario, and what its receiver sends for each.
func play(
    _ scenario: Scenario, nmea: NMEARendering? = nil, ubx: UBXRendering? = nil, rtcm: RTCMRendering? = nil,
    sbf: SBFRendering? = nil, pages: (any NavigationPageSource)? = nil
) -> [(epoch: ScenarioEpoch, bytes: [UInt8])] {
    var simulation = ScenarioSimulation(scenario)
    var output = ReceiverOutput(simulation, nmea: nmea, ubx: ubx, rtcm: rtcm, sbf: sbf, pages: pages)
    var played: [(ScenarioEpoch, [UInt8])] = []
    while let epoch = simulation.next(), played.count < 100_000 { played.append((epoch, output.bytes(epoch))) }
    return played
}

/// What our own decoder makes of the bytes of a scenario.
func decodeAll(_ played: [(epoch: ScenarioEpoch, bytes: [UInt8])]) -> [DecodedEpoch] {
    let decoder = StreamDecoder()
    var decoded: [DecodedEpoch] = []
    for (epoch, bytes) in played {
        let wall = epoch.truth.vehicle.time?.nanosecondsSince1970 ?? 0
        let time = HostTime(monotonicNanoseconds: Int64(epoch.elapsed * 1e9), wallNanoseconds: wall)
        decoder.consume(bytes.span, arrivedAt: time) { decoded.append($0) }
    }
    decoder.finish { decoded.append($0) }
    return decoded
}
