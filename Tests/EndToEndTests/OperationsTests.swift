// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The daemon as a service manager and an operator deal with it.
@Suite(.serialized) struct OperationsTests {
    private static func receiver(_ id: String, _ more: String = "", speed: Int = 10) -> String {
        "  - { id: \(id), driver: file-simulator, config: { scenario: drive, speed: \(speed) }\(more) }\n"
    }

    /// The configuration of a daemon with the receiver "rover".
    private static func configuration(
        listen: String = #"gpsd: ["127.0.0.1:0"], http: """#
    ) throws -> TemporaryFile {
        try TemporaryFile("receivers:\n\(receiver("rover"))listen: { \(listen) }\n", suffix: ".yaml")
    }

    private func start(_ file: TemporaryFile, _ environment: [String: String] = [:]) throws -> RunningProgram {
        let program = try RunningProgram(try Program.gateway, ["run", "--config", file.path], environment: environment)
        try program.wait(for: "running: ")
        return program
    }

    @Test func `the service manager is told: ready with a status, alive, reloading and ready again, stopping`() throws {
        let socket = try NotifyReceiver()
        let file = try Self.configuration()
        let daemon = try start(file, ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "1000000"])
        // More time for the store, in case that it is large and the disk slow.
        #expect(socket.next() == "EXTEND_TIMEOUT_USEC=60000000\nSTATUS=opening the store")
        let first = try #require(socket.next())
        #expect(first.hasPrefix("READY=1\nSTATUS="))
        // At half of a second each, whatever else is told in between.
        #expect(socket.wait { $0 == "WATCHDOG=1" } && socket.wait { $0 == "WATCHDOG=1" })
        #expect(socket.wait { $0.contains(/STATUS=rover: 3D fix.*\d+ satellites; 1 receiver, no gpsd clients/) })
        daemon.signal(SIGHUP)
        #expect(socket.wait { $0.contains(/^RELOADING=1\nMONOTONIC_USEC=\d+$/) })
        #expect(socket.wait { $0.hasPrefix("READY=1\nSTATUS=rover: ") })
        daemon.signal(SIGTERM)
        #expect(socket.wait { $0.hasPrefix("STOPPING=1") })
        #expect(daemon.waitForEnd().status == 0)
    }

    @Test func `SIGHUP during the start does not end the daemon`() throws {
        let state = NSTemporaryDirectory() + "gnss-state-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: state) }
        try FileManager.default.createDirectory(atPath: state + "/credentials", withIntermediateDirectories: true)
        // The start waits for a writer of this file.
        let token = state + "/credentials/control.token"
        try #require(mkfifo(token, 0o600) == 0)
        let file = try Self.configuration(listen: #"gpsd: ["127.0.0.1:0"], http: ["127.0.0.1:0"]"#)
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path], environment: ["STATE_DIRECTORY": state])
        var writer: Int32 = -1
        try eventually("the daemon does not read its token") {
            writer = open(token, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            return writer >= 0
        }
        daemon.signal(SIGHUP)
        _ = write(writer, "0123456789abcdef", 16)
        close(writer)
        try daemon.wait(for: "start: ready")
        daemon.signal(SIGTERM)
        // A busy machine may need longer for the end than the daemon has.
        #expect([0, 75].contains(daemon.waitForEnd().status))
    }

    @Test(.timeLimit(.minutes(2))) func `a daemon of which a part hangs ends with 75 and names the part`() throws {
        let state = NSTemporaryDirectory() + "gnss-state-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: state) }
        try FileManager.default.createDirectory(atPath: state + "/credentials", withIntermediateDirectories: true)
        // The part waits for what is written here, and nothing is.
        let endpoint = state + "/credentials/agrirouter.endpoint"
        try #require(mkfifo(endpoint, 0o600) == 0)
        let file = try Self.configuration()
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path], environment: ["STATE_DIRECTORY": state])
        var writer: Int32 = -1
        try eventually("the daemon does not read its endpoint") {
            writer = open(endpoint, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            return writer >= 0
        }
        defer { close(writer) }
        daemon.signal(SIGTERM)
        let result = daemon.waitForEnd()
        #expect(result.status == 75, "\(result.status) \(result.messages)")
        let words = result.messages.split(separator: "\n").first { $0.contains("these parts did not stop in time: ") }
        #expect(words?.contains("AgrirouterCoordinator") == true, "\(result.messages)")
    }

    @Test func `a reload does not take --require-store for a change of the file`() throws {
        let file = try Self.configuration()
        let daemon = try RunningProgram(try Program.gateway, ["run", "--config", file.path, "--require-store"])
        try daemon.wait(for: "running: ")
        let answer = try PlainHTTP.request("POST", "/v1/reload", socket: daemon.socket)
        #expect(answer.status == 204, "\(answer)")
        daemon.signal(SIGTERM)
        // A line may be written some time after the answer, but before the end.
        let messages = daemon.waitForEnd().messages
        #expect(messages.contains("reload: applied"), "\(messages)")
        #expect(!messages.contains("takes effect at the next start"), "\(messages)")
    }

    @Test func `it ends in order while many reloads wait`() throws {
        let file = try Self.configuration()
        let daemon = try start(file)
        let clients = try Crowd(
            60, socket: daemon.socket,
            saying: "POST /v1/reload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
        try daemon.wait(for: "reload: applied")
        for _ in 0..<60 {
            daemon.signal(SIGHUP)
            // Signals that arrive together count as one.
            usleep(2000)
        }
        daemon.signal(SIGTERM)
        let end = daemon.waitForEnd()
        // On a busy machine, another part than the reloads may not end in time.
        let isOther = end.status == 75 && !end.messages.contains("ReloadService")
        #expect(end.status == 0 || isOther, "\(end.messages)")
        withExtendedLifetime(clients) {}
    }

    @Test(.enabled(if: Program.installed("gpspipe") != nil, "gpspipe is not installed (Debian: gpsd-clients)"))
    func `a reload starts and stops what has changed, and the fixes of the rest go on without a gap`() throws {
        let port = try Program.freePort()
        let listen = "listen: { gpsd: [\"127.0.0.1:\(port)\"], http: \"\" }\n"
        let file = try TemporaryFile(
            "receivers:\n\(Self.receiver("rover"))\(Self.receiver("old"))\(listen)selection: { programs: all }\n",
            suffix: ".yaml")
        let daemon = try start(file)
        let gpspipe = try #require(Program.installed("gpspipe"))
        // With the time of each line in front of it.
        let client = try RunningProgram(gpspipe, ["-w", "-u", "127.0.0.1:\(port)"])
        try client.wait(for: "\"device\":\"old\"")
        try file.replace(
            with: "receivers:\n\(Self.receiver("new"))\(Self.receiver("rover", ", priority: 90"))\(listen)"
                + "selection: { programs: all, hold_s: 5 }\nlog: { level: debug }\n")
        daemon.signal(SIGHUP)
        try daemon.wait(for: "(2 receivers)")
        try client.wait(for: "\"device\":\"new\"")
        try daemon.wait(for: "old: stopped")
        let before = client.output.ranges(of: "\"device\":\"rover\"").count
        try eventually("the receiver that was left alone has stopped") {
            client.output.ranges(of: "\"device\":\"rover\"").count > before + 100
        }
        // It is started with the other signals blocked.
        client.signal(SIGKILL)
        let lines = client.waitForEnd().lines
        #expect(!daemon.messages.contains("rover: stopped"), "\(daemon.messages)")
        #expect(!daemon.messages.contains("takes effect at the next start"), "\(daemon.messages)")
        let fixes = lines.filter { $0.contains("\"class\":\"TPV\"") && $0.contains("\"device\":\"rover\"") }
        // At ten times real time an epoch of this receiver comes every 0.1 s; each one has come.
        let times = try fixes.compactMap { line in
            try (object(line.drop { $0 != "{" })["time"] as? String).flatMap { try Date($0, strategy: Self.time) }
        }
        let gaps = zip(times, times.dropFirst()).map { $1.timeIntervalSince($0) }
        #expect(gaps.count > 10 && gaps.allSatisfy { $0 <= 1.001 }, "\(gaps.max() ?? 0)")
    }

    @Test func `a reload leaves a receiver stopped that a command stopped, until its section is another`() throws {
        func text(_ speed: Int) -> String {
            "receivers:\n\(Self.receiver("rover"))\(Self.receiver("base", speed: speed))"
                + "listen: { gpsd: [\"127.0.0.1:0\"], http: \"\" }\n"
        }
        let file = try TemporaryFile(text(10), suffix: ".yaml")
        let daemon = try start(file)
        try daemon.wait(for: "base: running")
        let answer = try PlainHTTP.request("POST", "/v1/receivers/base/stop", socket: daemon.socket)
        #expect(answer.status < 300, "\(answer)")
        func state() throws -> String? {
            let receivers = try PlainHTTP.request("GET", "/v1/status", socket: daemon.socket).json["receivers"]
            return (receivers as? [[String: Any]])?.first { $0["id"] as? String == "base" }?["state"] as? String
        }
        func reload(_ count: Int) throws {
            daemon.signal(SIGHUP)
            try eventually("the reload is not over") { daemon.messages.ranges(of: "reload: applied").count == count }
        }
        #expect(try state() == "stopped")
        try reload(1)
        #expect(try state() == "stopped")
        try file.replace(with: text(20))
        try reload(2)
        try eventually("the changed receiver does not run") { try state() == "running" }
    }

    private static let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    @Test(.enabled(if: Program.installed("curl") != nil, "curl is not installed"))
    func `Prometheus can fetch the metrics from the control socket`() throws {
        let file = try Self.configuration()
        let daemon = try start(file)
        let curl = try #require(Program.installed("curl"))
        daemon.signal(SIGHUP)
        try daemon.wait(for: "reload: applied")
        let page = try Program.run(curl, ["-s", "-i", "--unix-socket", daemon.socket, "http://gateway/metrics"]).output
        #expect(page.contains("text/plain; version=0.0.4"), "\(page)")
        #expect(page.contains("gnss_gateway_receiver_state{receiver=\"rover\",state=\"running\"} 1"))
        #expect(page.contains("gnss_gateway_reloads_total{result=\"ok\"} 1"), "\(page)")
        if let promtool = Program.installed("promtool") {
            let body = page.split(separator: "\r\n\r\n", maxSplits: 1).last.map(String.init) ?? ""
            let result = try Program.run(promtool, ["check", "metrics"], input: body)
            #expect(result.status == 0, "\(result.messages)")
        }
    }

    /// Threads' voluntary and involuntary context switches so far, and processor time in seconds.
    private func activity(of process: Int32) throws -> (switches: Int, seconds: Double) {
        let folder = "/proc/\(process)/task"
        var switches = 0
        for thread in try FileManager.default.contentsOfDirectory(atPath: folder) {
            // A thread of the pool may end meanwhile.
            let status = (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
            for line in status.split(separator: "\n") where line.contains("voluntary_ctxt_switches") {
                switches += line.split(separator: "\t").last.flatMap { Int($0) } ?? 0
            }
        }
        let words = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8).split(separator: " ")
        let ticks = try #require(Double(words[13])) + #require(Double(words[14]))
        return (switches, ticks / Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    @Test func `a daemon that has nothing to do sleeps`() throws {
        // A replay that is over: no receiver delivers, no client is there.
        let capture = try TemporaryFile(CommandLineTests.epoch, suffix: ".nmea")
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { file: \(capture.path) } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            """, suffix: ".yaml")
        let daemon = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        try daemon.wait(for: "rover: stopped")
        // The best of five windows counts. Other tests may delay the last work of the start into a window, which adds
        // switches; a daemon that polls, the defect looked for, does so in every window.
        var (switches, load) = (Double.infinity, Double.infinity)
        for _ in 0..<5 where switches >= 3 || load >= 0.02 {
            let (before, begin) = (try activity(of: daemon.identifier), ContinuousClock.now)
            usleep(6_000_000)
            let (after, time) = (try activity(of: daemon.identifier), ContinuousClock.now - begin)
            let seconds = time / .seconds(1)
            switches = Double(after.switches - before.switches) / seconds
            load = (after.seconds - before.seconds) / seconds
        }
        #expect(switches < 3)
        #expect(load < 0.02)
    }

    @Test func `the start is logged in its order, and the receivers come last`() throws {
        let file = try Self.configuration(listen: #"gpsd: ["127.0.0.1:0"]"#)
        let messages = try start(file).messages
        let steps = [
            "start: store", "start: bus", "start: drivers", "start: stages", "start: servers", "gpsd server listens",
            "start: ready",
            "rover: starting",
        ]
        let places = try steps.map { try #require(messages.firstRange(of: $0), "\(messages)").lowerBound }
        #expect(places == places.sorted())
    }

    @Test func `doctor examines this machine, for people and as JSON, and its exit code tells what it found`() throws {
        let port = try Program.freePort()
        let file = try Self.configuration(listen: #"gpsd: ["127.0.0.1:\#(port)"]"#)
        let daemon = try start(file)
        // Its socket answers before the other servers listen.
        try daemon.wait(for: "all servers are listening")
        let environment = ["GNSS_GATEWAY_SOCKET": daemon.socket]
        func doctor(_ arguments: String...) throws -> Program.Result {
            try RunningProgram(
                try Program.gateway, ["doctor", "--config", file.path] + arguments, environment: environment
            ).waitForEnd()
        }
        let words = try doctor()
        let valid = "ok       configuration: \(file.path) is valid (receivers: 1)"
        #expect(words.output.contains(valid), "\(words.output)")
        #expect(words.output.contains("127.0.0.1:\(port) is used by the gateway"), "\(words.output)")
        #expect(words.output.contains("the gateway is running (\(daemon.socket))"))
        #expect(words.status == (words.output.contains("problem") ? 69 : 0))
        // A driver that is not there, and a device that is not.
        try file.replace(with: "receivers: [{ id: a, driver: nmea-seriell }]\n")
        let wrong = try doctor("--json")
        #expect(wrong.status == 69)
        let report = try object(wrong.output)
        #expect(report["healthy"] as? Bool == false)
        let findings = try #require(report["findings"] as? [[String: Any]])
        let finding = try #require(findings.first { $0["check"] as? String == "configuration" })
        #expect((finding["text"] as? String)?.contains("no driver \"nmea-seriell\" was found") == true)
        let (message, fix) = (finding["message"] as? [String: Any], finding["fix_message"] as? [String: Any])
        #expect(message?["code"] as? String == "doctor.configuration_error")
        #expect(fix?["code"] as? String == "doctor.fix.correct_configuration")
    }

    @Test func `doctor accepts limits of a driver that always runs in a separate process`() throws {
        let driver = try MisbehavingDriver()
        let file = try TemporaryFile(
            """
            receivers: [{ id: a, driver: \(driver.kind), limits: { memory_mib: 512 }, config: { mode: crash } }]
            plugin_path: ["\(driver.folder.path)"]
            """, suffix: ".yaml")
        let words = try Program.run("doctor", "--config", file.path)
        #expect(words.output.contains("\(file.path) is valid (receivers: 1)"), "\(words.output)")
    }

    @Test func `a user that is not there is an error of the command line`() throws {
        #expect(try Program.run("doctor", "--user", "nobody-at-all").status == 64)
    }

    /// Installs the build of the tests below a folder.
    private func runInstaller(below folder: String, _ environment: [String: String] = [:]) throws -> Program.Result {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("packaging/install").path
        let from = URL(fileURLWithPath: try Program.gateway).deletingLastPathComponent().path
        return try RunningProgram(script, [from], environment: environment.merging(["DESTDIR": folder]) { $1 })
            .waitForEnd()
    }

    @Test func `libraries of a toolchain, to which a link leads, are not replaced or removed`() throws {
        let folder = NSTemporaryDirectory() + "gnss-linked-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (toolchain, library) = (folder + "/toolchain", folder + "/usr/lib/gnss-gateway")
        for path in [toolchain, library] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try Data().write(to: URL(fileURLWithPath: toolchain + "/libswiftOther.so"))
        try FileManager.default.createSymbolicLink(atPath: library + "/swift", withDestinationPath: toolchain)
        let install = try runInstaller(below: folder, ["STRIP": ":"])
        #expect(install.status == 1 && install.messages.contains("/swift is a link"), "\(install.messages)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: toolchain) == ["libswiftOther.so"])
    }

    @Test func `an upgrade removes what the earlier version installed, and no driver of the operator`() throws {
        let folder = NSTemporaryDirectory() + "gnss-upgrade-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = folder + "/opt/gnss/lib/gnss-gateway"
        let files = ["keep", "plugins/libOldPlugin.so", "plugins/libOwn.so", "swift/libswiftOld.so"]
        for file in files {
            let url = URL(fileURLWithPath: "\(library)/\(file)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: url)
        }
        let (list, link) = (library + "/installed", library + "/plugins/libGonePlugin.so")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/no/such/file")
        try Data("plugins/libOldPlugin.so\nplugins/libGonePlugin.so\nplugins/../keep\n".utf8).write(
            to: URL(fileURLWithPath: list))
        let install = try runInstaller(
            below: folder, ["PREFIX": "/opt/gnss", "STRIP": ":", "UDEV_RULES_DIR": "/etc/udev/rules.d"])
        #expect(install.status == 0, "\(install.messages)")
        let left = files.filter { FileManager.default.fileExists(atPath: "\(library)/\($0)") }
        #expect(left == ["keep", "plugins/libOwn.so"])
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil)
        #expect(install.messages.contains("left \(library)/plugins/libOwn.so"), "\(install.messages)")
        let installed = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
        #expect(installed.contains("plugins/libNMEASerialPlugin.so") && installed.contains("swift/libswiftCore.so"))
        for file in installed { #expect(FileManager.default.fileExists(atPath: "\(library)/\(file)"), "\(file)") }
        // The folders of other programs do not depend on the prefix, but the unit starts the program in it.
        #expect(FileManager.default.fileExists(atPath: folder + "/etc/udev/rules.d/70-gnss-gateway.rules"))
        let unit = try String(contentsOfFile: folder + "/usr/lib/systemd/system/gnss-gateway.service", encoding: .utf8)
        let starts = unit.split(separator: "\n").filter { $0.hasPrefix("ExecStart=") }
        #expect(starts == ["ExecStart=/opt/gnss/bin/gnss-gateway run --config /etc/gnss-gateway/gateway.yaml"])
        #expect(FileManager.default.isExecutableFile(atPath: folder + "/opt/gnss/bin/gnss-gateway"))
        let entry = try String(
            contentsOfFile: folder + "/usr/share/applications/gnss-gateway.desktop", encoding: .utf8)
        #expect(entry.contains("Exec=sh -c \"/opt/gnss/bin/gnss-gateway console open ||"), "\(entry)")
        #expect(entry.contains("Icon=/opt/gnss/share/gnss-gateway/icon.svg\n"), "\(entry)")
        #expect(FileManager.default.fileExists(atPath: folder + "/opt/gnss/share/gnss-gateway/icon.svg"))
    }

    @Test func `the entry in a desktop's menu opens the console, also for a user who may not sign in`() throws {
        let entry = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("packaging/gnss-gateway.desktop")
        if let validate = Program.installed("desktop-file-validate") {
            let verdict = try Program.run(validate, [entry.path])
            #expect(verdict.status == 0, "\(verdict)")
        }
        let text = try String(contentsOf: entry, encoding: .utf8)
        let line = String(try #require(text.firstMatch(of: /\nExec=sh -c "([^"]*)"\n/)).1)
        let command = line.replacing("/usr/bin/gnss-gateway", with: try Program.gateway)
        // In place of the desktop's program.
        let folder = NSTemporaryDirectory() + "gnss-menu-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("#!/bin/sh\necho opened \"$1\"\n".utf8).write(to: URL(fileURLWithPath: folder + "/xdg-open"))
        chmod(folder + "/xdg-open", 0o755)
        var environment = ["PATH": folder + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")]
        let without = try RunningProgram("/bin/sh", ["-c", command], environment: environment).waitForEnd()
        #expect(without.output == "opened http://127.0.0.1:8947/\n", "\(without)")
        let file = try Self.configuration(listen: #"gpsd: ["127.0.0.1:0"], http: ["127.0.0.1:0"]"#)
        let daemon = try start(file)
        environment["GNSS_GATEWAY_SOCKET"] = daemon.socket
        let with = try RunningProgram("/bin/sh", ["-c", command], environment: environment).waitForEnd()
        #expect(with.output.contains("#code=") && !with.output.contains("opened"), "\(with)")
    }

    @Test func `what packaging installs runs from there, with its plugins`() throws {
        let folder = NSTemporaryDirectory() + "gnss-install-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let install = try runInstaller(below: folder)
        #expect(install.status == 0, "\(install.messages)")
        // The build of the tests finds Swift's libraries in the toolchain.
        #expect(install.messages.contains("for other machines with: script/release release"), "\(install.messages)")
        let program = folder + "/usr/bin/gnss-gateway"
        let drivers = try Program.run(program, ["drivers", "list"])
        #expect(drivers.output.contains("\(folder)/usr/lib/gnss-gateway/plugins/lib"), "\(drivers)")
        let check = try Program.run(program, ["config", "check", folder + "/etc/gnss-gateway/gateway.yaml"])
        #expect(check.status == 0, "\(check.messages)")
        // It may hold secrets.
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/etc/gnss-gateway/gateway.yaml")
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
        // With the driver kit.
        let driver = try Program.run(
            program, ["drivers", "new", "mine", "--language", "swift", "--directory", folder + "/mine"])
        #expect(driver.status == 0, "\(driver.messages)")
        let copied = folder + "/mine/Kit/Sources/DriverKit/ReceiverDriver.swift"
        #expect(FileManager.default.fileExists(atPath: copied))
        for file in [
            "udev/rules.d/70-gnss-gateway.rules", "systemd/system/gnss-gateway.service",
            "sysusers.d/gnss-gateway.conf",
        ] { #expect(FileManager.default.fileExists(atPath: "\(folder)/usr/lib/\(file)")) }
        guard let analyze = Program.installed("systemd-analyze") else { return }
        // The unit as systemd reads it, with the program where it is now.
        let unit = folder + "/gnss-gateway.service"
        try String(contentsOfFile: "\(folder)/usr/lib/systemd/system/gnss-gateway.service", encoding: .utf8)
            .replacing("/usr/bin/gnss-gateway", with: program).write(toFile: unit, atomically: true, encoding: .utf8)
        let verdict = try Program.run(analyze, ["verify", "--man=no", unit])
        #expect(!verdict.messages.contains("gnss-gateway.service"), "\(verdict.messages)")
    }

    @Test func `a file that is wrong changes nothing, and all that is wrong is told`() throws {
        let file = try Self.configuration()
        let daemon = try start(file)
        try file.replace(
            with: "receivers:\n\(Self.receiver("rover", speed: -1))\(Self.receiver("rover"))listne: {}\n")
        daemon.signal(SIGHUP)
        try daemon.wait(for: "the configuration is unchanged")
        #expect(daemon.messages.contains("\(file.path):2:"), "\(daemon.messages)")
        #expect(daemon.messages.contains("receivers[0].config.speed") && daemon.messages.contains("listne"))
        #expect(!daemon.messages.contains("rover: stopped"))
        try file.replace(
            with:
                "receivers:\n\(Self.receiver("rover"))listen: { gpsd: [\"127.0.0.1:1\"], http: "
                + "\"\" }\nplugin_path: [/x]\n"
        )
        daemon.signal(SIGHUP)
        try daemon.wait(for: "plugin_path takes effect at the next start")
        #expect(daemon.messages.contains("listen.gpsd takes effect at the next start"))
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }
}

/// A socket such as a service manager has, without a path in the file system.
final class NotifyReceiver: Sendable {
    /// As it stands in `NOTIFY_SOCKET`.
    let name = "@gnss-notify-\(UUID().uuidString)"
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = [0] + Array(name.utf8.dropFirst())
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let code = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        try #require(code == 0)
    }

    deinit { close(descriptor) }

    /// The next message; nil where none comes.
    func next(within seconds: Double = 60) -> String? {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Foundation.poll(&poll, 1, Int32(seconds * 1000)) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Whether such a message comes; others are passed over.
    func wait(within seconds: Double = 60, for isWanted: (String) -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while Date() < deadline, let message = next(within: max(0, deadline.timeIntervalSinceNow)) {
            if isWanted(message) { return true }
        }
        return false
    }
}

extension TemporaryFile {
    /// Writes it anew.
    func replace(with text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
}
