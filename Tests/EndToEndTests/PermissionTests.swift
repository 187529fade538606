// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a user without rights is told. It takes root to become one.
@Suite(.serialized) struct PermissionTests {
    private static let setpriv = Program.installed("setpriv")
    private static let canTry = geteuid() == 0 && setpriv != nil
    private static let nobody: uid_t = 65_534

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
    func `a device that may not be opened is told with what to do, and works once it may be, without a restart`() throws
    {
        let installation = try Installation()
        let receiver = PseudoReceiver(installation.folder.path + "/receiver")
        try receiver.plug()
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: nmea-serial, config: { device: \(receiver.path) } }]
            listen: { gpsd: ["127.0.0.1:0"] }
            """, suffix: ".yaml")
        // Twice: nothing is kept of the refusal, and nothing of the permission.
        for _ in 0..<2 {
            chmod(receiver.path, 0)
            let daemon = try installation.start("run", "--config", file.path)
            try daemon.wait(for: "permission denied", within: 60)
            #expect(daemon.messages.contains("rover: lost: "), "\(daemon.messages)")
            #expect(daemon.messages.contains("install the udev rules"), "\(daemon.messages)")
            #expect(daemon.messages.components(separatedBy: "permission denied").count < 5, "\(daemon.messages)")
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
            daemon.signal(SIGTERM)
            #expect(daemon.waitForEnd().status == 0)
        }
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
}
