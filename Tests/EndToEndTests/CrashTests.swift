// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// How the daemon and its drivers come to a sudden end, and what is left of them.
@Suite(.serialized) struct CrashTests {
    private func daemon(_ environment: [String: String] = [:]) throws -> RunningProgram {
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        let program = try RunningProgram(
            try Program.gateway, ["run", "--config", file.path], environment: environment)
        try program.wait(for: "active receiver: rover")
        return program
    }

    @Test(arguments: [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE])
    func `a daemon that crashes is gone at once and shows nothing of its memory`(signal: Int32) throws {
        let daemon = try daemon()
        let before = daemon.messages
        let start = Date()
        daemon.signal(signal)
        let result = daemon.waitForEnd()
        let duration = Date().timeIntervalSince(start)
        #expect(result.status == signal)
        #expect(duration < 3, "it took \(duration) s")
        let words = result.messages.dropFirst(before.count)
        #expect(!words.contains("Backtrace") && !words.contains("crashed") && !words.contains("Registers"), "\(words)")
    }

    @Test func `what the shell had started that became the daemon lives on after it`() throws {
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: file-simulator, isolation: process, config: { scenario: drive } }]
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            """, suffix: ".yaml")
        let note = try TemporaryFile("", suffix: ".pid")
        let daemon = try RunningProgram(
            "/bin/bash",
            [
                "-c",
                // Foundation takes a program for running as long as anything holds the descriptors that it handed over.
                """
                (for file in /proc/$BASHPID/fd/*; do number=${file##*/}; ((number > 2)) && eval "exec $number>&-"; done
                exec sleep 300) < /dev/null > /dev/null 2>&1 &
                echo $! > '\(note.path)'; exec "$0" run --config '\(file.path)'
                """,
                try Program.gateway,
            ])
        try daemon.wait(for: "active receiver: rover")
        let helper = try #require(
            pid_t(
                try String(contentsOfFile: note.path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)))
        defer { kill(helper, SIGKILL) }
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
        #expect(kill(helper, 0) == 0)
    }

    @Test func `a person who asks for Swift's report of a crash gets it`() throws {
        let daemon = try daemon(["SWIFT_BACKTRACE": "enable=yes,color=no,limit=4,threads=crashed,images=none"])
        daemon.signal(SIGILL)
        try daemon.wait(for: "rashed")
        // The whole report may take minutes.
        daemon.signal(SIGKILL)
    }
}
