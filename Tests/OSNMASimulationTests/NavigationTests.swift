// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import OSNMA
import Simulation
import Testing

@testable import OSNMASimulation

/// What satellites say beside OSNMA is what a receiver can live by.
@Suite struct NavigationTests {
    private static let weekEnd = Moment.instant(1301, 0)

    /// A signal of all satellites of the simulation.
    private func signal(_ start: GST, seconds: Int) throws -> OSNMASignal {
        let source = SimulatedSource()
        return try OSNMASignal(
            OSNMAScenario(start: start, duration: seconds, satellites: source.numbers), source: source)
    }

    private func word(_ signal: inout OSNMASignal, _ satellite: Int, _ place: PagePlace) throws -> INAVWord {
        let word = signal.word(satellite, place)
        return try #require(word)
    }

    @Test(
        "the orbit in brief leads to the satellite, and with its clock to the range, also when a week begins",
        arguments: [-1800, -630, -30, 0, 30, 300, 570, 600, 630, 39_990])
    func reducedEphemeris(_ second: Int) throws {
        let start = Self.weekEnd + second
        var signal = try signal(start, seconds: 60)
        for satellite in SimulatedConstellations.galileo {
            for index in [7, 14] {
                let place = PagePlace(subframe: start.secondsSinceEpoch / 30, index: index)
                let word = try word(&signal, Int(satellite.id.number), place)
                #expect(word.type == 16)
                let orbit = ReadOrbit(reduced: word, tow: start.tow)
                let time = start + place.seconds % 30
                let found = try #require(orbit.distance(from: satellite, at: time))
                // Half a step of the axis is 128 m; corrections of the radius, which it has none of, are up to 133 m here.
                // The clock takes both up; half a step of it is 2.2 m.
                #expect(found.place < 265, "\(satellite.id) at \(time)")
                #expect(abs(found.range) < 4, "\(satellite.id) at \(time)")
                let later = try #require(orbit.distance(from: satellite, at: time + 120))
                #expect(abs(later.range) < 8, "\(satellite.id) at \(time)")
            }
        }
    }

    @Test func `an almanac stays as it is under its issue, and leads to the satellite`() throws {
        let start = Moment.instant(1300, 604_800 - 86_400)
        var signal = try signal(start, seconds: 2 * 86_400)
        var contents: [[UInt64]: Set<[UInt64]>] = [:]
        var seen: Set<Int> = []
        for minute in stride(from: 0, to: 2 * 1440, by: 53) {
            let subframe = (start + 60 * minute).secondsSinceEpoch / 30
            let seven = try word(&signal, 1, PagePlace(subframe: subframe, index: 3))
            let eight = try word(&signal, 1, PagePlace(subframe: subframe, index: 4))
            #expect(seven.type == 7 && eight.type == 8 && seven.field(6..<10) == eight.field(6..<10))
            let name = [seven.field(22..<28), seven.field(6..<10), seven.field(10..<12), seven.field(12..<22)]
            contents[name, default: []].insert([
                seven.field(28..<90), seven.field(90..<122), eight.field(10..<43),
            ])
            let number = Int(name[0])
            let satellite = try #require(SimulatedConstellations.galileo.first { $0.id.number == number })
            let orbit = ReadOrbit(almanac: seven, eight)
            let found = try #require(orbit.distance(from: satellite, at: start + 60 * minute))
            #expect(found.place < 4500, "E\(number) at minute \(minute)")
            seen.insert(number)
            try expectNearest(orbit, satellite, day: start + minute / 1440 * 86_400)
        }
        #expect(seen.count == 8)
        #expect(contents.count == 16 && contents.values.allSatisfy { $0.count == 1 })
    }

    /// Each element is the nearest that its field can say.
    private func expectNearest(_ orbit: ReadOrbit, _ satellite: SimulatedSatellite, day: GST) throws {
        let time = try #require((day + 43_200).gps)
        #expect(orbit.reference == day.tow + 43_200)
        let truth = try #require(satellite.ephemeris(at: time, leapSeconds: 18).keplerian)
        let elapsed = Double(orbit.reference - truth.referenceSecond)
        func expect(_ value: Double, _ step: Double, _ wanted: Double) {
            #expect(abs((value - wanted).remainder(dividingBy: 2)) <= 0.501 * step, "\(satellite.id)")
        }
        let root = Double(truth.rootSemiMajor) * 0x1p-19
        let motion = 3.986004418e14.squareRoot() / (root * root * root) / .pi
        expect(orbit.perigee, 0x1p-15, Double(truth.perigee) * 0x1p-31)
        expect(
            orbit.node, 0x1p-15,
            Double(truth.ascendingNode) * 0x1p-31 + Double(truth.ascendingNodeRate) * 0x1p-43 * elapsed)
        expect(orbit.anomaly, 0x1p-15, Double(truth.meanAnomaly) * 0x1p-31 + motion * elapsed)
        expect(orbit.tilt, 0x1p-14, Double(truth.inclination) * 0x1p-31)
        expect(orbit.nodeRate, 0x1p-33, Double(truth.ascendingNodeRate) * 0x1p-43)
        expect(orbit.e, 0x1p-16, Double(truth.eccentricity) * 0x1p-33)
        expect(orbit.bias, 0x1p-19, Double(truth.clockOffset) * 0x1p-34)
    }

    @Test("a leap second of a scenario is in word 6 as the receiver tells it", arguments: [1, -1])
    func leapSecond(_ step: Int) throws {
        let json = """
            {
              "start": "2026-12-31T23:52:00Z", "duration_s": 960, "place": { "latitude_deg": 52.475, "longitude_deg": 5.56 },
              "receiver": { "constellations": ["galileo"] }, "osnma": {},
              "events": [{ "at_s": 1, "kind": "leap-second", "seconds": \(step) }]
            }
            """
        let plan = try ScenarioPlan(
            JSONDecoder().decode(ScenarioText.self, from: Data(json.utf8)), now: UTCTime(nanosecondsSince1970: 0))
        var signal = try #require(try AttackedSignal(plan))
        var genuine = signal.genuine
        var simulation = ScenarioSimulation(plan.scenario)
        var judgement = Judgement(signal.trust)
        var told: [Int] = []
        while let epoch = simulation.next() {
            guard let time = GST(epoch.time), time.tow % 2 == 1 else { continue }
            for satellite in [1, 2, 3, 4] {
                guard let page = signal.page(satellite: satellite, at: time) else { continue }
                judgement.take(satellite, time, page)
            }
            let word = try word(&genuine, 1, PagePlace(time))
            guard word.type == 6 else { continue }
            // The day is Thursday, of the week that began on 27 December.
            #expect(word.field(97..<105) == UInt64(18 + step) && word.field(94..<97) == 5)
            #expect(word.field(86..<94) == UInt64(time.week % 256))
            #expect(Int(word.field(62..<70)) == plan.scenario.leapSeconds.at(epoch.time), "\(time)")
            told.append(Int(word.field(62..<70)))
        }
        judgement.finish()
        #expect(Set(told) == [18, 18 + step] && told.first == 18 && told.last == 18 + step)
        #expect(judgement.failures.isEmpty && judgement.tags[.inavTiming] ?? 0 > 20)
        // The timing that was signed is another one before and after.
        #expect(judgement.sets.count { $0.hasPrefix("E01 timing") } == 2, "\(judgement.sets)")
    }

    @Test func `bits that mean nothing are as satellites send them`() throws {
        let start = Moment.noon
        var signal = try signal(start, seconds: 60)
        var spares: [Int: (range: Range<Int>, value: UInt64)] = [
            0: (8..<64, 0x55_5555_5555_5555), 1: (126..<128, 3), 2: (126..<128, 1), 4: (126..<128, 1),
            5: (105..<128, 0x2A_AAAA), 6: (125..<128, 2), 7: (122..<128, 0x15), 8: (127..<128, 0),
        ]
        for index in 0..<15 {
            let place = PagePlace(subframe: start.secondsSinceEpoch / 30, index: index)
            let word = try word(&signal, 3, place)
            guard let spare = spares.removeValue(forKey: word.type) else { continue }
            #expect(word.field(spare.range) == spare.value, "word type \(word.type)")
            if word.type == 0 { #expect(word.field(64..<96) == 0x5555_5555 && word.field(6..<8) == 2) }
        }
        #expect(spares.isEmpty)
    }

    @Test func `the group delays of both second frequencies are a nanosecond apart at most`() throws {
        let source = SimulatedSource()
        for satellite in source.numbers {
            let content = try #require(source.content(satellite: satellite, subframe: Moment.noon))
            #expect(abs(Double(content.bgdE5a - content.bgdE5b) * 0x1p-32) <= 1e-9)
        }
    }

    @Test func `no message says the same twice`() throws {
        var kinds: Set<Int> = []
        for table in MACTable.numbers {
            for subframe in 0..<32 {
                let slots = try #require(MACTable.slots(table, isFirst: subframe.isMultiple(of: 2)))
                let plan = TagPlan(
                    sender: 7, others: Array(10..<22), subframe: subframe, hasTiming: slots.contains(.own(adkd: 4)))
                let subjects = slots.enumerated().map { plan.subject($1, $0) }
                let names = Set(subjects.map { "\($0.satellite) \($0.adkd)" })
                // The annex itself has the sender's ephemeris twice in a message of ten tags.
                #expect(table == 28 || names.count == slots.count, "table \(table) \(subjects)")
                for (slot, subject) in zip(slots, subjects) where slot == .flexible { kinds.insert(subject.adkd) }
            }
        }
        #expect(kinds == [0, 4, 12])
    }
}
