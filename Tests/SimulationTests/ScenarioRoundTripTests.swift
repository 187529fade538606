// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import NMEA
import ReceiverStream
import Simulation
import Testing

/// Rendered bytes read back by our own decoder.
@Suite struct ScenarioRoundTripTests {
    private static func check(
        _ played: [(epoch: ScenarioEpoch, bytes: [UInt8])], within bound: Double, speedWithin: Double = 0.6
    ) throws {
        let fixes = decodeAll(played).compactMap(\.fix)
        let truths = Dictionary(
            played.map { ($0.epoch.truth.vehicle.time?.nanosecondsSince1970 ?? 0, $0.epoch.truth) }
        ) { $1 }
        #expect(fixes.count >= played.count - 1)
        for fix in fixes {
            let time = try #require(fix.time)
            let truth = try #require(truths[time.nanosecondsSince1970], "\(time)")
            #expect(fix.kind == truth.fixKind)
            guard fix.kind != .none else { continue }
            let place = try #require(fix.position)
            let error = distance(try #require(truth.vehicle.position), place)
            #expect(error < bound, "\(error) m off")
            let height = try #require(fix.height.ellipsoidal?.metres)
            let real = try #require(truth.vehicle.height.ellipsoidal?.metres)
            #expect(abs(height - real) < 2 * bound)
            let speed = try #require(truth.vehicle.speed?.metresPerSecond)
            if let stated = fix.speed { #expect(abs(stated.metresPerSecond - speed) < speedWithin) }
        }
    }

    @Test func `NMEA says where the vehicle is`() throws {
        try Self.check(play(fieldWork(), nmea: NMEARendering()), within: 6)
    }

    @Test func `three epochs a second are on the millisecond, also where a week, a minute and a day end`() {
        var scenario = fieldWork(20)
        // One second before the GPS week ends, and 19 seconds before the day ends.
        scenario.start = utc(2026, 9, 19, 23, 59, 41)
        scenario.receiver.interval = 333_333_333
        let first = scenario.start.nanosecondsSince1970
        let times = (0...60).map { (index: Int) -> Int64 in
            let milliseconds = (Double(index) * 1000 / 3).rounded()
            return first + Int64(milliseconds) * 1_000_000
        }
        let ubx = decodeAll(play(scenario, ubx: .generation9)).compactMap { $0.fix?.time?.nanosecondsSince1970 }
        #expect(ubx == times)
        // NMEA has hundredths of a second, and the rest is cut off.
        let nmea = decodeAll(play(scenario, nmea: NMEARendering())).compactMap { $0.fix?.time?.nanosecondsSince1970 }
        #expect(nmea == times.prefix(nmea.count).map { $0 / 10_000_000 * 10_000_000 } && nmea.count >= 60)
    }

    @Test func `UBX says where the vehicle is`() throws {
        let played = play(fieldWork(), ubx: .generation9)
        try Self.check(played, within: 6)
        let payloads = decodeAll(played).flatMap(\.payloads)
        var pages: [NavigationMessage: Int] = [:]
        var (measurements, views) = (0, 0)
        for payload in payloads {
            switch payload {
            case .navigationPage(let page):
                // The parities of GLONASS and BeiDou are not looked at.
                #expect(page.check == (page.message == .lnav ? .passed : .notChecked), "\(page)")
                pages[page.message, default: 0] += 1
            case .measurements(let epoch):
                #expect(epoch.measurements.count > 40)
                measurements += 1
            case .signals: views += 1
            default: break
            }
        }
        #expect(Set(pages.keys) == [.lnav, .glonass, .d1])
        #expect(pages.values.allSatisfy { $0 > 100 }, "\(pages)")
        #expect(measurements >= 119)
        #expect(views >= 119)
    }

    @Test func `Without errors of its ranges the receiver is where the vehicle is`() throws {
        var scenario = fieldWork(60)
        scenario.errors.white = 0
        scenario.errors.correlated = 0
        scenario.errors.multipath = 0
        var settings = NMEARendering()
        settings.decimals = 7
        try Self.check(play(scenario, nmea: settings), within: 0.002, speedWithin: 0.2)
        try Self.check(play(scenario, ubx: .generation9), within: 0.02, speedWithin: 0.2)
    }

    @Test(arguments: [NMEAVersion.v23, .v410, .v411])
    func `All versions of NMEA are read`(version: NMEAVersion) throws {
        var settings = NMEARendering()
        settings.version = version
        settings.sentences = NMEARendering.Sentence.allCases
        try Self.check(play(fieldWork(20), nmea: settings), within: 6)
    }

    @Test func `The same seed gives the same bytes, another one others`() {
        let bytes = play(fieldWork(30, seed: 7), nmea: NMEARendering(), ubx: .generation9).flatMap(\.bytes)
        #expect(bytes == play(fieldWork(30, seed: 7), nmea: NMEARendering(), ubx: .generation9).flatMap(\.bytes))
        #expect(bytes != play(fieldWork(30, seed: 8), nmea: NMEARendering(), ubx: .generation9).flatMap(\.bytes))
    }
}
