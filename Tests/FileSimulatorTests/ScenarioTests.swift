// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import Foundation
import GNSSTypes
import OSNMA
import OSNMAFiles
import OSNMASimulation
import Simulation
import Testing

/// Scenarios in the configuration.
@Suite struct ScenarioTests {
    private static func scenario(_ start: String, _ more: String) -> String {
        """
        {
          "start": "\(start)", "duration_s": 150, "place": { "latitude_deg": 52.475, "longitude_deg": 5.56 },
          "receiver": { "constellations": ["galileo"] },
          "output": { "ubx": { "messages": ["NAV-PVT", "NAV-TIMEGAL", "NAV-EOE", "RXM-SFRBX"] } }\(more)
        }
        """
    }

    private static func played(_ scenario: String) throws -> [Payload] {
        try replay(#"{"speed":0,"simulation":\#(scenario)}"#).contents.observations.map(\.payload)
    }

    @Test func `its Galileo is authenticated by the keys of the scenario, and by those alone`() throws {
        let scenario = Self.scenario("2026-09-21T10:04:12Z", #","osnma":{}"#)
        let plan = try ScenarioPlan(
            JSONDecoder().decode(ScenarioText.self, from: Data(scenario.utf8)), now: UTCTime(nanosecondsSince1970: 0))
        let files = try #require(try AttackedSignal(plan)).trust.map { TrustFile(xml: $0.content) }
        #expect(files.allSatisfy { $0.errors.isEmpty && $0.isSimulation })
        let own = TrustAnchors(
            roots: files.flatMap(\.roots), publicKeys: files.flatMap(\.keys).compactMap { $0.provisioned() })
        let payloads = try Self.played(scenario)
        for (anchors, isExpected) in [(own, true), (TrustAnchors(), false)] {
            var engine = OSNMAEngine(configuration: .recording(.all), anchors: anchors)
            var satellites: Set<SatelliteID> = []
            for case .navigationPage(let page) in payloads {
                guard let start = page.time else { continue }
                let events = engine.process(
                    satellite: page.satellite, band: .e1b, start: start, bits: page.bytes.span, time: nil)
                for case .authenticated(_, let verdict, _, _, _) in events { satellites.insert(verdict.satellite) }
            }
            #expect((satellites.count >= 4) == isExpected, "\(satellites)")
        }
    }

    @Test func `without OSNMA no page comes`() throws {
        let payloads = try Self.played(Self.scenario("2026-09-21T10:04:12Z", ""))
        #expect(!payloads.contains { $0.kind == .navigationPage } && payloads.contains { $0.kind == .fix })
    }

    @Test func `a scenario that starts now starts when it is played`() throws {
        func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1e9) }
        let before = now() - 1_000_000_000
        let fixes = try Self.played(Self.scenario("now", "")).compactMap { payload in
            if case .fix(let fix) = payload { fix.time?.nanosecondsSince1970 } else { nil }
        }
        let first = try #require(fixes.first)
        #expect(first >= before && first <= now())
        #expect(first % 1_000_000_000 == 0)
    }
}
