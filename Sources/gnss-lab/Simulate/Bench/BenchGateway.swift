// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import DaemonRuntime
internal import FoundationEssentials
internal import Gateway
internal import Glibc
internal import ReceiverHost
internal import SystemSupport

/// A gateway process that a bench starts with its own configuration and state. Owns the process and the folder that
/// contains both.
final class BenchGateway {
    /// The driver and device of a receiver.
    struct Source {
        var driver: String
        var device: String
    }

    /// The port of the gpsd server.
    let port: UInt16
    private let folder: String
    private let pid: pid_t
    private var hasEnded = false

    /// Starts the gateway with receivers named `bench-1` and so on.
    ///
    /// - Parameters:
    ///   - folder: An empty folder, which is removed with this object.
    ///   - sources: The receivers to read.
    /// - Throws: `GatewayError` if the gateway cannot be started.
    init(in folder: String, _ sources: [Source]) throws(GatewayError) {
        port = try Self.freePort()
        self.folder = folder
        let receivers = sources.enumerated().map { index, source in
            // A terminal accepts any baud rate, so the driver need not search for one.
            let rate = source.device.hasPrefix("tcp:") ? "" : ", baud: 38400"
            return """
                  - id: \(Self.name(index))
                    driver: \(source.driver)
                    isolation: in-process
                    config: { device: "\(source.device)"\(rate) }
                """
        }
        let configuration =
            "receivers:\n\(receivers.joined(separator: "\n"))\n"
            // Publishes all receivers, not only the active one.
            + "selection: { programs: all }\n"
            + "listen: { gpsd: [\"127.0.0.1:\(port)\"], http: \"\" }\n"
        do {
            try Data(configuration.utf8).write(to: URL(filePath: "\(folder)/gateway.yaml"))
        } catch {
            throw GatewayError(.cannotCreate, "cannot write \(folder)/gateway.yaml: \(error)")
        }
        let surroundings = [
            "GNSS_GATEWAY_SOCKET=\(folder)/control.sock", "STATE_DIRECTORY=\(folder)/state", "XDG_DATA_HOME=\(folder)",
        ]
        let arguments = ["gnss-gateway", "run", "--config", "\(folder)/gateway.yaml", "--log-level", "warning"]
        let program = try SiblingProgram.path("gnss-gateway")
        let (code, pid) = Self.spawn(program, arguments, surroundings, log: "\(folder)/log")
        guard code == 0 else {
            throw GatewayError(.unavailable, "cannot start a gateway: \(SystemError.text(of: code))")
        }
        self.pid = pid
    }

    deinit {
        end()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The ID of the receiver with this index, from 0.
    static func name(_ index: Int) -> String { "bench-\(index + 1)" }

    /// The path of the control socket.
    var socket: String { "\(folder)/control.sock" }

    /// True while the process runs.
    var isRunning: Bool {
        guard !hasEnded else { return false }
        var status: Int32 = 0
        hasEnded = waitpid(pid, &status, WNOHANG) == pid
        return !hasEnded
    }

    /// The process's output.
    var words: String {
        (try? Data(contentsOf: URL(filePath: "\(folder)/log"))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The processor time used so far in seconds; nil once the process has ended.
    var processorTime: Double? {
        ResourceUse(of: pid).map { Double($0.processorTime) / 1e9 }
    }

    /// The peak memory use in MiB; nil once the process has ended.
    var peakMemory: Double? {
        let lines = Self.text("/proc/\(pid)/status")?.split(separator: "\n") ?? []
        let words = lines.first { $0.hasPrefix("VmHWM:") }?.split { $0 == " " || $0 == "\t" } ?? []
        return words.count > 1 ? Double(words[1]).map { $0 / 1024 } : nil
    }

    /// Ends the process: with SIGTERM, and after ten seconds with SIGKILL.
    private func end() {
        guard isRunning else { return }
        kill(pid, SIGTERM)
        for _ in 0..<1000 where isRunning { poll(nil, 0, 10) }
        guard isRunning else { return }
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        hasEnded = true
    }

    private static func text(_ path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var room = [UInt8](repeating: 0, count: 8192)
        let count = fread(&room, 1, room.count, file)
        return String(decoding: room[..<count], as: UTF8.self)
    }

    /// A loopback port on which no program listens at the moment.
    private static func freePort() throws(GatewayError) -> UInt16 {
        let line = try ServerLine(port: 0)
        return line.port
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ surroundings: [String], log: String
    ) -> (code: Int32, pid: pid_t) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A separate process group, because Ctrl-C in the terminal is for the bench, which then ends the gateway.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        let names = surroundings.map { $0.prefix { $0 != "=" } + "=" }
        let inherited = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
            .filter { entry in !names.contains { entry.hasPrefix($0) } }
        let texts = (arguments.map { strdup($0) }, (inherited + surroundings).map { strdup($0) })
        defer { (texts.0 + texts.1).forEach { free($0) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, program, &actions, &attributes, texts.0 + [nil], texts.1 + [nil])
        return (code, pid)
    }
}
