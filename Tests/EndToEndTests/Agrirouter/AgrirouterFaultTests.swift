// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension AgrirouterRounds {
    /// Each fault that the simulator knows, one after the other, against the same gateway.
    @Suite(
        .serialized,
        SharedRound {
            let round = try AgrirouterRound(speed: 120)
            // So that faults of connections find one to strike.
            try round.set(#"{"connection_close":true}"#)
            try round.onboard()
            return round
        })
    struct AgrirouterFaultTests {
        @Test(arguments: AgrirouterFault.lasting)
        func `a fault that lasts is told with its cure, positions wait, nothing hammers, and then all goes on`(
            _ fault: AgrirouterFault
        ) throws {
            let round = try SharedRound.round
            let bench = round.bench
            let dropped = try round.dropped()
            try round.watch {
                if let options = fault.options { try round.set(options.during) }
                for fault in fault.faults { try bench.arm(fault) }
                let standing = try round.told(fault.code)
                #expect(standing.says(fault.words, fault.cure), "\(standing.words)")
                #expect(standing.state == "offline", "\(standing.report)")
                try bench.wait("positions to wait, or to go") {
                    let now = try round.standing()
                    return now.waiting > standing.waiting || now.state == "online"
                }
                if let options = fault.options { try round.set(options.after) }
                try bench.clearFaults()
                try round.rest()
            }
            #expect(try round.dropped() == dropped)
        }

        @Test(arguments: AgrirouterFault.passing)
        func `a fault that passes loses nothing, nothing hammers, and all goes on by itself`(_ fault: AgrirouterFault)
            throws
        {
            let round = try SharedRound.round
            let bench = round.bench
            let (dropped, said) = (try round.dropped(), bench.daemon.messages.utf8.count)
            try round.watch {
                try round.impatiently(fault.isHanging) {
                    for fault in fault.faults { try bench.arm(fault) }
                    try bench.wait("\(fault.testDescription) to strike") {
                        let armed = try bench.faults()
                        let isStruck = armed.allSatisfy { ($0["struck"] as? Int ?? 0) > 0 }
                        let words = String(bench.daemon.messages.utf8.dropFirst(said)) ?? ""
                        return isStruck && (fault.words.isEmpty || words.contains(fault.words))
                    }
                }
                try round.rest()
                try bench.clearFaults()
            }
            #expect(try round.dropped() == dropped)
        }

        @Test func `ACK never, late and with a foreign id: each message goes once more, under its id`() throws {
            let round = try SharedRound.round
            let bench = round.bench
            try round.rest()
            let before = try #require(try bench.endpoint()["messages_repeated"] as? Int)
            for mode in ["never", "late", "foreign_id"] {
                try bench.arm(#"{"kind":"ack","mode":"\#(mode)","tmt":"gps:info","next":1}"#)
            }
            try bench.wait("three messages to go once more") {
                try bench.endpoint()["messages_repeated"] as? Int ?? 0 >= before + 3
            }
            try bench.clearFaults()
            try round.rest()
        }

        @Test(arguments: [120, -120, 86_400, -86_400])
        func `clock: the service's time is off by so many seconds, which is told, and positions wait`(_ skew: Int)
            throws
        {
            let round = try SharedRound.round
            let bench = round.bench
            try round.rest()
            // What somebody else sends is confirmed, and the answer says what time it is.
            let other = try bench.partner("Clock")
            func speak() throws { try bench.admin("POST", "/partners/\(other)/send", #"{"script":"circle"}"#) }
            try bench.admin("PUT", "/clock", #"{"skew_s":\#(skew)}"#)
            try bench.wait("the clock to be told") {
                try speak()
                return try round.standing().code == "clock_off"
            }
            let standing = try round.standing()
            let ahead = standing.report["clock_ahead_s"] as? Double ?? 0
            #expect(skew > 0 ? ahead < -60 : ahead > 60, "\(standing.report)")
            #expect(standing.state == "halted" && standing.words.contains("set the clock"), "\(standing.report)")
            try bench.wait("positions to wait") { try round.standing().waiting > standing.waiting }
            try bench.admin("PUT", "/clock", #"{"skew_s":0}"#)
            try bench.wait("the clock to be right") {
                try speak()
                return try bench.uplink()["clock_ahead_s"] == nil
            }
            try round.rest()
        }

        @Test func `load: an outbox with a thousand pushes is read, and all are confirmed`() throws {
            let round = try SharedRound.round
            let bench = round.bench
            let other = try bench.partner("Many")
            try bench.admin("POST", "/partners/\(other)/send", #"{"script":"circle","messages":1000}"#)
            var wasSeen = false
            try bench.wait("the feed to be empty") {
                wasSeen = try wasSeen || bench.members().contains { $0["id"] as? String == other }
                return try wasSeen && bench.endpoint()["feed"] as? Int == 0
            }
            try round.rest()
        }

        @Test func `load: of a feed of 5000 messages the last fifteen minutes are read, and the rest is deleted`()
            throws
        {
            let round = try SharedRound.round
            let bench = round.bench
            let other = try bench.partner("Backlog")
            // Three weeks of it, and what is three pages of 25 of the last minutes.
            for backlog in [
                #""messages":5000,"age_s":1000,"spread_s":1800000"#, #""messages":60,"age_s":5,"spread_s":300"#,
            ] {
                try bench.admin("POST", "/partners/\(other)/send", #"{"script":"circle","push":false,\#(backlog)}"#)
            }
            #expect(try bench.endpoint()["feed"] as? Int == 5060)
            #expect(try bench.onboarding("PUT").status == 200)
            var name: String?
            try bench.wait("the feed to be empty") {
                name = try bench.members().first { $0["id"] as? String == other }?["name"] as? String ?? name
                return try name == "Backlog" && bench.endpoint()["feed"] as? Int == 0
            }
            try round.rest()
        }
    }
}
