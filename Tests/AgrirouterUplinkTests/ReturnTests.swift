// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import GNSSTypes
import MessageTexts
import Synchronization
import Testing

@testable import AgrirouterUplink

/// What was away is back, and positions go again at once.
struct ReturnTests {
    @Test(arguments: [2, 3, 4, 5], [1, 5])
    func `after a receiver returns every position is sent`(_ seconds: Int, _ collect: Int) async {
        for phase in [0, 0.02, 0.5, 0.98] {
            let rig = await Rig {
                $0.collect = collect
                $0.send = 10
            }
            let away = 40..<(40 + seconds * collect)
            rig.receiver = { second, now in
                guard !away.contains(second) else { return nil }
                return .fix(
                    Rig.fix(at: now) {
                        $0.time = UTCTime(nanosecondsSince1970: now.wallNanoseconds - Int64(phase * 1e9))
                    })
            }
            await rig.onboard()
            await rig.run(200)
            let places = rig.router.seen.filter { $0.position != nil }.compactMap(\.time).map {
                Int(($0.nanosecondsSince1970 / 1_000_000_000) - ManualClock.start) / collect
            }
            let wanted = (away.upperBound / collect + 1)..<(180 / collect)
            #expect(Set(places).isSuperset(of: wanted), "\(phase): \(places)")
            let later = places.filter { $0 >= wanted.lowerBound }
            #expect(Set(later).count == later.count, "\(phase): \(places)")
        }
    }

    @Test func `an absence is told once for each interval, and after the interval alone`() async {
        let rig = await Rig { $0.collect = 5 }
        rig.receiver = { second, now in
            // It comes and goes, but for less than an interval.
            second % 8 < 4 ? .fix(Rig.fix(at: now)) : nil
        }
        await rig.onboard()
        await rig.run(120)
        #expect(!rig.router.seen.contains { $0.position == nil })
        rig.receiver = nil
        await rig.run(100)
        let absent = rig.router.seen.filter { $0.position == nil }.compactMap(\.time)
        #expect((15...20).contains(absent.count))
    }

    @Test func `a recording has no absences, and its positions keep their interval`() async {
        for age: Int64 in [90 * 86_400, -86_400] {
            let rig = await Rig { $0.collect = 5 }
            rig.recordedBefore = age * 1_000_000_000
            rig.receiver = { _, now in
                .fix(
                    Rig.fix(
                        at: HostTime(
                            monotonicNanoseconds: 0, wallNanoseconds: now.wallNanoseconds - age * 1_000_000_000)))
            }
            await rig.onboard()
            await rig.run(120)
            let absent = rig.router.seen.filter { $0.position == nil }.compactMap(\.time)
            #expect(absent.isEmpty, "\(age): \(absent)")
            #expect((15...25).contains(rig.router.seen.count), "\(age): \(rig.router.seen.count)")
        }
    }

    @Test(arguments: ["VAL_000002", "VAL_000003", "VAL_000004", "SYS_000001"])
    func `positions that were refused once go again within half a minute`(_ code: String) async {
        let rig = await Rig { $0.collect = 1 }
        await rig.onboard()
        await rig.run(60)
        let isAllowed = Mutex(false)
        rig.router.onMessage.withLock {
            $0 = { $0.type == "gps:info" && !isAllowed.withLock { $0 } ? code : nil }
        }
        await rig.run(900)
        let tries = rig.router.positions.filter { $0.time > 70 }.map(\.time)
        #expect(tries.count <= 900 / 18 + 2, "it does not hammer: \(tries.count)")
        let error = await rig.coordinator.report().error
        let text = code == "SYS_000001" ? UplinkText.sentAgain : .notAccepted
        #expect(error?.code == code && error?.message?.code == text.rawValue)
        #expect(error?.message?.text.contains("\(code): ") == true && error?.text.contains(": ") == true)
        isAllowed.withLock { $0 = true }
        let before = rig.router.seen.count
        await rig.run(40)
        #expect(rig.router.seen.count > before + 10)
        #expect(await rig.coordinator.report().state == .online)
    }

    @Test func `a lost answer to the capabilities at a restart delays the feed by half a minute`() async {
        let rig = await Rig { $0.collect = 1 }
        await rig.onboard()
        await rig.run(60)
        let first = rig.router.getTimes.count
        rig.router.onGet.withLock { $0 = { $0 >= first && $0 < first + 2 ? .lost : .done } }
        let start = rig.clock.seconds
        await rig.restart()
        await rig.run(120)
        let subscribed = rig.router.times("dke:subscription").first { $0 > start } ?? .infinity
        let queried = rig.router.times("dke:feed_message_query").first { $0 > start } ?? .infinity
        #expect(subscribed < start + 75 && queried < start + 100, "\(subscribed - start), \(queried - start)")
        #expect(rig.router.state.withLock { $0.disorder } == [])
    }

    @Test func `answers that are late are taken all the same`() async {
        let rig = await Rig { $0.collect = 1 }
        // Agrirouter answers, and the gateway cannot read for two minutes.
        rig.router.onGet.withLock { $0 = { _ in .refused(.offline) } }
        await rig.onboard()
        await rig.run(120)
        #expect(rig.router.times("dke:capabilities").count <= 6)
        rig.router.onGet.withLock { $0 = { _ in .done } }
        await rig.run(70)
        #expect(!rig.router.positions.isEmpty)
        #expect(Set(rig.router.messages.filter { $0.type == "dke:capabilities" }.map(\.id)).count == 1)
    }
}
