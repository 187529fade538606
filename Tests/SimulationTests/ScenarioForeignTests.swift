// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Simulation
import Testing

/// Rendered bytes as programs that are not ours read them.
@Suite struct ScenarioForeignTests {
    @Test(.enabled(if: GPSDecode.isInstalled, "no gpsdecode here"), arguments: ["nmea", "ubx", "ubx X20"])
    func `gpsdecode reads where the vehicle is`(format: String) throws {
        let formats: [String: UBXRendering] = ["ubx": .generation9, "ubx X20": .generationX20]
        let played = play(fieldWork(60), nmea: format == "nmea" ? NMEARendering() : nil, ubx: formats[format])
        let reports = try GPSDecode.reports(played.flatMap(\.bytes))
        var seen = 0
        for report in reports where report.class == "TPV" {
            guard report.mode == 3, let time = report.time, let place = report.position else { continue }
            // Whole seconds from 08:00:00 on.
            let clock = time.dropFirst(11).prefix(8).split(separator: ":").compactMap { Int($0) }
            let second = clock[0] * 3600 + clock[1] * 60 + clock[2] - 8 * 3600
            guard played.indices.contains(second) else { continue }
            let truth = played[second].epoch.truth.vehicle
            #expect(distance(try #require(truth.position), place) < 6, "\(time)")
            if let height = report.altHAE ?? report.altMSL.map({ $0 + 42.7 }) {
                #expect(abs(height - (truth.height.ellipsoidal?.metres ?? 0)) < 12)
            }
            seen += 1
        }
        #expect(seen >= 58, "\(seen) of \(reports.count)")
    }

    @Test(
        .enabled(if: RTKLIB.isInstalled, "no RTKLIB here"),
        arguments: zip([Constellation.gps, .glonass, .beidou], [1, 4, 32]))
    func `RTKLIB computes the place from measurements and orbits`(system: Constellation, number: Int) throws {
        var scenario = fieldWork(150)
        scenario.receiver.constellations = [system]
        scenario.route = .still(RoutePoint(latitude: 52.475, longitude: 5.56, height: 39.5, speed: 1))
        let solved = try RTKLIB.places(play(scenario, ubx: .generation9).flatMap(\.bytes), system: number)
        // 52.475° N, 5.56° E, 39.5 m, by hand.
        let (a, f, latitude, longitude) = (
            6_378_137.0, 1 / 298.257223563, 52.475 * Double.pi / 180, 5.56 * Double.pi / 180
        )
        let square = f * (2 - f)
        let normal = a / (1 - square * sin(latitude) * sin(latitude)).squareRoot()
        let truth = [
            (normal + 39.5) * cos(latitude) * cos(longitude), (normal + 39.5) * cos(latitude) * sin(longitude),
            (normal * (1 - square) + 39.5) * sin(latitude),
        ]
        #expect(solved.orbits >= 5, "\(solved.orbits)")
        #expect(solved.places.count > 80, "\(solved.places.count)")
        for place in solved.places {
            let error = zip(place, truth).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
            #expect(error < 5, "\(error) m")
        }
    }
}
