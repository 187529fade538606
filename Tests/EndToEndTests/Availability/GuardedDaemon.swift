// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A daemon with all its servers on loopback, and one simulated receiver.
struct GuardedDaemon {
    let program: RunningProgram
    let http: Int
    let gpsd: Int
    let nmea: Int
    private let file: TemporaryFile

    /// - Parameter descriptors: how many the daemon may open; nil: as many as this process.
    init(descriptors: Int? = nil) throws {
        (http, gpsd, nmea) = (try Program.freePort(), try Program.freePort(), try Program.freePort())
        file = try TemporaryFile(
            """
            receivers:
              - { id: rover, driver: file-simulator, config: { scenario: drive, speed: 20 } }
            listen: { gpsd: ["127.0.0.1:\(gpsd)"], http: "127.0.0.1:\(http)", nmea: ["127.0.0.1:\(nmea)"] }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        let run = [try Program.gateway, "run", "--config", file.path]
        if let descriptors {
            let prlimit = try #require(Program.installed("prlimit"), "prlimit is not installed")
            program = try RunningProgram(prlimit, ["--nofile=\(descriptors):\(descriptors)"] + run)
        } else {
            program = try RunningProgram(run[0], Array(run[1...]))
        }
        try program.wait(for: "rover: running: replaying")
    }

    /// The whole answer to a request.
    func answer(_ request: String, within seconds: Double = 60) throws -> String {
        let client = try Crowd(1, port: http, saying: request)
        _ = client.reads(within: seconds) { $0.closed == 1 }
        return client.members[0].text
    }

    /// The answer to `GET`.
    func get(_ path: String) throws -> String {
        try answer("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    }

    /// A metric, asked for over the socket.
    func metric(_ name: String) throws -> Double? {
        let client = try Crowd(
            1, socket: program.socket, saying: "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        try #require(client.reads { $0.closed == 1 })
        let line = client.members[0].text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(name + " ") }
        return line?.split(separator: " ").last.flatMap { Double($0) }
    }

    /// The memory in use, in mebibytes.
    var memory: Int { (program.status("VmRSS:") ?? 0) >> 10 }

    /// The processor time used so far, in seconds.
    var processorTime: Double {
        let text = (try? String(contentsOfFile: "/proc/\(program.identifier)/stat", encoding: .utf8)) ?? ""
        // Behind the name, which may have spaces: fields 14 and 15 are user and system time.
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Ends it.
    ///
    /// - Returns: its exit code, and how long it took in seconds.
    func end(by signal: Int32 = SIGTERM) -> (status: Int32, seconds: Double) {
        let begin = ContinuousClock.now
        program.signal(signal)
        let status = program.waitForEnd().status
        return (status, (ContinuousClock.now - begin) / .seconds(1))
    }
}
