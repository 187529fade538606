// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Synchronization
import Testing

@testable import GPSDServer

/// Debian's own clients (package gpsd-clients) against the server.
@Suite("gpsd's own clients", .timeLimit(.minutes(10)))
struct RealClientsTests {
    private static func isInstalled(_ tools: String...) -> Bool {
        tools.allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0) }
    }

    /// Runs a program while epochs are published ten times a second, until it ends or its output satisfies `isEnough`.
    private func output(
        of program: String, _ arguments: [String], fedBy server: TestServer,
        until isEnough: (String) -> Bool = { _ in false }
    ) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/" + program)
        process.arguments = arguments
        process.environment = ["TERM": "xterm", "PATH": "/usr/bin:/bin", "LINES": "40", "COLUMNS": "100"]
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
        process.standardInput = FileHandle.nullDevice
        let collected = Collected()
        pipe.fileHandleForReading.readabilityHandler = { collected.append($0.availableData) }
        try process.run()
        defer { pipe.fileHandleForReading.readabilityHandler = nil }
        for tenth in 0..<1000 where process.isRunning && !isEnough(collected.text) {
            let time = SampleEpoch.time(Double(tenth) / 10)
            server.publish([
                .sentence(Sentence(format: .nmea, bytes: Array("$GPTXT,01,01,02,tick*58\r\n".utf8))),
                .fix(SampleEpoch.fix(at: time)),
                .satellites(SkyView(time: time, satellites: try SampleEpoch.satellites())),
            ])
            try await Task.sleep(for: .milliseconds(100))
        }
        if process.isRunning { process.terminate() }
        try await poll { !process.isRunning }
        try await Task.sleep(for: .milliseconds(50))
        return collected.text
    }

    @Test("gpspipe copies the reports", .enabled(if: isInstalled("gpspipe"), "gpspipe is not installed"))
    func gpspipe() async throws {
        let server = TestServer()
        try await server.run { address in
            let text = try await output(of: "gpspipe", ["-w", "-n", "10", "\(address)"], fedBy: server)
            let lines = text.split(whereSeparator: \.isNewline)
            #expect(lines.count == 10)
            #expect(lines.first?.hasPrefix(#"{"class":"VERSION""#) == true)
            #expect(lines.contains { $0.hasPrefix(#"{"class":"DEVICES","devices":[{"class":"DEVICE""#) })
            #expect(lines.contains { $0.hasPrefix(#"{"class":"WATCH","enable":true,"json":true"#) })
            #expect(lines.contains { $0.contains(#""lat":47.070700000,"lon":-15.439500000"#) })
            #expect(lines.contains { $0.contains(#""nSat":6,"uSat":4,"satellites":[{"PRN":5,"#) })
        }
    }

    @Test("gpspipe copies the sentences", .enabled(if: isInstalled("gpspipe"), "gpspipe is not installed"))
    func gpspipeSentences() async throws {
        let server = TestServer()
        try await server.run { address in
            let text = try await output(of: "gpspipe", ["-r", "-n", "8", "\(address)"], fedBy: server)
            #expect(text.contains("$GPTXT,01,01,02,tick*58"))
            #expect(!text.contains(#"{"class":"TPV""#))
        }
    }

    @Test("gpspipe copies every frame as it came", .enabled(if: isInstalled("gpspipe"), "gpspipe is not installed"))
    func gpspipeFrames() async throws {
        let server = TestServer()
        try await server.run { address in
            let text = try await output(of: "gpspipe", ["-R", "-n", "8", "\(address)"], fedBy: server)
            #expect(text.contains("$GPTXT,01,01,02,tick*58"))
            #expect(!text.contains(#"{"class":"TPV""#))
        }
    }

    private static var hasPythonModule: Bool {
        isInstalled("python3")
            && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/gps/__init__.py")
    }

    @Test("the Python module reads position and satellites", .enabled(if: hasPythonModule, "python3-gps is missing"))
    func pythonModule() async throws {
        let script = """
            import sys, gps
            session = gps.gps(host=sys.argv[1], port=sys.argv[2], mode=gps.WATCH_ENABLE | gps.WATCH_NEWSTYLE)
            seen = set()
            for report in session:
                seen.add(report["class"])
                if {"VERSION", "DEVICES", "WATCH", "SKY", "TPV"} <= seen:
                    break
            print(session.fix.mode, session.fix.latitude, session.fix.longitude, session.satellites_used, flush=True)
            """
        let server = TestServer()
        try await server.run { address in
            let text = try await output(
                of: "python3", ["-c", script, address.host, "\(address.port)"], fedBy: server)
            #expect(text.contains("3 47.0707 -15.4395 4"), "\(text)")
        }
    }

    @Test(
        "gpsmon shows the sentences", .enabled(if: isInstalled("gpsmon", "script"), "gpsmon or script is not installed")
    )
    func gpsmon() async throws {
        let server = TestServer()
        try await server.run { address in
            let text = try await output(
                of: "script", ["-qefc", "stty rows 40 cols 100; exec gpsmon \(address)", "/dev/null"], fedBy: server,
                until: { $0.contains("$GPTXT,01,01,02,tick*58") })
            #expect(text.contains("$GPTXT,01,01,02,tick*58"), "\(text.suffix(2000))")
        }
    }

    @Test(
        "cgps shows the position", .enabled(if: isInstalled("cgps", "script"), "cgps or script is not installed"))
    func cgps() async throws {
        let server = TestServer()
        try await server.run { address in
            let text = try await output(
                of: "script", ["-qefc", "stty rows 40 cols 100; exec cgps -s \(address)", "/dev/null"], fedBy: server,
                until: { $0.contains("47.07070000 N") && $0.contains("15.43950000 W") })
            #expect(text.contains("47.07070000 N"))
            #expect(text.contains("15.43950000 W"))
        }
    }
}

/// What a program wrote.
private final class Collected: Sendable {
    private let bytes = Mutex(Data())

    func append(_ data: Data) { bytes.withLock { $0.append(data) } }

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
}
