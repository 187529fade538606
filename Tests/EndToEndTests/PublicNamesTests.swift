// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import NamesPage
import Testing

/// `docs/names.md` lists every name that other programs and scripts rely on. It is compared with the program here and in
/// the tests of modules; `GNSS_NAMES_WRITE=1` prints what the page should say.
@Suite struct PublicNamesTests {
    /// A command of ArgumentParser's description of a program.
    private struct Command: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable {
                var kind: String
                var name: String
            }
            var shouldDisplay: Bool
            var names: [Name]?
        }
        var commandName: String
        var shouldDisplay: Bool?
        var arguments: [Argument]?
        var subcommands: [Command]?

        func lines(_ path: String) -> [String] {
            let path = path.isEmpty ? commandName : "\(path) \(commandName)"
            let options = (arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }
                .filter { $0.kind == "long" && !["help", "version"].contains($0.name) }.map { "`--\($0.name)`" }
            let own = options.isEmpty ? "`\(path)`" : "`\(path)`: \(options.sorted().joined(separator: ", "))"
            return [own] + (subcommands ?? []).filter { $0.shouldDisplay ?? true }.flatMap { $0.lines(path) }
        }
    }

    private struct Tool: Decodable { var command: Command }

    @Test(arguments: ["gnss-gateway", "gnss-lab"])
    func `the page lists every command with its options`(name: String) throws {
        let program = URL(filePath: try Program.gateway).deletingLastPathComponent().appending(path: name).path
        let text = try Program.run(program, ["--experimental-dump-help"]).output
        let tool = try JSONDecoder().decode(Tool.self, from: Data(text.utf8))
        #expect(try PublicNames.faults("Commands of \(name)", tool.command.lines("")) == [])
    }

    @Test func `the page lists every kind of observation`() throws {
        let kinds = (0...UInt16.max).map { ObservationKind(rawValue: $0).description }.filter { !$0.contains(" ") }
        #expect(try PublicNames.faults("Kinds of observations", kinds.map { "`\($0)`" }) == [])
    }

    @Test func `the page lists every code of OSNMA`() throws {
        #expect(
            try PublicNames.faults("Reasons of a verdict", AuthenticationReason.allCases.map { "`\($0.code)`" }) == [])
    }

    @Test(.enabled(if: Program.installed("curl") != nil, "curl is not installed"))
    func `the page lists every metric`() throws {
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive, speed: 10 } }]
            listen: { gpsd: ["127.0.0.1:0"], nmea: ["tcp://127.0.0.1:0"], http: "127.0.0.1:0" }
            corrections: { caster: "ntrip://127.0.0.1:1", mountpoint: NONE }
            agrirouter:
              qa:
                application_id: 0a000000-0000-4000-8000-000000000000
                version_id: 0a000000-0000-4000-8000-000000000001
            """, suffix: ".yaml")
        let daemon = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        try daemon.wait(for: "running: ")
        daemon.signal(SIGHUP)
        try daemon.wait(for: "reload: ")
        let curl = try #require(Program.installed("curl"))
        var names: [String] = []
        // Families of what has not happened yet come with the first event: the unreachable caster's alert is one.
        try eventually("no alert was counted") {
            let page = try Program.run(curl, ["-s", "--unix-socket", daemon.socket, "http://gateway/metrics"]).output
            names = page.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map {
                "`\($0.split(separator: " ")[2])`"
            }
            return names.contains("`gnss_gateway_alerts_total`")
        }
        // Some families are left out while they have no sample: their names are looked for in the sources.
        let folder = PublicNames.package.appending(path: "Sources/Gateway/Operations/Metrics")
        let sources = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
        let absent = Set(try PublicNames.page("Metrics")).subtracting(names).filter { name in
            let parts = name.dropFirst("`gnss_gateway_".count).dropLast().split(separator: "_")
            return parts.indices.contains { sources.contains("\"\(parts[$0...].joined(separator: "_"))\"") }
        }
        #expect(try PublicNames.faults("Metrics", names + absent) == [])
    }
}
