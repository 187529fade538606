// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What goes through many errors with one gateway each: one after the other, for each keeps the machine busy.
@Suite(.serialized) enum AgrirouterRounds {}

/// One simulator and one gateway that go through many errors, one after the other, and what must hold after each and in
/// the end.
final class AgrirouterRound {
    let bench: AgrirouterBench
    /// The partner that all positions are for.
    let software: String
    private let more: String
    /// A receiver that stands still and goes on for as long as anybody waits; it begins when the drive does. A fast one sends
    /// only the epochs that are collected, which leaves the processors to what is tested.
    private static func receiver(_ speed: Int) -> String {
        """
        { simulation: { start: "2026-08-20T06:00:00Z", duration_s: 5000000, \
        place: { latitude_deg: 52.2, longitude_deg: 8.0, height_m: 146 }, \
        receiver: { rate_hz: \(speed > 60 ? 0.2 : 1), constellations: [gps], dual_frequency: false }, \
        output: { nmea: { sentences: [rmc, gga] } } }, speed: SPEED }
        """
    }

    /// A gateway that is not onboarded yet.
    ///
    /// - Parameters:
    ///   - speed: how many times real time the receiver goes.
    ///   - more: further keys of the configuration.
    ///   - directory: where the simulator keeps its state; nil: nowhere.
    ///   - manner: how the daemon is started.
    ///   - state: where the daemon keeps its state; nil: in a folder of its own.
    init(
        speed: Int, more: String = "", directory: String? = nil, manner: AgrirouterBench.Manner = .init(),
        state: String? = nil
    ) throws {
        self.more = more
        bench = try AgrirouterBench(
            receiver: Self.receiver(speed), speed: speed, more: more, directory: directory, manner: manner,
            state: state)
        software = try bench.partner("Software", dropsEqualIDs: true)
        try set(#"{"onboarding_limit":0}"#)
    }

    /// Makes an endpoint, and waits until it sends.
    func onboard() throws {
        let answer = try bench.onboarding("POST")
        try #require(answer.status == 201, "\(answer.text)")
        try rest()
        try bench.wait("positions") { try bench.received(software).positions.count > 3 }
    }

    /// Options of the simulator.
    func set(_ options: String) throws { try bench.admin("PATCH", "/options", options) }

    /// Does something with time-outs of two seconds in place of two minutes. Not for long: under load any request may take
    /// that.
    func impatiently<Value>(_ isWanted: Bool = true, _ body: () throws -> Value) throws -> Value {
        guard isWanted else { return try body() }
        try bench.reload(more + "\n  connect_timeout_s: 2\n  timeout_s: 2")
        let value = try body()
        try bench.reload(more)
        return value
    }

    /// Waits until everything is as it should be.
    func rest() throws {
        try bench.wait("rest") {
            let report = try bench.uplink()
            return bench.state(report) == "online" && report["error"] == nil && bench.waiting(report) < 12
        }
    }

    /// What is wrong, and how it stands.
    struct Standing {
        var state = ""
        var code = ""
        /// The text and the cure.
        var words = ""
        var waiting = 0
        var report: [String: Any] = [:]

        /// Whether all of these are told; what is empty is not asked for.
        func says(_ all: String...) -> Bool { all.allSatisfy { $0.isEmpty || words.contains($0) } }
    }

    /// What is wrong at the moment.
    func standing() throws -> Standing {
        let report = try bench.uplink()
        let error = report["error"] as? [String: Any] ?? [:]
        func text(_ name: String) -> String { error[name] as? String ?? "" }
        return Standing(
            state: bench.state(report), code: text("code"), words: text("text") + " / " + text("cure"),
            waiting: bench.waiting(report), report: report)
    }

    /// Waits until a code is told.
    func told(_ codes: String...) throws -> Standing {
        var standing = Standing()
        try bench.wait("\(codes) to be told") {
            standing = try self.standing()
            return codes.contains(standing.code)
        }
        return standing
    }

    /// How many positions were given up, whatever for.
    func dropped() throws -> Int {
        (try bench.uplink()["dropped"] as? [String: Int] ?? [:]).values.reduce(0, +)
    }

    /// Does something, and looks whether requests kept their distance meanwhile: each kind once in ten seconds of the
    /// gateway's clock. Connections that come to nothing may be two to each.
    func watch<Value>(_ body: () throws -> Value) throws -> Value {
        let (mark, begin) = (try bench.journalEnd(), try bench.second())
        let value = try body()
        let entries = try bench.journal(since: mark)
        let allowed = (try bench.second() - begin) / 10 + 2
        for (method, times) in [("POST", 1), ("GET", 1), ("CONNECT", 4), ("TLS", 4)] {
            let count = entries.count { $0["listener"] as? String == "gateway" && $0["method"] as? String == method }
            #expect(count <= allowed * times, "\(count) times \(method) in the time for \(allowed)")
        }
        return value
    }

    /// How many positions agrirouter had by the gateway's own count, and how many waited.
    private func count() throws -> (gone: Int, waiting: Int) {
        let report = try bench.uplink()
        let counts = ["sent", "unconfirmed"].map { report[$0] as? Int ?? 0 }
        return (counts.reduce(try dropped(), +), bench.waiting(report))
    }

    /// What must hold whatever happened: all that left the gateway arrived, and once.
    ///
    /// Positions that a fault has refused in the outbox had arrived before.
    func lookOver() throws {
        try rest()
        let before = try count()
        let positions = try bench.received(software).positions
        let after = try count()
        #expect(before.gone <= positions.count, "\(before), and \(positions.count) arrived")
        #expect(positions.count <= after.gone + after.waiting, "\(after), and \(positions.count) arrived")
        let fixes = positions.filter { !AgrirouterDrive.isAbsence($0) }.compactMap { $0["time"] as? String }
        let twice = Dictionary(grouping: fixes) { $0 }.filter { $0.value.count > 1 }
        #expect(twice.isEmpty, "arrived twice: \(twice.keys.sorted())")
        #expect(fixes.count > 20)
    }

    /// Ends it; the service has nothing to complain of, and no registration code is in the log.
    func end() throws {
        let violations = try bench.violations()
        #expect(violations.isEmpty, "\(violations)")
        try bench.end()
        for code in bench.codes { #expect(!bench.said.contains(code), "a code is in the log") }
    }
}

extension AgrirouterBench {
    /// Onboards (POST) or onboards again (PUT) with a new code, without the command.
    func onboarding(_ method: String, _ account: String = "farm") throws -> PlainHTTP.Answer {
        let code = try code(account)
        note(code)
        return try request(method, "/v1/agrirouter/onboarding", #"{"code":"\#(code)"}"#)
    }

    /// The number of the last request.
    func journalEnd() throws -> Int { try admin("GET", "/stats")["requests"] as? Int ?? 0 }

    /// What the service complains of, where messages are lost on their way.
    func violations() throws -> [[String: Any]] {
        let all = try admin("GET", "/violations")["violations"] as? [[String: Any]] ?? []
        // Positions whose message was lost go again under their number, behind a command that went meanwhile.
        let overtaken = /application_message_seq_no \d+ follows \d+/
        return all.filter { ($0["text"] as? String)?.wholeMatch(of: overtaken) == nil }
    }

    /// The messages of requests from a number on: their envelopes and payloads.
    func messages(since: Int = 0) throws -> [[String: Any]] {
        try journal(since: since).flatMap { $0["decoded"] as? [[String: Any]] ?? [] }
    }
}

/// A round for all tests of a suite, which go one after the other; it ends with them, and is looked over then.
struct SharedRound: SuiteTrait, TestScoping {
    /// Unchecked, for a round is no value of one task: its suite is serialized, and one test at a time uses it.
    private struct Place: @unchecked Sendable { let round: AgrirouterRound }
    @TaskLocal private static var place: Place?
    private let isSending: Bool
    private let make: @Sendable () throws -> AgrirouterRound

    /// - Parameter isSending: whether it has an endpoint from the beginning to the end.
    init(isSending: Bool = true, _ make: @escaping @Sendable () throws -> AgrirouterRound) {
        (self.isSending, self.make) = (isSending, make)
    }

    /// The round of the suite that runs.
    static var round: AgrirouterRound { get throws { try #require(place).round } }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let round = try make()
        try await Self.$place.withValue(Place(round: round)) { try await function() }
        if isSending { try round.lookOver() }
        try round.end()
    }
}
