// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Brokers that behave badly: the gateway keeps running, says what is wrong, and neither floods the broker nor its memory.
@Suite(
    .serialized, .enabled(if: Program.installed("python3") != nil, "python3 is not installed"), .timeLimit(.minutes(10))
)
struct FalseBrokerTests {
    /// - Returns: the bench with a running daemon, and the broker.
    private func start(_ behaviour: String, _ keys: String = "", scheme: String = "mqtt") throws -> (
        MQTTBench, RunningProgram
    ) {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "false-broker.py")
        let broker = try RunningProgram("/usr/bin/env", ["python3", script.path, behaviour])
        try broker.wait(for: "\n", within: 60)
        let port = try #require(broker.output.firstMatch(of: /port (\d+)/).flatMap { Int($0.1) })
        let bench = try MQTTBench(port: port)
        try bench.configure(keys, scheme: scheme)
        try bench.startDaemon()
        return (bench, broker)
    }

    private func end(_ broker: RunningProgram) {
        broker.signal(SIGKILL)
        _ = broker.waitForEnd()
    }

    @Test(arguments: [
        ("silent", ["timed_out"]), ("garbage", ["protocol", "closed", "busy"]), ("http", ["protocol", "closed"]),
        ("version", ["protocol"]), ("words", ["not_authorised"]), ("escape", ["protocol"]),
        ("drops", ["closed", "unstable"]),
    ])
    func `a broker that is none is named, and the gateway runs on`(behaviour: String, problems: [String]) throws {
        let begin = Date()
        let (bench, broker) = try start(behaviour)
        defer { end(broker) }
        try bench.wait("the problem", within: 90) { problems.contains(try bench.problem ?? "") }
        let problem = try #require(try bench.report["problem"] as? [String: Any])
        let text = problem["text"] as? String ?? ""
        #expect(text.count < 400 && text.unicodeScalars.allSatisfy { $0.value >= 32 }, "\(text.prefix(500))")
        try bench.wait("a backlog") { try bench.report["queued"] as? Int ?? 0 >= 3 }
        #expect(try #require(bench.daemon).isRunning)
        // The pauses grow: no broker is flooded with attempts, neither from the start nor from here on.
        func attempts() throws -> (count: Int, time: Date) {
            (try #require(try bench.report["failures"] as? Int), Date())
        }
        let middle = try attempts()
        // Long enough for many attempts without pauses.
        Thread.sleep(forTimeInterval: max(5, 10 + begin.timeIntervalSinceNow))
        let last = try attempts()
        for (count, time) in [(count: 0, time: begin), middle] {
            let seconds = last.time.timeIntervalSince(time)
            #expect(Double(last.count - count) <= seconds, "\(last.count - count) attempts in \(seconds) s")
        }
    }

    @Test func `a broker that takes one message at a time gets one`() throws {
        let (bench, broker) = try start("one", "interval_s: 0.1")
        defer { end(broker) }
        try bench.wait("the history") { try bench.report["sent"] as? Int ?? 0 >= 4 }
        #expect(broker.output.contains("publish gnss/tractor/position") && broker.output.contains("history"))
        let most = broker.output.matches(of: /more (\d+)/).compactMap { Int($0.1) }.max()
        #expect(most == 0, "\(most ?? -1) bytes of other messages")
    }

    @Test func `a broker that acknowledges nothing is left, and its memory is not the gateway's`() throws {
        let (bench, broker) = try start("deaf", "interval_s: 0.1")
        defer { end(broker) }
        try bench.wait("messages") { broker.output.contains("publish gnss/tractor/position") }
        try bench.wait("the end of patience", within: 60) { try bench.problem == "timed_out" }
        // One message for each live topic, and those of the history.
        let positions = broker.output.components(separatedBy: "publish gnss/tractor/position").count - 1
        #expect(positions <= 3, "\(positions)")
        #expect(try bench.report["sent"] as? Int == 0)
    }

    @Test(arguments: ["large", "quick", "unasked"])
    func `a broker that sends what nobody asked for is left before it fills the memory`(behaviour: String) throws {
        let (bench, broker) = try start(behaviour)
        defer { end(broker) }
        try bench.wait("the problem", within: 60) { ["protocol", "unstable"].contains(try bench.problem ?? "") }
        let daemon = try #require(bench.daemon)
        let peak = try #require(daemon.peakMemory)
        #expect(peak < 200_000 && !broker.output.contains("all of it"), "\(peak) kB")
        try bench.wait("a backlog") { try bench.report["queued"] as? Int ?? 0 >= 3 }
    }

    @Test(arguments: ["mqtt", "mqtts"])
    func `a host that goes away after the first packet does not block for minutes`(scheme: String) throws {
        let begin = Date()
        let (bench, broker) = try start("full", scheme: scheme)
        defer { end(broker) }
        try bench.wait("the end of the first attempt", within: 20) { try bench.report["failures"] as? Int ?? 0 >= 1 }
        #expect(try bench.problem == "timed_out")
        #expect(Date().timeIntervalSince(begin) < 20)
        // The next attempts end too.
        try bench.wait("more attempts", within: 30) { try bench.report["failures"] as? Int ?? 0 >= 3 }
    }

    @Test(arguments: ["answers", "foreign"])
    func `answers to nothing do nothing`(behaviour: String) throws {
        let (bench, broker) = try start(behaviour)
        defer { end(broker) }
        try bench.wait("the history") { try bench.report["sent"] as? Int ?? 0 >= 3 }
        #expect(try bench.report["connections"] as? Int == 1)
    }

    @Test func `a refused subscription is said with the topic`() throws {
        let (bench, broker) = try start("unreadable", "fleet: true, commands: [stop_recording]")
        defer { end(broker) }
        try bench.wait("the problem") {
            (try bench.report["reading_problem"] as? [String: Any])?["code"] as? String == "reading_refused"
        }
        #expect(try bench.report["state"] as? String == "connected")
    }

    @Test(arguments: ["unproved", "unreadable"])
    func `positions for Sparkplug wait for an answer, and a refusal is one`(behaviour: String) throws {
        let (bench, broker) = try start(behaviour, "sparkplug_group: farm")
        defer { end(broker) }
        func count(_ key: String) throws -> Int {
            let forms = try bench.report["forms"] as? [[String: Any]]
            return forms?.first { $0["form"] as? String == "sparkplug" }?[key] as? Int ?? 0
        }
        // The lines of two connections may be mixed.
        let subscriptions = { broker.output.matches(of: /subscribe/).count }
        if behaviour == "unproved" {
            try bench.wait("positions that wait") { try count("queued") >= 8 }
            // The broker has the first batch, but does not say so. No other one follows.
            #expect(try count("sent") == 0)
            #expect(broker.output.contains("DDATA"))
            #expect(subscriptions() == 2, "\(broker.output)")
        } else {
            try bench.wait("positions that leave") { try count("sent") >= 3 }
            #expect(subscriptions() >= 4)
            #expect((try bench.report["sparkplug_problem"] as? [String: Any])?["code"] as? String == "reading_refused")
        }
        #expect(try bench.report["sent"] as? Int ?? 0 > 0)
    }

    @Test func `commands wait while the broker acknowledges no answers`() throws {
        let (bench, broker) = try start("insistent", "commands: [stop_recording]")
        defer { end(broker) }
        try bench.wait("the last answer") { broker.output.contains("last answer") }
        // Those on their way, and those of the commands that waited.
        let answers = broker.output.components(separatedBy: "publish gnss/tractor/answer").count - 1
        #expect((100...200).contains(answers), "\(answers)")
    }

    @Test(arguments: ["flood", "reader-large"])
    func `a broker that sends too much to the fleet costs little`(behaviour: String) throws {
        let (bench, broker) = try start(behaviour, "fleet: true")
        defer { end(broker) }
        try bench.wait("positions") { try bench.report["live"] as? Int ?? 0 > 5 }
        if behaviour == "flood" {
            try bench.wait("the limit") { try bench.ask("GET", "/v1/fleet").json["cut"] as? Bool == true }
        } else {
            try bench.wait("the problem") { try bench.report["reading_problem"] != nil }
        }
        let sent = try bench.report["sent"] as? Int ?? 0
        try bench.wait("the history beside it") { try bench.report["sent"] as? Int ?? 0 >= sent + 3 }
        let daemon = try #require(bench.daemon)
        let peak = try #require(daemon.peakMemory)
        #expect(peak < 200_000, "\(peak) kB")
    }
}
