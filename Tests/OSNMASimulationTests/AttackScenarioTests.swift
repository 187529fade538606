// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import OSNMA
import OSNMASimulation
import ReceiverStream
import Simulation
import Testing

/// Attacks as events of a scenario, from the bytes of the receiver to the verdict of our engine.
@Suite struct AttackScenarioTests {
    /// A receiver that hears Galileo alone, for nine minutes; attacks begin after four, and after six all data change.
    private static func plan(_ events: String, osnma: Bool = true) throws -> ScenarioPlan {
        let json = """
            {
              "start": "2026-09-21T10:04:12Z", "duration_s": 540, "place": { "latitude_deg": 52.475, "longitude_deg": 5.56 },
              "receiver": { "constellations": ["galileo"] },
              "output": { "ubx": { "messages": ["NAV-PVT", "NAV-TIMEGAL", "NAV-EOE", "RXM-SFRBX"] } },
              "events": [\(events)]\(osnma ? #","osnma":{}"# : "")
            }
            """
        return try ScenarioPlan(
            JSONDecoder().decode(ScenarioText.self, from: Data(json.utf8)), now: UTCTime(nanosecondsSince1970: 0))
    }

    /// What the receiver says and the engine makes of it.
    private struct Played {
        var judgement: Judgement
        /// What the receiver's time was when pages came, and what it should have been.
        var times: [(stated: GST, real: GST)] = []
        var fixes: [Fix] = []
        /// Galileo's satellites that it heard.
        var satellites: Set<Int> = []

        /// Subframes by a clock that is right, of which a time under attack would be told.
        func late(_ seconds: Int) -> Bool {
            times.contains { $0.real.secondsSinceEpoch - $0.stated.secondsSinceEpoch == seconds }
        }
    }

    /// - Parameter uncertainty: of the trusted clock in milliseconds; nil: there is none, and none is asked for.
    private static func play(_ events: String, uncertainty: Int64? = nil) throws -> Played {
        let plan = try plan(events)
        let sky = try #require(try AttackedSignal(plan))
        var simulation = ScenarioSimulation(plan.scenario)
        var output = plan.output(simulation, pages: sky)
        let decoder = StreamDecoder()
        var played = Played(
            judgement: Judgement(sky.trust, uncertainty == nil ? .recording(.all) : OSNMAConfiguration()))
        while let epoch = simulation.next() {
            guard let real = GST(epoch.time) else { continue }
            let time = uncertainty.map {
                TrustedTime(milliseconds: Int64(real.secondsSinceEpoch) * 1000, uncertainty: $0)
            }
            let arrival = HostTime(monotonicNanoseconds: Int64(epoch.elapsed * 1e9), wallNanoseconds: 0)
            var payloads: [Payload] = []
            decoder.consume(output.bytes(epoch).span, arrivedAt: arrival) { payloads += $0.payloads }
            decoder.idle(at: arrival) { payloads += $0.payloads }
            for payload in payloads {
                if case .fix(let fix) = payload { played.fixes.append(fix) }
                guard case .navigationPage(let page) = payload, let start = page.time else { continue }
                let satellite = Int(page.satellite.number)
                played.satellites.insert(satellite)
                played.times.append((start.advanced(by: 2) ?? start, real))
                played.judgement.take(satellite, start, page.bytes, time: time)
            }
        }
        played.judgement.finish()
        return played
    }

    private static let genuine: Result<Played, any Error> = Result { try play("") }

    private let genuine: Played
    /// Four minutes after the beginning of the scenario until eight, in whole subframes.
    private let attacked: Range<Int>

    init() throws {
        genuine = try Self.genuine.get()
        let begin = try #require(genuine.times.first?.real.secondsSinceEpoch)
        attacked = (begin + 270) / 30..<(begin + 450) / 30
        #expect(genuine.judgement.failures.isEmpty && genuine.judgement.anomalies.isEmpty)
        #expect(genuine.judgement.subframes.isSuperset(of: attacked))
        #expect(genuine.times.allSatisfy { $0.stated == $0.real })
    }

    private static func event(_ kind: String, _ more: String = "") -> String {
        #"{"at_s":240,"duration_s":240,"kind":"\#(kind)"\#(more)}"#
    }

    @Test(
        "no forged datum is authenticated",
        arguments: ["forged-data", "wrong-keys", "frozen-osnma", "missing-osnma", "replay"])
    func forged(_ kind: String) throws {
        let played = try Self.play(Self.event(kind))
        #expect(played.judgement.sets.isSubset(of: genuine.judgement.sets))
        // Genuine tags go on to vouch for the genuine words of before.
        let isVouchedFor = kind == "forged-data"
        #expect(played.judgement.subframes.isDisjoint(with: attacked) != isVouchedFor)
        let before = attacked.lowerBound - 3
        #expect(played.judgement.subframes.contains(before))
        // The receiver's time is none of the attack's business.
        #expect(played.times.allSatisfy { $0.stated == $0.real })
        let anomalies = played.judgement.anomalies
        switch kind {
        case "forged-data": #expect(played.judgement.failures.count > 20)
        case "wrong-keys", "frozen-osnma": #expect(anomalies[.wrongKey] ?? 0 > 0)
        case "replay": #expect(anomalies[.replayed(seconds: 60)] ?? 0 > 0)
        default: break
        }
    }

    @Test func `of forged and genuine satellites the genuine ones stay authenticated`() throws {
        let some = genuine.satellites.sorted().prefix(3)
        let names = some.map { $0 < 10 ? #""E0\#($0)""# : #""E\#($0)""# }.joined(separator: ",")
        let played = try Self.play(Self.event("forged-data", #","satellites":[\#(names)]"#))
        #expect(played.judgement.sets.isSubset(of: genuine.judgement.sets))
        #expect(!played.judgement.failures.isEmpty)
        #expect(Set(played.judgement.failures.map { Int($0.satellite.number) }).isSubset(of: some))
        #expect(played.judgement.subframes.isSuperset(of: attacked))
    }

    @Test(
        "a sky that is late is late in the receiver's time, and a clock tells",
        arguments: ["meaconing", "late-forgery"])
    func late(_ kind: String) throws {
        let played = try Self.play(Self.event(kind, #","seconds":40"#), uncertainty: 2000)
        #expect(played.judgement.sets.isSubset(of: genuine.judgement.sets))
        #expect(played.late(40) && played.late(0))
        #expect(!played.times.contains { ![0, 40].contains($0.real.secondsSinceEpoch - $0.stated.secondsSinceEpoch) })
        #expect(played.judgement.subframes.isDisjoint(with: attacked))
        #expect(
            played.judgement.anomalies.contains { if case .contradictsTrustedTime = $0.key { true } else { false } })
        // Its own time went back and came again.
        let stated = played.fixes.compactMap(\.time?.nanosecondsSince1970)
        #expect(zip(stated, stated.dropFirst()).filter { $1 < $0 }.count == 1)
    }

    @Test func `a false place with genuine pages: the data are Galileo's, the place is not`() throws {
        let played = try Self.play(Self.event("position-offset", #","east_m":900"#))
        #expect(played.judgement.sets == genuine.judgement.sets && played.judgement.failures.isEmpty)
        let off = zip(played.fixes, genuine.fixes).compactMap { spoofed, real -> Double? in
            guard let a = spoofed.position?.longitude.degrees, let b = real.position?.longitude.degrees else {
                return nil
            }
            return (a - b) * 67_900
        }
        #expect(off.contains { (880...920).contains($0) })
    }

    @Test(
        "what makes no sense is told with its place",
        arguments: [
            (#"{"at_s":0,"kind":"replay","seconds":3}"#, "events[0].seconds"),
            (#"{"at_s":0,"kind":"replay","satellites":["G05"]}"#, "events[0].satellites[0]"),
            (#"{"at_s":0,"kind":"meaconing","satellites":["E05"]}"#, "events[0].satellites"),
        ])
    func refused(_ event: String, _ key: String) throws {
        let problem = #expect(throws: ScenarioError.self) { try Self.plan(event) }
        #expect(problem?.key == key)
    }

    @Test func `pages can be attacked where there are pages`() throws {
        let problem = #expect(throws: ScenarioError.self) {
            try Self.plan(Self.event("forged-data"), osnma: false)
        }
        #expect(problem?.description.contains("add 'osnma: {}'") ?? false)
        // All the sky is late without them too.
        #expect(try Self.plan(Self.event("meaconing"), osnma: false).scenario.events.count == 1)
    }
}
