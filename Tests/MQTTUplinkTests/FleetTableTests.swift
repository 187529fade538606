// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import Synchronization
import Testing

@testable import MQTTUplink

/// The system's clocks, which the test sets.
private final class Clock: Sendable {
    private let time = Mutex<Int64>(1_000_000_000_000)

    var now: HostTime {
        let time = time.withLock { $0 }
        return HostTime(monotonicNanoseconds: time, wallNanoseconds: 1_800_000_000_000_000_000 + time)
    }

    func pass(_ seconds: Int64) { time.withLock { $0 += seconds * 1_000_000_000 } }
}

/// A table of the fleet.
private struct Fleet {
    private let clock = Clock()
    let table: FleetTable

    init(own: String = "own") { table = FleetTable(own: own, after: nil, now: { [clock] in clock.now }) }

    /// A table that follows this one.
    func successor() -> FleetTable { FleetTable(own: "own", after: table, now: { [clock] in clock.now }) }

    func pass(_ seconds: Int64) { clock.pass(seconds) }

    func status(_ name: String, online: Bool = true, isRetained: Bool = false) {
        take(
            name, .status, #"{"version":1,"gateway":"x","online":\#(online),"program":"p"}"#, isRetained: isRetained)
    }

    func position(
        _ name: String, received: String = "2027-01-15T08:00:00.000Z", quality: String = "autonomous",
        isRetained: Bool = false
    ) {
        take(
            name, .position,
            """
            {"version":1,"gateway":"x","receiver":"r","received":"\(received)","fix":{"kind":"3d","quality":"\(quality)",\
            "latitude_deg":48,"longitude_deg":11},"authentication":{"authenticated":true,"reason":"authenticated",\
            "text":"t","simulation":false}}
            """, isRetained: isRetained)
    }

    func take(_ name: String, _ topic: GatewayTopics.Name, _ payload: String, isRetained: Bool = false) {
        table.take(name, topic, Array(payload.utf8), isRetained: isRetained)
    }

    var report: FleetReport {
        var report = FleetReport()
        table.write(to: &report, since: nil, longestAge: 10_000_000_000)
        return report
    }

    subscript(_ name: String) -> FleetGatewayReport? {
        report.gateways.first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}

struct FleetTableTests {
    @Test(arguments: ["0001-01-01T00:00:00.000Z", "1733-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"])
    func `a retained position of any time is old or new, and nothing more`(received: String) throws {
        let fleet = Fleet()
        fleet.position("a", received: received, isRetained: true)
        let gateway = try #require(fleet["a"])
        #expect(gateway.authentication?.authenticated == false && (gateway.position?.age ?? -1) >= 0)
    }

    @Test func `a code with characters for a terminal is refused`() {
        let fleet = Fleet()
        fleet.position("a", quality: #"\u001b[2J\u0007"#)
        fleet.position("b", quality: "a\u{202E}b")
        fleet.position("c", quality: "new_code_2")
        #expect(fleet.report.gateways.map(\.name) == ["c"])
    }

    @Test func `a position is authenticated for ten seconds, while its gateway is online`() {
        let fleet = Fleet()
        fleet.status("a")
        fleet.position("a")
        #expect(fleet["a"]?.authentication?.authenticated == true)
        fleet.pass(11)
        #expect(fleet["a"]?.authentication?.authenticated == false)
        fleet.status("a", online: false)
        fleet.position("a")
        #expect(fleet["a"]?.authentication?.authenticated == false)
    }

    @Test func `a full table has room for this gateway and for those that live`() {
        let fleet = Fleet()
        for number in 0..<FleetTable.limit { fleet.status("fake\(number)") }
        fleet.status("real")
        #expect(fleet.report.isCut && fleet["real"] == nil)
        fleet.status("own")
        #expect(fleet["own"]?.isSelf == true && fleet.table.knowsItself)
        // The last will of one makes room.
        fleet.status("fake7", online: false)
        fleet.status("real")
        #expect(fleet["real"] != nil && fleet["fake7"] == nil)
        // All fall silent but one.
        fleet.pass(400)
        fleet.status("real")
        fleet.status("other")
        #expect(fleet["real"] != nil && fleet["other"] != nil && fleet.report.total == FleetTable.limit + 1)
        // This gateway stays, however long it is silent.
        for number in 0..<FleetTable.limit { fleet.status("later\(number)") }
        #expect(fleet["own"]?.isSelf == true)
    }

    @Test func `the messages of all gateways have a limit together`() {
        let fleet = Fleet()
        let receivers = (0..<100).map {
            #"{"id":"\#($0)","state":"running","reason":"\#(String(repeating: "x", count: 100))"}"#
        }
        let state = #"{"version":1,"gateway":"x","receivers":[\#(receivers.joined(separator: ","))]}"#
        #expect(state.utf8.count < 16384)
        for number in 0..<FleetTable.limit { fleet.take("g\(number)", .state, state) }
        let report = fleet.report
        #expect(report.isCut && report.total == FleetTable.sizeLimit / state.utf8.count)
        // A message that is replaced or deleted makes room.
        fleet.take("g0", .state, state)
        fleet.take("g1", .state, "")
        fleet.take("new", .state, state)
        #expect(fleet["new"] != nil && fleet["g1"] == nil && fleet.report.total == report.total)
    }

    @Test func `a full size lets a last will through, and those that are gone make room`() {
        let fleet = Fleet()
        let program = String(repeating: "x", count: 16_000)
        let status = #"{"version":1,"gateway":"x","online":true,"program":"\#(program)"}"#
        let count = FleetTable.sizeLimit / status.utf8.count
        for number in 0..<count { fleet.take("g\(number)", .status, status) }
        fleet.take("new", .status, status)
        #expect(fleet["new"] == nil && fleet.report.isCut)
        fleet.status("g7", online: false)
        #expect(fleet["g7"]?.isOnline == false)
        // The own one may exceed the limit; then all others still can change.
        fleet.take("own", .status, status)
        fleet.take("own", .state, #"{"version":1,"gateway":"x","receivers":[],"active":"\#(program)"}"#)
        fleet.take("g8", .status, status.replacingOccurrences(of: "true", with: "false"))
        #expect(fleet["g8"]?.isOnline != true)
        fleet.pass(400)
        fleet.take("new", .status, status)
        #expect(fleet["new"] != nil && fleet["own"] != nil)
    }

    @Test func `many removals between two reports give the next reader all gateways`() {
        let fleet = Fleet()
        fleet.status("stays")
        let revision = fleet.report.revision
        for number in 0..<1200 {
            fleet.status("g\(number)")
            fleet.take("g\(number)", .status, "")
        }
        var report = FleetReport()
        fleet.table.write(to: &report, since: revision, longestAge: 1)
        #expect(report.isFull && report.gateways.map(\.name) == ["stays"])
        let next = report.revision
        report = FleetReport()
        fleet.table.write(to: &report, since: next, longestAge: 1)
        #expect(!report.isFull && report.gateways.isEmpty)
        for text in [Int64.min, -1, 0, .max] {
            fleet.table.write(to: &report, since: text, longestAge: 1)
            #expect(report.isFull)
        }
    }

    @Test func `names that look the same are two gateways`() {
        let fleet = Fleet(own: "s\u{FC}d")
        fleet.status("s\u{FC}d")
        fleet.status("su\u{308}d", online: false)
        #expect(fleet.report.total == 2)
        #expect(fleet["s\u{FC}d"]?.isSelf == true && fleet["s\u{FC}d"]?.isOnline == true)
        #expect(fleet["su\u{308}d"]?.isSelf == false)
    }

    @Test func `readers of changes get all gateways of a new table`() {
        let fleet = Fleet()
        fleet.status("a")
        let revision = fleet.report.revision
        let table = fleet.successor()
        var report = FleetReport()
        table.write(to: &report, since: revision, longestAge: 1)
        #expect(report.isFull && report.gateways.isEmpty && report.revision > revision)
    }
}
