// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a user without rights is told. It takes root to become one.
@Suite(.serialized) struct PermissionTests {
    private static let setpriv = Program.installed("setpriv")
    private static let canTry = geteuid() == 0 && setpriv != nil
    private static let nobody: uid_t = 65_534
    private static let over = "permission-denied: no receiver lacks permission"

    /// The program where a user without rights may run it, and a folder of that user's own.
    private final class Installation {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-nobody-\(UUID().uuidString)")
        var own: String { folder.path + "/own" }

        init() throws {
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            chown(own, nobody, nobody)
            let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appendingPathComponent("packaging/install").path
            let from = URL(fileURLWithPath: try Program.gateway).deletingLastPathComponent().path
            let result = try RunningProgram(script, [from], environment: ["DESTDIR": folder.path]).waitForEnd()
            try #require(result.status == 0, "\(result.messages)")
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// - Parameter socket: the control socket; nil: one of the user's own.
        func start(_ arguments: String..., socket: String? = nil) throws -> RunningProgram {
            try RunningProgram(
                try #require(setpriv),
                [
                    "--reuid", "\(nobody)", "--regid", "\(nobody)", "--clear-groups",
                    folder.path + "/usr/bin/gnss-gateway",
                ]
                    + arguments,
                environment: [
                    "GNSS_GATEWAY_SOCKET": socket ?? own + "/control.sock", "STATE_DIRECTORY": own, "HOME": own,
                    "LD_LIBRARY_PATH": folder.path + "/usr/lib/gnss-gateway/swift",
                ])
        }
    }

    @Test(.enabled(if: canTry, "it needs root and setpriv (Debian: util-linux)"))
    func `a device that may not be opened raises one alert with what to do, and works once it may, without a restart`()
        throws
    {
        let installation = try Installation()
        let receiver = PseudoReceiver(installation.folder.path + "/receiver")
        try receiver.plug()
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: nmea-serial, config: { device: \(receiver.path) } }]
            listen: { gpsd: ["127.0.0.1:0"] }
            """, suffix: ".yaml")
        let alert = "permission-denied: rover: "
        // Twice: nothing is kept of the refusal, and nothing of the permission.
        for _ in 0..<2 {
            chmod(receiver.path, 0)
            let daemon = try installation.start("run", "--config", file.path)
            try daemon.wait(for: "rover: lost: ", within: 60)
            try daemon.wait(for: alert, within: 60)
            #expect(daemon.messages.contains("install the udev rules"), "\(daemon.messages)")
            #expect(daemon.messages.contains("the daemon waits until it has the permission"), "\(daemon.messages)")
            #expect(daemon.messages.components(separatedBy: "permission denied").count < 6, "\(daemon.messages)")
            let doctor = try installation.start("doctor", "--config", file.path).waitForEnd()
            #expect(doctor.status == 69)
            #expect(doctor.output.contains("nobody may not open \(receiver.path)"), "\(doctor.output)")
            chmod(receiver.path, 0o666)
            let deadline = Date(timeIntervalSinceNow: 120)
            while !daemon.messages.contains("rover: running"), Date() < deadline {
                _ = receiver.send(epochs: 1, within: 1)
                usleep(20_000)
            }
            #expect(daemon.messages.contains("rover: running"), "\(daemon.messages)")
            try daemon.wait(for: Self.over, within: 60)
            #expect(daemon.messages.components(separatedBy: alert).count == 2, "\(daemon.messages)")
            daemon.signal(SIGTERM)
            #expect(daemon.waitForEnd().status == 0)
        }
        // The end of the daemon gives no permission.
        chmod(receiver.path, 0)
        let daemon = try installation.start("run", "--config", file.path)
        try daemon.wait(for: alert, within: 60)
        daemon.signal(SIGTERM)
        let result = daemon.waitForEnd()
        #expect(result.status == 0 && !result.messages.contains(Self.over), "\(result.messages)")
    }

    @Test(.enabled(if: canTry, "it needs root and setpriv (Debian: util-linux)"))
    func `a user outside the socket's group learns that, and the command that mends it`() throws {
        let installation = try Installation()
        let folder = installation.own + "/closed"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        // Any group but root's that has a name.
        let group = String(cString: try #require(getgrgid(1)?.pointee.gr_name))
        chown(folder, 0, 1)
        chmod(folder, 0o750)
        for command in ["status", "doctor"] {
            let result = try installation.start(command, socket: folder + "/control.sock").waitForEnd()
            let words = result.messages + result.output
            #expect(words.contains("'sudo usermod -aG \(group) nobody', then log in again"), "\(words)")
            #expect(!words.contains("is running") && !words.contains("systemctl enable"), "\(words)")
            if command == "status" { #expect(result.status == 77) }
        }
    }

    @Test(.enabled(if: canTry, "it needs root and setpriv (Debian: util-linux)"))
    func `a port below 1024 and a configuration that may not be read end it with 77 and what to do`() throws {
        let installation = try Installation()
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:81"] }
            """, suffix: ".yaml")
        let reserved = "/proc/sys/net/ipv4/ip_unprivileged_port_start"
        let start = (try? String(contentsOfFile: reserved, encoding: .utf8)).flatMap { Int($0.dropLast()) } ?? 1024
        if start > 81 {
            let result = try installation.start("run", "--config", file.path).waitForEnd()
            #expect(result.status == 77, "\(result.messages)")
            #expect(result.messages.contains("choose a port from 1024 on"))
        }
        chmod(file.path, 0o600)
        let result = try installation.start("run", "--config", file.path).waitForEnd()
        #expect(result.status == 77)
        #expect(result.messages.contains("no permission to read it"), "\(result.messages)")
    }

    /// A receiver behind a node that may be opened or not.
    private struct Blocked {
        let installation: Installation
        let receiver: PseudoReceiver

        init() throws {
            installation = try Installation()
            receiver = PseudoReceiver(installation.folder.path + "/receiver")
            try receiver.plug()
            chmod(receiver.path, 0)
        }

        /// A configuration with the receiver, as the user may read it.
        func configuration(_ grace: String, hasRover: Bool = true) -> String {
            """
            receivers:
              - { id: demo, driver: file-simulator, config: { scenario: drive } }
            \(hasRover ? "  - { id: rover, driver: nmea-serial, config: { device: \(receiver.path) } }" : "")
            supervision: { permission_grace_s: \(grace) }
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            """
        }
    }

    @Test(.enabled(if: canTry, "it needs root and setpriv (Debian: util-linux)"))
    func `with a grace time the daemon serves the reason for so long, and then ends with 77 and what to do`() throws {
        let blocked = try Blocked()
        let file = try TemporaryFile(blocked.configuration("20"), suffix: ".yaml")
        let begin = ContinuousClock.now
        let daemon = try blocked.installation.start("run", "--config", file.path)
        try daemon.wait(for: "permission-denied: rover: ", within: 60)
        let status = try blocked.installation.start("status").waitForEnd()
        #expect(status.output.contains("permission denied"), "\(status.output)\(status.messages)")
        #expect(status.output.contains("the daemon exits with status 77 if this lasts 20.0 s"), "\(status.output)")
        let result = daemon.waitForEnd()
        #expect(result.status == 77, "\(result.messages)")
        #expect(ContinuousClock.now - begin >= .seconds(20))
        let last = result.messages.split(separator: "\n").last.map(String.init) ?? ""
        for words in ["rover: ", "permission denied: ", "install the udev rules", "supervision.permission_grace_s"] {
            #expect(last.contains(words), "\(last)")
        }
    }

    @Test(.enabled(if: canTry, "it needs root and setpriv (Debian: util-linux)"))
    func `a permission that returns in time, a removed receiver and a removed key let the daemon run on`() throws {
        let blocked = try Blocked()
        let file = try TemporaryFile(blocked.configuration("15"), suffix: ".yaml")
        let daemon = try blocked.installation.start("run", "--config", file.path)
        let alert = "the daemon exits with status 77 if this lasts"
        func alerts(_ words: String) -> Int { daemon.messages.components(separatedBy: words).count - 1 }
        func wait(until condition: () -> Bool) throws {
            try eventually("it does not come: \(daemon.messages)", within: 60) {
                try #require(daemon.isRunning, "\(daemon.messages)")
                return condition()
            }
        }
        func reload(_ text: String) throws {
            let before = alerts("reload: ")
            try text.write(toFile: file.path, atomically: false, encoding: .utf8)
            daemon.signal(SIGHUP)
            try wait { alerts("reload: ") > before }
        }
        /// Lets the grace time pass, and more.
        func outlast() throws {
            let end = ContinuousClock.now + .seconds(18)
            try wait { ContinuousClock.now > end }
        }
        // The permission flips; each refusal begins the time anew.
        for flip in 1...2 {
            try wait { alerts(alert) == flip }
            chmod(blocked.receiver.path, 0o666)
            try wait {
                _ = blocked.receiver.send(epochs: 1, within: 1)
                return alerts("rover: running") == flip || alerts(Self.over) == flip
            }
            chmod(blocked.receiver.path, 0)
            if flip == 1 {
                blocked.receiver.unplug()
                try blocked.receiver.plug()
                chmod(blocked.receiver.path, 0)
            }
        }
        // An open device is not closed by its mode.
        try outlast()
        blocked.receiver.unplug()
        try blocked.receiver.plug()
        chmod(blocked.receiver.path, 0)
        try wait { alerts(alert) == 3 }
        try reload(blocked.configuration("15", hasRover: false))
        try wait { alerts(Self.over) == 3 }
        try outlast()
        try reload(blocked.configuration("600"))
        try wait { alerts(alert) == 4 }
        try reload(blocked.configuration("0"))
        try wait { alerts("the daemon waits until it has the permission") == 1 }
        #expect(alerts(Self.over) == 3, "\(daemon.messages)")
        try reload(blocked.configuration("1"))
        #expect(daemon.waitForEnd().status == 77)
    }

    @Test func `a grace time that cannot be is refused with its place and what is allowed`() throws {
        for (value, what) in [("-1", "below the minimum 0"), ("86401", "above the maximum 86400"), ("soon", "soon")] {
            let file = try TemporaryFile("supervision:\n  permission_grace_s: \(value)\n", suffix: ".yaml")
            let result = try Program.run("config", "check", file.path)
            #expect(result.status == 78)
            let words = result.output + result.messages
            #expect(words.contains("\(file.path):2:23: supervision.permission_grace_s: "), "\(words)")
            #expect(words.contains(what) && words.contains("0...86400"), "\(words)")
        }
        let file = try TemporaryFile("supervision: { permission_grace: 3 }\n", suffix: ".yaml")
        let result = try Program.run("config", "check", file.path)
        #expect((result.output + result.messages).contains("permission_grace_s"), "\(result.output)\(result.messages)")
    }
}
