// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Records
import Testing

/// `gnss-gateway record` on a running daemon, and the replay of what it made.
@Suite(.serialized) struct RecordTests {
    private func daemon(_ config: String, arguments: [String] = []) throws -> RunningProgram {
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: \(config) }]
            listen: { gpsd: ["127.0.0.1:\(try Program.freePort())"], http: "" }
            """, suffix: ".yaml")
        let program = try RunningProgram(try Program.gateway, ["run", "--config", file.path] + arguments)
        try program.wait(for: "running: replaying")
        return program
    }

    private func record(_ daemon: RunningProgram, _ arguments: String..., file: String) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, ["record", file] + arguments, environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
        ).waitForEnd()
    }

    private func observations(in path: String) throws -> [Payload] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(RecordingHeader(bytes) != nil)
        var reader = RecordReader(Array(bytes.dropFirst(RecordingHeader.size)))
        var payloads: [Payload] = []
        while let record = try reader.next() {
            if case .observation(let payload) = record.content { payloads.append(payload) }
        }
        return payloads
    }

    /// How many results of stages a recording holds.
    private func results(in path: String) throws -> Int {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var reader = RecordReader(Array(bytes.dropFirst(RecordingHeader.size)))
        var count = 0
        while let record = try reader.next() { if case .result = record.content { count += 1 } }
        return count
    }

    private func fixes(in path: String) throws -> [UTCTime: Fix] {
        var fixes: [UTCTime: Fix] = [:]
        for case .fix(let fix) in try observations(in: path) { if let time = fix.time { fixes[time] = fix } }
        return fixes
    }

    private static func path() -> String { NSTemporaryDirectory() + "gnss-recording-\(UUID().uuidString)" }

    @Test func `what is on the bus is recorded, raw sentences included, and ends at a limit`() throws {
        let daemon = try daemon("{ scenario: drive, speed: 50 }")
        let path = Self.path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let result = try record(daemon, "--count", "500", file: path)
        #expect(result.status == 0, "\(result.messages)")
        let payloads = try observations(in: path)
        #expect(payloads.count + (try results(in: path)) == 500)
        #expect(Set(payloads.map(\.kind)).isSuperset(of: [.fix, .satellites, .sentence]))
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }

    @Test func `a recording replayed at full speed and at a tenth of it gives the epochs that were recorded`() throws {
        let original = try daemon("{ scenario: drive, speed: 100 }")
        let recording = Self.path()
        let again = Self.path()
        defer { for path in [recording, again] { try? FileManager.default.removeItem(atPath: path) } }
        #expect(try record(original, "--count", "4000", file: recording).status == 0)
        original.signal(SIGTERM)
        let expected = try fixes(in: recording)
        #expect(expected.count > 50)
        for speed in [0, 40] {
            let replay = try daemon(
                "{ file: '\(recording)', speed: \(speed), loop: true }", arguments: ["--clock", "replay"])
            #expect(
                try record(replay, "--count", "6000", "--overwrite", "--kinds", "fix", "--seconds", "4", file: again)
                    .status == 0)
            replay.signal(SIGTERM)
            #expect(replay.waitForEnd().status == 0)
            let replayed = try fixes(in: again)
            #expect(replayed.count > 20)
            for (time, fix) in replayed { #expect(fix == expected[time]) }
        }
    }

    @Test(arguments: ["system", "replay"])
    func `with the replay's clock the daemon itself lives in the time of the capture`(clock: String) throws {
        let epochs = (0..<60).map { Self.at($0, CommandLineTests.epoch) }.joined()
        let capture = try TemporaryFile(epochs)
        let daemon = try daemon("{ file: '\(capture.path)', speed: 20 }", arguments: ["--clock", clock])
        let path = Self.path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        // The driver's last state, when the replay has come to its end, is stamped by the daemon.
        let result = try record(daemon, "--kinds", "driverState", "--count", "1", "--seconds", "20", file: path)
        #expect(result.status == 0)
        var reader = RecordReader(Array([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))).dropFirst(64)))
        var state: Record?
        while let record = try reader.next() { if case .observation = record.content { state = record } }
        let stamped = UTCTime(nanosecondsSince1970: try #require(state).hostTime.wallNanoseconds)
        #expect((stamped.date == CivilDate(year: 2026, month: 3, day: 1)) == (clock == "replay"))
    }

    /// The epoch of another second.
    private static func at(_ second: Int, _ epoch: String) -> String {
        epoch.split(whereSeparator: \.isNewline).map { line in
            let body = line.dropFirst().prefix { $0 != "*" }
                .replacingOccurrences(of: "120000.00", with: "1200\(second < 10 ? "0" : "")\(second).00")
            let checksum = body.utf8.reduce(0) { $0 ^ $1 }
            return "$\(body)*\(String(format: "%02X", checksum))\r\n"
        }.joined()
    }

    @Test func `without a daemon, with a file that is there, and on a full disk it says what to do`() throws {
        let path = Self.path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let standard = try Program.run("record", "-")
        #expect(standard.status == 64 && standard.messages.contains("standard output"), "\(standard.messages)")
        let alone = try Program.run("record", path)
        #expect(alone.status == 69)
        #expect(alone.messages.contains("gnss-gateway run"))
        let daemon = try daemon("{ scenario: drive, speed: 50 }")
        let full = try record(daemon, file: "/dev/full")
        #expect(full.status == 73)
        #expect(full.messages.contains("No space left on device"))
        let pipe = Self.path()
        defer { try? FileManager.default.removeItem(atPath: pipe) }
        try #require(mkfifo(pipe, 0o600) == 0)
        let unread = try record(daemon, "--count", "10", file: pipe)
        #expect(unread.status == 73 && unread.messages.contains("no program reads from it"), "\(unread.messages)")
        try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try record(daemon, "--count", "10", file: path).status == 73)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
        #expect(try record(daemon, "--kinds", "nonsense", file: path).status == 64)
        let mistyped = try record(daemon, "--receivers", "harvester", "--seconds", "0.5", "--overwrite", file: path)
        #expect(
            mistyped.messages.contains("warning: the gateway has no receiver \"harvester\" now; it has "),
            "\(mistyped.messages)")
    }

    @Test func `a second daemon on the same control socket is refused`() throws {
        let daemon = try daemon("{ scenario: drive }")
        let file = try TemporaryFile(
            """
            receivers: [{ id: other, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:\(try Program.freePort())"], http: "" }
            """)
        let second = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path], environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
        ).waitForEnd()
        #expect(second.status == 69)
        #expect(second.messages.contains("another gnss-gateway"))
    }
}
