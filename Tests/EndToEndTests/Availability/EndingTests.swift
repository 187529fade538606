// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The daemon ends when asked, whatever hangs.
@Suite(.serialized, .timeLimit(.minutes(5))) struct EndingTests {
    @Test(arguments: [SIGTERM, SIGINT])
    func `it ends with clients that read nothing, and with signals in the middle`(_ signal: Int32) throws {
        let daemon = try GuardedDaemon()
        let viewers = try Crowd(
            100, port: daemon.http, saying: "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let watchers = try Crowd(100, port: daemon.gpsd, saying: "?WATCH={\"enable\":true,\"raw\":2};\n")
        #expect(viewers.reads { $0.count(of: ": events of") == 100 })
        #expect(watchers.reads { $0.count(of: "\"class\":\"WATCH\"") == 100 })
        daemon.program.signal(signal)
        for other in [SIGHUP, SIGTERM, SIGINT, SIGHUP] { daemon.program.signal(other) }
        let end = daemon.end(by: signal)
        #expect(end.status == 0, "\(daemon.program.messages)")
    }

    @Test func `while its log is not read it answers, and ends within 2 s with a store that is whole`() throws {
        let state = NSTemporaryDirectory() + "gnss-state-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: state) }
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        // From some time on, nothing reads its log.
        let log = Pipe()
        // The program that starts another one closes its own end of the pipe.
        let end = dup(log.fileHandleForWriting.fileDescriptor)
        defer { close(end) }
        let daemon = Process()
        daemon.executableURL = URL(fileURLWithPath: try Program.gateway)
        daemon.arguments = ["run", "--config", file.path]
        let socket = state + ".sock"
        daemon.environment = ProcessInfo.processInfo.environment
            .merging(["STATE_DIRECTORY": state, "GNSS_GATEWAY_SOCKET": socket]) { $1 }
        daemon.standardError = log
        try daemon.run()
        defer { if daemon.isRunning { kill(daemon.processIdentifier, SIGKILL) } }
        let words = try #require(try readsUntil("rover: running: replaying", log))
        #expect(words.contains("start: store"))
        fill(end)
        for _ in 0..<20 {
            // Each one logs a line.
            let answer = try PlainHTTP.request("POST", "/v1/reload", socket: socket)
            try #require(answer.status == 204, "\(answer)")
        }
        let begin = ContinuousClock.now
        kill(daemon.processIdentifier, SIGTERM)
        daemon.waitForEnd()
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        // On a machine that has no time for it, it takes longer, twice as long at most, and ends with 75, "try later".
        #expect([0, 75].contains(daemon.terminationStatus) && daemon.terminationReason == .exit)
        #expect(seconds < 5, "\(seconds) s")
        let check = try Program.run("store", "check", "--state-directory", state)
        #expect(check.status == 0, "\(check.messages)")
        try? FileManager.default.removeItem(atPath: socket + ".lock")
    }

    private func readsUntil(_ words: String, _ pipe: Pipe) throws -> String? {
        var text = ""
        while !text.contains(words) {
            let data = pipe.fileHandleForReading.availableData
            guard !data.isEmpty else { return nil }
            text += String(decoding: data, as: UTF8.self)
        }
        return text
    }

    private func fill(_ descriptor: Int32) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
        while write(descriptor, "x", 1) == 1 {}
        _ = fcntl(descriptor, F_SETFL, flags)
    }
}
