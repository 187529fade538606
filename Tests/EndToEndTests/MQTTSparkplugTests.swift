// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The gateway as an edge node of Sparkplug B, at a real broker and read by the real protoc.
@Suite(
    .serialized,
    .enabled(
        if: MQTTBench.isInstalled && Program.installed("protoc") != nil,
        "mosquitto or protobuf-compiler is not installed"), .timeLimit(.minutes(10)))
struct MQTTSparkplugTests {
    /// A message: `NBIRTH/tractor`, and its fields as protoc prints them.
    private struct Message: CustomStringConvertible {
        var topic: String
        var isRetained: Bool
        var sequence: Int?
        /// The values by name, as protoc prints them; nil for one that is not known.
        var metrics: [String: String?] = [:]
        /// The times of the metrics in milliseconds since 1970-01-01 UTC.
        var times: Set<String> = []
        /// The number of metrics that are of the past.
        var historical = 0

        var kind: Substring { topic.prefix { $0 != "/" } }
        var connection: Int? { metrics["bdSeq"]?.flatMap { Int($0) } }
        var description: String { "\(topic) \(sequence ?? -1) \(metrics.count)" }
    }

    /// Sparkplug's payload (Sparkplug 3.0.0, section 6.4), and a list of them.
    private static let schema = """
        syntax = "proto2";
        message Payload {
          message Metric {
            optional string name = 1;
            optional uint64 timestamp = 3;
            optional uint32 datatype = 4;
            optional bool is_historical = 5;
            optional bool is_null = 7;
            oneof value {
              uint32 int_value = 10; uint64 long_value = 11; float float_value = 12; double double_value = 13;
              bool boolean_value = 14; string string_value = 15;
            }
          }
          optional uint64 timestamp = 1;
          repeated Metric metrics = 2;
          optional uint64 seq = 3;
        }
        message List { repeated Payload payload = 1; }
        """

    private func watch(_ bench: MQTTBench) throws -> RunningProgram {
        let watcher = try bench.watch("spBv1.0/#", ["-q", "1", "-F", "%t %r %x"])
        try bench.wait("the subscription") { bench.broker?.messages.contains("spBv1.0/# (QoS 1)") == true }
        return watcher
    }

    private func messages(_ watcher: RunningProgram, _ bench: MQTTBench) throws -> [Message] {
        let text = watcher.output
        let lines = text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1).map {
            $0.split(separator: " ", omittingEmptySubsequences: false)
        }.filter { $0.count == 3 && !$0[0].contains("/NCMD/") }
        var list = Data()
        for line in lines {
            let digits = Array(line[2])
            let payload = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(digits[$0...($0 + 1)]), radix: 16)
            }
            list.append(0x0A)
            var rest = payload.count
            while rest >= 0x80 {
                list.append(UInt8(rest & 0x7F | 0x80))
                rest >>= 7
            }
            list.append(UInt8(rest))
            list += payload
        }
        try bench.write("sparkplug.proto", Self.schema)
        try list.write(to: URL(filePath: bench.folder + "/list"))
        let decoded = try Program.run(
            "/usr/bin/env",
            ["sh", "-c", "cd '\(bench.folder)' && protoc --decode=List sparkplug.proto < list"])
        try #require(decoded.status == 0, "\(decoded.messages)")
        var messages = lines.map { line in
            Message(
                topic: line[0].split(separator: "/").dropFirst(2).joined(separator: "/"), isRetained: line[1] == "1")
        }
        var (index, name) = (-1, "")
        for line in decoded.output.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            switch parts[0] {
            case "payload {": (index, name) = (index + 1, "")
            // The first one is that of the whole message.
            case "timestamp": if !name.isEmpty { messages[index].times.insert(parts[1]) }
            case "is_historical": messages[index].historical += parts[1] == "true" ? 1 : 0
            case "seq": messages[index].sequence = Int(parts[1])
            case "name":
                name = parts[1].trimmingCharacters(in: ["\""])
                messages[index].metrics[name] = .some(nil)
            case "int_value", "long_value", "double_value", "boolean_value", "string_value":
                messages[index].metrics[name] = parts[1].trimmingCharacters(in: ["\""])
            default: break
            }
        }
        #expect(index + 1 == messages.count)
        return messages
    }

    private func wait(
        _ what: String, _ watcher: RunningProgram, _ bench: MQTTBench, for condition: ([Message]) -> Bool
    ) throws -> [Message] {
        var last: [Message] = []
        try bench.wait(what) {
            last = try messages(watcher, bench)
            return condition(last)
        }
        return last
    }

    /// Numbers follow each other, from 0 after each birth of the node; a device is born before its data.
    private func expectOrder(_ messages: [Message]) {
        var next: Int?
        var born: Set<Substring> = []
        for message in messages {
            #expect(!message.isRetained)
            let device = message.topic.split(separator: "/").dropFirst(2).first
            switch message.kind {
            case "NBIRTH":
                (next, born) = (0, [])
                #expect(message.metrics["Node Control/Rebirth"] == "false" && message.connection != nil, "\(message)")
            case "NDEATH":
                #expect(message.sequence == nil && Array(message.metrics.keys) == ["bdSeq"])
                next = nil
                continue
            case "DBIRTH": born.insert(device ?? "")
            case "DDEATH": #expect(born.remove(device ?? "") != nil)
            case "DDATA": #expect(born.contains(device ?? ""))
            default: break
            }
            #expect(message.sequence == next, "\(messages)")
            next = next.map { ($0 + 1) % 256 }
        }
    }

    private func command(_ bench: MQTTBench, _ payload: [UInt8], _ more: [String] = []) throws {
        try Data(payload).write(to: URL(filePath: bench.folder + "/command"))
        let result = try Program.run(
            "/usr/bin/env",
            [
                "mosquitto_pub", "-h", "127.0.0.1", "-p", "\(bench.port)", "-V", "5", "-q", "1", "-t",
                "spBv1.0/farm/NCMD/tractor", "-f", bench.folder + "/command",
            ] + more)
        try #require(result.status == 0, "\(result.messages)")
    }

    /// A request for all births.
    private var rebirth: [UInt8] {
        let metric = [0x0A, 20] + Array("Node Control/Rebirth".utf8) + [0x20, 11, 0x70, 1]
        return [0x08, 1, 0x12, UInt8(metric.count)] + metric
    }

    @Test func `births come first, numbers follow each other, and each connection has its own`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        let watcher = try watch(bench)
        try bench.configure("sparkplug_group: farm, interval_s: 0.1", speed: 10)
        try bench.startDaemon()
        var seen = try wait("300 messages", watcher, bench) { $0.count > 300 }
        expectOrder(seen)
        #expect(seen[0].topic == "NBIRTH/tractor" && seen[0].connection == 0, "\(seen.prefix(3))")
        let birth = try #require(seen.first { $0.topic == "DBIRTH/tractor/rover" })
        #expect(birth.metrics["authentication/authenticated"] == "false" && birth.metrics.count == 20)
        let data = try #require(
            seen.last { $0.topic == "DDATA/tractor/rover" && $0.metrics["fix/latitude_deg"] != nil })
        #expect((data.metrics["fix/latitude_deg"]?.flatMap { Double($0) } ?? 0) > 40, "\(data.metrics)")
        #expect(seen.contains { $0.metrics["active_receiver"] == "rover" })
        bench.endDaemon(SIGKILL)
        seen = try wait("the will", watcher, bench) { $0.last?.kind == "NDEATH" }
        #expect(seen.last?.connection == 0)
        // The number of the next connection is one more; attempts that reach no broker do not count.
        try bench.startDaemon()
        _ = try wait("the birth", watcher, bench) { $0.last?.kind == "DDATA" }
        bench.killBroker()
        try bench.wait("the problem") {
            (try bench.report["sparkplug_problem"] as? [String: Any])?["code"] as? String == "refused"
        }
        let socket = ["GNSS_GATEWAY_SOCKET": try #require(bench.daemon).socket]
        let told = try RunningProgram(try Program.gateway, ["status"], environment: socket).waitForEnd()
        #expect(told.output.contains("mqtt sparkplug failing: no broker listens"), "\(told.output)")
        try bench.startBroker()
        let second = try watch(bench)
        seen = try wait("the next birth", second, bench) { $0.contains { $0.kind == "NBIRTH" } }
        #expect(seen.first { $0.kind == "NBIRTH" }?.connection == 1, "\(seen)")
        // A clean end has a death too.
        bench.endDaemon(SIGTERM)
        seen = try wait("the death", second, bench) { $0.last?.kind == "NDEATH" }
        #expect(seen.last?.connection == 1)
    }

    @Test func `a reader gets all births again, and garbage gets nothing`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        // What waited at the broker counts for nothing.
        try command(bench, rebirth, ["-r"])
        let watcher = try watch(bench)
        try bench.configure("sparkplug_group: farm")
        try bench.startDaemon()
        _ = try wait("data", watcher, bench) { $0.contains { $0.kind == "DDATA" } }
        let garbage: [[UInt8]] = [
            [], [0xFF], rebirth.dropLast(), rebirth.dropLast() + [0], [UInt8](repeating: 0x12, count: 30_000),
        ]
        for payload in garbage { try command(bench, payload) }
        let count = try messages(watcher, bench).count
        var seen = try wait("more data", watcher, bench) { $0.count > count + 5 }
        #expect(seen.count { $0.kind == "NBIRTH" } == 1)
        // Many requests cause few births.
        for _ in 0..<10 { try command(bench, rebirth) }
        seen = try wait("the rebirth", watcher, bench) {
            $0.count { $0.kind == "NBIRTH" } >= 2 && $0.count { $0.kind == "DBIRTH" } >= 2
        }
        expectOrder(seen)
        #expect(seen.count { $0.kind == "NBIRTH" } <= 3)
        #expect(Set(seen.filter { $0.kind == "NBIRTH" }.map(\.connection)) == [0])
        #expect(try bench.report["sparkplug_problem"] == nil && bench.report["state"] as? String == "connected")
    }

    @Test func `a receiver that is gone dies, and a reload ends the node`() throws {
        let bench = try MQTTBench()
        try bench.startBroker()
        let watcher = try watch(bench)
        try bench.configure("sparkplug_group: farm")
        let one = try String(contentsOfFile: bench.folder + "/gateway.yaml", encoding: .utf8)
        let second = "{ id: second, driver: file-simulator, config: { scenario: drive } }"
        try bench.write("gateway.yaml", one.replacing("} }]", with: "} }, \(second)]"))
        try bench.startDaemon()
        _ = try wait("both", watcher, bench) { Set($0.filter { $0.kind == "DDATA" }.map(\.topic)).count == 2 }
        try bench.write("gateway.yaml", one)
        bench.daemon?.signal(SIGHUP)
        var seen = try wait("its death", watcher, bench) { $0.contains { $0.topic == "DDEATH/tractor/second" } }
        #expect(seen.count { $0.kind == "NBIRTH" } == 1)
        try bench.configure("")
        bench.daemon?.signal(SIGHUP)
        seen = try wait("the node's death", watcher, bench) { $0.last?.kind == "NDEATH" }
        expectOrder(seen)
        try bench.wait("the other connection") { try bench.report["state"] as? String == "connected" }
        try bench.configure("sparkplug_group: farm")
        bench.daemon?.signal(SIGHUP)
        seen = try wait("another birth", watcher, bench) { $0.last?.kind == "DDATA" }
        #expect(seen.last { $0.kind == "NBIRTH" }?.connection == 1)
        #expect(!seen.reversed().prefix { $0.kind != "NDEATH" }.contains { $0.topic.hasSuffix("/second") })
        expectOrder(seen)
        try bench.configure("sparkplug_group: a/b")
        let refused = try bench.launch().waitForEnd()
        #expect(refused.status != 0 && refused.messages.contains("mqtt.sparkplug_group"), "\(refused.messages)")
    }

    // MARK: The history

    /// A gateway that reaches its broker through a proxy, so that a subscriber is always there first.
    private final class Gate {
        let bench: MQTTBench
        private let proxy: RunningProgram
        private let number: Int

        init(_ bench: MQTTBench) throws {
            self.bench = bench
            number = try Program.freePort()
            let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
                "broker-proxy.py")
            proxy = try RunningProgram(
                "/usr/bin/env", ["python3", script.path, "\(number)", "\(bench.port)", bench.folder + "/proxy"])
            try proxy.wait(for: "port ", within: 60)
        }

        deinit {
            proxy.signal(SIGKILL)
            _ = proxy.waitForEnd()
        }

        func configure(_ keys: String, receiver: String = "rover") throws {
            try bench.configure(keys, speed: 10)
            let path = bench.folder + "/gateway.yaml"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try bench.write(
                "gateway.yaml",
                text.replacing(":\(bench.port)\"", with: ":\(number)\"").replacing("id: rover", with: "id: \(receiver)")
                    .replacing("history_interval_s: 1,", with: "history_interval_s: 0.1,"))
        }

        func close() throws { try bench.write("proxy", "closed") }

        func open() throws { try bench.write("proxy", "open") }

        func cut() throws {
            try bench.write("proxy", "cut")
            try bench.wait("the cut") { !FileManager.default.fileExists(atPath: bench.folder + "/proxy") }
        }
    }

    /// Without a limit, the broker writes each message to the subscriber's socket before it answers what follows.
    private static let unlimited = "allow_anonymous true\nmax_inflight_messages 0\nmax_queued_messages 0"

    private func form(_ bench: MQTTBench) throws -> [String: Any] {
        (try bench.report["forms"] as? [[String: Any]])?.first { $0["form"] as? String == "sparkplug" } ?? [:]
    }

    /// The number of positions that were stored, and the ids of those that wait in the store.
    private func stored(_ bench: MQTTBench) throws -> (count: Int, waiting: Set<String>) {
        let script = """
            import json, sqlite3, sys
            database = sqlite3.connect(sys.argv[1])
            print(database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'sparkplug_entries'").fetchone()[0])
            for row in database.execute("SELECT content FROM sparkplug_entries"):
                print(json.loads(bytes(row[0]))["id"])
            """
        let result = try Program.run("/usr/bin/env", ["python3", "-c", script, bench.folder + "/state/store.sqlite"])
        let lines = result.output.split(separator: "\n")
        return (
            try #require(lines.first.flatMap { Int($0) }, "\(result.messages)"), Set(lines.dropFirst().map(String.init))
        )
    }

    /// All metrics of a message are of the past or none is, and a position that arrives again is the same.
    private func expectHistory(_ messages: [Message]) -> [String: Message] {
        var positions: [String: Message] = [:]
        for message in messages {
            guard message.historical > 0 else {
                #expect(message.metrics["fix/id"]?.map { _ in true } == nil, "\(message.metrics)")
                continue
            }
            #expect(
                message.kind == "DDATA" && message.historical == message.metrics.count && message.metrics.count == 18)
            let time = message.metrics["fix/time"] ?? nil
            #expect(
                time.map { message.times == [$0] } ?? (message.times.count == 1), "\(message.metrics) \(message.times)")
            guard let id = message.metrics["fix/id"] ?? nil else {
                Issue.record("no id: \(message.metrics)")
                continue
            }
            if let other = positions[id] { #expect(other.metrics == message.metrics && other.times == message.times) }
            positions[id] = message
        }
        return positions
    }

    @Test(.enabled(if: Program.installed("python3") != nil, "python3 is not installed"))
    func `every stored position arrives, whatever ends in between`() throws {
        let bench = try MQTTBench()
        let gate = try Gate(bench)
        try bench.startBroker(Self.unlimited)
        var watcher = try watch(bench)
        var seen: [Message] = []
        try gate.configure("sparkplug_group: farm, interval_s: 0.5")
        try bench.startDaemon()
        _ = try wait("the history", watcher, bench) { $0.count { $0.historical > 0 } > 10 }
        // What is on its way is lost with the connection.
        for _ in 0..<3 {
            let before = try form(bench)["sent"] as? Int ?? 0
            try gate.cut()
            try bench.wait("more of the history") { try form(bench)["sent"] as? Int ?? 0 > before + 5 }
        }
        // The connection takes what the broker no longer reads.
        bench.broker?.signal(SIGSTOP)
        Thread.sleep(forTimeInterval: 3)
        bench.killBroker()
        try gate.close()
        seen += try messages(watcher, bench)
        expectOrder(seen)
        // The outage.
        Thread.sleep(forTimeInterval: 4)
        let waiting = try form(bench)["queued"] as? Int ?? 0
        #expect(waiting > 20)
        try bench.startBroker(Self.unlimited)
        watcher = try watch(bench)
        try gate.open()
        // The gateway ends while it sends the backlog.
        _ = try wait("the backlog", watcher, bench) { $0.contains { $0.historical > 0 } }
        bench.endDaemon(SIGKILL)
        try bench.startDaemon()
        try bench.wait("an empty queue") { try form(bench)["queued"] as? Int ?? 9 <= 1 }
        #expect(try form(bench)["dropped"] as? Int == 0)
        #expect(try form(bench)["problem"] == nil)
        #expect(try form(bench)["destination"] as? String == "spBv1.0/farm/DDATA/tractor")
        bench.endDaemon(SIGTERM)
        let rest = try wait("the death", watcher, bench) { $0.last?.kind == "NDEATH" }
        expectOrder(rest)
        let positions = expectHistory(seen + rest)
        let (count, unsent) = try stored(bench)
        let arrived = Set(positions.keys).subtracting(unsent)
        #expect(arrived.count == count - unsent.count, "\(arrived.count) of \(count), \(unsent.count) wait")
        #expect(count > 60)
        // A verdict of the past does not become a current one.
        #expect(positions.values.allSatisfy { $0.metrics["authentication/authenticated"] == "false" })
    }

    @Test(.enabled(if: Program.installed("python3") != nil, "python3 is not installed"))
    func `a receiver that was removed is born for its positions, and dies once`() throws {
        let bench = try MQTTBench()
        let gate = try Gate(bench)
        try gate.close()
        try gate.configure("sparkplug_group: farm")
        try bench.startDaemon()
        try bench.wait("a backlog of several batches") { try form(bench)["queued"] as? Int ?? 0 >= 150 }
        try gate.configure("sparkplug_group: farm", receiver: "second")
        bench.daemon?.signal(SIGHUP)
        let old = try form(bench)["queued"] as? Int ?? 0
        try bench.wait("positions of the other receiver") { try form(bench)["queued"] as? Int ?? 0 >= old + 20 }
        try bench.startBroker(Self.unlimited)
        let watcher = try watch(bench)
        try gate.open()
        var seen = try wait("the death", watcher, bench) { $0.contains { $0.topic == "DDEATH/tractor/rover" } }
        seen = try wait("current positions", watcher, bench) { $0.count > seen.count + 10 }
        expectOrder(seen)
        _ = expectHistory(seen)
        let rover = seen.filter { $0.topic.hasSuffix("/rover") }
        #expect(rover.first?.kind == "DBIRTH" && rover.last?.kind == "DDEATH")
        #expect(rover.count { $0.kind == "DBIRTH" } == 1 && rover.count { $0.kind == "DDEATH" } == 1)
        #expect(rover.count { $0.historical > 0 } >= 150 && rover[0].historical == 0)
        #expect(seen.count { $0.topic == "DDATA/tractor/second" && $0.historical > 0 } >= 20)
        #expect(seen.count { $0.topic == "DBIRTH/tractor/second" } == 1)
        // Without a group, what waits is deleted.
        try gate.close()
        try bench.wait("a new backlog") { try form(bench)["queued"] as? Int ?? 0 >= 60 }
        try gate.configure("owntracks: true", receiver: "second")
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("no form") { try form(bench).isEmpty }
        try gate.configure("sparkplug_group: other", receiver: "second")
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try bench.wait("the form") { try !form(bench).isEmpty }
        #expect(try form(bench)["queued"] as? Int ?? 99 < 40)
        // Another group gets what waits.
        let count = try messages(watcher, bench).count
        try gate.configure("sparkplug_group: farm", receiver: "second")
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        try gate.open()
        seen = try wait("the history", watcher, bench) { $0.dropFirst(count).contains { $0.historical > 0 } }
        expectOrder(seen)
    }
}
