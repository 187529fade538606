// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The gateway, its broker and the connection between them end again and again, at random moments: every stored position reaches
/// a subscriber at least once, and duplicates have the same id.
///
/// `GNSS_TEST_LONG` makes the run long; `GNSS_TEST_SEED` repeats the moments of an earlier run.
@Suite(.serialized, .enabled(if: MQTTKillBench.isPossible, "mosquitto or python3 is not installed"))
struct MQTTKillTests {
    /// What ends, or stops for a while.
    private enum Moment: CaseIterable {
        case killGateway, killBroker, killBoth, cut, freezeBroker, endGateway
    }

    private static let isLong = ProcessInfo.processInfo.environment["GNSS_TEST_LONG"] != nil

    /// SplitMix64, so that a seed repeats the moments.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }
    }

    @Test func `every stored position arrives, whatever ends in between`() throws {
        let seed =
            ProcessInfo.processInfo.environment["GNSS_TEST_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...999_999)
        var random = Generator(state: seed)
        let bench = try MQTTKillBench()
        try bench.start()
        let count = Self.isLong ? 50 : Moment.allCases.count
        let order = (0..<count).map { Moment.allCases[$0 % Moment.allCases.count] }.shuffled(using: &random)
        for (number, moment) in order.enumerated() {
            // The end comes at any moment of what goes on.
            usleep(.random(in: 0...1_500_000, using: &random))
            switch moment {
            case .killGateway: try bench.restartGateway(SIGKILL)
            case .endGateway: try bench.restartGateway(SIGTERM)
            case .killBroker:
                // The store of a broker that is killed is as old as its last save, or empty.
                try bench.restartBroker(
                    isPersistent: number.isMultiple(of: 2), pause: .random(in: 0...1, using: &random))
            case .killBoth:
                try bench.restartBroker(isPersistent: number.isMultiple(of: 2), pause: 0) {
                    try bench.restartGateway(SIGKILL)
                }
            case .cut: try bench.cut()
            case .freezeBroker:
                // Of 26 s, the gateway notices after 20.
                let isNoticed = Self.isLong && Bool.random(using: &random)
                bench.freezeBroker(isNoticed ? 26 : .random(in: 0.5...2, using: &random))
            }
        }
        let figures = try bench.finish()
        print("mqtt kills: seed \(seed), \(count) moments, \(figures)")
        #expect(
            figures.missing.isEmpty && figures.otherIDs.isEmpty && figures.disorder.isEmpty, "seed \(seed): \(figures)")
        #expect(figures.stored >= count)
    }

    @Test(.enabled(if: isLong, "it takes eleven minutes"), .timeLimit(.minutes(20)))
    func `an outage of ten minutes loses nothing`() throws {
        let bench = try MQTTKillBench()
        try bench.start()
        // Some positions reach the broker before the outage.
        usleep(3_000_000)
        try bench.restartBroker(isPersistent: false, pause: 600)
        let figures = try bench.finish()
        print("mqtt outage: \(figures)")
        #expect(figures.missing.isEmpty && figures.otherIDs.isEmpty && figures.disorder.isEmpty, "\(figures)")
        #expect(figures.stored > 2000)
    }
}

/// A gateway that reaches its broker through a proxy, and a subscriber that loses nothing.
final class MQTTKillBench {
    static let isPossible = MQTTBench.isInstalled && Program.installed("python3") != nil

    /// What became of the stored positions.
    struct Figures: CustomStringConvertible {
        var stored = 0
        var duplicates = 0
        /// Sequence numbers that neither reached the subscriber nor were acknowledged.
        var missing: [Int] = []
        /// Those that the broker acknowledged and lost when it was killed.
        var lostByBroker: [Int] = []
        /// Sequence numbers with more than one id, and ids with more than one number.
        var otherIDs: [String] = []
        /// Pairs of positions whose times contradict the order of their sequence numbers.
        var disorder: [String] = []

        var description: String {
            "\(stored) positions stored, \(duplicates) duplicates, missing \(missing), lost by the killed broker "
                + "\(lostByBroker), other ids \(otherIDs), out of order \(disorder)"
        }
    }

    private let bench: MQTTBench
    private let state: String
    private let proxyPort: Int
    private let proxy: RunningProgram
    private let reader: RunningProgram
    private var marks = 0

    init() throws {
        bench = try MQTTBench()
        state = bench.folder + "/proxy"
        proxyPort = try Program.freePort()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "broker-proxy.py")
        proxy = try RunningProgram(
            "/usr/bin/env", ["python3", script.path, "\(proxyPort)", "\(bench.port)", state])
        try proxy.wait(for: "port ", within: 60)
        try Self.startBroker(bench, isPersistent: true)
        // It connects again by itself, and the broker keeps its session if it is not killed.
        reader = try bench.watch(
            "#", ["-q", "1", "-c", "-i", "reader", "-x", "3600"])
    }

    deinit {
        proxy.signal(SIGKILL)
        _ = proxy.waitForEnd()
    }

    private static func startBroker(_ bench: MQTTBench, isPersistent: Bool) throws {
        let store = isPersistent ? "persistence true\npersistence_location \(bench.folder)/\nautosave_interval 1\n" : ""
        // Without a limit, the broker writes each message to the subscriber's socket before it acknowledges it.
        try bench.startBroker("allow_anonymous true\nmax_inflight_messages 0\nmax_queued_messages 0\n\(store)")
    }

    func start() throws {
        try bench.write(
            "gateway.yaml",
            """
            receivers:
              - id: rover
                driver: file-simulator
                config:
                  # In real time, so that the times of positions show their order.
                  simulation:
                    start: now
                    place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39 }
                    duration_s: 100000
                    receiver: { rate_hz: 10 }
                    output: { ubx: { generation: 9 } }
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            mqtt: { url: "mqtt://127.0.0.1:\(proxyPort)", name: tractor, history_interval_s: 0.1 }
            """)
        try awaitReader()
        try bench.startDaemon()
        try bench.wait("the history") { try bench.report["sent"] as? Int ?? 0 >= 3 }
    }

    /// Waits until the subscriber gets what is published now.
    private func awaitReader() throws {
        marks += 1
        try bench.wait("the subscriber") {
            _ = try Program.run(
                "/usr/bin/env",
                [
                    "timeout", "5", "mosquitto_pub", "-h", "127.0.0.1", "-p", "\(bench.port)", "-t", "mark", "-m",
                    "m\(marks).",
                ])
            return reader.output.contains("mark 0 m\(marks).")
        }
    }

    func restartGateway(_ signal: Int32) throws {
        bench.endDaemon(signal)
        // The simulated receiver begins at a whole second: its times go on only after the next one.
        let second = Date().timeIntervalSince1970
        Thread.sleep(forTimeInterval: second.rounded(.down) + 1 - second)
        try bench.startDaemon()
    }

    /// Kills the broker, and starts it again. The gateway reaches it only when the subscriber is there.
    ///
    /// - Parameter pause: in seconds.
    func restartBroker(isPersistent: Bool, pause: Double, meanwhile: () throws -> Void = {}) throws {
        bench.killBroker()
        try bench.write("proxy", "closed")
        try meanwhile()
        // The outage.
        Thread.sleep(forTimeInterval: pause)
        try Self.startBroker(bench, isPersistent: isPersistent)
        try awaitReader()
        try bench.write("proxy", "open")
        try bench.wait("the return", within: 90) { try bench.report["state"] as? String == "connected" }
    }

    func cut() throws {
        try bench.write("proxy", "cut")
        try bench.wait("the cut") { !FileManager.default.fileExists(atPath: state) }
    }

    func freezeBroker(_ seconds: Double) {
        bench.broker?.signal(SIGSTOP)
        // The outage, in which the connection stays open.
        Thread.sleep(forTimeInterval: seconds)
        bench.broker?.signal(SIGCONT)
    }

    /// Waits until the queue is empty, ends the gateway, and compares what was stored with what arrived.
    func finish() throws -> Figures {
        try bench.wait("an empty queue", within: 180) {
            let report = try bench.report
            return report["state"] as? String == "connected" && report["queued"] as? Int ?? 9 <= 2
        }
        bench.endDaemon(SIGTERM)
        try awaitReader()
        // The last number that the store gave, and the positions that still wait in it.
        let script = """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1])
            last = database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'mqtt_entries'").fetchone()[0]
            print(last, *(row[0] for row in database.execute("SELECT number FROM mqtt_entries")))
            """
        let result = try Program.run("/usr/bin/env", ["python3", "-c", script, bench.folder + "/state/store.sqlite"])
        let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        let last = try #require(numbers.first, "\(result.messages)")
        return compare(last, waiting: Set(numbers.dropFirst()))
    }

    private func compare(_ last: Int, waiting: Set<Int>) -> Figures {
        var figures = Figures()
        figures.stored = last
        let arrived = MQTTBench.payloads(reader, "gnss/tractor/history")
        var ids: [Int: Set<String>] = [:]
        var times: [Int: String] = [:]
        for position in arrived {
            let number = position["sequence"] as? Int ?? 0
            ids[number, default: []].insert(position["id"] as? String ?? "")
            times[number] = position["received"] as? String ?? ""
        }
        var acknowledged: Set<Int> = []
        for line in proxy.output.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 3, let number = Int(words[1]) else { continue }
            acknowledged.insert(number)
            ids[number, default: []].insert(String(words[2]))
        }
        figures.duplicates = arrived.count - times.count
        let absent = (1...max(1, last)).filter { times[$0] == nil && !waiting.contains($0) }
        figures.missing = absent.filter { !acknowledged.contains($0) }
        figures.lostByBroker = absent.filter(acknowledged.contains)
        figures.otherIDs = ids.filter { $0.value.count != 1 }.map { "\($0.key): \($0.value)" }
        let all = ids.values.flatMap(\.self)
        if Set(all).count != all.count { figures.otherIDs.append("an id has several numbers") }
        let ordered = times.sorted { $0.key < $1.key }
        figures.disorder = zip(ordered, ordered.dropFirst()).filter { $0.value >= $1.value }.map { "\($0) \($1)" }
        return figures
    }
}
