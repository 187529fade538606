// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// How soon the daemon is ready, how little it does while it has nothing to do, and how soon it tells of a loss.
@Suite(.serialized) struct ReadinessTests {
    /// What the kernel has counted of a process and its threads.
    private struct Account {
        /// Seconds that threads waited for a processor.
        var waiting = 0.0
        /// Seconds that they had one.
        var running = 0.0
        /// How often each went to sleep by itself, and was woken later.
        var sleeps: [String: Int] = [:]

        init(of process: Int32) {
            let folder = "/proc/\(process)/task"
            for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                let times = Self.text("\(folder)/\(thread)/schedstat").split(separator: " ").compactMap { Double($0) }
                guard times.count >= 2 else { continue }
                running += times[0] / 1e9
                waiting += times[1] / 1e9
                let line = Self.text("\(folder)/\(thread)/status").split(separator: "\n")
                    .first { $0.hasPrefix("voluntary_ctxt_switches:") }
                sleeps[thread] = line?.split(separator: "\t").last.flatMap { Int($0) }
            }
        }

        private static func text(_ path: String) -> String {
            (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        }
    }

    private func configuration(_ receivers: String, _ gpsd: Int) throws -> TemporaryFile {
        try TemporaryFile(
            """
            receivers: \(receivers)
            listen: { gpsd: ["127.0.0.1:\(gpsd)"], http: "" }
            discovery: { enabled: true, ignore: ["*"] }
            """, suffix: ".yaml")
    }

    /// Of the time that passed, what a busy machine kept the process waiting for a processor is taken off.
    @Test func `run is ready within five seconds, and then hardly ever wakes`() throws {
        let port = try Program.freePort()
        let file = try configuration("[]", port)
        let begin = ContinuousClock.now
        let daemon = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        try daemon.wait(for: "start: ready")
        let client = try GPSDClient(port: port)
        try eventually("it does not answer: \(daemon.messages)") { client.count("VERSION") == 1 }
        let ready = (ContinuousClock.now - begin) / .seconds(1)
        let start = Account(of: daemon.identifier)
        #expect(ready - start.waiting < 5, "\(ready) s, of them \(start.waiting) s without a processor")

        // What the start has left over is done by then.
        try eventually("the control socket is not there") { FileManager.default.fileExists(atPath: daemon.socket) }
        var rest: [(sleeps: Double, running: Double)] = []
        // How long the start has an effect depends on the machine: the third time at the latest it is at rest.
        while rest.count < 3 {
            let (before, from) = (Account(of: daemon.identifier), ContinuousClock.now)
            // What is measured is what happens in a time in which nothing is asked for.
            Thread.sleep(forTimeInterval: 10)
            let after = Account(of: daemon.identifier)
            let seconds = (ContinuousClock.now - from) / .seconds(1)
            let sleeps = before.sleeps.reduce(0) { $0 + max(0, (after.sleeps[$1.key] ?? $1.value) - $1.value) }
            rest.append((Double(sleeps) / seconds, (after.running - before.running) / seconds))
            if let last = rest.last, last.sleeps < 2, last.running < 0.01 { return }
        }
        Issue.record("\(rest) times in a second, and share of a processor")
    }

    @Test func `a receiver that is unplugged is shown as lost within three seconds, and is back as soon`() throws {
        let receiver = PseudoReceiver("/tmp/gnss-loss-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
        try receiver.plug()
        let file = try configuration(
            "[{ id: rover, driver: nmea-serial, config: { device: \(receiver.path) } }]", try Program.freePort())
        let daemon = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        try daemon.wait(for: "listening to \(receiver.path)")
        let events = try Crowd(
            1, socket: daemon.socket, saying: "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try #require(events.reads { $0.count(of: ": events of") == 1 })
        /// Waits for an event of the receiver's state behind those that came before.
        ///
        /// - Returns: when it was, by the daemon, in seconds; nil: it did not come.
        func time(of state: String, behind mark: Int, within seconds: Double = 60) throws -> Double? {
            var found: [String: Any]?
            _ = events.reads(within: seconds) { crowd in
                let lines = crowd.members[0].text.dropFirst(mark).split(whereSeparator: \.isNewline)
                found = lines.filter { $0.hasPrefix("data: ") }.compactMap { try? object($0.dropFirst(6)) }.first {
                    $0["receiver"] as? String == "rover" && $0["state"] as? String == state
                }
                return found != nil
            }
            guard let time = found?["time"] as? String else { return nil }
            let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            return try Date(time, strategy: format).timeIntervalSince1970
        }
        /// Sends until the receiver is running: what came before its port was open may be lost.
        func run(behind mark: Int) throws {
            try eventually("it is never running: \(daemon.messages)") {
                #expect(receiver.send(epochs: 1))
                return try time(of: "running", behind: mark, within: 0.5) != nil
            }
        }
        try run(behind: 0)
        for _ in 0..<2 {
            var mark = events.members[0].text.count
            var account = Account(of: daemon.identifier)
            /// Without what a busy machine kept the daemon waiting.
            func elapsed(since begin: Date, until end: Double) -> Double {
                end - begin.timeIntervalSince1970 - (Account(of: daemon.identifier).waiting - account.waiting)
            }
            let unplugged = Date()
            receiver.unplug()
            let lost = try #require(try time(of: "lost", behind: mark), "\(events.members[0].text)")
            #expect(elapsed(since: unplugged, until: lost) < 3, "\(daemon.messages)")
            let osnma = try PlainHTTP.request("GET", "/v1/osnma?receiver=rover", socket: daemon.socket)
            #expect(osnma.text.contains("\"state\":\"unverified\""), "\(osnma.text)")
            mark = events.members[0].text.count
            account = Account(of: daemon.identifier)
            let plugged = Date()
            try receiver.plug()
            let back = try #require(try time(of: "connecting", behind: mark), "\(daemon.messages)")
            #expect(elapsed(since: plugged, until: back) < 3, "\(daemon.messages)")
            try run(behind: mark)
        }
    }
}
