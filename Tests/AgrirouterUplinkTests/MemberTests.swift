// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import GNSSTypes
import ObservationBus
import Outbox
import Synchronization
import Testing

@testable import AgrirouterUplink

struct MemberTests {
    @Test func `pushes show members, are confirmed once they are on disk, and read on until there are no more`() async {
        let rig = await Rig()
        rig.router.state.withLock { $0.names = [("me", "Me"), ("other", "Tractor")] }
        await rig.onboard()
        await rig.run(100)
        for number in 0..<3 {
            rig.router.publish(
                "m\(number)", from: "other", [Rig.entry(90 + Double(number), latitude: 50 + Double(number))])
        }
        await rig.run(30)
        let members = await rig.coordinator.memberReports()
        #expect(members.map(\.label) == ["Tractor"] && members.first?.position.latitude.degrees == 52)
        #expect(rig.router.state.withLock(\.feed).isEmpty)
        #expect(rig.router.messages.flatMap(\.confirmed).sorted() == ["m0", "m1", "m2"])
        #expect(rig.disk.record.peers.map(\.id) == ["other"])
        let gaps = zip(rig.router.getTimes.dropFirst(), rig.router.getTimes).map { $0 - $1 }
        #expect(gaps.contains { $0 < 1 }, "while there are pushes the outbox is read on")
    }

    @Test func `messages that cannot be confirmed because the disk is full have a limit`() {
        var members = MemberDirectory(outdatedAfter: .seconds(300))
        let now = UTCTime(nanosecondsSince1970: 1_800_000_000_000_000_000)
        let count = MemberDirectory.limit + 100
        members.take(
            (0..<count).map { number in
                FeedMessage(
                    FeedHeader(messageID: "\(number)", type: .gpsInfo, sender: "other"), .positions(GPSList([])))
            }, at: now)
        let waiting = members.unsaved(at: now)?.messages
        #expect(waiting?.count == MemberDirectory.limit && waiting?.first == "100" && waiting?.last == "\(count - 1)")
    }

    @Test func `the feed is read page by page, and cleared`() async {
        let rig = await Rig()
        for number in 0..<60 {
            rig.router.publish(
                "m\(number)", from: "other\(number % 7)", [Rig.entry(Double(number) - 100)], isPushed: false)
        }
        await rig.onboard()
        await rig.run(300)
        #expect(await rig.coordinator.memberReports().count == 7)
        #expect(rig.router.state.withLock(\.feed).isEmpty)
        #expect(rig.router.times("dke:feed_message_query").count >= 3)
    }

    @Test func `late positions never move a member back, and places without a fix move nobody`() async {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(100)
        rig.router.publish("new", from: "other", [Rig.entry(95, latitude: 51)])
        await rig.run(20)
        let old = Rig.entry(50, latitude: 40)
        let absent = GPSEntry(absence: .noGPS, at: Rig.entry(110).time ?? UTCTime(nanosecondsSince1970: 0))
        rig.router.publish("old", from: "other", [old])
        rig.router.publish("none", from: "other", [absent])
        await rig.run(20)
        let member = await rig.coordinator.memberReports().first
        #expect(member?.position.latitude.degrees == 51 && member?.absence == 0)
    }

    @Test func `a position from a clock that is ahead has the age 0, and ages once this clock has passed it`() async {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(100)
        rig.router.publish("m", from: "other", [Rig.entry(rig.clock.seconds + 50)])
        await rig.run(20)
        #expect(await rig.coordinator.memberReports().map(\.age) == [0])
        await rig.run(60)
        let age = await rig.coordinator.memberReports().first?.age ?? 0
        #expect((29...31).contains(age), "\(age)")
    }

    @Test func `a member turns grey after five minutes, goes after fifteen, and is told on the bus each time`() async {
        let rig = await Rig()
        let told = rig.hub.subscribe("test", to: .init(kinds: [.members]), policy: .lossless())
        await rig.onboard()
        await rig.run(100)
        rig.router.publish("m", from: "other", [Rig.entry(100)])
        await rig.run(20)
        #expect(await rig.coordinator.memberReports().first?.isOutdated == false)
        await rig.run(279)
        #expect(await rig.coordinator.memberReports().first?.isOutdated == false)
        await rig.run(2)
        #expect(await rig.coordinator.memberReports().first?.isOutdated == true)
        await rig.run(600)
        #expect(await rig.coordinator.memberReports().isEmpty)
        rig.router.publish("again", from: "other", [Rig.entry(rig.clock.seconds)])
        await rig.run(20)
        #expect(await rig.coordinator.memberReports().first?.isOutdated == false)
        told.finish()
        var changes: [MemberChanges] = []
        for await batch in told {
            for change in batch.compactMap({ $0.payload.result(MemberChanges.self) }) { changes.append(change) }
        }
        #expect(changes.map { $0.changed.first?.isOutdated } == [false, true, nil, false])
        #expect(changes.map(\.gone) == [[], [], ["other"], []])
    }

    @Test func `members are there after a restart, though agrirouter has cleared the feed`() async {
        let rig = await Rig()
        rig.router.state.withLock { $0.names = [("other", "Tractor")] }
        await rig.onboard()
        await rig.run(100)
        rig.router.publish("m", from: "other", [Rig.entry(100)])
        await rig.run(40)
        await rig.restart()
        #expect(rig.router.state.withLock(\.feed).isEmpty)
        #expect(await rig.coordinator.memberReports().map(\.label) == ["Tractor"])
        #expect(await rig.coordinator.memberReports().first?.time == Rig.entry(100).time)
        // A machine that starts with a clock that is not set yet has them too, once it is.
        rig.clock.setWall(wrongBy: -Double(ManualClock.start))
        await rig.restart()
        rig.clock.setWall(wrongBy: 0)
        #expect(await rig.coordinator.memberReports().map(\.label) == ["Tractor"])
    }

    @Test(arguments: [true, false])
    func `a process that dies while it receives neither loses nor doubles a member`(_ isLastDone: Bool) async {
        func story(_ rig: Rig) async {
            rig.router.publish("a", from: "a", [Rig.entry(-5, latitude: 41)], isPushed: false)
            rig.router.publish("b", from: "b", [Rig.entry(-4, latitude: 42)])
            await rig.onboard()
            await rig.run(70)
        }
        let whole = await Rig()
        await story(whole)
        for act in stride(from: 1, through: whole.power.acts, by: 2) {
            let rig = await Rig(power: Power(acts: act, isLastDone: isLastDone))
            await story(rig)
            await rig.restart()
            await rig.run(100)
            let members = await rig.coordinator.memberReports()
            #expect(members.map(\.id) == ["a", "b"], "act \(act)")
            #expect(members.map(\.position.latitude.degrees) == [41, 42], "act \(act)")
            #expect(rig.router.state.withLock(\.feed).isEmpty, "act \(act)")
        }
    }

    @Test func `many members are told in parts`() async {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(50)
        for number in 0..<300 { rig.router.publish("m\(number)", from: "e\(number)", [Rig.entry(50)]) }
        let told = rig.hub.subscribe("test", to: .init(kinds: [.members]), policy: .lossless())
        await rig.run(20)
        told.finish()
        var sizes: [Int] = []
        for await batch in told {
            for change in batch.compactMap({ $0.payload.result(MemberChanges.self) }) {
                sizes.append(change.changed.count)
            }
        }
        #expect(sizes.reduce(0, +) == 300 && sizes.allSatisfy { $0 <= MemberChanges.limit })
    }
}
