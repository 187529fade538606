// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import GNSSTypes
import Outbox
import Synchronization
import Testing

@testable import AgrirouterUplink

struct SendingTests {
    /// The least distances of what follows one another.
    private static func gaps(_ times: [Double]) -> [Double] { zip(times.dropFirst(), times).map { $0 - $1 } }

    @Test func `capabilities, subscription, list and feed go in order, and no position before agrirouter knows us`()
        async
    {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(120)
        let types = rig.router.messages.map(\.type)
        let commands = types.filter { $0 != "gps:info" }
        #expect(
            commands == [
                "dke:capabilities", "dke:subscription", "dke:list_endpoints", "dke:feed_message_query",
                "dke:feed_delete",
            ])
        let subscribed = rig.router.times("dke:subscription")[0]
        let first = rig.router.positions.first?.time ?? 0
        #expect(first > subscribed && first < subscribed + 11)
        #expect(rig.router.messages.map(\.sequence) == Array(1...Int64(types.count)))
        #expect(Set(rig.router.messages.map(\.id)).count == types.count)
        #expect(await rig.coordinator.report().state == .online)
    }

    @Test func `the feed is asked for the last fifteen minutes, and what is older deleted`() async throws {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(60)
        let query = try #require(rig.router.messages.first { $0.type == "dke:feed_message_query" })
        let period = try #require(query.period)
        let now = Double(ManualClock.start) + query.time
        #expect(abs(period.upperBound - now) <= 2 && abs(period.lowerBound - (now - 900)) <= 2)
        let deletion = try #require(rig.router.messages.first { $0.type == "dke:feed_delete" }?.period)
        #expect(abs(deletion.upperBound - (now - 900)) <= 40 && deletion.lowerBound < now - 20 * 86_400)
    }

    @Test(arguments: [(ServiceEnvironment.qa, 5, 10.0), (.qa, 20, 20), (.production, 5, 5), (.production, 10, 10)])
    func `messages keep their interval, and no request comes sooner than the service asks for`(
        _ environment: ServiceEnvironment, _ send: Int, _ expected: Double
    ) async throws {
        let rig = await Rig {
            $0.send = send
            $0.collect = 1
        }
        rig.environment = environment
        await rig.onboard()
        await rig.run(400)
        let least = environment == .qa ? 10.0 : 5.0
        #expect(Self.gaps(rig.router.postTimes).allSatisfy { $0 >= least })
        #expect(Self.gaps(rig.router.getTimes).allSatisfy { $0 >= least })
        let positions = rig.router.positions
        #expect(
            Self.gaps(positions.map(\.time)).allSatisfy { abs($0 - expected) <= 0.5 },
            "\(Self.gaps(positions.map(\.time)))")
        #expect(rig.router.seenTimes == rig.disk.written.prefix(rig.router.seen.count).map { $0 })
        let report = await rig.coordinator.report()
        #expect(report.sendInterval == expected)
        #expect(report.text.contains("10 s") == (environment == .qa && send == 5))
    }

    @Test(arguments: [1, 5, 10, 20])
    func `an entry is collected each interval of the positions' time, aligned`(_ collect: Int) async {
        let rig = await Rig { $0.collect = collect }
        await rig.onboard()
        await rig.run(300)
        let seconds = rig.disk.written.map {
            ($0.nanosecondsSince1970 - ManualClock.start * 1_000_000_000) / 1_000_000_000
        }
        #expect(seconds.dropFirst().allSatisfy { $0 % Int64(collect) == 0 })
        #expect(zip(seconds.dropFirst(2), seconds.dropFirst()).allSatisfy { $0 - $1 == Int64(collect) })
        #expect(seconds.count >= 300 / collect - 1)
    }

    @Test func `what is on the wire is what the receiver solved`() async throws {
        let rig = await Rig { $0.collect = 1 }
        let qualities: [FixQuality] = [
            .autonomous, .differential, .precise, .rtkFixed, .rtkFloat, .deadReckoning, .manual, .simulated,
        ]
        rig.receiver = { second, now in .fix(Rig.fix(at: now) { $0.quality = qualities[second % qualities.count] }) }
        await rig.onboard()
        await rig.run(60)
        let entry = try #require(rig.router.seen.first { $0.status == .rtkFixed })
        #expect(entry.position?.latitude.degrees == 52.2797 && entry.position?.longitude.degrees == 8.0472)
        #expect(entry.ellipsoidalHeight == 85_000 && entry.pdop == 1.2 && entry.hdop == 0.7 && entry.satellites == 17)
        #expect(Set(rig.router.seen.map(\.status.rawValue)) == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test func `without a position that is said, with the reason, and never a place`() async {
        let rig = await Rig { $0.collect = 5 }
        await rig.onboard()
        await rig.run(30)
        rig.receiver = { _, now in
            .fix(Rig.fix(at: now) { ($0.kind, $0.quality, $0.position) = (.none, .invalid, nil) })
        }
        await rig.run(60)
        #expect(await rig.coordinator.report().positions == .noFix)
        rig.receiver = nil
        await rig.say(.driverState(DriverStateReport(.lost, reason: "unplugged")))
        await rig.run(60)
        #expect(await rig.coordinator.report().positions == .noReceiver)
        await rig.say(.driverState(DriverStateReport(.degraded, reason: "noise")))
        await rig.run(60)
        #expect(await rig.coordinator.report().positions == .faulty)
        let entries = rig.router.seen
        let absent = entries.filter { $0.position == nil }
        #expect(
            absent.map(\.status.rawValue).reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } } == [0, 15, 14])
        for status in [0, 15, 14] { #expect((10...13).contains(absent.count { $0.status.rawValue == status })) }
        let times = entries.compactMap(\.time)
        #expect(times == times.sorted() && Set(times).count == times.count)
    }

    @Test func `positions that are not authenticated are withheld where that is asked for, and flow where it is not`()
        async
    {
        for policy in UplinkSettings.Unauthenticated.allCases {
            let rig = await Rig {
                $0.unauthenticated = policy
                $0.collect = 1
            }
            await rig.onboard()
            await rig.run(30)
            #expect(rig.disk.written.isEmpty == (policy == .withhold))
            #expect(await rig.coordinator.report().positions == (policy == .withhold ? .withheld : .good))
            // A receiver that falls silent meanwhile has no position, withheld or not.
            let receiver = rig.receiver
            rig.receiver = nil
            await rig.run(10)
            #expect(await rig.coordinator.report().positions == .noFix)
            rig.receiver = receiver
            var verdict = Authentication(receiver: Rig.rover)
            verdict.state = .authenticated
            verdict.clock = AuthenticationClock(source: .recording, use: .all)
            await rig.say(.authentication(verdict))
            let before = rig.disk.written.count
            await rig.run(8)
            #expect(rig.disk.written.count >= before + 6)
            #expect(rig.disk.entries.last?.entry.verdict == .authenticated)
            #expect(await rig.coordinator.report().positions == .good)
        }
    }

    @Test func `after a restart the first positions go within one interval, behind the capabilities`() async {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(100)
        let sent = rig.router.messages.count
        let time = rig.clock.seconds
        await rig.restart()
        await rig.run(12)
        let after = Array(rig.router.messages.dropFirst(sent))
        #expect(after.first?.type == "dke:capabilities" && after.first?.sequence == 1)
        let first = after.first { $0.type == "gps:info" }
        #expect((first?.time ?? .infinity) <= time + 10.5)
    }

    @Test func `while paused nothing is collected and no position goes, over a restart too; then it goes on`()
        async throws
    {
        let rig = await Rig { $0.collect = 1 }
        await rig.onboard()
        await rig.run(60)
        #expect(try await rig.coordinator.setPaused(true))
        let (sent, written) = (rig.router.positions.count, rig.disk.written.count)
        await rig.run(60)
        await rig.restart()
        await rig.run(60)
        #expect(await rig.coordinator.report().queue.entries == UInt64(rig.disk.waiting))
        #expect(rig.router.positions.count == sent && rig.disk.written.count == written)
        #expect(await rig.coordinator.report().state == .paused)
        #expect(try await rig.coordinator.setPaused(false))
        await rig.run(30)
        #expect(rig.router.positions.count > sent && rig.disk.written.count > written)
        #expect(await rig.coordinator.report().state == .online)
    }

    @Test func `endpoints are listed every five minutes, and soon after somebody unknown appears`() async {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(1500)
        let lists = rig.router.times("dke:list_endpoints")
        #expect(lists.count >= 5)
        #expect(Self.gaps(lists).allSatisfy { abs($0 - 300) <= 5 }, "\(lists)")
        await rig.run(100)
        let before = rig.router.times("dke:list_endpoints").count
        rig.router.publish("m", from: "stranger", [Rig.entry(rig.clock.seconds)])
        await rig.run(60)
        #expect(rig.router.times("dke:list_endpoints").count == before + 1)
    }

    @Test func `disconnecting wipes what waits and who was there, and sending stops at once`() async throws {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(60)
        rig.router.publish("m", from: "other", [Rig.entry(rig.clock.seconds)])
        await rig.run(30)
        #expect(await rig.coordinator.memberReports().count == 1)
        rig.router.setReachable(false)
        await rig.run(30)
        #expect(rig.disk.waiting > 0)
        try await rig.coordinator.forget()
        rig.router.setReachable(true)
        let exchanges = rig.router.postTimes.count + rig.router.getTimes.count
        await rig.run(60)
        #expect(rig.router.postTimes.count + rig.router.getTimes.count == exchanges)
        #expect(rig.disk.waiting == 0 && rig.disk.record == OutboxRecord())
        #expect(await rig.coordinator.report().state == .notOnboarded)
        #expect(await rig.coordinator.memberReports().isEmpty)
        await rig.onboard("new")
        await rig.run(60)
        #expect(await rig.coordinator.report().state == .online)
    }
}
