// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The command line: what it prints, and how it ends where something is wrong.
@Suite struct CommandLineTests {
    static let epoch = """
        $GPRMC,120000.00,A,4807.03800,N,01131.32400,E,3.50,84.4,010326,,,A*52\r
        $GPGGA,120000.00,4807.03800,N,01131.32400,E,1,08,0.9,545.4,M,46.9,M,,*62\r

        """

    @Test func `decode prints a TPV with all heights, from a file and from standard input alike`() throws {
        let file = try TemporaryFile(Self.epoch)
        let result = try Program.run("decode", file.path)
        #expect(result.status == 0)
        let report = try object(try #require(result.lines.first { $0.contains("TPV") }))
        #expect(report["time"] as? String == "2026-03-01T12:00:00.000Z")
        #expect(report["alt"] as? Double == 545.4)
        #expect(report["altMSL"] as? Double == 545.4)
        #expect(report["altHAE"] as? Double == 592.3)
        #expect(try Program.run("decode", "-", input: Self.epoch).output == result.output)
    }

    @Test func `config check names the place of a value that only the driver refuses`() throws {
        func check(_ config: String) throws -> Program.Result {
            let file = try TemporaryFile(
                "receivers:\n  - id: a\n    driver: ubx\n    config: { device: /dev/ttyS0, baud: \(config) }\n",
                suffix: ".yaml")
            return try Program.run("config", "check", file.path)
        }
        let word = try check("fast")
        #expect(word.status == 78)
        #expect(
            word.messages.contains(
                ":4:41: receivers[0].config.baud: 'fast' is not a rate; allowed: 50...4000000 or auto (receiver a)"),
            "\(word.messages)")
        let quoted = try check("\"9600\"")
        #expect(quoted.status == 78)
        #expect(
            quoted.messages.contains(
                ":4:41: receivers[0].config.baud: \"9600\" is text: remove the quotes for a number, 9600 "
                    + "(allowed: 50...4000000 or auto)"), "\(quoted.messages)")
        #expect(try check("auto").status == 0)
    }

    @Test func `decode tells on standard error what it could not decode`() throws {
        let damaged = Self.epoch.replacingOccurrences(of: "*62", with: "*00") + "\u{1}\u{2}garbage"
        let result = try Program.run("decode", "-", input: damaged)
        #expect(result.status == 0)
        #expect(result.messages.contains("1 with a wrong checksum"))
        #expect(result.messages.contains("bytes of noise"))
    }

    @Test func `decode of several files goes on behind a bad one and ends with its code`() throws {
        let file = try TemporaryFile(Self.epoch)
        let result = try Program.run("decode", "/nowhere.log", file.path)
        #expect(result.status == 66)
        #expect(result.messages.contains("/nowhere.log: No such file or directory"))
        #expect(result.output.contains("TPV"))
    }

    @Test func `input without a valid frame ends with 65, a folder with 66, no file with 64`() throws {
        #expect(try Program.run("decode", "-", input: "no receiver says this").status == 65)
        #expect(try Program.run("decode", "-", input: "").status == 65)
        #expect(try Program.run("decode", "/").status == 66)
        #expect(try Program.run("decode").status == 64)
    }

    @Test func `a full disk behind standard output ends with 73`() throws {
        let file = try TemporaryFile(Self.epoch)
        let command = "\(try Program.gateway) decode \(file.path) > /dev/full"
        let result = try Program.run("/bin/sh", ["-c", command])
        #expect(result.status == 73)
        #expect(result.messages.contains("No space left on device"))
    }

    @Test(arguments: [
        "config show", "drivers list", "drivers info file-simulator", "--help", "--version", "help simulate",
    ])
    func `a full disk ends with 73 and a closed standard output with 74, whatever is printed`(command: String) throws {
        let gateway = try Program.gateway
        let full = try Program.run("/bin/sh", ["-c", "\(gateway) \(command) > /dev/full"])
        #expect(full.status == 73)
        #expect(full.messages.contains("No space left on device"))
        let closed = try Program.run("/bin/sh", ["-c", "\(gateway) \(command) >&-"])
        #expect(closed.status == 74)
        #expect(closed.messages.contains("cannot write to standard output"))
    }

    @Test func `a wrong configuration is told with file, line, key and what is allowed, and ends with 78`() throws {
        let file = try TemporaryFile(
            """
            receivers:
              - id: rover
                driver: file-simulator
                config: { file: a.log, speed: 5000 }
              - id: rover
                driver: nothing
            lisen: {}
            """, suffix: ".yaml")
        for command in [["config", "check"], ["run", "--config"]] {
            let result = try Program.run(try Program.gateway, command + [file.path])
            #expect(result.status == 78)
            #expect(result.messages.contains("\(file.path):4:35: receivers[0].config.speed: 5000 is above"))
            #expect(result.messages.contains("\(file.path):5:9: receivers[1].id: "))
            #expect(result.messages.contains("\(file.path):6:13: receivers[1].driver: no driver \"nothing\""))
            #expect(result.messages.contains("\(file.path):7:1: lisen: unknown key, did you mean \"listen\"?"))
        }
    }

    @Test func `what a driver knows beyond its schema is told with the place of its section`() throws {
        let file = try TemporaryFile(
            """
            receivers:
              - id: rover
                driver: file-simulator
                config: { file: a.log, scenario: drive }
            """)
        let result = try Program.run("config", "check", file.path)
        #expect(result.status == 78)
        #expect(result.messages.contains("\(file.path):4:13: receivers[0].config: receiver rover: config: both"))
    }

    @Test func `a receiver that is named but not configured is warned of, because it may be added later`() throws {
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
            tracks: { log: { enabled: true, receiver: rovr } }
            corrections:
              caster: "ntrip://localhost"
              mountpoint: M
              receivers: [rover, harvester]
              position_receiver: rover
            """)
        let result = try Program.run("config", "check", file.path)
        #expect(result.status == 0)
        let warnings = result.messages.split(separator: "\n").filter { $0.contains("warning: \(file.path): ") }
        #expect(warnings.count == 2, "\(result.messages)")
        #expect(
            warnings.contains {
                $0.contains("log.receiver: no receiver \"rovr\" is configured (did you mean \"rover\"?)")
            })
        #expect(warnings.contains { $0.contains("corrections.receivers[1]: no receiver \"harvester\" is configured;") })
    }

    @Test func `a section that sends nothing because of its own keys is warned of`() throws {
        func warnings(_ traccar: String, _ mqtt: String) throws -> [Substring] {
            let file = try TemporaryFile(
                """
                traccar: { url: "http://localhost:5055"\(traccar) }
                mqtt: { url: "mqtt://localhost"\(mqtt) }
                """, suffix: ".yaml")
            let result = try Program.run("config", "check", file.path)
            #expect(result.status == 0, "\(result.messages)")
            return result.messages.split(separator: "\n").filter { $0.contains("warning: \(file.path): ") }
        }
        let found = try warnings(", interval_s: 0", ", owntracks: true, history_interval_s: 0")
        #expect(found.count == 2, "\(found)")
        #expect(found.contains { $0.contains("traccar.interval_s and traccar.distance_m are both 0") }, "\(found)")
        #expect(found.contains { $0.contains("mqtt.history_interval_s and mqtt.history_distance_m are both 0") })
        // Without OwnTracks, a broker may get the newest positions alone.
        #expect(try warnings(", interval_s: 0, distance_m: 5", ", history_interval_s: 0").isEmpty)
    }

    @Test(arguments: [
        (
            "webhook: { url: \"https://localhost/\", secret_file: /nonexistent/secret }",
            "webhook.secret_file: cannot read"
        ),
        (
            "mqtt: { url: \"mqtt://localhost\", user: x, password_file: /nonexistent/p }",
            "mqtt.password_file: cannot read"
        ),
    ])
    func `config check reads the files that sections name, also without receivers`(section: String, words: String)
        throws
    {
        let file = try TemporaryFile("# No receivers: the gateway searches for them.\n\(section)\n", suffix: ".yaml")
        let result = try Program.run("config", "check", file.path)
        #expect(result.status == 78, "\(result.messages)")
        #expect(result.messages.contains("\(file.path):2:") && result.messages.contains(words), "\(result.messages)")
    }

    @Test(arguments: [
        ("corrections", "caster: \"ntrips://localhost\", mountpoint: M"), ("traccar", "url: \"https://localhost\""),
        ("agrirouter", "timeout_s: 30"),
    ])
    func `a file with authorities that cannot be used ends check and start`(section: String, keys: String) throws {
        for (path, words) in [
            ("/nonexistent/ca.pem", "cannot read /nonexistent/ca.pem"), ("/etc/hostname", "not a PEM"),
        ] {
            let file = try TemporaryFile(
                "listen: { http: [] }\n\(section): { \(keys), ca_file: \(path) }\n", suffix: ".yaml")
            for command in [["config", "check"], ["run", "--config"]] {
                let result = try Program.run(try Program.gateway, command + [file.path])
                #expect(result.status == 78, "\(result.messages)")
                #expect(
                    result.messages.contains("\(file.path):2:") && result.messages.contains("\(section).ca_file: ")
                        && result.messages.contains(words), "\(result.messages)")
            }
        }
    }

    @Test func `config show prints a configuration that is valid itself`() throws {
        let sample = try Program.run("config", "show")
        #expect(sample.status == 0)
        let file = try TemporaryFile(sample.output)
        #expect(try Program.run("config", "check", file.path).status == 0)
        let shown = try Program.run("config", "show", file.path)
        #expect(shown.status == 0)
        let again = try TemporaryFile(shown.output)
        #expect(try Program.run("config", "show", again.path).output == shown.output)
    }

    @Test func `with no receiver configured and none to be found the daemon does not start and says why`() throws {
        let file = try TemporaryFile("discovery: { enabled: false }")
        for command in [["config", "check"], ["run", "--config"]] {
            let result = try Program.run(try Program.gateway, command + [file.path])
            #expect(result.status == 78, "\(command)")
            #expect(result.messages.contains("remove 'discovery.enabled: false'"), "\(command)")
        }
    }

    @Test func `drivers lists the plugins, describes them, and finds them sound`() throws {
        #expect(try Program.run("drivers", "list").output.contains("file-simulator 0.1.0"))
        let info = try Program.run("drivers", "info", "file-simulator")
        #expect(info.output.contains("delivers:   fix, satellites"))
        #expect(info.output.contains("speed: 1"))
        let check = try Program.run(
            "drivers", "check", "file-simulator", "--config", "{ scenario: drive, speed: 100 }")
        #expect(check.status == 0, "\(check.output)")
        #expect(check.output.contains("ok    can be created and run again"))
        #expect(check.output.contains("skip  survives a device that sends garbage"))
        let noise = try TemporaryFile(String(repeating: "no receiver says this\n", count: 100))
        let withGarbage = try Program.run(
            "drivers", "check", "file-simulator", "--config", "{ scenario: drive, speed: 100 }", "--garbage",
            "{ file: \(noise.path) }")
        #expect(withGarbage.status == 0, "\(withGarbage.output)")
        #expect(withGarbage.output.contains("ok    survives a device that sends garbage"))
    }

    @Test func `a plugin that does not keep the contract ends drivers check with 65, one that is none with 69`() throws
    {
        let file = try TemporaryFile("not a library", suffix: ".so")
        // In the folder for temporary files only owners may replace their files, so one that all may write is not loaded.
        #expect(chmod(file.path, 0o666) == 0)
        let open = try Program.run("drivers", "check", file.path)
        #expect(open.status == 77)
        #expect(open.messages.contains("chmod o-w"))
        #expect(try Program.run("drivers", "check", "/etc/hostname").status == 69)
        #expect(try Program.run("drivers", "check", "unknown-driver").status == 69)
        #expect(try Program.run("drivers", "info", "/nowhere.so").status == 66)
        let failing = try Program.run("drivers", "check", "file-simulator", "--config", "{ file: /nowhere }")
        #expect(failing.status == 65)
        #expect(failing.output.contains("FAIL  starts and publishes"))
    }

    @Test func `who misses a driver is told of the plugin that was refused`() throws {
        let folder = NSTemporaryDirectory() + "gnss-plugins-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("not a library".utf8).write(to: URL(fileURLWithPath: folder + "/libmine.so"))
        let file = try TemporaryFile("receivers: [{ id: rover, driver: mine }]\nplugin_path: ['\(folder)']\n")
        let result = try Program.run("run", "--config", file.path)
        #expect(result.status == 78)
        #expect(result.messages.contains("/libmine.so: cannot load it"))
        #expect(result.messages.contains("receivers[0].driver: no driver \"mine\" was found"))
    }

    @Test(arguments: [
        (["sign-in"], 64, "add --login NAME"),
        (["sign-in", "--login", "jan", "--password-file", "/nowhere"], 66, "cannot read /nowhere"),
        (["sign-in", "--login", "jan"], 66, "no password on standard input"),
        (["sync", "--status", "--cancel"], 64, "not both"), (["sync"], 69, "no gnss-gateway is running"),
        (["tasks", "--state", "done"], 64, "'done' is invalid"), (["tasks"], 69, "no gnss-gateway is running"),
        (["capture", "send"], 64, "or --all"), (["capture", "send", "--all"], 64, "add --yes"),
        (["capture", "list", "--task", "7", "--no-task"], 64, "not both"),
        (["paths", "send", "3", "--all"], 64, "or --all"),
    ])
    func `the commands of the back office end with the code of what is wrong`(
        arguments: [String], status: Int, words: String
    ) throws {
        let result = try Program.run(try Program.gateway, arguments)
        #expect(result.status == Int32(status) && result.messages.contains(words), "\(result.messages)")
    }

    @Test func `every command has a help that says what it does`() throws {
        for command in [["run"], ["demo"], ["decode"], ["drivers", "check"], ["config", "show"], []] {
            let help = try Program.run(try Program.gateway, command + ["--help"])
            #expect(help.status == 0)
            #expect(help.output.contains("OVERVIEW"))
        }
        #expect(try Program.run("--version").output == "0.1.0\n")
        #expect(try Program.run("nonsense").status == 64)
    }
}
