// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What somebody sets, and what comes of it on the wire.
struct AgrirouterPace: Sendable, CustomTestStringConvertible {
    var environment: String
    var collect: Int
    var send: Int
    /// The least seconds between messages.
    var spacing: Double
    var testDescription: String { "\(environment): collected every \(collect) s, sent every \(send) s" }
    /// Messages go no more often than there is something to send.
    var usual: Double { max(spacing, Double(collect)) }

    static let all = [
        AgrirouterPace(environment: "qa", collect: 1, send: 5, spacing: 10),
        AgrirouterPace(environment: "qa", collect: 5, send: 10, spacing: 10),
        AgrirouterPace(environment: "qa", collect: 10, send: 20, spacing: 20),
        AgrirouterPace(environment: "production", collect: 1, send: 5, spacing: 5),
        AgrirouterPace(environment: "production", collect: 20, send: 5, spacing: 5),
        AgrirouterPace(environment: "production", collect: 5, send: 10, spacing: 10),
    ]
}

extension AgrirouterRounds {
    /// F077, F078, F079, F088, F090: both environments, every interval.
    @Suite(
        .serialized,
        SharedRound(isSending: false) {
            try AgrirouterRound(
                speed: 60,
                more: """
                      production:
                        application_id: aaaaaaaa-0000-4000-8000-000000000001
                        version_id: aaaaaaaa-0000-4000-8000-000000000002
                        onboarding_url: ONBOARDING
                    """)
        })
    struct AgrirouterPaceTests {
        /// Messages of the endpoint that came from a number on: when each was sent, and of which seconds its positions are.
        private func messages(_ round: AgrirouterRound, since: Int) throws -> [(sent: Double, seconds: [Int])] {
            let (positions, report) = try round.bench.received(round.software)
            let times = Dictionary(grouping: positions) { $0["message"] as? Int ?? -1 }
            let all = report["messages"] as? [[String: Any]] ?? []
            return all.indices.dropFirst(since).compactMap { index in
                guard let own = times[index], let sent = (all[index]["sent"] as? String).flatMap(Self.time) else {
                    return nil
                }
                return (sent, AgrirouterDrive.seconds(own))
            }
        }

        private static func time(_ text: String) -> Double? {
            let formatter = ISO8601DateFormatter()
            formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
            return formatter.date(from: text)?.timeIntervalSince1970
        }

        /// Onboards in an environment, unless that is so already.
        private func enter(_ environment: String, _ round: AgrirouterRound) throws {
            let bench = round.bench
            let report = try bench.uplink()
            let isThere = bench.state(report) != "not_onboarded"
            if isThere, report["environment"] as? String == environment { return }
            let change = #"{"environment":"\#(environment)"}"#
            if isThere {
                // As long as there is an endpoint it stays where it is.
                #expect(try bench.request("PUT", "/v1/agrirouter/settings", change).status == 409)
                #expect(try bench.request("DELETE", "/v1/agrirouter/onboarding").status == 200)
            }
            try round.set(#"{"environment":"\#(environment == "qa" ? "QA" : "Production")"}"#)
            #expect(try bench.request("PUT", "/v1/agrirouter/settings", change).status == 200)
            #expect(try bench.onboarding("POST").status == 201)
            try round.rest()
            #expect(try bench.uplink()["environment"] as? String == environment)
        }

        @Test(arguments: AgrirouterPace.all)
        func `entries and messages come as they were asked for, and never more often than the service wants`(
            _ pace: AgrirouterPace
        ) throws {
            let round = try SharedRound.round
            let bench = round.bench
            try enter(pace.environment, round)
            let change = #"{"collect_interval_s":\#(pace.collect),"send_interval_s":\#(pace.send)}"#
            #expect(try bench.request("PUT", "/v1/agrirouter/settings", change).status == 200)
            let report = try bench.uplink()
            #expect(
                report["send_interval_s"] as? Double == pace.spacing
                    && report["collect_interval_s"] as? Int == pace.collect
            )
            if pace.spacing > Double(pace.send) {
                try bench.wait("it to be said") {
                    (try bench.uplink()["text"] as? String)?.contains("every 10 s") == true
                }
            }
            // The two under way may be of before.
            let before = (try bench.received(round.software).report["message_count"] as? Int ?? 0) + 2
            var found: [(sent: Double, seconds: [Int])] = []
            func gaps() -> [Double] { zip(found.dropFirst(), found).map { $0.sent - $1.sent } }
            // On a machine under load some come late.
            try bench.wait("five messages, two of which follow one another at once, and five entries in a row") {
                found = try messages(round, since: before)
                let times = found.flatMap(\.seconds)
                let steps = zip(times.dropFirst(), times).map { $0 - $1 }
                let isRegular = steps.indices.dropLast(3).contains {
                    steps[$0..<$0 + 4].allSatisfy { $0 == pace.collect }
                }
                return found.count >= 5 && isRegular && gaps().contains { $0 <= pace.usual * 1.5 + 1 }
            }
            #expect(gaps().allSatisfy { $0 >= pace.spacing - 0.5 }, "\(gaps())")
        }
    }
}
