// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import ReceiverStream
import Testing

@testable import Simulation

/// What happens in scenarios.
@Suite struct ScenarioEventTests {
    private static func standing(_ seconds: Double, _ events: [ScenarioEvent] = []) -> Scenario {
        var scenario = fieldWork(seconds)
        scenario.route = .still(RoutePoint(latitude: 52.475, longitude: 5.56, height: 39.5, speed: 1))
        scenario.events = events
        return scenario
    }

    private static func off(_ fix: Fix?, _ truth: EpochTruth) -> Double? {
        guard let place = fix?.position, let real = truth.vehicle.position else { return nil }
        let error = metres(real, place)
        return (error.east * error.east + error.north * error.north).squareRoot()
    }

    @Test func `A lost fix is gone for its time, and comes back as two dimensions first`() {
        let played = play(Self.standing(60, [ScenarioEvent(at: 20, duration: 10, .fixLost)]), nmea: NMEARendering())
        let kinds = decodeAll(played).compactMap(\.fix?.kind)
        #expect(kinds.count == 61)
        #expect(kinds[19] == .threeDimensional && kinds[20..<30].allSatisfy { $0 == .none })
        #expect(kinds[32] == .twoDimensional && kinds[40] == .threeDimensional)
    }

    @Test func `RTK makes the position precise, and both formats say so`() throws {
        let events = [ScenarioEvent(at: 20, duration: 20, .quality(.rtkFixed))]
        var settings = NMEARendering()
        settings.decimals = 7
        for played in [
            play(Self.standing(60, events), nmea: settings), play(Self.standing(60, events), ubx: .generation9),
        ] {
            let fixes = decodeAll(played).compactMap(\.fix)
            #expect(fixes[10].quality == .autonomous && fixes[50].quality == .autonomous)
            #expect(fixes[20..<40].allSatisfy { $0.quality == .rtkFixed })
            for index in 20..<40 {
                let distance = try #require(Self.off(fixes[index], played[index].epoch.truth))
                #expect(distance < 0.06, "\(distance)")
            }
        }
    }

    @Test func `A false place is stated, and the truth stays the truth`() throws {
        let event = ScenarioEvent(at: 10, .positionOffset(SIMD3(300, 0, 0)))
        let played = play(Self.standing(20, [event]), ubx: .generation9)
        let fixes = decodeAll(played).compactMap(\.fix)
        #expect(try #require(Self.off(fixes[5], played[5].epoch.truth)) < 6)
        let distance = try #require(Self.off(fixes[15], played[15].epoch.truth))
        #expect((290...310).contains(distance))
    }

    @Test func `A receiver that starts anew knows nothing`() {
        let played = play(Self.standing(40, [ScenarioEvent(at: 20, .reset)]), nmea: NMEARendering())
        let fixes = decodeAll(played).compactMap(\.fix)
        #expect(played[20].epoch.isRestart && !played[21].epoch.isRestart)
        #expect(played[20].epoch.statedUTC == nil && played[21].epoch.statedUTC != nil)
        #expect(fixes.contains { $0.kind == .none } && fixes.last?.kind == .threeDimensional)
    }

    @Test func `A week that is taken for one 1024 earlier is stated so`() {
        let played = play(Self.standing(5, [ScenarioEvent(at: 0, .weekRollover)]), ubx: .generation9)
        #expect(played[1].epoch.statedUTC?.date.components.year == 2007)
        #expect(played[1].epoch.truth.vehicle.time?.date.components.year == 2026)
    }

    @Test func `A leap second is counted between the years`() {
        var scenario = Self.standing(10, [ScenarioEvent(at: 0, .leapSecond(isInserted: true))])
        scenario.start = utc(2026, 12, 31, 23, 59, 56)
        let played = play(scenario, nmea: NMEARendering(), ubx: .generation9)
        let times = played.compactMap(\.epoch.statedUTC)
        #expect(times.map(\.isLeapSecond) == [false, false, false, false, true] + [Bool](repeating: false, count: 6))
        #expect(times[5].date.components.year == 2027 && times[5].timeOfDay.nanoseconds == 0)
        #expect(played.map(\.epoch.leapSeconds) == [18, 18, 18, 18, 18, 19, 19, 19, 19, 19, 19])
        #expect(String(decoding: played[4].bytes, as: UTF8.self).contains("235960.00"))
    }

    @Test func `Leap seconds go there and back`() {
        let leap = LeapSeconds.announced.adding(isInserted: true, atEndOfDayOf: utc(2026, 12, 31, 12))
            .adding(isInserted: false, atEndOfDayOf: utc(2027, 6, 30, 12))
        for time in [
            utc(2016, 12, 31, 23, 59, 59), utc(2017, 1, 1), utc(2026, 12, 31, 23, 59, 59), utc(2027, 1, 1),
            utc(2027, 6, 30, 23, 59, 58), utc(2027, 7, 1),
        ] {
            #expect(leap.utc(leap.gps(time)) == time)
        }
        #expect(leap.at(leap.gps(utc(2027, 1, 1))) == 19)
        #expect(leap.at(leap.gps(utc(2027, 7, 1))) == 18)
    }

    @Test func `An event after the end is refused, and any is accepted if there is no end`() throws {
        func plan(_ more: String, at: Double, _ kind: String = "reset") throws -> ScenarioPlan {
            let json = """
                { "start": "2026-09-21T08:00:00Z", \(more), "events": [{ "at_s": \(at), "kind": "\(kind)" }] }
                """
            return try ScenarioPlan(
                JSONDecoder().decode(ScenarioText.self, from: Data(json.utf8)), now: UTCTime(nanosecondsSince1970: 0))
        }
        func refusal(_ more: String, at: Double) -> ScenarioError? {
            #expect(throws: ScenarioError.self) { try plan(more, at: at) }
        }
        let place = #""place": { "latitude_deg": 52.475, "longitude_deg": 5.56 }"#
        func route(loops: Bool) -> String {
            let points = [52.475, 52.476].map { #"{ "latitude_deg": \#($0), "longitude_deg": 5.56 }"# }
            return #""route": { "loop": \#(loops), "waypoints": [\#(points.joined(separator: ","))] }"#
        }
        #expect(throws: Never.self) { try plan(place, at: 1e6) }
        #expect(throws: Never.self) { try plan(route(loops: true), at: 1e6) }
        #expect(throws: Never.self) { try plan(#"\#(place), "duration_s": 60"#, at: 60) }
        // A leap second is announced before it comes.
        #expect(throws: Never.self) { try plan(#"\#(place), "duration_s": 60"#, at: 61, "leap-second") }
        for looped in [false, true] {
            let error = refusal(#"\#(route(loops: looped)), "duration_s": 5"#, at: 5.5)
            #expect(error?.key == "events[0].at_s" && error?.problem.contains("0 to 5.0, or raise") == true)
        }
        // 111 m at 30 km/h.
        #expect(throws: Never.self) { try plan(route(loops: false), at: 10) }
        #expect(refusal(route(loops: false), at: 60)?.problem.hasSuffix("or set duration_s") == true)
    }

    @Test func `Settings that the simulation cannot follow are refused`() throws {
        let corner = #""place": { "latitude_deg": 52.475, "longitude_deg": 5.56 }"#
        func refusal(_ more: String, start: String = "2026-09-21T08:00:00Z") throws -> ScenarioError? {
            let text = try JSONDecoder().decode(
                ScenarioText.self, from: Data(#"{ "start": "\#(start)", \#(corner)\#(more) }"#.utf8))
            do throws(ScenarioError) {
                _ = try ScenarioPlan(text, now: UTCTime(nanosecondsSince1970: 0))
                return nil
            } catch {
                return error
            }
        }
        func field(_ width: Double) -> String {
            #", "field": { "length_m": 100, "width_m": \#(width), "working_width_m": 3 }"#
        }
        #expect(try refusal(field(3000)) == nil)
        let wide = try #require(try refusal(field(3001)))
        #expect(wide.key == "field.width_m" && wide.problem.hasSuffix("allowed: up to 3000.0"), "\(wide)")
        let old = #", "output": { "ubx": { "generation": 8, "messages": ["NAV-PVT", "NAV-SIG"] } }"#
        #expect(try refusal(old)?.key == "output.ubx.messages[1]")
        #expect(try refusal(old.replacing("8", with: "9")) == nil)
        #expect(try refusal("", start: "2016-12-31T23:59:60Z") == nil)
        #expect(try refusal("", start: "2026-09-21T23:59:60Z")?.key == "start")
    }

    @Test func `Obstacles hide satellites, and those alone`() {
        var scenario = Self.standing(5)
        scenario.obstacles = [Obstacle(from: 300, to: 60, elevation: 90)]
        let sky = play(scenario)[5].epoch.truth.sky.satellites
        for satellite in sky {
            let azimuth = satellite.azimuth?.degrees ?? 0
            let isHidden = azimuth >= 300 || azimuth <= 60
            if isHidden { #expect(satellite.cn0 == nil && !satellite.isUsed) }
            if !isHidden, (satellite.elevation?.degrees ?? 0) > 15 { #expect(satellite.cn0 != nil) }
        }
        #expect(sky.contains { $0.cn0 == nil } && sky.contains(where: \.isUsed))
    }

    @Test func `The date line and the pole are crossed without a jump`() {
        let ways: [[(Double, Double)]] = [[(-17, 179.99), (-17, -179.99)], [(89.99, 20), (89.99, -160)]]
        for way in ways {
            var scenario = fieldWork(600)
            scenario.route = .points(
                way.map { RoutePoint(latitude: $0.0, longitude: $0.1, height: 100, speed: 20) }, isClosed: false)
            scenario.duration = nil
            var before: Vector?
            var longitudes: Set<Int> = []
            for (epoch, _) in play(scenario) {
                guard let place = epoch.truth.vehicle.position else { continue }
                let here = LocalFrame(
                    latitude: place.latitude.radians, longitude: place.longitude.radians, height: 100
                ).origin
                if let before { #expect((here - before).length < 21) }
                before = here
                longitudes.insert(place.longitude.degrees < 0 ? -1 : 1)
            }
            #expect(longitudes == [-1, 1])
        }
    }
}
