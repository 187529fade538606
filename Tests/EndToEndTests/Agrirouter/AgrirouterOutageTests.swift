// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the gateway does when agrirouter, the network, the clock or the machine let it down: whatever was collected arrives,
/// and once.
@Suite(.serialized) struct AgrirouterOutageTests {
    @Test func `nothing is lost or doubled through outages, a sudden end, faults and a deleted endpoint`() throws {
        let drive = try AgrirouterDrive.file()
        let bench = try AgrirouterBench(
            receiver: "{ file: \(drive.path), speed: SPEED, seek_s: SEEK }", speed: 120)
        let software = try bench.partner("Software", dropsEqualIDs: true)
        let code = try #require(bench.ready["tan"] as? String)
        #expect(try bench.ask("onboard", input: code).status == 0)
        try bench.wait("sending") { try bench.received(software).positions.count >= 6 }

        let gap = try isOffline(bench)
        try meetsFaults(bench)
        try isDeleted(bench)
        try hasAWrongClock(bench)

        // Everything that waits arrives.
        let last = try bench.second()
        try bench.wait("the last of it") {
            let newest = AgrirouterDrive.seconds(try bench.received(software).positions).max() ?? 0
            return try newest > last && bench.waiting(bench.uplink()) < 12
        }
        let (positions, report) = try bench.received(software)
        let faults = AgrirouterDrive.faults(positions)
        #expect(faults.isEmpty, "\(faults.prefix(3))")
        #expect(AgrirouterDrive.unheard(positions) < 0.1)
        let arrived = Set(AgrirouterDrive.seconds(positions).filter { $0 <= last }.map { $0 / 5 })
        let first = try #require(arrived.min())
        let missing = (first..<last / 5).filter { slot in
            !arrived.contains(slot) && !gap.overlaps(slot * 5 - 5...slot * 5 + 9)
        }
        #expect(missing.isEmpty, "\(missing.map { $0 * 5 }) with a gap of \(gap)")
        // A new start says that there is no position until it has heard of its receiver, which then goes on from before.
        let times = AgrirouterDrive.seconds(positions).filter { !gap.contains($0) }
        #expect(Set(times).count == times.count, "\(report["order"] ?? "")")
        // Each message by itself ascends, and none is beyond what agrirouter takes.
        let violations = try bench.violations()
        #expect(violations.isEmpty, "\(violations)")
        try bench.end()
    }

    /// Half an hour without agrirouter, with a sudden end in the middle of it.
    ///
    /// - Returns: the seconds that nobody collected.
    private func isOffline(_ bench: AgrirouterBench) throws -> ClosedRange<Int> {
        try bench.arm(#"{"kind":"offline","listener":"gateway"}"#)
        let begin = try bench.second()
        try bench.wait("the outage and the next attempt to be told") {
            let told = try bench.uplink()
            let code = (told["error"] as? [String: Any])?["code"] as? String
            return bench.state(told) == "offline" && code == "offline" && told["next_attempt"] != nil
        }
        try bench.wait("half of the outage") { try bench.second() >= begin + 900 }
        let kept = bench.waiting(try bench.uplink())
        #expect(kept >= 150)
        let end = try bench.second()
        try bench.killAndRestart(at: end + 10)
        try bench.wait("what was kept, and a position") {
            let report = try bench.uplink()
            return bench.waiting(report) >= kept && report["positions"] as? String == "good"
        }
        let again = try bench.second()
        try bench.wait("the other half of the outage") { try bench.second() >= begin + 1800 }
        #expect(bench.waiting(try bench.uplink()) >= 300)
        try bench.clearFaults()
        try bench.wait("the backlog to be sent") {
            let report = try bench.uplink()
            return bench.state(report) == "online" && bench.waiting(report) < 12
        }
        return end...max(end + 60, again + 10)
    }

    /// Faults of network and service, several at a time.
    private func meetsFaults(_ bench: AgrirouterBench) throws {
        let rounds = [
            [
                // Only a new connection can be closed: the reset makes one necessary.
                #"{"kind":"drop","when":"after","reset":true,"method":"POST","next":1}"#,
                #"{"kind":"connection","mode":"close","next":1}"#,
                #"{"kind":"status","status":503,"retry_after":15,"method":"POST","next":1}"#,
                #"{"kind":"cut","bytes":40,"method":"GET","next":1}"#,
            ],
            [
                #"{"kind":"ack","mode":"failure","code":"VAL_999999","tmt":"gps:info","next":1}"#,
                #"{"kind":"ack","mode":"never","tmt":"gps:info","next":1}"#,
                #"{"kind":"ack","mode":"twice","tmt":"gps:info","next":2}"#,
                #"{"kind":"status","status":200,"body":"<html>log in</html>","content_type":"text/html","method":"GET","next":1}"#,
            ],
            [
                #"{"kind":"ack","mode":"failure","code":"SYS_000002","tmt":"gps:info","next":1}"#,
                #"{"kind":"status","status":429,"retry_after":20,"method":"GET","next":1}"#,
            ],
        ]
        for round in rounds {
            for fault in round { try bench.arm(fault) }
            try bench.wait("the faults \(round) to have struck, and to be over") {
                let report = try bench.uplink()
                guard bench.state(report) == "online", bench.waiting(report) < 12 else { return false }
                return try bench.faults().allSatisfy { ($0["struck"] as? Int ?? 0) > 0 }
            }
            try bench.clearFaults()
        }
    }

    /// Somebody deletes the endpoint in the portal: that is named, data are kept, and a new code mends it.
    private func isDeleted(_ bench: AgrirouterBench) throws {
        let endpoint = try #require(try bench.uplink()["endpoint"] as? String)
        try bench.admin("DELETE", "/endpoints/\(endpoint)")
        try bench.wait("the loss to be told") { bench.state(try bench.uplink()) == "reonboard" }
        let cure = (try bench.uplink()["error"] as? [String: Any])?["cure"] as? String
        #expect(cure?.contains("onboard again") == true, "\(cure ?? "")")
        let (second, requests) = (try bench.second(), try bench.journal().count)
        try bench.wait("a while") { try bench.second() >= second + 120 }
        // Hardly anybody knocks any more, and what is collected is kept.
        #expect(try bench.journal().count <= requests + 4)
        #expect(bench.waiting(try bench.uplink()) >= 20)
        let again = try bench.ask("reonboard", "--json", input: try bench.code())
        #expect(again.status == 0, "\(again.messages)")
        #expect(try object(again.output)["endpoint"] as? String == endpoint)
        try bench.wait("what was kept to be sent") {
            let report = try bench.uplink()
            return bench.state(report) == "online" && bench.waiting(report) < 12
        }
    }

    /// A clock that is two minutes off is told; the positions keep their time.
    private func hasAWrongClock(_ bench: AgrirouterBench) throws {
        try bench.admin("PUT", "/clock", #"{"skew_s":150}"#)
        try bench.wait("the wrong clock to be told") { try bench.uplink()["clock_ahead_s"] is Double }
        let report = try bench.uplink()
        #expect((report["clock_ahead_s"] as? Double ?? 0) < -60, "\(report)")
        #expect((report["error"] as? [String: Any])?["code"] as? String == "clock_off", "\(report)")
        try bench.admin("PUT", "/clock", #"{"skew_s":0}"#)
        try bench.wait("the clock to be right") { bench.state(try bench.uplink()) == "online" }
    }
}
