// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Testing

/// The whole daemon with a receiver that is replayed, and what it says of the authenticity of the data.
@Suite(.serialized, .enabled(if: OSNMABench.data != nil, "GNSS_TEST_DATA holds no OSNMA recordings"))
struct OSNMADaemonTests {
    private func file(_ bytes: [UInt8]) throws -> TemporaryFile {
        let file = try TemporaryFile("", suffix: ".capture")
        try Data(bytes).write(to: URL(fileURLWithPath: file.path))
        return file
    }

    private func trust(_ folder: String) -> String { "{ trust_directory: \(OSNMABench.data ?? "")/\(folder) }" }

    @Test(arguments: ["in-process", "process"])
    func `a real receiver's data are authenticated, and exactly those that the reference has`(isolation: String) throws
    {
        let capture = try file(try OSNMABench.unpacked("ubx/current_config.ubx.gz"))
        let bench = try OSNMABench(osnma: trust("ubx"))
        try bench.replay(capture.path, isolation: isolation)
        let status = try bench.ask("osnma", "status")
        #expect(status.status == 0)
        #expect(status.output.contains("rover: "), "\(status.output)")
        let report = try object(try bench.ask("osnma", "status", "--json").output)
        let receiver = try #require((report["receivers"] as? [[String: Any]])?.first)
        #expect(receiver["tags_wrong"] as? Int == 0)
        #expect((receiver["tags_right"] as? Int ?? 0) > 4500)
        #expect((receiver["clock"] as? [String: Any])?["source"] as? String == "recording")
        #expect(receiver["fresh"] as? Bool == false)
        let satellites = try object(try bench.ask("status", "--json").output)
        #expect((satellites["osnma"] as? [[String: Any]])?.first?["receiver"] as? String == "rover")
        let (verdicts, alerts) = try bench.end()
        let authenticated = verdicts.filter { $0.state == .authenticated }
        #expect(authenticated.count > 4000)
        #expect(authenticated.allSatisfy { !$0.isFresh && $0.clock.source == .recording })
        #expect(alerts.map(\.code) == ["osnma-authenticated"])
        let expected = try OSNMABench.expected("ubx_current")
        let found = OSNMABench.sets(verdicts)
        #expect(found.isSubset(of: expected.keys), "\(found.subtracting(expected.keys))")
        let missing = expected.keys.filter { !found.contains($0) }
        #expect(missing.isEmpty, "\(missing.sorted())")
        // The receiver uses Galileo alone; while new data wait for their tags it is not all authenticated.
        let extents = Set(verdicts.compactMap { $0.fix?.extent })
        #expect(extents.contains(.partial) && extents.contains(.full), "\(extents)")
        #expect(verdicts.contains { ($0.fix?.authenticated.count ?? 0) >= 4 })
    }

    @Test func `pages that stop are told once, and once that they are back`() throws {
        let bytes = try OSNMABench.unpacked("ubx/current_config.ubx.gz")
        let cut = OSNMABench.ubx(bytes, keepsPages: { !(600..<1300).contains($0) }, until: 1800)
        let capture = try file(cut)
        let bench = try OSNMABench(osnma: trust("ubx"))
        try bench.replay(capture.path)
        let (verdicts, alerts) = try bench.end()
        #expect(alerts.map(\.code) == ["osnma-authenticated", "osnma-lost", "osnma-lost"])
        #expect(alerts.map(\.isOver) == [true, false, true])
        // All satellites change their data every ten minutes or so, and tags come a minute later: that is no loss.
        let reasons = verdicts.map(\.reason).filter { $0 != .verifying }.reduce(into: [AuthenticationReason]()) {
            list, reason in
            if list.last != reason { list.append(reason) }
        }
        let first = try #require(reasons.firstIndex(of: .authenticated))
        #expect(Array(reasons[first...]) == [.authenticated, .stale, .authenticated, .receiverLost], "\(reasons)")
    }

    @Test func `forged data are never authenticated, and the forgery is named`() throws {
        let vector = "tampered/tampered_a/07_OCT_2023_GST_02_45_01.csv.gz"
        let capture = try file(try OSNMABench.recording(ofVector: vector))
        let bench = try OSNMABench(osnma: trust("tampered/tampered_a"))
        try bench.replay(capture.path)
        let (verdicts, _) = try bench.end()
        #expect(verdicts.contains { $0.state == .authenticated })
        let found = OSNMABench.sets(verdicts)
        let expected = try OSNMABench.expected("tampered_a")
        #expect(!found.isEmpty && found.isSubset(of: expected.keys), "\(found.subtracting(expected.keys))")
        #expect((verdicts.last?.tagsWrong ?? 0) > 0)
        // The data of E02 are forged from the twelfth subframe on.
        let e02 = verdicts.compactMap { verdict in verdict.satellites.first { $0.satellite.number == 2 } }
        #expect(e02.contains { $0.failure?.kind == .tag })
        #expect(e02.last.map { $0.standing != .authenticated } == true)
    }

    @Test func `a receiver without raw pages says so, and what is required is refused`() throws {
        let bench = try OSNMABench(osnma: "{ require: true }")
        let scenario = try file(
            OSNMABench.ubx(
                try OSNMABench.unpacked("ubx/current_config.ubx.gz"), keepsPages: { _ in false }, until: 120))
        try bench.replay(scenario.path)
        let report = try object(try bench.ask("osnma", "status", "--json").output)
        let receiver = try #require((report["receivers"] as? [[String: Any]])?.first)
        #expect((receiver["refusal"] as? String)?.contains("an authenticated position is required") == true)
        let check = try bench.ask("osnma", "status", "--check")
        #expect(check.status == 75)
        let unknown = try bench.ask("osnma", "status", "--receiver", "nobody")
        #expect(unknown.status == 69 && unknown.messages.contains("unknown receiver \"nobody\""))
        let (verdicts, alerts) = try bench.end()
        #expect(verdicts.contains { $0.reason == .noRawPages })
        #expect(!verdicts.contains { $0.state == .authenticated } && alerts.isEmpty)
    }

    @Test func `validation that is switched off says so`() throws {
        let bench = try OSNMABench(osnma: "{ enabled: false }")
        let status = try bench.ask("osnma", "status")
        #expect(status.status == 78 && status.messages.contains("'osnma.enabled'"))
        #expect(try bench.end().verdicts.isEmpty)
    }

    @Test func `without a daemon it is said`() throws {
        let result = try RunningProgram(
            try Program.gateway, ["osnma", "status"],
            environment: ["GNSS_GATEWAY_SOCKET": NSTemporaryDirectory() + "gnss-nobody.sock"]
        ).waitForEnd()
        #expect(result.status == 69)
    }
}
