// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A backlog survives a change of the broker and a full disk.
@Suite(.serialized, .enabled(if: MQTTBench.isInstalled, "mosquitto is not installed"), .timeLimit(.minutes(5)))
struct MQTTBacklogTests {
    /// The sequence numbers that watchers got.
    private func sequence(_ watchers: RunningProgram...) -> Set<Int> {
        Set(watchers.flatMap { MQTTBench.payloads($0, "gnss/tractor/history") }.compactMap { $0["sequence"] as? Int })
    }

    @Test func `a reload in the middle of a backlog moves it to the new broker`() throws {
        let (old, new) = (try MQTTBench(), try MQTTBench())
        try old.startBroker()
        try new.startBroker()
        let (first, second) = (try old.watch("gnss/#", ["-q", "1"]), try new.watch("gnss/#", ["-q", "1"]))
        try old.configure()
        try old.startDaemon()
        try old.wait("the history") { sequence(first).count >= 2 }
        old.killBroker()
        try old.wait("a backlog") { try old.report["queued"] as? Int ?? 0 >= 5 }
        try old.write(
            "gateway.yaml",
            try String(contentsOfFile: old.folder + "/gateway.yaml", encoding: .utf8)
                .replacingOccurrences(of: ":\(old.port)\"", with: ":\(new.port)\""))
        try #require(old.daemon).signal(SIGHUP)
        try old.wait("the new broker") { try old.report["server"] as? String == "mqtt://127.0.0.1:\(new.port)" }
        try old.wait("an empty queue") {
            let report = try old.report
            return report["state"] as? String == "connected" && report["queued"] as? Int ?? 9 <= 1
        }
        // The broker has it earlier than the watcher.
        try old.wait("the backlog at the new broker") { sequence(second).count >= 5 }
        let last = try #require(sequence(second).max())
        #expect(sequence(first, second).isSuperset(of: 1...last), "\(sequence(first)) \(sequence(second))")
    }

    @Test(.enabled(if: StoreBench.mayMount, "making a disk needs root"))
    func `a full disk is said, positions wait in memory, and nothing is missing afterwards`() throws {
        let bench = try MQTTBench()
        let disk = try SmallDisk(at: bench.folder + "/state")
        defer {
            bench.endDaemon(SIGKILL)
            disk.remove()
        }
        try bench.startBroker()
        let watcher = try bench.watch("gnss/#", ["-q", "1"])
        try bench.configure()
        try bench.startDaemon()
        try bench.wait("the history") { sequence(watcher).count >= 2 }
        try bench.wait("the problem", within: 120) {
            disk.fill()
            return try bench.problem == "not_stored"
        }
        let status = try bench.ask("GET", "/v1/status").text
        #expect(status.contains(#""code":"mqtt-not-stored""#), "\(status)")
        // Live positions need no disk.
        let live = MQTTBench.payloads(watcher, "gnss/tractor/position").count
        try bench.wait("live positions") { MQTTBench.payloads(watcher, "gnss/tractor/position").count >= live + 5 }
        disk.free()
        try bench.wait("the recovery", within: 30) { try bench.problem == nil }
        let count = sequence(watcher).count
        try bench.wait("the positions that waited") { sequence(watcher).count >= count + 3 }
        #expect(try bench.report["dropped"] as? Int == 0)
        let positions = MQTTBench.payloads(watcher, "gnss/tractor/history")
        let numbers = positions.compactMap { $0["sequence"] as? Int }
        #expect(Set(numbers) == Set(1...(numbers.max() ?? 1)), "\(numbers)")
        // The receiver delivers a position each second, and none is missing.
        let times = Set(positions.compactMap { ($0["fix"] as? [String: Any])?["time"] as? String }).sorted()
        let seconds = try times.map { text in
            try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)).timeIntervalSince1970
        }
        let gaps = zip(seconds, seconds.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 < 1.5 }, "\(gaps)")
    }
}
