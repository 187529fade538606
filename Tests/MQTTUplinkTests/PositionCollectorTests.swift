// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Testing

@testable import MQTTUplink
@testable import Outbox

struct PositionCollectorTests {
    private static let rover = SourceID(rawValue: "rover")
    private var settings = MQTTUplinkSettings(
        server: "mqtt://broker:1883", host: "broker", port: 1883, prefix: "gnss", gateway: "tractor")

    private func observation(_ payload: Payload, _ seconds: Double, from source: SourceID = rover) -> Observation {
        let time = HostTime(
            monotonicNanoseconds: Int64(seconds * 1e9),
            wallNanoseconds: 1_800_000_000_000_000_000 + Int64(seconds * 1e9))
        return Observation(source: source, sequence: UInt64(seconds * 1000), hostTime: time, payload: payload)
    }

    private func active(_ source: SourceID?) -> Observation {
        observation(.activeReceiver(ActiveReceiver(current: source, previous: nil, reason: "first")), 0, from: .gateway)
    }

    private func fix(_ seconds: Double, latitude: Double = 48, from source: SourceID = rover) -> Observation {
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.position = GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: 11))
        return observation(.fix(fix), seconds, from: source)
    }

    private static var authentic: Authentication {
        var verdict = Authentication(receiver: rover)
        (verdict.state, verdict.reason) = (.authenticated, .authenticated)
        verdict.clock = AuthenticationClock(source: .synchronised, use: .all)
        return verdict
    }

    private func object(_ bytes: [UInt8]?) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(try #require(bytes)))
        return try #require(value as? [String: Any])
    }

    @Test func `live positions keep the interval, and only the active receiver's count`() {
        var collector = PositionCollector()
        collector.apply(settings)
        _ = collector.take([active(Self.rover)])
        var live = 0
        for tenth in 0..<100 {
            live += collector.take([fix(Double(tenth) / 10)]).live[.position] == nil ? 0 : 1
            let other = collector.take([fix(Double(tenth) / 10, from: SourceID(rawValue: "other"))])
            #expect(other.live.isEmpty)
        }
        #expect((10...11).contains(live), "\(live)")
    }

    @Test func `the history has a position every n seconds, each with its own id`() throws {
        var collector = PositionCollector()
        collector.apply(settings)
        _ = collector.take([active(Self.rover)])
        var items: [OutboxItem] = []
        for second in 0..<100 { items += collector.take([fix(Double(second))]).stored[.history] ?? [] }
        #expect(items.count == 10)
        let ids = try items.map { try object($0.content)["id"] as? String }
        #expect(Set(ids).count == 10 && ids.allSatisfy { $0?.count == 36 })
        #expect(items.allSatisfy { $0.verdict == .unverified })
    }

    @Test func `the history has a position every n metres`() {
        var settings = settings
        (settings.historyInterval, settings.historyDistance) = (.zero, 10)
        var collector = PositionCollector()
        collector.apply(settings)
        _ = collector.take([active(Self.rover)])
        // 1e-5 degrees of latitude are 1.11 m.
        var items: [OutboxItem] = []
        for second in 0..<100 {
            items += collector.take([fix(Double(second), latitude: 48 + Double(second) * 1e-5)]).stored[.history] ?? []
        }
        #expect((11...12).contains(items.count), "\(items.count)")
        // A receiver that stands still goes on telling the time by which stored positions become old.
        var standing = Fix(kind: .threeDimensional, quality: .autonomous)
        standing.position = GeodeticPosition(latitude: Angle(degrees: 48.00099), longitude: Angle(degrees: 11))
        standing.time = UTCTime(nanosecondsSince1970: 7_000_000_000)
        let time = HostTime(monotonicNanoseconds: 500_000_000_000, wallNanoseconds: 0)
        _ = collector.take([Observation(source: Self.rover, sequence: 1, hostTime: time, payload: .fix(standing))])
        let later = HostTime(monotonicNanoseconds: 501_000_000_000, wallNanoseconds: 0)
        standing.time = UTCTime(nanosecondsSince1970: 8_000_000_000)
        let same = collector.take([
            Observation(source: Self.rover, sequence: 2, hostTime: later, payload: .fix(standing))
        ])
        #expect(same.stored.isEmpty && collector.receiverTime == standing.time)
        settings.historyDistance = 0
        collector.apply(settings)
        let none = collector.take([fix(1000)])
        #expect(none.stored.isEmpty)
    }

    @Test func `one wrong clock makes no position old`() throws {
        let year: Int64 = 365 * 86_400 * 1_000_000_000
        /// Stores a position; years count from 1970, and nil is a receiver without time.
        func store(_ collector: inout PositionCollector, host: Int64, receiver: Int64?, _ seconds: Double) -> UTCTime? {
            var fix = Fix(kind: .threeDimensional, quality: .autonomous)
            fix.position = GeodeticPosition(latitude: Angle(degrees: 48), longitude: Angle(degrees: 11))
            fix.time = receiver.map { UTCTime(nanosecondsSince1970: $0 * year) }
            let time = HostTime(monotonicNanoseconds: Int64(seconds * 1e9), wallNanoseconds: host * year)
            return collector.take([
                Observation(source: Self.rover, sequence: 1, hostTime: time, payload: .fix(fix))
            ]).stored[.history]?.first?.time
        }
        func isOld(_ item: UTCTime?, _ collector: PositionCollector, host: Int64) throws -> Bool {
            let item = try #require(item)
            let clock = HostTime(monotonicNanoseconds: 0, wallNanoseconds: host * year)
            let limits = settings.queueLimits.outbox(receiver: collector.receiverTime, at: clock)
            return limits.oldest.map { item.nanosecondsSince1970 < $0.nanosecondsSince1970 } ?? false
        }
        var collector = PositionCollector()
        collector.apply(settings)
        _ = collector.take([active(Self.rover)])
        // A machine without a clock starts in 1970. Its receiver does not know the time either, at first.
        let first = store(&collector, host: 0, receiver: nil, 0)
        #expect(try !isOld(first, collector, host: 68), "without the receiver's time, no age is known")
        let second = store(&collector, host: 0, receiver: 56, 100)
        #expect(try !isOld(first, collector, host: 56) && !isOld(second, collector, host: 56))
        // The host's clock jumps ahead, or the receiver's does.
        #expect(try !isOld(second, collector, host: 68))
        _ = store(&collector, host: 56, receiver: 76, 200)
        #expect(try !isOld(second, collector, host: 56))
        // A receiver that counts the weeks from another beginning is corrected later.
        let third = store(&collector, host: 56, receiver: 36, 300)
        _ = store(&collector, host: 56, receiver: 56, 400)
        #expect(try !isOld(third, collector, host: 56))
        // Both clocks agree that a year has passed.
        _ = store(&collector, host: 57, receiver: 57, 500)
        #expect(try isOld(third, collector, host: 57) && !isOld(first, collector, host: 57))
        // No time is outside the range of the store.
        for wrong in [-200, 290] as [Int64] {
            let time = store(&collector, host: 56, receiver: wrong, 1000 + Double(wrong))
            #expect((0...OutboxItem.unknownTime.nanosecondsSince1970).contains(time?.nanosecondsSince1970 ?? -1))
        }
    }

    @Test func `receivers that were removed make room for new ones`() throws {
        var collector = PositionCollector()
        collector.apply(settings)
        _ = collector.take([active(Self.rover), observation(.driverState(DriverStateReport(.running, reason: "")), 0)])
        for number in 0..<200 {
            let source = SourceID(rawValue: "r\(number)")
            for state in [DriverState.running, .stopped] {
                _ = collector.take([
                    observation(.driverState(DriverStateReport(state, reason: "")), 1, from: source)
                ])
            }
        }
        let state = try object(collector.state(at: HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)))
        let ids = (state["receivers"] as? [[String: Any]])?.compactMap { $0["id"] as? String } ?? []
        #expect(ids.count == PositionCollector.sourceLimit && ids.contains("r199") && ids.contains("rover"), "\(ids)")
    }

    @Test func `ids in Home Assistant differ if the names do`() {
        func id(_ client: String) -> String {
            var settings = settings
            settings.client = client
            return HomeAssistantDevice.id(settings)
        }
        #expect(id("gnss-gateway-tractor_7") == "gnss-gateway-tractor_7")
        let names = ["Süd", "Söd", "S d", "S_d", "S\u{308}d"]
        #expect(Set(names.map(id)).count == names.count, "\(names.map(id))")
        #expect(id("Süd").wholeMatch(of: /S_d_[0-9a-f]{8}/) != nil, "\(id("Süd"))")
    }

    @Test func `a clock that goes back does not stop the positions`() {
        var collector = PositionCollector()
        collector.apply(settings)
        _ = collector.take([active(Self.rover)])
        let first = collector.take([fix(1000)])
        #expect(first.stored[.history]?.count == 1)
        let output = collector.take([fix(5)])
        #expect(output.stored[.history]?.count == 1 && output.live[.position] != nil)
    }

    @Test func `a position without a verdict is not authenticated, and says why`() throws {
        var collector = PositionCollector()
        collector.apply(settings)
        _ = collector.take([active(Self.rover)])
        let payload = try object(collector.take([fix(1)]).live[.position])
        let statement = try #require(payload["authentication"] as? [String: Any])
        #expect(statement["authenticated"] as? Bool == false && statement["cause"] as? String == "unverified")
        #expect(statement["reason"] as? String == "no_data" && (statement["text"] as? String)?.isEmpty == false)
        #expect(payload["version"] as? Int == 1 && payload["gateway"] as? String == "tractor")
        #expect((payload["fix"] as? [String: Any])?["latitude_deg"] as? Double == 48)
    }

    @Test func `another active receiver withdraws the verdict at once`() throws {
        var collector = PositionCollector()
        collector.apply(settings)
        collector.requirement = OSNMARequirement(satellites: 0)
        let verdict = Self.authentic
        let before = collector.take([active(Self.rover), observation(.authentication(verdict), 1), fix(2)])
        func statement(_ bytes: [UInt8]?) throws -> [String: Any]? {
            try object(bytes)["authentication"] as? [String: Any]
        }
        #expect(try statement(before.live[.verdict])?["authenticated"] as? Bool == true)
        // A position that is sent later is the same position without that statement.
        let outdated = try #require(before.outdated)
        let late = outdated()
        #expect(try statement(late)?["authenticated"] as? Bool == false)
        #expect(try statement(late)?["cause"] as? String == "outdated")
        #expect(try object(late)["received"] as? String == object(before.live[.position])["received"] as? String)
        // The receiver is unplugged.
        let after = collector.take([active(nil)])
        #expect(try statement(after.live[.verdict])?["authenticated"] as? Bool == false)
        #expect(try statement(after.live[.verdict])?["cause"] as? String == "outdated")
        #expect(collector.take([active(Self.rover)]).live[.verdict] == nil)
    }

    @Test func `an authenticated verdict makes a position authenticated while it is new and fresh`() throws {
        var collector = PositionCollector()
        collector.apply(settings)
        collector.requirement = OSNMARequirement(satellites: 0)
        var verdict = Self.authentic
        let output = collector.take([active(Self.rover), observation(.authentication(verdict), 1), fix(2)])
        func isAuthenticated(_ bytes: [UInt8]?) throws -> Bool? {
            (try object(bytes)["authentication"] as? [String: Any])?["authenticated"] as? Bool
        }
        #expect(try isAuthenticated(output.live[.position]) == true)
        #expect(try isAuthenticated(output.live[.verdict]) == true)
        #expect(output.stored[.history]?.first?.verdict == .authenticated)
        // The verdict is older than 10 s.
        let later = collector.take([fix(30)])
        #expect(try isAuthenticated(later.live[.position]) == false)
        // The topic of the verdict says so too, and not that of an earlier time when the receiver was active.
        #expect(output.isJudged && !later.isJudged)
        #expect(try isAuthenticated(collector.verdict(ofAge: 9_000_000_000)) == true)
        #expect(try isAuthenticated(collector.verdict(ofAge: 11_000_000_000)) == false)
        let other = SourceID(rawValue: "other")
        let changes = collector.take([active(other)])
        #expect(try isAuthenticated(changes.live[.verdict]) == false && collector.verdict(ofAge: 0) == nil)
        let back = collector.take([active(Self.rover)])
        #expect(back.live[.verdict] == nil && collector.verdict(ofAge: 0) == nil)
        // The receiver's own time proves nothing.
        verdict.clock.source = .receiver
        let stale = collector.take([observation(.authentication(verdict), 40), fix(41)])
        #expect(try isAuthenticated(stale.live[.position]) == false && isAuthenticated(stale.live[.verdict]) == false)
    }

    @Test func `hostile names of receivers stay inside their JSON strings`() throws {
        let hostile = SourceID(rawValue: "a\"},\u{0}\u{1B}/+#\\\u{2028}")
        var collector = PositionCollector()
        collector.apply(settings)
        _ = collector.take([active(hostile)])
        let payload = try object(collector.take([fix(1, from: hostile)]).live[.position])
        #expect(payload["receiver"] as? String == hostile.rawValue)
        _ = collector.take([observation(.driverState(DriverStateReport(.lost, reason: "\"\n")), 2, from: hostile)])
        let state = try object(collector.state(at: HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)))
        #expect((state["receivers"] as? [[String: Any]])?.first?["state"] as? String == "lost")
    }

    @Test(arguments: [
        ("tractor", "tractor"), ("a/b+c#d", "a-b-c-d"), ("$SYS", "-SYS"), ("", "gateway"), ("\u{0}\n", "--"),
        ("Traktor süd", "Traktor süd"), (String(repeating: "é", count: 100), String(repeating: "é", count: 32)),
    ])
    func `any name becomes one level of a topic`(name: String, level: String) {
        #expect(GatewayTopics.level(name) == level)
    }
}
