// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A folder of state that is damaged in between, and daemons on it, one after the other.
final class StoreBench {
    let folder = NSTemporaryDirectory() + "gnss-store-\(UUID().uuidString)"
    let state: String
    private(set) var port = 0
    /// `listen.http`.
    var http = "\"\""
    private var isMounted = false

    /// - Parameter below: where state is, below the folder.
    init(below: String = "state") throws {
        state = folder + "/" + below
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    deinit {
        if isMounted { umount2(folder, Int32(MNT_DETACH)) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    var database: String { state + "/store.sqlite" }

    /// Damaged stores that are kept, with their logs.
    var kept: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: state).filter { $0.contains("-damaged.") }.sorted()
        }
    }

    /// Starts a daemon with a simulated receiver.
    func start(_ arguments: String..., log: String = "rover: running: replaying") throws -> RunningProgram {
        let daemon = try launch(arguments)
        try daemon.wait(for: log)
        return daemon
    }

    /// Starts a daemon that is expected to end by itself.
    func end(_ arguments: String...) throws -> Program.Result { try launch(arguments).waitForEnd() }

    func launch(_ arguments: [String]) throws -> RunningProgram {
        port = try Program.freePort()
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive, speed: 20 } }]
            listen: { gpsd: ["127.0.0.1:\(port)"], http: \(http) }
            discovery: { enabled: false }
            tracks: { log: { enabled: true } }
            """, suffix: ".yaml")
        configurations.append(file)
        return try RunningProgram(
            try Program.gateway, ["run", "--config", file.path] + arguments, environment: ["STATE_DIRECTORY": state])
    }

    private var configurations: [TemporaryFile] = []

    /// Waits for a position, as a client of the gpsd protocol gets it.
    func awaitPosition() throws {
        let client = try GPSDClient(port: port)
        try eventually("no position came") {
            client.reports("TPV").contains { ($0.object["mode"] as? Int ?? 0) >= 2 && $0.object["lat"] is Double }
        }
    }

    /// Runs a daemon until it has stored something, and ends it with a signal.
    func fill(endingWith number: Int32 = SIGTERM) throws {
        let daemon = try start()
        try awaitPosition()
        try eventually("no track was stored") { try trackPoints(daemon) > 0 }
        daemon.signal(number)
        _ = daemon.waitForEnd()
    }

    func ask(_ daemon: RunningProgram, _ arguments: String...) throws -> Program.Result {
        try ask(daemon, arguments)
    }

    func ask(_ daemon: RunningProgram, _ arguments: [String]) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, arguments, environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
        ).waitForEnd()
    }

    /// How many points the track log has.
    func trackPoints(_ daemon: RunningProgram) throws -> Int {
        let lines = try ask(daemon, "paths", "list", "--tracks", "--json").lines
        let tracks = try lines.flatMap { line in
            let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return value as? [[String: Any]] ?? [value as? [String: Any] ?? [:]]
        }
        return tracks.map { $0["points"] as? Int ?? 0 }.max() ?? 0
    }

    func check() throws -> Program.Result { try Program.run("store", "check", "--state-directory", state) }

    /// The codes of the alerts that stand, and the status itself.
    func alerts(_ daemon: RunningProgram) throws -> [String: String] {
        let status = try object(try ask(daemon, "status", "--json").output)
        let alerts = status["alerts"] as? [[String: Any]] ?? []
        return Dictionary(
            alerts.map { ($0["code"] as? String ?? "", $0["text"] as? String ?? "") }, uniquingKeysWith: { $1 })
    }

    /// Waits for an alert.
    @discardableResult
    func awaitAlert(_ code: String, _ daemon: RunningProgram) throws -> String {
        var text: String?
        try eventually("there was no alert \(code): \(daemon.messages)") {
            text = try alerts(daemon)[code]
            return text != nil
        }
        return try #require(text)
    }

    func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    func overwrite(_ path: String, at offset: UInt64, _ bytes: [UInt8]) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seek(toOffset: offset)
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }

    /// Runs a script with SQLite; `database` is open in it.
    @discardableResult
    func python(_ script: String) throws -> String {
        let head = """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1], isolation_level=None)
            database.execute("PRAGMA foreign_keys = OFF")
            database.execute("PRAGMA ignore_check_constraints = ON")

            """
        let result = try Program.run("/usr/bin/python3", ["-c", head + script, database])
        try #require(result.status == 0, "\(result.messages)")
        return result.output
    }

    // MARK: disks

    /// Whether a disk can be made: by root, outside most containers.
    static let mayMount: Bool = {
        guard geteuid() == 0, let bench = try? StoreBench() else { return false }
        return (try? bench.mount(kilobytes: 64)) != nil
    }()

    /// Makes the folder a small disk in memory.
    func mount(kilobytes: Int) throws {
        guard Glibc.mount("none", folder, "tmpfs", 0, "size=\(kilobytes)k") == 0 else { throw POSIXError(.EPERM) }
        isMounted = true
    }

    func makeReadOnly() throws {
        try #require(Glibc.mount("none", folder, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
    }

    func makeWritable() throws { try #require(Glibc.mount("none", folder, nil, UInt(MS_REMOUNT), nil) == 0) }

    /// Takes all room that is left.
    func fillDisk() throws {
        let descriptor = open(folder + "/ballast", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let zeros = [UInt8](repeating: 0, count: 4096)
        while write(descriptor, zeros, zeros.count) > 0 {}
    }
}
