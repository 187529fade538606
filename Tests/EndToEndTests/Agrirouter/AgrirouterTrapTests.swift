// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension AgrirouterRounds {
    /// Where descriptions of agrirouter contradict each other or say nothing, and what is seen on the wire for it; and the forms
    /// in which its answers were seen.
    @Suite(
        .serialized,
        SharedRound(isSending: false) {
            let round = try AgrirouterRound(speed: 200)
            try round.set(#"{"different_ids":true,"url_query":true,"url_shape":"iot","connection_close":true}"#)
            try round.onboard()
            return round
        })
    struct AgrirouterTrapTests {
        /// Positions with a fix, as they stood on the wire.
        private func fixes(_ round: AgrirouterRound) throws -> [[String: Any]] {
            try round.bench.messages().flatMap { message -> [[String: Any]] in
                let list = (message["payload"] as? [String: Any])?["gps_entries"]
                let all = list as? [[String: Any]] ?? (list as? [String: Any]).map { [$0] } ?? []
                return all.filter { $0["position_north"] != nil }
            }
        }

        @Test func `endpoint id: sensorAlternateId, where all three differ`() throws {
            let round = try SharedRound.round
            let endpoint = try round.bench.endpoint()
            #expect(try round.bench.uplink()["endpoint"] as? String == endpoint["id"] as? String)
            let ids = ["id", "device_alternate_id", "capability_alternate_id"].compactMap { endpoint[$0] as? String }
            #expect(Set(ids).count == 3)
        }

        @Test func `north and east: latitude and longitude; altitude: mm above the ellipsoid; dilution: plain`() throws
        {
            let round = try SharedRound.round
            try round.bench.wait("a fix") { try !fixes(round).isEmpty }
            // It stands at 52.2° N, 8° E, 146 m above the ellipsoid, as well as a receiver knows.
            for fields in try fixes(round) {
                let (north, east) = (fields["position_north"] as? Double ?? 0, fields["position_east"] as? Double ?? 0)
                #expect(abs(north - 52.2) < 0.01 && abs(east - 8) < 0.01, "\(fields)")
                #expect((46_000...246_000).contains(fields["position_up"] as? Int ?? 0), "\(fields)")
                #expect((0.3...4).contains(fields["hdop"] as? Double ?? 0), "\(fields)")
            }
            let other = try round.bench.partner("High")
            let place = #"{"positions":[{"latitude":50.5,"longitude":-7.25,"up_mm":123456,"status":4}]}"#
            try round.bench.admin("POST", "/partners/\(other)/send", place)
            try round.bench.wait("the other") { try round.bench.members().contains { $0["id"] as? String == other } }
            let member = try #require(try round.bench.members().first { $0["id"] as? String == other })
            #expect(member["latitude_deg"] as? Double == 50.5 && member["longitude_deg"] as? Double == -7.25)
            #expect(member["ellipsoidal_height_m"] as? Double == 123.456)
        }

        @Test func `feed window: fifteen minutes, and what is older is deleted`() throws {
            let round = try SharedRound.round
            func period(_ type: String) throws -> (now: Int, from: Int, to: Int)? {
                let message = try round.bench.messages().first {
                    ($0["envelope"] as? [String: Any])?["technical_message_type"] as? String == type
                }
                let period = (message?["payload"] as? [String: Any])?["validity_period"] as? [String: Any]
                func seconds(_ time: Any?) -> Int? { (time as? [String: Any])?["seconds"] as? Int }
                guard let now = seconds((message?["envelope"] as? [String: Any])?["timestamp"]),
                    let from = seconds(period?["sent_from"]), let to = seconds(period?["sent_to"])
                else { return nil }
                return (now, from, to)
            }
            try round.bench.wait("both") {
                try period("dke:feed_message_query") != nil && period("dke:feed_delete") != nil
            }
            // Positions are chosen between the command and its sending: a minute here is 0.3 s.
            let query = try #require(try period("dke:feed_message_query"))
            #expect(query.to - query.from == 900 && (0...60).contains(query.now - query.to))
            let deletion = try #require(try period("dke:feed_delete"))
            #expect((0...60).contains(deletion.now - 900 - deletion.to) && deletion.to - deletion.from > 20 * 86_400)
        }

        @Test func `grey after five minutes, gone after fifteen`() throws {
            let round = try SharedRound.round
            let bench = round.bench
            let other = try bench.partner("Silent")
            try bench.admin("POST", "/partners/\(other)/send", #"{"script":"circle"}"#)
            func member() throws -> [String: Any]? { try bench.members().first { $0["id"] as? String == other } }
            try bench.wait("the member") { try member() != nil }
            var wasGrey = false
            try bench.wait("it to be gone") {
                guard let member = try member(), let age = member["age_s"] as? Double else { return true }
                let isGrey = member["outdated"] as? Bool == true
                // What is on the wire to us takes a moment.
                #expect(age < 299 ? !isGrey : age > 301 ? isGrey : true, "\(member)")
                #expect(age < 960)
                wasGrey = wasGrey || isGrey
                return false
            }
            #expect(wasGrey)
        }

        @Test func `the list of endpoints comes every five minutes, and a new name with it`() throws {
            let round = try SharedRound.round
            let bench = round.bench
            func lists(since: Int = 0) throws -> [Double] {
                try bench.messages(since: since).compactMap { message in
                    guard let envelope = message["envelope"] as? [String: Any],
                        envelope["technical_message_type"] as? String == "dke:list_endpoints"
                    else { return nil }
                    return (envelope["timestamp"] as? [String: Any])?["seconds"] as? Double
                }
            }
            let mark = try bench.journalEnd()
            var gaps: [Double] = []
            try bench.wait("two lists at five minutes") {
                let times = try lists(since: mark)
                gaps = zip(times.dropFirst(), times).map { $0 - $1 }
                return gaps.contains { $0 <= 330 }
            }
            #expect(gaps.allSatisfy { $0 >= 295 }, "\(gaps)")
        }

        @Test func `published to nobody: no failure, or VAL_000004, after which positions wait`() throws {
            let round = try SharedRound.round
            let bench = round.bench
            let endpoint = try #require(try bench.endpoint()["id"] as? String)
            try bench.admin("PUT", "/routes", #"{"deny":[{"from":"\#(endpoint)"}]}"#)
            let sent = try bench.uplink()["sent"] as? Int ?? 0
            try bench.wait("positions to go to nobody") { try bench.uplink()["sent"] as? Int ?? 0 > sent + 6 }
            #expect(try round.standing().code.isEmpty)
            try round.set(#"{"publish_without_recipient_fails":true}"#)
            let standing = try round.told("VAL_000004")
            #expect(standing.state == "halted" && standing.words.contains("create a route"), "\(standing)")
            try bench.wait("positions to wait") { try round.standing().waiting >= 8 }
            // It is tried again by itself, ten minutes later.
            try bench.admin("PUT", "/routes", #"{"deny":[]}"#)
            try round.rest()
            try round.set(#"{"publish_without_recipient_fails":false}"#)
        }

        @Test func `measures: an array with epoch seconds as text`() throws {
            let round = try SharedRound.round
            let forms = try round.bench.journal().compactMap { $0["forms"] as? [String] }
            #expect(!forms.isEmpty && forms.allSatisfy { $0 == ["array, epoch seconds"] })
        }

        @Test func `a message that comes by push and by query counts once, and a push that was lost comes by query`()
            throws
        {
            let round = try SharedRound.round
            let bench = round.bench
            for isLost in [false, true] {
                let other = try bench.partner(isLost ? "Lost" : "Twice")
                if isLost { try bench.arm(#"{"kind":"cut","bytes":20,"method":"GET","next":1}"#) }
                try bench.admin("POST", "/partners/\(other)/send", #"{"script":"circle","messages":3}"#)
                if isLost {
                    try bench.wait("the answer to be cut") {
                        try bench.faults().allSatisfy { ($0["struck"] as? Int ?? 0) > 0 }
                    }
                    try bench.clearFaults()
                }
                let again = try bench.onboarding("PUT")
                #expect(again.status == 200, "\(again.text)")
                try bench.wait("the member, and a feed that is empty") {
                    let count = try bench.members().count { $0["id"] as? String == other }
                    #expect(count <= 1)
                    return try count == 1 && bench.endpoint()["feed"] as? Int == 0
                }
                try round.rest()
            }
        }

        @Test(arguments: [
            "absent", "empty_any", "bare", "padded", "unknown_fields", "unknown_type", "undecodable",
        ])
        func `an answer in any form that was seen is read`(_ variant: String) throws {
            let round = try SharedRound.round
            let bench = round.bench
            try round.set(#"{"item_variants":["\#(variant)"],"shuffle_outbox":true,"pushes_per_item":3}"#)
            let other = try bench.partner("Form \(variant)")
            try bench.admin("POST", "/partners/\(other)/send", #"{"script":"line","messages":5,"entries":3}"#)
            try bench.wait("the member, and a feed that is empty") {
                try bench.members().contains { $0["id"] as? String == other } && bench.endpoint()["feed"] as? Int == 0
            }
            try round.rest()
            try round.set(#"{"item_variants":["plain"],"shuffle_outbox":false,"pushes_per_item":1}"#)
        }

        @Test func `VAL_000211: a message that is too large goes in parts`() throws {
            let round = try SharedRound.round
            let dropped = try round.dropped()
            try round.bench.arm(#"{"kind":"ack","mode":"failure","code":"VAL_000211","tmt":"gps:info","next":1}"#)
            try round.bench.wait("it to strike") {
                try round.bench.faults().allSatisfy { ($0["struck"] as? Int ?? 0) > 0 }
            }
            try round.rest()
            try round.bench.clearFaults()
            #expect(try round.dropped() == dropped)
        }

        @Test func `answers that take half a minute are waited for`() throws {
            let round = try SharedRound.round
            try round.set(#"{"latency_s":{"gps:info":30}}"#)
            let sent = try round.bench.uplink()["sent"] as? Int ?? 0
            try round.bench.wait("positions to go") { try round.bench.uplink()["sent"] as? Int ?? 0 > sent + 6 }
            try round.set(#"{"latency_s":{"gps:info":0}}"#)
            try round.rest()
        }
    }
}
