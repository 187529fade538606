// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Records
import Testing

/// Times that no clock shows, and those at the ends of what is allowed, while a centroid is sampled.
@Suite(.serialized) struct ImpossibleTimesTests {
    /// In nanoseconds: the ends of 64 bits, those of the contract, and what lies beside.
    private static let times: [Int64] = [
        0, 1, -1, .max, .min, .min / 2, .max / 2 + 1, 7_258_118_400_000_000_000, 7_258_118_400_000_000_001,
        1_700_000_000_000_000_000, 1_700_000_001_000_000_000,
    ]

    @Test func `an isolated driver that states them stops no daemon, and another receiver goes on`() async throws {
        let driver = try MisbehavingDriver(isFlowControlled: true)
        let daemon = try await IsolatingDaemon(["extremes"], driver)
        let watch = try FixWatch(port: daemon.port, receiver: "good")
        let sampling = try sample("bad-extremes", daemon)
        _ = try ask(daemon, "paths", "start")
        try await daemon.wait(for: "refused a batch from the driver (64 so far)", count: 1)
        try await wait("a sample that counts, and one that begins anew") {
            sampling.output.contains(#""event":"accepted""#) && sampling.output.contains(#""event":"reset""#)
        }
        try await watch.waitForFixes(watch.count + 10)
        #expect(daemon.program.messages.contains("that no clock shows"))
        sampling.signal(SIGINT)
        _ = sampling.waitForEnd()
        daemon.program.signal(SIGTERM)
        #expect(daemon.program.waitForEnd().status == 0)
    }

    @Test func `a recording that states them is replayed without what is impossible`() async throws {
        let file = NSTemporaryDirectory() + "gnss-times-\(UUID().uuidString).gnss"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data(Self.recording()).write(to: URL(fileURLWithPath: file))
        let configuration = try TemporaryFile(
            """
            receivers:
              - { id: past, driver: file-simulator, config: { file: \(file), speed: 0, loop: true } }
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        for clock in ["system", "replay"] {
            let daemon = try RunningProgram(
                try Program.gateway, ["run", "--config", configuration.path, "--clock", clock])
            try daemon.wait(for: "record at offset")
            let sampling = try RunningProgram(
                try Program.gateway, ["centroid", "start", "past", "--json", "--continuous", "--max-hdop", "0"],
                environment: ["GNSS_GATEWAY_SOCKET": daemon.socket])
            try await wait("a sample that begins anew") { sampling.output.contains(#""event":"reset""#) }
            sampling.signal(SIGINT)
            _ = sampling.waitForEnd()
            daemon.signal(SIGTERM)
            #expect(daemon.waitForEnd().status == 0, "\(clock)")
        }
    }

    @Test func `a recording that begins at an impossible time is refused`() throws {
        for (offset, time) in [(16, Int64.max), (24, -1)] {
            var bytes = Self.recording()
            bytes.put(time, at: offset)
            let file = NSTemporaryDirectory() + "gnss-times-\(UUID().uuidString).gnss"
            defer { try? FileManager.default.removeItem(atPath: file) }
            try Data(bytes).write(to: URL(fileURLWithPath: file))
            let configuration = try TemporaryFile(
                """
                receivers:
                  - { id: past, driver: file-simulator, config: { file: \(file), speed: 0 } }
                listen: { gpsd: ["127.0.0.1:0"], http: "" }
                discovery: { enabled: false }
                """, suffix: ".yaml")
            let result = try Program.run("run", "--config", configuration.path)
            #expect(result.messages.contains("impossible times"), "\(result.messages)")
            #expect(result.status != 0)
        }
    }

    /// A recording of a receiver that stands still: each pair of times has a fix and a sky of its own.
    private static func recording() -> [UInt8] {
        var writer = RecordWriter()
        let start = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 1_700_000_000_000_000_000)
        writer.append(source: SourceID(rawValue: "past"), hostTime: start)
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 52.25), longitude: Angle(degrees: 8.5))
        var bytes = RecordingHeader(start: start).bytes + writer.bytes
        for first in times {
            for second in times {
                fix.time = UTCTime(nanosecondsSince1970: 0)
                writer.removeAll()
                writer.append(.satellites(SkyView()), hostTime: start)
                let place = writer.bytes.count
                writer.append(.fix(fix), hostTime: start)
                var records = writer.bytes
                // Of arrival, in both heads, and of the solution.
                for record in [0, place] {
                    records.put(first, at: record + 16)
                    records.put(second, at: record + 24)
                }
                records.put(second, at: place + 40)
                bytes += records
            }
        }
        return bytes
    }

    private func sample(_ receiver: String, _ daemon: IsolatingDaemon) throws -> RunningProgram {
        try RunningProgram(
            try Program.gateway, ["centroid", "start", receiver, "--json", "--continuous", "--max-hdop", "0"],
            environment: ["GNSS_GATEWAY_SOCKET": daemon.program.socket])
    }

    private func ask(_ daemon: IsolatingDaemon, _ arguments: String...) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, arguments, environment: ["GNSS_GATEWAY_SOCKET": daemon.program.socket]
        ).waitForEnd()
    }

    private func wait(_ what: String, until condition: () -> Bool) async throws {
        let deadline = Date(timeIntervalSinceNow: 120)
        while !condition() {
            try #require(Date() < deadline, "\(what) did not come to pass")
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}

extension [UInt8] {
    fileprivate mutating func put(_ time: Int64, at offset: Int) {
        withUnsafeMutableBytes { $0.storeBytes(of: time.littleEndian, toByteOffset: offset, as: Int64.self) }
    }
}
