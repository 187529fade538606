// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The commands of the laboratory, given to `gnss-gateway`, which hands them to the `gnss-lab` beside it.
@Suite struct LaboratoryTests {
    /// A folder with copies of programs of the build.
    private final class Installation {
        let folder = NSTemporaryDirectory() + "gnss-installation-\(UUID().uuidString)"

        init(copying names: [String]) throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let build = URL(fileURLWithPath: try Program.gateway).deletingLastPathComponent().path
            for name in names {
                try FileManager.default.copyItem(atPath: "\(build)/\(name)", toPath: "\(folder)/\(name)")
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        var gateway: String { folder + "/gnss-gateway" }
    }

    @Test func `without the laboratory its commands say how to get it, and all others work`() throws {
        let installation = try Installation(copying: ["gnss-gateway"])
        for words in [
            ["simulate", "-"], ["simulate", "--help"], ["help", "simulate"], ["agrirouter-simulator"],
            ["back-office-simulator"], ["drivers", "check", "x"], ["drivers", "new", "x"],
            ["help", "drivers", "check"],
            ["drivers", "help", "new"],
        ] {
            let result = try Program.run(installation.gateway, words)
            #expect(result.status == 69 && result.output.isEmpty, "\(words)")
            #expect(
                result.messages
                    == "gnss-gateway: \(installation.folder)/gnss-lab does not exist: "
                    + "build it ('swift build'), or install it (packaging/install)\n")
        }
        let help = try Program.run(installation.gateway, ["--help"])
        for command in ["simulate", "agrirouter-simulator", "back-office-simulator", "drivers"] {
            #expect(help.output.contains("  \(command) "))
        }
        #expect(help.status == 0)
        let drivers = try Program.run(installation.gateway, ["drivers", "--help"])
        #expect(drivers.output.contains("  check ") && drivers.output.contains("  new ") && drivers.status == 0)
        #expect(try Program.run(installation.gateway, ["drivers", "list"]).status == 0)
        #expect(try Program.run(installation.gateway, ["config", "show"]).status == 0)
    }

    @Test func `the laboratory gets the same arguments, input and output, and its exit code is the gateway's`() throws {
        let scenario = "start: now\nplace: { latitude_deg: 52, longitude_deg: 5, height_m: 40 }\nduration_s: 2\n"
        let played = try Program.run(
            "simulate", "-", "--speed", "max", "--start", "2026-05-04T12:00:00Z", input: scenario)
        #expect(played.status == 0, "\(played.messages)")
        #expect(played.output.contains("$G"))
        let wrong = try Program.run("simulate", "-", "--check", input: "duration: 2\n")
        #expect(wrong.status == 78 && wrong.messages.contains("duration"))
        #expect(try Program.run("simulate", "--no-such-option").status == 64)
        #expect(try Program.run("simulate", "a b ' \" c").messages.contains("a b ' \" c"))
        #expect(try Program.run("help", "simulate").output == Program.run("simulate", "--help").output)
    }

    @Test func `a signal to the gateway that was started reaches the laboratory, in the same process`() throws {
        let simulator = try RunningProgram(try Program.gateway, ["agrirouter-simulator"])
        try simulator.wait(for: "\"admin\"")
        let name = try String(contentsOfFile: "/proc/\(simulator.identifier)/comm", encoding: .utf8)
        #expect(name == "gnss-lab\n")
        simulator.signal(SIGTERM)
        #expect(simulator.waitForEnd().status == 0)
    }

    @Test func `simulators of servers end if their line is lost, and name wrong options`() throws {
        for name in ["agrirouter-simulator", "back-office-simulator"] {
            // Without the limit, a simulator that does not end would leave this test waiting.
            let lost = try Program.run(
                "/bin/sh", ["-c", "exec timeout 60 \"$0\" \(name) >&-", try Program.gateway])
            #expect(lost.status == 74 && lost.messages.contains("cannot write to standard output"), "\(lost)")
        }
        let file = try TemporaryFile("")
        let misplaced = try Program.run("agrirouter-simulator", "--directory", file.path)
        #expect(
            misplaced.status == 73 && misplaced.messages.contains("\(file.path): Not a directory"),
            "\(misplaced.messages)")
        let tasks = try TemporaryFile("[{\"nmae\":\"x\"}]")
        let damaged = try Program.run("back-office-simulator", "--tasks", tasks.path)
        #expect(damaged.status == 65 && damaged.messages.contains("unknown key \"nmae\""), "\(damaged.messages)")
        for words in [["--dialect", "other"], ["--user", "x"], ["--path", "x"], ["--key", "x"], ["--fault", "{}"]] {
            let wrong = try Program.run(try Program.gateway, ["back-office-simulator"] + words)
            #expect(wrong.status == 64 && wrong.output.isEmpty, "\(words): \(wrong)")
        }
        let late = try Program.run("agrirouter-simulator", "--time", "9999-12-31T23:59:59Z")
        #expect(late.status == 64 && late.messages.contains("a year from 1678 to 2261"), "\(late.messages)")
    }

    @Test func `the daemon's program carries no simulator and no suite of tests`() throws {
        func modules(of program: String) throws -> [String] {
            let build = URL(fileURLWithPath: try Program.gateway).deletingLastPathComponent()
            let path = build.appendingPathComponent(program).path
            // How Swift writes a module in its symbols and in the names of types: the length before the name. Foundation would
            // search a program of 200 MB for minutes.
            return try [
                "10Simulation", "15OSNMASimulation", "19AgrirouterSimulator", "19BackOfficeSimulator",
                "13DriverTesting",
            ].filter { try Program.run("/usr/bin/env", ["grep", "-qF", $0, path]).status == 0 }
        }
        #expect(try modules(of: "gnss-gateway").isEmpty)
        #expect(try modules(of: "gnss-lab").count == 5)
    }
}
