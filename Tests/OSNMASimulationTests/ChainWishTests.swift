// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import OSNMA
import OSNMASimulation
import Simulation
import Testing

/// Chains and keys as a scenario's `osnma` asks for them.
@Suite struct ChainWishTests {
    private static func plan(_ osnma: String, seconds: Int = 300) throws -> ScenarioPlan {
        let json = """
            {
              "start": "2026-09-21T10:04:12Z", "duration_s": \(seconds), "place": { "latitude_deg": 52.475, "longitude_deg": 5.56 },
              "receiver": { "constellations": ["galileo"] }, "osnma": \(osnma)
            }
            """
        return try ScenarioPlan(
            JSONDecoder().decode(ScenarioText.self, from: Data(json.utf8)), now: UTCTime(nanosecondsSince1970: 0))
    }

    private static func judged(_ plan: ScenarioPlan, satellites: [Int], seconds: Int) throws -> Judgement {
        let signal = try #require(try AttackedSignal(plan))
        var genuine = signal.genuine
        var configuration = OSNMAConfiguration.recording(.all)
        configuration.minimumTagBits = 20
        return genuine.judged(
            by: Judgement(signal.trust, configuration), satellites: satellites, from: genuine.scenario.start + 600,
            seconds: seconds)
    }

    @Test(
        "each look-up table is played, and verified",
        arguments: [
            (27, #""key_bits": 96"#), (28, #""key_bits": 112, "tag_bits": 20, "hash": "SHA3-256""#),
            (31, #""key_bits": 192"#), (33, #""mac": "CMAC-AES", "hash": "SHA3-256""#), (34, #""key_bits": 120"#),
            (35, #""mac": "CMAC-AES""#), (36, #""key_bits": 160"#), (37, #""key_bits": 224, "tag_bits": 32"#),
            (38, #""key_bits": 192"#), (39, #""key_bits": 256, "hash": "SHA3-256""#), (40, #""key_bits": 224"#),
            (41, #""key_bits": 256"#),
        ])
    func table(_ number: Int, _ keys: String) throws {
        let verdict = try Self.judged(
            Self.plan("{ \"mac_lookup_table\": \(number), \(keys) }"), satellites: [1, 2, 3, 9, 10, 17, 18],
            seconds: 270)
        #expect(verdict.failures.isEmpty && verdict.anomalies.isEmpty)
        #expect(verdict.engine.counters.sequencesFailed == 0 && verdict.engine.counters.rootKeysFailed == 0)
        let parameters = try #require(verdict.engine.rootKeys.first?.parameters)
        #expect(parameters.lookupTableID == UInt8(number))
        for adkd in [ADKD.inavEphemeris, .inavTiming] { #expect(verdict.tags[adkd] ?? 0 > 5, "ADKD \(adkd)") }
    }

    @Test func `new chains and keys are as a change says, and otherwise as before`() throws {
        let plan = try Self.plan(
            """
            {
              "mac_lookup_table": 41, "key_bits": 256, "changes": [
                { "at_s": 30, "kind": "npk", "takes_over_s": 60, "ends_s": 120, "key": "P-521" },
                { "at_s": 150, "kind": "eoc", "mac_lookup_table": 34, "key_bits": 128, "hash": "SHA3-256" },
                { "at_s": 7000, "kind": "pkrev" }
              ]
            }
            """, seconds: 12_000)
        let scenario = try #require(try AttackedSignal(plan)).genuine.scenario
        #expect(scenario.chain == ChainSettings(hash: .sha256, mac: .hmac, keyBits: 256, tagBits: 40, table: 41))
        let changed = ChainSettings(hash: .sha3, mac: .hmac, keyBits: 128, tagBits: 40, table: 34)
        #expect(scenario.transitions.map(\.chain) == [nil, changed, nil])
        #expect(scenario.transitions.map(\.curve) == [.p521, nil, nil])
    }

    @Test(
        "what does not go together is refused with its reason",
        arguments: [
            (#"{ "mac_lookup_table": 28 }"#, "has room for 6"),
            (#"{ "mac_lookup_table": 29 }"#, "unknown MAC look-up table 29"),
            (#"{ "key_bits": 256, "mac": "CMAC-AES", "mac_lookup_table": 41 }"#, "keys of 128 bits"),
            (#"{ "tag_bits": 36 }"#, "tag size 36"), (#"{ "key_bits": 100 }"#, "key size 100"),
            (#"{ "changes": [{ "at_s": 30, "kind": "eoc", "key": "P-521" }] }"#, "changes[0].key"),
            (#"{ "changes": [{ "at_s": 30, "kind": "npk", "key_bits": 96 }] }"#, "changes[0].kind"),
            (#"{ "changes": [{ "at_s": 30, "kind": "crev", "key_bits": 256 }] }"#, "defines 6 tags"),
            (
                #"{ "changes": [{ "at_s": 90, "kind": "npk" }, { "at_s": 30, "kind": "npk" }] }"#,
                "osnma.changes[1]: npk at"
            ),
        ])
    func refused(_ osnma: String, _ reason: String) throws {
        let plan = try Self.plan(osnma)
        let fault = #expect(throws: OSNMAScenarioError.self) { try AttackedSignal(plan) }
        #expect(fault?.description.contains(reason) ?? false, "\(String(describing: fault))")
        let problem = #expect(throws: ScenarioError.self) { try AttackedSignal.check(plan) }
        #expect(problem?.description == fault?.description)
    }

    @Test func `a change that begins after the end is refused like an event`() throws {
        let fault = #expect(throws: ScenarioError.self) {
            try Self.plan(#"{ "changes": [{ "at_s": 30, "kind": "npk" }, { "at_s": 301, "kind": "npk" }] }"#)
        }
        #expect(fault?.key == "osnma.changes[1].at_s")
    }
}
