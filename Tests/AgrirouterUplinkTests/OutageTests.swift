// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import GNSSTypes
import Outbox
import Synchronization
import Testing

@testable import AgrirouterUplink

struct OutageTests {
    @Test func `after half an hour without network all goes in order, within the limits, and the newest at once`() async
    {
        let rig = await Rig { $0.collect = 1 }
        await rig.onboard()
        await rig.run(60)
        rig.router.setReachable(false)
        let tries = rig.router.postTimes.count + rig.router.getTimes.count
        await rig.run(1800)
        // Attempts are few: one of each kind in 18 s at most.
        #expect(rig.router.postTimes.count + rig.router.getTimes.count < tries + 2 * 1800 / 18)
        var report = await rig.coordinator.report()
        #expect(report.state == .offline && report.error?.code == "offline" && report.nextAttempt != nil)
        rig.router.setReachable(true)
        await rig.run(30)
        report = await rig.coordinator.report()
        #expect(report.state == .online && report.error == nil)
        let returned = rig.router.posts.filter { ($0.first?.time ?? 0) > 1860 }.prefix(3).flatMap { $0 }
        let ages = returned.compactMap { message in
            message.entries.last?.time.map { message.stated - Double($0.nanosecondsSince1970) / 1e9 }
        }
        #expect(ages.contains { $0 < 3 }, "the newest position goes with the first requests")
        await rig.drain()
        let seen = rig.router.seenTimes
        #expect(Set(seen).count == seen.count && Set(seen) == Set(rig.disk.written))
        #expect(rig.router.positions.allSatisfy { $0.entries.count <= 500 })
        for message in rig.router.positions {
            let times = message.entries.compactMap(\.time)
            #expect(times == times.sorted())
        }
    }

    @Test func `a backlog of days drains in order while new positions arrive with every request`() async {
        let rig = await Rig { $0.collect = 1 }
        // What a day brings, without living through it.
        let entries = (0..<30_000).map { number in
            let entry = Rig.entry(Double(number) - 30_000)
            let time = entry.time ?? UTCTime(nanosecondsSince1970: 0)
            return OutboxItem(time: time, content: GPSList([entry]).bytes)
        }
        let store = MemoryStore(disk: rig.disk, power: Power())
        _ = try? await store.append(entries, within: OutboxLimits(items: 100_000, bytes: 1 << 30))
        rig.router.setReachable(true)
        await rig.restart()
        await rig.run(120)
        let old = rig.router.seenTimes.filter { $0.nanosecondsSince1970 < ManualClock.start * 1_000_000_000 }
        #expect(old.count == 30_000 && old == old.sorted())
        let posts = rig.router.posts.filter { $0.contains { $0.type == "gps:info" } }
        for post in posts {
            let last = post.last { $0.type == "gps:info" }
            let newest = Double(last?.entries.last?.time?.nanosecondsSince1970 ?? 0) / 1e9
            #expect((last?.stated ?? 0) - newest < 3)
        }
        #expect(rig.disk.state.withLock(\.widest) <= 12_500, "never the whole backlog")
    }

    @Test func `what the service asks to wait is waited for, and told by name`() async {
        for (status, name) in [(429, "rate_limited"), (503, "maintenance")] {
            let rig = await Rig()
            await rig.onboard()
            await rig.run(60)
            let time = rig.clock.seconds
            rig.router.onPost.withLock {
                $0 = { _, _ in .refused(.answered(status: status, retryAfter: .seconds(120))) }
            }
            await rig.run(100)
            let report = await rig.coordinator.report()
            #expect(report.state == .offline && report.error?.code == name)
            let after = (rig.router.postTimes + rig.router.getTimes).sorted().filter { $0 > time }
            let refused = rig.router.postTimes.first { $0 > time } ?? 0
            #expect(!after.contains { $0 > refused && $0 < refused + 120 })
            rig.router.onPost.withLock { $0 = { _, _ in .done } }
            await rig.run(60)
            #expect(await rig.coordinator.report().state == .online)
        }
    }

    @Test func `a clock that is wrong by more than a minute is told, positions wait, and go when it is right`() async {
        for offset in [-100.0, 100] {
            let rig = await Rig { $0.collect = 1 }
            await rig.onboard()
            await rig.run(60)
            rig.clock.setWall(wrongBy: offset)
            await rig.run(700)
            let report = await rig.coordinator.report()
            #expect(report.state == .halted && report.error?.code == "clock_off")
            #expect(abs((report.clockAhead ?? 0) - offset) < 15)
            #expect(rig.alerts.codes == ["uplink-clock"])
            let sent = rig.router.positions.count
            await rig.run(60)
            #expect(rig.router.positions.count == sent)
            rig.clock.setWall(wrongBy: 0)
            await rig.run(60)
            #expect(await rig.coordinator.report().state == .online)
            #expect(rig.router.positions.count > sent)
            #expect(rig.alerts.open.isEmpty)
        }
    }

    @Test func `a clock that was never set sends nothing`() async {
        let rig = await Rig()
        rig.clock.setWall(wrongBy: -Double(ManualClock.start))
        rig.receiver = { _, now in
            var set = now
            set.wallNanoseconds += ManualClock.start * 1_000_000_000
            return .fix(Rig.fix(at: set))
        }
        await rig.onboard()
        await rig.run(60)
        #expect(rig.router.postTimes.isEmpty && rig.router.getTimes.isEmpty)
        #expect(await rig.coordinator.report().error?.code == "clock_not_set")
        #expect(rig.disk.waiting > 5, "positions have the receiver's time")
        rig.clock.setWall(wrongBy: 0)
        await rig.run(60)
        #expect(await rig.coordinator.report().state == .online)
    }

    @Test func `a clock that shows 2038 makes no position old, whether the receiver says the time or not`() async {
        let rig = await Rig { $0.collect = 1 }
        await rig.onboard()
        await rig.run(60)
        let ahead: Int64 = 12 * 365 * 86_400
        let written = rig.disk.written.count
        // The next process records the absence of a position, with the machine's time.
        rig.clock.setWall(wrongBy: Double(ahead))
        rig.receiver = { _, _ in nil }
        await rig.restart()
        await rig.run(60)
        #expect(rig.disk.written.count > written)
        #expect(rig.disk.state.withLock(\.oldest) == nil)
        rig.receiver = { _, now in
            var right = now
            right.wallNanoseconds -= ahead * 1_000_000_000
            return .fix(Rig.fix(at: right))
        }
        await rig.run(60)
        let days = rig.disk.state.withLock(\.oldest).map { oldest in
            (oldest.nanosecondsSince1970 / 1_000_000_000 - ManualClock.start) / 86_400
        }
        #expect(days == -27 || days == -28, "\(days ?? 0)")
    }

    @Test func `an expired certificate is told before anything fails`() async throws {
        let rig = await Rig()
        try await rig.coordinator.use(rig.endpoint(lasting: 100))
        await rig.run(90)
        #expect(await rig.coordinator.report().state == .online)
        await rig.run(30)
        let report = await rig.coordinator.report()
        #expect(report.state == .reonboard && report.error?.code == "certificate_expired")
        #expect(rig.alerts.codes == ["uplink-certificate-ends", "uplink-reonboard"])
        // Onboarding again is the cure that the alerts state.
        await rig.onboard()
        await rig.run(60)
        #expect(await rig.coordinator.report().state == .online)
        #expect(rig.alerts.open.isEmpty)
    }

    @Test func `a disk that is out of order loses nothing: positions wait in memory and people are told`() async {
        let rig = await Rig { $0.collect = 1 }
        await rig.onboard()
        await rig.run(60)
        rig.disk.state.withLock { $0.isBroken = true }
        await rig.run(60)
        #expect(rig.alerts.codes == ["uplink-not-stored"])
        #expect(await rig.coordinator.report().error?.code == "not_stored")
        rig.disk.state.withLock { $0.isBroken = false }
        await rig.run(30)
        #expect(await rig.coordinator.report().error == nil)
        #expect(rig.alerts.open.isEmpty)
        await rig.drain()
        let seconds = rig.disk.written.map { ($0.nanosecondsSince1970 / 1_000_000_000) - ManualClock.start }
        #expect(Array(seconds.prefix(140)) == Array(1...140))
        #expect(Set(rig.router.seenTimes) == Set(rig.disk.written))
    }

    @Test func `a full disk is told once, and what waits in memory counts`() async {
        let rig = await Rig { $0.collect = 1 }
        await rig.onboard()
        await rig.run(60)
        rig.disk.state.withLock { $0.isFull = true }
        await rig.run(300)
        let report = await rig.coordinator.report()
        #expect(report.state == .halted && report.text.contains("cannot store positions"), "\(report.text)")
        #expect(report.queue.entries >= 295)
        #expect(rig.alerts.all.withLock { $0.map(\.isOver) } == [false])
        rig.disk.state.withLock { $0.isFull = false }
        await rig.run(60)
        #expect(await rig.coordinator.report().state == .online)
        #expect(rig.alerts.all.withLock { $0.map(\.isOver) } == [false, true])
        let seconds = rig.disk.written.map { ($0.nanosecondsSince1970 / 1_000_000_000) - ManualClock.start }
        #expect(Array(seconds.prefix(400)) == Array(1...400))
    }

    @Test func `a receiver an hour ahead of a right clock is sent with the gateway's time`() async {
        let rig = await Rig { $0.collect = 1 }
        rig.receiver = { second, now in
            .fix(
                Rig.fix(at: now) {
                    $0.time = UTCTime(nanosecondsSince1970: now.wallNanoseconds + 3_600_000_000_000)
                    if second > 150 { ($0.kind, $0.quality, $0.position) = (.none, .invalid, nil) }
                })
        }
        await rig.onboard()
        await rig.run(200)
        let last = Double(rig.disk.written.last?.nanosecondsSince1970 ?? 0) / 1e9 - Double(ManualClock.start)
        #expect(abs(last - 200) < 3)
        let seconds = rig.disk.written.suffix(100).map { $0.nanosecondsSince1970 / 1_000_000_000 }
        #expect(zip(seconds.dropFirst(), seconds).allSatisfy { $0 - $1 == 1 })
        let sent = rig.router.seen.suffix(100)
        #expect(sent.contains { $0.position != nil } && sent.contains { $0.position == nil })
        let written = Set(rig.disk.written)
        #expect(sent.allSatisfy { entry in entry.time.map { written.contains($0) } == true }, "as stored")
    }

    @Test func `an endpoint that is onboarded anew keeps the distance to the requests of the one before`() async {
        let rig = await Rig { $0.collect = 1 }
        await rig.onboard()
        await rig.run(60)
        for number in 0..<5 {
            try? await rig.coordinator.forget()
            await rig.onboard("me\(number)")
            await rig.run(7)
        }
        for times in [rig.router.postTimes, rig.router.getTimes] {
            #expect(zip(times.dropFirst(), times).allSatisfy { $0 - $1 >= 10 }, "\(times)")
        }
    }

    @Test func `beyond its bound the oldest go, counted and told`() async {
        let rig = await Rig {
            $0.collect = 1
            $0.queueEntries = 100
        }
        rig.router.setReachable(false)
        await rig.onboard()
        await rig.run(300)
        let report = await rig.coordinator.report()
        #expect(report.queue.entries == 100 && report.dropped["size"] == 200)
        #expect(rig.alerts.codes == ["uplink-dropping"])
    }
}
