// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Simulation
import Testing

@testable import Orbits

/// Orbits in the pages of a simulated receiver, whose satellites move by code of its own, against the truth.
@Suite struct SimulatedSkyTests {
    /// Thirteen minutes, in which GLONASS repeats all its almanacs, and BeiDou those of a part of its satellites.
    private static let played: (truth: EpochTruth, payloads: [Payload])? = {
        let start = UTCTime(nanosecondsSince1970: 1_790_000_000_000_000_000)
        let corner = RoutePoint(latitude: 52.475, longitude: 5.56, height: 39.5, speed: 1)
        var scenario = Scenario(start: start, route: .still(corner))
        scenario.duration = 800
        scenario.receiver.interval = 2_000_000_000
        var simulation = ScenarioSimulation(scenario)
        var output = ReceiverOutput(simulation, ubx: .generation9)
        var (bytes, last): ([UInt8], EpochTruth?) = ([], nil)
        while let epoch = simulation.next() {
            bytes += output.bytes(epoch)
            last = epoch.truth
        }
        return last.map { ($0, payloads(bytes)) }
    }()

    /// The simulated GPS sends no almanacs.
    @Test(arguments: [(OrbitSource.broadcast, 0.01, "GCR"), (.almanac, 0.5, "CR")])
    func `directions are those of the simulation`(source: OrbitSource, limit: Double, systems: String) throws {
        let (truth, payloads) = try #require(Self.played)
        var receiver = ReceiverSky()
        for payload in payloads { receiver.take(payload, at: HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)) }
        let orbits = receiver.orbits.filter { $0.source == source }
        let (position, time) = (try #require(truth.vehicle.position), try #require(truth.vehicle.time))
        let height = truth.vehicle.height.ellipsoidal ?? Length(metres: 0)
        let sky = ExpectedSky(
            orbits, from: Viewpoint(position, height: height), at: LeapSeconds.announced.gps(time))
        var compared: [Character: Int] = [:]
        for satellite in truth.sky.satellites {
            guard let up = satellite.elevation, let azimuth = satellite.azimuth,
                let expected = sky.satellites.first(where: { $0.id == satellite.id })
            else { continue }
            compared[satellite.id.constellation.letter, default: 0] += 1
            let error = separation(expected.direction, Direction(elevation: up, azimuth: azimuth))
            #expect(error < limit, "\(satellite.id): \(error)°")
        }
        for system in systems { #expect(compared[system] ?? 0 >= 3, "\(system): \(compared)") }
        // What the receiver does not see is not above the horizon either.
        let seen = Set(truth.sky.satellites.map(\.id))
        for expected in sky.satellites where expected.direction.elevation.degrees > 0.5 {
            #expect(seen.contains(expected.id), "\(expected)")
        }
        if source == .almanac { #expect(sky.known.count >= 30, "\(sky.known)") }
    }

    @Test func `a satellite rises until its highest point`() throws {
        let (truth, payloads) = try #require(Self.played)
        var receiver = ReceiverSky()
        for payload in payloads { receiver.take(payload, at: HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)) }
        let (position, time) = (try #require(truth.vehicle.position), try #require(truth.vehicle.time))
        let now = LeapSeconds.announced.gps(time)
        let sky = ExpectedSky(receiver.orbits, from: Viewpoint(position), at: now)
        let later = ExpectedSky(
            receiver.orbits, from: Viewpoint(position),
            at: GPSTime(wholeSeconds: now.wholeSeconds + ExpectedSky.lookAhead))
        #expect(Set(sky.satellites.map(\.isRising)).count == 2)
        for satellite in sky.satellites {
            let change = satellite.ahead.elevation.degrees - satellite.direction.elevation.degrees
            #expect((change > 0) == satellite.isRising)
            guard let then = later.satellites.first(where: { $0.id == satellite.id }), then.source == satellite.source
            else { continue }
            #expect(separation(then.direction, satellite.ahead) < 0.01, "\(satellite.id)")
        }
    }
}
