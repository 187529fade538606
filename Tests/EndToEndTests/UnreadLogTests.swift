// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// The daemon while the reader of its log, such as a paused `less`, does not read.
struct UnreadLogTests {
    @Test func `the daemon answers and ends while its log is not read`() throws {
        let path = NSTemporaryDirectory() + "gnss-log-\(UUID().uuidString)"
        try #require(mkfifo(path, 0o600) == 0)
        defer { try? FileManager.default.removeItem(atPath: path) }
        // For both directions, so that opening it waits for no other side.
        let reader = open(path, O_RDWR | O_CLOEXEC)
        defer { close(reader) }
        let file = try TemporaryFile(
            """
            receivers:
              - { id: rover, driver: file-simulator, config: { scenario: drive } }
            listen: { gpsd: ["127.0.0.1:0"], http: "" }

            """, suffix: ".yaml")
        let socket = NSTemporaryDirectory() + "gnss-\(UUID().uuidString.prefix(8)).sock"
        let daemon = try RunningProgram(
            "/bin/sh", ["-c", "exec \"$0\" run --config \"$1\" 2>\"$2\"", try Program.gateway, file.path, path],
            environment: ["GNSS_GATEWAY_SOCKET": socket])
        var log = ""
        func read(until words: String) throws {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let deadline = Date(timeIntervalSinceNow: 120)
            while !log.contains(words) {
                var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
                try #require(poll(&ready, 1, 1000) >= 0 && Date() < deadline, "no '\(words)' in: \(log)")
                guard ready.revents != 0 else { continue }
                let count = Glibc.read(reader, &bytes, bytes.count)
                log += String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            }
        }
        try read(until: "start: ready")
        // Each refused reload logs more than a hundredth of what the pipe holds.
        try file.replace(with: (0..<10).map { "wrong_key_\($0): 1\n" }.joined())
        for _ in 0..<200 {
            let answer = try PlainHTTP.request("POST", "/v1/reload", socket: socket)
            try #require(answer.status >= 400, "\(answer)")
        }
        #expect(try PlainHTTP.request("GET", "/v1/version", socket: socket).status == 200)
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }
}
