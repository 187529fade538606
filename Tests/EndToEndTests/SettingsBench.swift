// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A daemon with a state of its own, whose configuration the test changes.
final class SettingsBench {
    let folder = NSTemporaryDirectory() + "gnss-settings-\(UUID().uuidString)"
    private(set) var daemon: RunningProgram

    init(_ sections: String = "centroid: { samples: 25 }") throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Self.write(sections, folder)
        daemon = try Self.start(folder)
    }

    deinit {
        daemon.signal(SIGKILL)
        try? FileManager.default.removeItem(atPath: folder)
    }

    func write(_ sections: String) throws { try Self.write(sections, folder) }

    private static func write(_ sections: String, _ folder: String) throws {
        try Data(
            """
            receivers:
              - { id: rover, driver: file-simulator, config: { scenario: drive } }
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            \(sections)
            """.utf8
        ).write(to: URL(filePath: folder + "/gateway.yaml"))
    }

    private static func start(_ folder: String) throws -> RunningProgram {
        let daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", folder + "/gateway.yaml"],
            environment: ["STATE_DIRECTORY": folder + "/state"])
        _ = daemon.socket
        try daemon.wait(for: "rover: running")
        return daemon
    }

    func kill() {
        daemon.signal(SIGKILL)
        _ = daemon.waitForEnd()
    }

    func start() throws { daemon = try Self.start(folder) }

    func ask(_ method: String, _ path: String, _ body: String = "", version: String? = nil) throws
        -> PlainHTTP.Answer
    {
        try PlainHTTP.request(
            method, path, headers: version.map { ["If-Match": $0] } ?? [:], body: body, socket: daemon.socket)
    }

    /// Changes settings, which must be accepted.
    func patch(_ body: String) throws {
        let answer = try ask("PATCH", "/v1/settings", body)
        #expect(answer.status == 200, "\(body): \(answer.text)")
    }

    func report() throws -> (version: String, entries: [String: [String: Any]]) {
        let report = try ask("GET", "/v1/settings").json
        let entries = try #require(report["settings"] as? [[String: Any]])
        return (
            try #require(report["version"] as? String),
            Dictionary(uniqueKeysWithValues: entries.map { ($0["name"] as? String ?? "", $0) })
        )
    }

    /// Expects values and where they come from, as `25 file`.
    func expect(_ expected: [String: String], _ what: String = "") throws {
        let entries = try report().entries
        for (name, words) in expected {
            let entry = try #require(entries[name], "\(name)")
            let value = entry["value"].map { "\($0)" } ?? ""
            #expect("\(value) \(entry["origin"] ?? "")" == words, "\(what) \(name)")
        }
    }

    func command(_ arguments: String...) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, arguments, environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
        ).waitForEnd()
    }
}
