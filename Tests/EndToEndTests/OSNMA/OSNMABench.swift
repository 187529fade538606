// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import OSNMAFiles
import Records
import TestSupport
import Testing

/// A daemon without receivers, a recorder of its verdicts, and then a receiver that is replayed: nothing is missed.
final class OSNMABench {
    static let data: String? = {
        guard let folder = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"] else { return nil }
        return FileManager.default.fileExists(atPath: folder + "/osnma") ? folder + "/osnma" : nil
    }()

    let daemon: RunningProgram
    private let configuration: TemporaryFile
    private let recorder: RunningProgram
    private let recording = NSTemporaryDirectory() + "gnss-verdicts-\(UUID().uuidString)"
    private let section: String

    /// - Parameter osnma: the section of the configuration.
    init(osnma: String) throws {
        section = """
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: true, ignore: ["*"] }
            osnma: \(osnma)

            """
        configuration = try TemporaryFile(section, suffix: ".yaml")
        daemon = try RunningProgram(
            try Program.gateway, ["run", "--config", configuration.path, "--clock", "replay"])
        try daemon.wait(for: "start: ready")
        recorder = try RunningProgram(
            try Program.gateway, ["record", recording, "--kinds", "authentication,alert,driverState"],
            environment: ["GNSS_GATEWAY_SOCKET": daemon.socket])
        let deadline = Date(timeIntervalSinceNow: 120)
        let pause = PollPause(least: 50)
        while !(try status().contains(#""name":"client"#)) {
            try #require(Date() < deadline, "nothing is recorded: \(recorder.messages)")
            pause.wait()
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: recording) }

    private func status() throws -> String { try ask("status", "--json").output }

    /// A command that is a client of the daemon.
    func ask(_ arguments: String...) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, arguments, environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
        ).waitForEnd()
    }

    /// Replays a file at full speed to its end.
    func replay(_ file: String, isolation: String = "in-process") throws {
        try Data(
            (section + """
                receivers:
                  - { id: rover, driver: file-simulator, isolation: \(isolation), config: { file: \(file), speed: 0 } }
                """).utf8
        ).write(to: URL(fileURLWithPath: configuration.path))
        daemon.signal(SIGHUP)
        try daemon.wait(for: "running: replaying", within: 240)
        try daemon.wait(for: "stopped: ", within: 900)
        // The last verdict says that the receiver is no longer connected; it is made on a thread of its own.
        let deadline = Date(timeIntervalSinceNow: 120)
        let pause = PollPause(least: 50)
        while !(try ask("osnma", "status", "--json").output.contains(AuthenticationReason.receiverLost.code)) {
            try #require(Date() < deadline, "the last verdict never came: \(daemon.messages)")
            pause.wait()
        }
    }

    /// Ends the daemon; what it said of authenticity, in order.
    func end() throws -> (verdicts: [Authentication], alerts: [Alert]) {
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
        _ = recorder.waitForEnd()
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: recording)))
        var reader = RecordReader(Array(bytes.dropFirst(RecordingHeader.size)))
        var verdicts: [Authentication] = []
        var alerts: [Alert] = []
        while let record = try reader.next() {
            guard case .result(let result) = record.content else { continue }
            switch result.kind {
            case .authentication: verdicts.append(try Authentication(json: result.json))
            case .alert: alerts.append(try Alert(json: result.json))
            default: break
            }
        }
        return (verdicts, alerts)
    }

    /// Group, satellite and hash of all sets that verdicts hold and call authenticated.
    static func sets(_ verdicts: [Authentication]) -> Set<String> {
        var sets: Set<String> = []
        for satellite in verdicts.flatMap(\.satellites) {
            for (group, data) in [(0, satellite.ephemeris), (4, satellite.timing)] {
                guard let data, data.isAuthenticated else { continue }
                sets.insert("\(group) \(satellite.satellite.number) \(data.fingerprint)")
            }
        }
        return sets
    }

    /// The sets of an expected file, with the number of right tags of each.
    static func expected(_ name: String) throws -> [String: Int] {
        let json = try Data(contentsOf: URL(fileURLWithPath: (data ?? "") + "/expected/\(name).json"))
        let content = try JSONSerialization.jsonObject(with: json) as? [String: Any]
        var sets: [String: Int] = [:]
        for row in content?["datasets"] as? [[Any]] ?? [] where row.count == 9 {
            guard let group = row[0] as? Int, let satellite = row[1] as? Int, let hash = row[3] as? String else {
                continue
            }
            sets["\(group) \(satellite) \(hash)"] = row[7] as? Int
        }
        return sets
    }

    /// The content of a file that gzip made.
    static func unpacked(_ path: String) throws -> [UInt8] {
        let file = NSTemporaryDirectory() + "gnss-unpacked-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data().write(to: URL(fileURLWithPath: file))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", (data ?? "") + "/" + path]
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try process.run()
        process.waitForEnd()
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    }

    /// A test vector as a recording of one receiver: a batch of pages every two seconds.
    static func recording(ofVector path: String) throws -> [UInt8] {
        let name = String(path.split(separator: "/").last?.dropLast(3) ?? "")
        var writer = RecordWriter()
        let zero = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        writer.append(source: SourceID(rawValue: "vector"), hostTime: zero)
        for page in try PageFile(try unpacked(path), name: name).pages {
            let seconds = Int64(page.start.secondsSinceEpoch + 2)
            let time = HostTime(
                monotonicNanoseconds: seconds * 1_000_000_000,
                wallNanoseconds: (seconds + 935_280_000 - 18) * 1_000_000_000)
            let observed = NavigationPage(
                satellite: page.satellite, signal: page.isE5b ? .galileoE5bI : .galileoE1B, message: .inav,
                bytes: page.bits, bitCount: 240, time: page.start, timeOrigin: .stamped, check: .passed)
            writer.append(.navigationPage(observed), hostTime: time)
        }
        let first = HostTime(monotonicNanoseconds: 1, wallNanoseconds: 1)
        return RecordingHeader(start: first).bytes + writer.bytes
    }

    /// The messages of a UBX stream whose time, counted in NAV-PVT of one a second, `keeps` says.
    static func ubx(_ bytes: [UInt8], keepsPages keeps: (Int) -> Bool, until end: Int) -> [UInt8] {
        var result: [UInt8] = []
        var (position, epoch) = (0, 0)
        while position + 8 <= bytes.count, epoch <= end {
            guard bytes[position] == 0xB5, bytes[position + 1] == 0x62 else {
                position += 1
                continue
            }
            let length = Int(bytes[position + 4]) | Int(bytes[position + 5]) << 8
            guard position + 8 + length <= bytes.count else { break }
            let kind = (bytes[position + 2], bytes[position + 3])
            if kind == (0x01, 0x07) { epoch += 1 }
            if kind != (0x02, 0x13) || keeps(epoch) { result += bytes[position..<position + 8 + length] }
            position += 8 + length
        }
        return result
    }
}
