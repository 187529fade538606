// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A daemon that serves HTTPS, with a state folder that survives it.
final class HTTPSBench {
    /// Its files: state, given certificates, configuration.
    let folder: String
    let port: Int
    let plainPort: Int
    private(set) var daemon: RunningProgram

    /// - Parameters:
    ///   - host: The address on which it listens.
    ///   - more: Further sections; `FOLDER` stands for the folder.
    ///   - prepare: Called with the folder before the daemon starts.
    init(host: String = "0.0.0.0", more: String = "", prepare: (String) throws -> Void = { _ in }) throws {
        folder = NSTemporaryDirectory() + "gnss-https-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        (port, plainPort) = (try Program.freePort(), try Program.freePort())
        try prepare(folder)
        try Data(
            """
            receivers:
              - id: tractor
                driver: file-simulator
                config:
                  simulation:
                    start: now
                    place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39 }
                    receiver: { rate_hz: 10 }
                    output: { ubx: { generation: 9 } }
            listen:
              gpsd: ["127.0.0.1:0"]
              http: ["\(host):\(plainPort)"]
              https: ["\(host):\(port)"]
              names: [gateway.farm.example]
            \(more.replacingOccurrences(of: "FOLDER", with: folder))

            """.utf8
        ).write(to: URL(fileURLWithPath: folder + "/gateway.yaml"))
        daemon = try Self.start(folder)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static func start(_ folder: String) throws -> RunningProgram {
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", folder + "/gateway.yaml"],
            environment: ["STATE_DIRECTORY": folder + "/state"])
        _ = daemon.socket
        return daemon
    }

    /// Ends the daemon and starts it again.
    func restart() throws {
        daemon.signal(SIGTERM)
        _ = daemon.waitForEnd()
        try startAgain()
    }

    /// Starts the daemon again after it ended.
    func startAgain() throws { daemon = try Self.start(folder) }

    /// The path of a secret in the state folder.
    func secret(_ name: String) -> String { "\(folder)/state/credentials/\(name)" }

    /// Stores the authority as a device gets it, over plain HTTP and without signing in; returns the file's path.
    func authority() throws -> String {
        let path = folder + "/ca.crt"
        let result = try Program.run(
            try #require(Program.installed("curl")),
            ["-s", "-f", "-o", path, "http://127.0.0.1:\(plainPort)/ca.crt"])
        try #require(result.status == 0, "\(result) \(daemon.messages)")
        return path
    }

    /// Runs curl with the authority; the path is that of the URL.
    func curl(_ path: String, host: String = "127.0.0.1", _ arguments: [String] = []) throws -> Program.Result {
        try Program.run(
            try #require(Program.installed("curl")),
            ["-s", "-S", "-i", "--max-time", "10", "--cacert", try authority()] + arguments
                + ["https://\(host):\(port)\(path)"])
    }

    func openssl(_ arguments: [String], input: String? = nil) throws -> Program.Result {
        try Program.run(try #require(Program.installed("openssl")), arguments, input: input)
    }

    /// What `openssl s_client` says of a connection that is closed at once.
    func connect(_ arguments: [String] = [], host: String = "127.0.0.1") throws -> Program.Result {
        try openssl(
            ["s_client", "-connect", "\(host):\(port)", "-CAfile", try authority(), "-verify_return_error"] + arguments)
    }

    /// The serial number of the certificate that new connections get.
    func serial() throws -> String {
        let shown = try connect(["-showcerts"])
        return try openssl(["x509", "-noout", "-serial"], input: shown.output).output
    }

    /// A code of the command line.
    func code(_ arguments: [String]) throws -> String {
        let result = try console(["invite"] + arguments)
        return try #require(result.lines.first?.split(separator: " ").last.map(String.init), "\(result)")
    }

    func console(_ arguments: [String], input: String? = nil) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, ["console"] + arguments, input: input,
            environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
        ).waitForEnd()
    }
}
