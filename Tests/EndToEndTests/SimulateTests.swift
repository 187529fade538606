// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Simulation
import Testing

/// `gnss-gateway simulate`.
@Suite(.serialized) struct SimulateTests {
    private static let scenarios = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Plugins/FileSimulator/Scenarios")

    private static func scenario(_ text: String) throws -> TemporaryFile { try TemporaryFile(text, suffix: ".yaml") }

    private static let standing = """
        start: "2026-09-21T08:00:00Z"
        place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 40 }

        """

    /// A receiver of a scenario, once its line is open.
    private static func receiver(
        _ scenario: TemporaryFile, _ output: String, _ options: String...
    ) throws -> RunningProgram {
        let program = try RunningProgram(
            try Program.gateway, ["simulate", scenario.path, "--output", output] + options)
        try program.wait(for: options.contains("max") ? "begins when the first client connects" : "the receiver is at")
        return program
    }

    @Test func `all ready scenarios are right`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.scenarios.path)
        #expect(files.count >= 7)
        for file in files {
            let path = Self.scenarios.appendingPathComponent(file).path
            let result = try Program.run("simulate", path, "--check")
            #expect(result.status == 0, "\(file): \(result.messages)")
        }
    }

    @Test func `a check refuses OSNMA that cannot be played, with its line`() throws {
        let file = try Self.scenario(
            Self.standing + "osnma: { changes: [{ at_s: 60, kind: npk, takes_over_s: 300, ends_s: 240 }] }\n")
        let check = try Program.run("simulate", file.path, "--check")
        #expect(check.status == 78 && check.output.isEmpty, "\(check)")
        #expect(check.messages.contains("\(file.path):3:20: osnma.changes[0]: npk at"), "\(check.messages)")
    }

    @Test func `a check refuses an output that the scenario does not suit`() throws {
        let file = try Self.scenario(Self.standing)
        #expect(try Program.run("simulate", file.path, "--check", "--output", "tcp:0").status == 0)
        let endless = try Program.run("simulate", file.path, "--check", "--output", file.path + ".nmea")
        #expect(endless.status == 78 && endless.messages.contains("a file needs one"), "\(endless)")
        let plain = try Program.run("simulate", file.path, "--check", "--trust", file.path + ".trust")
        #expect(plain.status == 78 && plain.messages.contains("has no 'osnma' section"), "\(plain)")
    }

    @Test func `a scenario becomes a file that decodes, the same each time`() throws {
        let path = Self.scenarios.appendingPathComponent("cold-start.yaml").path
        let out = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).nmea").path
        defer { try? FileManager.default.removeItem(atPath: out) }
        let made = try Program.run("simulate", path, "--output", out)
        #expect(made.status == 0, "\(made.messages)")
        let first = try Data(contentsOf: URL(fileURLWithPath: out))
        let again = try Program.run("simulate", path, "--output", out)
        #expect(again.status == 73 && again.messages.contains("--force"))
        #expect(try Program.run("simulate", path, "-o", out, "--force").status == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: out)) == first)
        let decoded = try Program.run("decode", out)
        #expect(decoded.lines.count { $0.contains("\"class\":\"TPV\"") } == 241, "\(decoded.messages)")
    }

    @Test func `an output is a file, a terminal or a port, and anything else is refused`() throws {
        let still = try Self.scenario(Self.standing + "duration_s: 2\n")
        let folder = try TemporaryFolder()
        func simulate(to output: String) throws -> Program.Result {
            try Program.run(
                "/usr/bin/env", ["-C", folder.path, try Program.gateway, "simulate", still.path, "--output", output])
        }
        #expect(try simulate(to: "file:\(folder.path)/a.ubx").status == 0)
        #expect(try simulate(to: "./b:c.ubx").status == 0)
        for wrong in [
            "udp:5000", "serial:/dev/ttyUSB0", "tcp://localhost:5000", "tcp:", "tcp:65536", "file:", "PTY:x", "",
        ] {
            let refused = try simulate(to: wrong)
            #expect(refused.status == 64 && refused.messages.contains("tcp:"), "\(wrong): \(refused.messages)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.ubx", "b:c.ubx"])
    }

    @Test func `a pipe and the target of a symbolic link are written to, and stay what they are`() throws {
        let still = try Self.scenario(Self.standing + "duration_s: 2\n")
        let folder = try TemporaryFolder()
        func simulate(to name: String) throws -> Program.Result {
            try Program.run("simulate", still.path, "--force", "--output", "\(folder.path)/\(name)")
        }
        let target = URL(fileURLWithPath: "\(folder.path)/target")
        #expect(try simulate(to: "target").status == 0)
        let expected = try Data(contentsOf: target)
        try Data("old".utf8).write(to: target)
        let link = "\(folder.path)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
        #expect(try simulate(to: "link").status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target")
        #expect(try Data(contentsOf: target) == expected)

        let pipe = "\(folder.path)/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let unread = try simulate(to: "pipe")
        #expect(unread.status == 73 && unread.messages.contains("no program reads from it"), "\(unread.messages)")
        let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(reader >= 0)
        defer { close(reader) }
        // The two seconds fit into the pipe.
        #expect(try simulate(to: "pipe").status == 0)
        #expect(FileHandle(fileDescriptor: reader).readDataToEndOfFile() == expected)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["link", "pipe", "target"])
    }

    @Test func `a signal ends a run even if no program reads its pipe`() throws {
        let long = try Self.scenario(Self.standing + "duration_s: 86400\n")
        let pipe = FileManager.default.temporaryDirectory.appendingPathComponent("pipe-\(UUID().uuidString)").path
        try #require(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(reader >= 0)
        defer { close(reader) }
        let receiver = try RunningProgram(
            try Program.gateway, ["simulate", long.path, "--output", pipe, "--force", "--speed", "max"])
        var (waiting, changed) = (Int32(0), ContinuousClock.now)
        // A pipe may have room for one page only, if the user has many of them.
        let isFull = until(60) {
            let before = waiting
            _ = ioctl(reader, UInt(FIONREAD), &waiting)
            if waiting != before { changed = .now }
            return waiting > 0 && ContinuousClock.now - changed >= .milliseconds(500)
        }
        #expect(isFull, "\(waiting) bytes wait")
        receiver.signal(SIGTERM)
        #expect(until(60) { !receiver.isRunning })
        if receiver.isRunning { receiver.signal(SIGKILL) }
        #expect(receiver.waitForEnd().status == 0)
    }

    @Test func `what is wrong with a scenario is told with its place`() throws {
        let wrong = try Self.scenario("start: \"2026-09-21T08:00:00Z\"\nplace: { latitude_deg: 99, longitud: 5 }\n")
        let result = try Program.run("simulate", wrong.path)
        #expect(result.status == 78)
        #expect(result.messages.contains("\(wrong.path):2:24: place.latitude_deg"), "\(result.messages)")
        #expect(result.messages.contains("place.longitud: unknown key"))
        let empty = try Self.scenario("start: \"2026-09-31T08:00:00Z\"\n")
        #expect(try Program.run("simulate", empty.path).messages.contains("start: "))
        #expect(try Program.run("simulate", wrong.path, "--fault", "boom@1").status == 64)
        for (more, place) in [
            ("events: [{ at_s: 1, kind: range-error,\n  satellite: X05 }]\n", "4:14: events[0].satellite: is not a"),
            ("events: [{ at_s: 1, kind: position-offset, metres: 5 }]\n", "3:52: events[0].metres: has no effect on"),
            ("events: [{ at_s: 1, kind: reset, duration_s: 5 }]\n", "3:46: events[0].duration_s: has no effect on"),
            ("events: [{ at_s: 1, kind: leap-second, seconds: 0 }]\n", "3:49: events[0].seconds: is 0.0; allowed: 1 "),
            (
                "events: [{ at_s: 1, kind: leap-second, seconds: 3600 }]\n",
                "3:49: events[0].seconds: is 3600.0; allowed: 1 "
            ),
            ("faults: [{ at_s: 1, kind: split, share: 0.5 }]\n", "3:41: faults[0].share: has no effect on 'split'"),
            ("faults: [{ at_s: 1, kind: stall, bytes: 5 }]\n", "3:41: faults[0].bytes: has no effect on 'stall'"),
            (
                "duration_s: 60\nevents: [{ at_s: 61, kind: reset }]\n",
                "4:18: events[0].at_s: is 61.0, after the end of the scenario; allowed: 0 to 60.0, or raise duration_s"
            ),
            (
                "duration_s: 60\nfaults: [{ at_s: 60, kind: stall }, { at_s: 60.5, kind: stall }]\n",
                "4:45: faults[1].at_s: is 60.5, after the end of the scenario; allowed: 0 to 60.0"
            ),
            (
                "route: { waypoints: [{ latitude_deg: 10, longitude_deg: 20 }, "
                    + "{ latitude_deg: -10, longitude_deg: -160 }] }\n",
                "3:63: route.waypoints[1]: is opposite to the previous point"
            ),
            (
                "obstacles: [{ from_deg: 0, to_deg: 90, elevation_deg: 9, from_s: 9, to_s: 3 }]\n",
                "3:75: obstacles[0].to_s"
            ),
        ] {
            let file = try Self.scenario(Self.standing + more)
            let refused = try Program.run("simulate", file.path)
            #expect(refused.status == 78 && refused.messages.contains("\(file.path):\(place)"), "\(refused.messages)")
        }
        let start = try Program.run("simulate", empty.path, "--start", "1998-01-01T00:00:00Z")
        #expect(start.status == 64 && start.messages.contains("--start: "), "\(start.messages)")
        try Data([0x61, 0x0A, 0xFF]).write(to: URL(fileURLWithPath: empty.path))
        #expect(try Program.run("simulate", empty.path).messages.contains("\(empty.path):2:1: is not UTF-8"))
        #expect(try Program.run("simulate", "/nonexistent.yaml").status == 66)
    }

    @Test func `pages of Galileo are authenticated with what is to be trusted for them`() throws {
        let file = try Self.scenario(
            Self.standing
                + "duration_s: 240\noutput: { ubx: { messages: [NAV-PVT, NAV-TIMEGAL, RXM-SFRBX] } }\nosnma: {}\n")
        let folder = try TemporaryFolder()
        // The folder of the trust is made.
        let trust = "\(folder.path)/trust"
        let out = "\(folder.path)/sky.ubx"
        let made = try Program.run("simulate", file.path, "--output", out, "--trust", trust)
        #expect(made.status == 0, "\(made.messages)")
        let verified = try Program.run("osnma", "verify", "--trust", trust, out)
        #expect(verified.lines.contains { $0.contains("\"type\":\"authenticated\"") }, "\(verified.messages)")
        #expect(verified.output.contains("\"tags_failed\":0"))
        // The trust of another scenario stays, and a run that fails writes none.
        let other = try Self.scenario("seed: 2\n" + Self.standing + "duration_s: 240\nosnma: {}\n")
        let second = "\(folder.path)/second.nmea"
        let kept = try Program.run("simulate", other.path, "--output", second, "--trust", trust)
        #expect(kept.status == 73 && kept.messages.contains("--force overwrites it"), "\(kept.messages)")
        #expect(!FileManager.default.fileExists(atPath: second))
        let fresh = "\(folder.path)/fresh"
        #expect(try Program.run("simulate", file.path, "--output", out, "--trust", fresh).status == 73)
        #expect(!FileManager.default.fileExists(atPath: fresh))
        // Whoever has the scenario has its private keys.
        let tree = try #require(
            try FileManager.default.contentsOfDirectory(atPath: trust).first { $0.hasSuffix("xml") })
        let added = try Program.run("osnma", "trust", "add", "--state-directory", trust, "\(trust)/\(tree)")
        #expect(added.status == 65 && added.messages.contains("belongs to a simulation"), "\(added.messages)")
    }

    /// The lines that `osnma verify` has of a ready scenario.
    private func verified(_ scenario: String) throws -> [Substring] {
        let folder = try TemporaryFolder()
        let (trust, out) = (folder.path, "\(folder.path)/sky.ubx")
        let made = try Program.run(
            "simulate", Self.scenarios.appendingPathComponent(scenario).path, "--output", out, "--trust", trust)
        #expect(made.status == 0, "\(made.messages)")
        return try Program.run("osnma", "verify", "--trust", trust, out).lines
    }

    @Test func `attacks are told one after the other, and between them Galileo is authenticated`() throws {
        let lines = try verified("spoofing-attack.yaml")
        func has(_ words: String...) -> Bool { lines.contains { line in words.allSatisfy { line.contains($0) } } }
        #expect(has(#""type":"tag_failed""#))
        #expect(has(#""anomaly""#, "wrong_key") && has(#""anomaly""#, "replayed"), "\(lines.suffix(3))")
        #expect(lines.count { $0.contains(#""type":"authenticated""#) } > 500)
    }

    @Test func `all that happens to Galileo's keys is followed to the alert`() throws {
        let lines = try verified("osnma-changes.yaml")
        func count(_ type: String) -> Int { lines.count { $0.contains(#""type":"\#(type)""#) } }
        #expect(count("tag_failed") == 0 && count("kroot_failed") == 0)
        #expect(count("chain_change") == 3, "\(count("chain_change"))")
        #expect(count("public_key_dropped") == 3 && count("chain_revoked") == 2 && count("alert") == 1)
        // The alert is first sent at 15:25: tags of before may be proven later.
        let tags = lines.compactMap { $0.firstMatch(of: /"tag_time":\[1413,(\d+)\]/).flatMap { Int($0.1) } }
        let last = try #require(tags.max())
        #expect((141_800..<141_918).contains(last), "\(last)")
    }

    @Test(
        .enabled(
            if: Program.installed("convbin") != nil && Program.installed("rnx2rtkp") != nil, "no RTKLIB here"))
    func `RTKLIB computes the place from Galileo's pages`() throws {
        let file = try Self.scenario(
            Self.standing + "receiver: { constellations: [galileo] }\nduration_s: 150\nosnma: {}\n"
                + "output: { ubx: { messages: [RXM-RAWX, RXM-SFRBX] } }\n")
        let folder = try TemporaryFolder()
        func path(_ name: String) -> String { "\(folder.path)/\(name)" }
        #expect(try Program.run("simulate", file.path, "--output", path("raw.ubx")).status == 0)
        let converted = try Program.run(
            try #require(Program.installed("convbin")),
            [
                "-r", "ubx", "-v", "3.03", "-od", "-os", "-o", path("raw.obs"), "-n", path("raw.nav"), path("raw.ubx"),
            ])
        #expect(converted.status == 0, "\(converted.messages)")
        let orbits = try String(contentsOfFile: path("raw.nav"), encoding: .utf8)
        #expect(orbits.split(whereSeparator: \.isNewline).count { $0.hasPrefix("E") } >= 5)
        let options = "pos1-posmode=single\npos1-ionoopt=brdc\npos1-tropopt=saas\npos1-navsys=8\nout-solformat=llh\n"
        try Data(options.utf8).write(to: URL(fileURLWithPath: path("options")))
        let solved = try Program.run(
            try #require(Program.installed("rnx2rtkp")), ["-k", path("options"), path("raw.obs"), path("raw.nav")])
        let places = solved.lines.filter { !$0.hasPrefix("%") }.map {
            $0.split(separator: " ").dropFirst(2).prefix(3).compactMap { Double($0) }
        }
        #expect(places.count > 80, "\(solved.messages)")
        for place in places {
            try #require(place.count == 3)
            let (north, east, up) = (111_273 * (place[0] - 52.475), 67_960 * (place[1] - 5.56), place[2] - 40)
            #expect((north * north + east * east + up * up).squareRoot() < 5, "\(place)")
        }
    }

    @Test func `a bench goes through a gateway of its own`() throws {
        let still = try Self.scenario(
            Self.standing + "duration_s: 60\nfaults: [{ at_s: 25, duration_s: 5, kind: stall }]\n")
        let moving = try Self.scenario(
            Self.standing + "circle: { radius_m: 50 }\nspeed_kmh: 10\nduration_s: 60\n"
                + "output: { ubx: { generation: 20 } }\n")
        let result = try Program.run("simulate", "--bench", "--daemon", "--speed", "4", still.path, moving.path)
        #expect(result.lines.count == 3, "\(result.messages)")
        #expect(result.lines.first?.hasPrefix("gateway: ") == true, "\(result.output)")
        #expect(result.lines.dropFirst().allSatisfy { $0.contains(" 0 wrong") }, "\(result.output)")
        // A busy machine may need longer to open a line than the bench allows; then most of it is heard all the same.
        let heard = result.lines.dropFirst().compactMap { line in
            line.split(separator: ": ").dropFirst().first.flatMap { Int($0.prefix { $0 != " " }) }
        }
        #expect(heard.count == 2 && heard.allSatisfy { $0 > 40 }, "\(result.output)")
    }

    @Test func `SBF carries pages that are authenticated`() throws {
        let file = try Self.scenario(Self.standing + "duration_s: 240\noutput: { sbf: {} }\nosnma: {}\n")
        let folder = try TemporaryFolder()
        let out = "\(folder.path)/sky.sbf"
        #expect(try Program.run("simulate", file.path, "--output", out, "--trust", folder.path).status == 0)
        let verified = try Program.run("osnma", "verify", "--trust", folder.path, out)
        #expect(verified.lines.contains { $0.contains("\"type\":\"authenticated\"") }, "\(verified.messages)")
        #expect(verified.output.contains("\"tags_failed\":0"))
        let decoded = try Program.run("decode", out)
        let fixes = decoded.lines.count { $0.contains("\"class\":\"TPV\"") }
        #expect(fixes > 200 && decoded.messages.contains(" SBF, \(fixes) epochs"), "\(decoded.messages)")
    }

    @Test func `a bench with a gateway refuses a scenario that the gateway cannot read`() throws {
        let file = try Self.scenario(Self.standing + "duration_s: 60\noutput: { sbf: {} }\n")
        let refused = try Program.run("simulate", "--bench", "--daemon", file.path)
        #expect(refused.status == 78 && refused.messages.contains("neither NMEA nor UBX"), "\(refused.messages)")
    }

    @Test func `a bench refuses options that it does not use`() throws {
        let still = try Self.scenario(Self.standing + "duration_s: 60\n")
        for options in [["--output", "a.ubx"], ["--receiver", "f9"], ["--force"], ["--check"], ["--speed", "2"]] {
            let refused = try Program.run(try Program.gateway, ["simulate", "--bench", still.path] + options)
            #expect(refused.status == 64 && refused.output.isEmpty, "\(options): \(refused.messages)")
            #expect(refused.messages.contains("\(options[0]) has no effect with --bench"), "\(refused.messages)")
        }
    }

    @Test func `a bench warns of events and faults that begin after its end of an endless scenario`() throws {
        let endless = try Self.scenario(
            Self.standing + "events: [{ at_s: 601, kind: reset }]\n"
                + "faults: [{ at_s: 600, kind: split }, { at_s: 700.5, kind: stall }]\n")
        let result = try Program.run("simulate", "--bench", endless.path)
        #expect(result.status == 0 && result.lines.count == 1, "\(result)")
        let rest = "but without duration_s the scenario ends at 600.0 here; set duration_s"
        #expect(
            result.messages.split(separator: "\n") == [
                "simulate: warning: \(endless.path):3:18: events[0].at_s: is 601.0, \(rest)",
                "simulate: warning: \(endless.path):4:46: faults[1].at_s: is 700.5, \(rest)",
            ])
        let late = try Program.run("simulate", "--bench", endless.path, "--fault", "drop@600.5")
        #expect(late.status == 64 && late.messages.contains("--fault drop@600.5 begins after the end"), "\(late)")
        let check = try Program.run("simulate", endless.path, "--check")
        #expect(check.status == 0 && check.messages.isEmpty && check.output.contains("without end"), "\(check)")
    }

    @Test func `a bench tells which receivers passed`() throws {
        let good = try Self.scenario(
            Self.standing + "duration_s: 60\nfaults: [{ at_s: 20, duration_s: 5, kind: stall }]\n")
        let bad = try Self.scenario(Self.standing + "duration_s: 60\noutput: { nmea: { quirks: [no-checksum] } }\n")
        // One fault begins where another ends: both are judged after the second one.
        let faults = "[{ at_s: 10, duration_s: 2, kind: unplug }, { at_s: 12, duration_s: 20, kind: unplug }]"
        let twice = try Self.scenario(Self.standing + "duration_s: 60\nfaults: \(faults)\n")
        let result = try Program.run("simulate", "--bench", good.path, bad.path, twice.path)
        #expect(result.status == 1)
        #expect(result.lines.map { $0.prefix(4) } == ["PASS", "FAIL", "PASS"], "\(result.output)")
    }

    @Test func `a receiver on a terminal is provisioned like a real one`() throws {
        let file = try Self.scenario(Self.standing + "output: { ubx: { messages: [NAV-PVT] } }\n")
        let link = FileManager.default.temporaryDirectory.appendingPathComponent("ttyUSB-\(UUID().uuidString)").path
        let receiver = try Self.receiver(file, "uart:\(link)", "--receiver", "f9")
        let made = try RunningProgram(
            try Program.gateway, ["receivers", "provision", link, "--yes", "--rate", "2"],
            environment: ["GNSS_GATEWAY_SOCKET": "/nonexistent/control.sock"]
        ).waitForEnd()
        #expect(made.status == 0, "\(made.output)\(made.messages)")
        #expect(made.output.contains("ZED-F9P") && made.output.contains("done: the receiver is set up"))
        receiver.signal(SIGTERM)
        #expect(receiver.waitForEnd().status == 0)
        #expect(!FileManager.default.fileExists(atPath: link))
    }

    @Test func `a link replaces only a link to a terminal, and only that link is removed`() throws {
        let file = try Self.scenario(Self.standing)
        let folder = try TemporaryFolder()
        let (precious, toPrecious, link) = (
            "\(folder.path)/precious", "\(folder.path)/to-precious", "\(folder.path)/receiver"
        )
        try Data("keep me".utf8).write(to: URL(fileURLWithPath: precious))
        try FileManager.default.createSymbolicLink(atPath: toPrecious, withDestinationPath: precious)
        for path in [precious, toPrecious, folder.path] {
            for kind in ["pty", "uart"] {
                let refused = try Program.run("simulate", file.path, "--output", "\(kind):\(path)")
                #expect(refused.status == 73 && refused.messages.contains("\(path): it already exists"), "\(refused)")
            }
        }
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "keep me")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: toPrecious) == precious)
        // A link that a killed run has left behind leads to a terminal that is gone.
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/pts/999999")
        let receiver = try Self.receiver(file, "pty:\(link)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) != "/dev/pts/999999")
        // The path belongs to another program by now.
        try FileManager.default.removeItem(atPath: link)
        try Data("keep me".utf8).write(to: URL(fileURLWithPath: link))
        receiver.signal(SIGTERM)
        #expect(receiver.waitForEnd().status == 0)
        #expect(try String(contentsOfFile: link, encoding: .utf8) == "keep me")
    }

    @Test func `a receiver of generation 8 sends what it knows, and takes the long form of CFG-MSG`() throws {
        let file = try Self.scenario(Self.standing + "output: { ubx: {} }\n")
        let port = try Program.freePort()
        let receiver = try Self.receiver(file, "tcp:\(port)", "--speed", "10", "--receiver", "m8")
        defer { receiver.signal(SIGTERM) }
        let heard = try TemporaryFile("")
        // All rates of NAV-DOP, as u-center writes them: off.
        let command = #"\xb5\x62\x06\x01\x08\x00\x01\x04\x00\x00\x00\x00\x00\x00\x14\xc7"#
        let script = "exec 3<>/dev/tcp/127.0.0.1/\(port); printf '\(command)' >&3; head -c 60000 <&3 > \(heard.path)"
        #expect(try Program.run("/bin/bash", ["-c", script]).status == 0)
        let listed = try Program.run("decode", "--messages", heard.path).output
        for name in ["NAV-PVT", "NAV-SAT", "ACK-ACK"] { #expect(listed.contains(name), "no \(name)") }
        for name in ["NAV-SIG", "SEC-SIG", "ACK-NAK"] { #expect(!listed.contains(name), "\(name)") }
    }

    @Test func `at the highest speed the run begins with its first client, who gets everything`() throws {
        let file = try Self.scenario(Self.standing + "duration_s: 3000\noutput: { nmea: { sentences: [gga] } }\n")
        let port = try Program.freePort()
        let receiver = try Self.receiver(file, "tcp:\(port)", "--speed", "max")
        let client = try GPSDClient(port: port, watch: "")
        #expect(until(60) { client.all.count >= 3001 }, "\(client.all.count)")
        #expect(receiver.waitForEnd().status == 0)
        let alone = try Self.receiver(file, "tcp:\(port)", "--speed", "max")
        alone.signal(SIGTERM)
        #expect(alone.waitForEnd().status == 0)
    }

    @Test func `a receiver that restarts has the messages and the rate of the scenario again`() throws {
        let file = try Self.scenario(
            Self.standing + "duration_s: 20\nreceiver: { rate_hz: 5 }\nevents: [{ at_s: 5, kind: reset }]\n"
                + "output: { ubx: { messages: [NAV-PVT] } }\n")
        let port = try Program.freePort()
        let receiver = try Self.receiver(file, "tcp:\(port)", "--speed", "max", "--receiver", "f9")
        defer { receiver.signal(SIGTERM) }
        let heard = try TemporaryFile("")
        let script = "exec 3<>/dev/tcp/127.0.0.1/\(port); cat <&3 > \(heard.path)"
        #expect(try Program.run("/bin/bash", ["-c", script]).status == 0)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: heard.path)))
        // Frames of 100 bytes, and nothing else.
        #expect(bytes.count == 101 * 100)
        for start in stride(from: 0, to: bytes.count - 3, by: 100) {
            #expect(bytes[start..<start + 4].elementsEqual([0xB5, 0x62, 0x01, 0x07]), "\(start)")
        }
    }

    @Test func `a receiver on a port sends the bytes of a file`() throws {
        let file = try Self.scenario(
            Self.standing + "duration_s: 10\nreceiver: { rate_hz: 3 }\n"
                + "output: { nmea: { sentences: [txt, rmc, gga] } }\n")
        let port = try Program.freePort()
        let receiver = try Self.receiver(file, "tcp:\(port)", "--speed", "max", "--receiver", "f9")
        defer { receiver.signal(SIGTERM) }
        let heard = try Program.run("/bin/bash", ["-c", "exec 3<>/dev/tcp/127.0.0.1/\(port); cat <&3"])
        let written = try Program.run("simulate", file.path)
        #expect(written.lines.count == 63 && heard.output == written.output, "\(heard.lines.prefix(9))")
    }

    @Test func `at the highest speed a slow reader of a terminal gets everything`() throws {
        let file = try Self.scenario(Self.standing + "duration_s: 600\noutput: { nmea: { sentences: [gga, rmc] } }\n")
        let link = FileManager.default.temporaryDirectory.appendingPathComponent("tty-\(UUID().uuidString)").path
        let receiver = try Self.receiver(file, "pty:\(link)", "--speed", "max")
        defer { receiver.signal(SIGTERM) }
        let reader = try TerminalReader(link)
        // By now a terminal of 18 kB has long been full.
        Thread.sleep(forTimeInterval: 1)
        #expect(until(60) { reader.read().count { $0 == UInt8(ascii: "\n") } >= 1202 }, "\(reader.text.suffix(200))")
        #expect(TerminalReader.areWhole(reader.text))
    }

    @Test func `a terminal that no program reads loses whole sentences, and sends no old data later`() throws {
        let file = try Self.scenario(Self.standing + "receiver: { rate_hz: 10 }\noutput: { nmea: {} }\n")
        let link = FileManager.default.temporaryDirectory.appendingPathComponent("tty-\(UUID().uuidString)").path
        let receiver = try Self.receiver(file, "pty:\(link)", "--speed", "10")
        defer { receiver.signal(SIGTERM) }
        // Nothing is kept for a program that opens the terminal later: the receiver sends meanwhile.
        Thread.sleep(forTimeInterval: 1)
        let reader = try TerminalReader(link)
        Thread.sleep(forTimeInterval: 3)
        _ = reader.read()
        Thread.sleep(forTimeInterval: 0.2)
        #expect(until(60) { reader.read().count > 60_000 })
        #expect(TerminalReader.areWhole(reader.text), "\(reader.text.prefix(2000))")
        let times = reader.text.matches(of: /GGA,08(\d\d)(\d\d\.\d\d),/).compactMap { match -> Double? in
            guard let minutes = Double(match.1), let seconds = Double(match.2) else { return nil }
            return 60 * minutes + seconds
        }
        #expect(try #require(times.first) >= 5, "\(times.prefix(3))")
        #expect(zip(times, times.dropFirst()).contains { $1 - $0 > 5 }, "\(times)")
    }

    /// A program that has a terminal open and reads it when it likes.
    private final class TerminalReader {
        private let descriptor: Int32
        private(set) var bytes: [UInt8] = []
        var text: String { String(decoding: bytes, as: UTF8.self) }

        init(_ path: String) throws {
            descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
            try #require(descriptor >= 0)
        }

        deinit { close(descriptor) }

        /// All that came so far.
        func read() -> [UInt8] {
            var room = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = Glibc.read(descriptor, &room, room.count)
                guard count > 0 else { return bytes }
                bytes += room.prefix(count)
            }
        }

        /// True if every line but the last, which may be on its way, is a sentence with a right checksum.
        static func areWhole(_ text: String) -> Bool {
            let lines = text.split(separator: "\r\n").dropLast()
            return !lines.isEmpty
                && lines.allSatisfy { line in
                    let halves = line.dropFirst().split(separator: "*")
                    guard line.hasPrefix("$"), halves.count == 2 else { return false }
                    return halves[0].utf8.reduce(UInt8(0)) { $0 ^ $1 } == UInt8(halves[1], radix: 16)
                }
        }
    }

    @Test func `a receiver on a port has the rate of the scenario`() throws {
        let file = try Self.scenario(
            Self.standing + "receiver: { rate_hz: 5 }\noutput: { nmea: { sentences: [gga] } }\n")
        let port = try Program.freePort()
        let receiver = try Self.receiver(file, "tcp:\(port)", "--speed", "10")
        let client = try GPSDClient(port: port, watch: "")
        #expect(
            until(60) {
                let lines = client.all.map(\.line).joined(separator: "\n")
                return [".00,", ".20,", ".40,", ".60,", ".80,"].allSatisfy { lines.contains($0) }
            }, "\(client.all.map(\.line).prefix(20))")
        receiver.signal(SIGTERM)
        _ = receiver.waitForEnd()
    }

    @Test func `a client of a port that closes its side keeps on receiving`() throws {
        let file = try Self.scenario(Self.standing + "output: { nmea: { sentences: [gga] } }\n")
        let port = try Program.freePort()
        let receiver = try Self.receiver(file, "tcp:\(port)", "--speed", "10")
        let client = try GPSDClient(port: port, watch: "")
        client.endSending()
        #expect(until(60) { client.all.count >= 20 }, "\(client.all.map(\.line))")
        receiver.signal(SIGTERM)
        _ = receiver.waitForEnd()
    }

    @Test func `clients that have left make room on a port that sends nothing`() throws {
        let file = try Self.scenario(Self.standing + "output: { ubx: { messages: [NAV-PVT] } }\n")
        let port = try Program.freePort()
        // The second epoch comes after a quarter of an hour.
        let receiver = try Self.receiver(file, "tcp:\(port)", "--speed", "0.001", "--receiver", "f9")
        defer { receiver.signal(SIGTERM) }
        // The seventeenth client asks for MON-VER; again, if the receiver has not read the ends of the others yet.
        let script = #"""
            trap '' PIPE
            for i in {1..16}; do exec 3<>/dev/tcp/127.0.0.1/\#(port); exec 3>&-; done
            for i in {1..10}; do
                exec 3<>/dev/tcp/127.0.0.1/\#(port)
                printf '\xb5\x62\x0a\x04\x00\x00\x0e\x34' >&3
                [ "$(timeout 10 head -c 40 <&3 | wc -c)" = 40 ] && exit 0
            done
            exit 1
            """#
        #expect(try Program.run("/bin/bash", ["-c", script]).status == 0)
    }

    @Test func `corrections make a receiver on a port precise`() throws {
        let file = try Self.scenario(Self.standing + "output: { nmea: { sentences: [gga] } }\n")
        let port = try Program.freePort()
        let receiver = try Self.receiver(file, "tcp:\(port)", "--speed", "20")
        let client = try GPSDClient(port: port, watch: "")
        func isHeard(_ words: String) -> Bool { client.all.contains { $0.line.contains(words) } }
        #expect(until(120) { isHeard(",E,1,") })
        var base = Scenario(
            start: UTCTime(nanosecondsSince1970: 1_790_000_000_000_000_000),
            route: .still(RoutePoint(latitude: 52.4, longitude: 5.5, height: 40, speed: 1)))
        base.duration = 1
        var simulation = ScenarioSimulation(base)
        var output = ReceiverOutput(simulation, rtcm: RTCMRendering())
        let corrections = try #require(simulation.next().map { output.bytes($0) })
        // Again and again, as a caster sends them.
        #expect(
            until(120) {
                client.send(corrections)
                return isHeard(",E,4,")
            })
        receiver.signal(SIGTERM)
        _ = receiver.waitForEnd()
    }

    @Test func `a fault that begins after the scenario, and a speed that no clock can follow, are refused`() throws {
        let file = try Self.scenario(Self.standing + "duration_s: 60\n")
        let late = try Program.run("simulate", file.path, "--output", "-", "--fault", "drop@60.5")
        #expect(late.status == 64 && late.output.isEmpty, "\(late.messages)")
        #expect(
            late.messages.contains(
                "--fault drop@60.5 begins after the end of the scenario; allowed: 0 to 60.0, or raise duration_s"))
        #expect(try Program.run("simulate", file.path, "--check", "--fault", "drop@60").status == 0)
        for speed in ["1e-20", "1e-30", "0", "-1", "0.0009", "2e6", "nan"] {
            let refused = try Program.run("simulate", file.path, "--output", "tcp:0", "--speed=\(speed)")
            #expect(refused.status == 64, "\(speed): \(refused.messages)")
            #expect(refused.messages.contains("give a number from 0.001 to 1000000, or max"), "\(refused.messages)")
        }
    }

    @Test func `a live receiver with dates that the gateway takes for a rollover says so`() throws {
        func said(_ scenario: String, _ output: String) throws -> String {
            let receiver = try Self.receiver(try Self.scenario(scenario), output)
            receiver.signal(SIGTERM)
            return receiver.waitForEnd().messages
        }
        let place = "place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 40 }\n"
        let old = "start: \"2024-03-01T12:00:00Z\"\n" + place
        let port = try Program.freePort()
        for output in ["pty", "uart", "tcp:\(port)"] {
            let words = try said(old, output)
            #expect(words.contains("warning: the scenario starts before 2026-01-01"), "\(output): \(words)")
            #expect(words.contains("1024 weeks later"), "\(words)")
        }
        #expect(try said("start: \"1999-09-01T12:00:00Z\"\n" + place, "pty").contains("2048 weeks later"))
        #expect(try !said(old + "events: [{ at_s: 0, kind: week-rollover }]\n", "pty").contains("warning"))
        #expect(try !said(Self.standing, "pty").contains("warning"))
    }
}
