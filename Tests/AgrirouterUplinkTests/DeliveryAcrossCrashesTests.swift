// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import GNSSTypes
import MessageTexts
import Outbox
import Synchronization
import Testing

@testable import AgrirouterUplink

/// A partner that drops ids that it knows has every entry exactly once, whatever happens on the way.
struct DeliveryAcrossCrashesTests {
    private static func expectOnce(
        _ rig: Rig, _ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let seen = rig.router.seenTimes
        let written = rig.disk.written
        #expect(Set(seen).count == seen.count, "twice: \(comment)", sourceLocation: sourceLocation)
        #expect(Set(seen) == Set(written), "missing or foreign: \(comment)", sourceLocation: sourceLocation)
        #expect(rig.disk.waiting == 0, "\(comment)", sourceLocation: sourceLocation)
        #expect(rig.router.state.withLock(\.disorder) == [], "\(comment)", sourceLocation: sourceLocation)
    }

    @Test(arguments: [true, false])
    func `a process that dies at any act loses nothing and sends nothing twice`(_ isLastDone: Bool) async {
        // With an outage in it, so that there is a backlog too.
        func story(_ rig: Rig) async {
            await rig.onboard()
            await rig.run(30)
            rig.router.setReachable(false)
            await rig.run(20)
            rig.router.setReachable(true)
            await rig.run(40)
        }
        let whole = await Rig { $0.collect = 5 }
        await story(whole)
        let acts = whole.power.acts
        #expect(acts > 30)
        for act in 1...acts {
            let rig = await Rig({ $0.collect = 5 }, power: Power(acts: act, isLastDone: isLastDone))
            await story(rig)
            rig.router.setReachable(true)
            await rig.restart()
            await rig.run(30)
            await rig.drain()
            Self.expectOnce(rig, "act \(act)")
            #expect(rig.router.seenTimes == rig.router.seenTimes.sorted(), "act \(act)")
        }
    }

    @Test func `answers that are lost lead to the same message again, once`() async {
        let rig = await Rig()
        rig.router.onGet.withLock { $0 = { (8...12).contains($0) ? .lost : .done } }
        await rig.onboard()
        await rig.run(200)
        await rig.run(400)
        await rig.drain()
        Self.expectOnce(rig)
        #expect(rig.router.state.withLock(\.repeats) > 0)
        let report = await rig.coordinator.report()
        #expect(report.unconfirmed == 0 && report.queue.entries == 0)
    }

    @Test func `a POST whose answer is lost is sent again as it was`() async {
        let rig = await Rig()
        rig.router.onPost.withLock { $0 = { number, _ in number % 3 == 2 ? .lost : .done } }
        await rig.onboard()
        await rig.run(300)
        await rig.drain()
        Self.expectOnce(rig)
        #expect(rig.router.state.withLock(\.repeats) > 3)
        let pairs = Dictionary(grouping: rig.router.positions, by: \.id).values.filter { $0.count > 1 }
        #expect(!pairs.isEmpty)
        for same in pairs { #expect(Set(same.map(\.sequence)).count == 1 && Set(same.map(\.entries)).count == 1) }
    }

    @Test(arguments: ["SYS_000001", "VAL_000000", "VAL_000001"])
    func `a message that is refused after it was taken by HTTP goes again under its id`(_ code: String) async {
        let rig = await Rig()
        let refused = Mutex<String?>(nil)
        rig.router.onMessage.withLock {
            $0 = { message in
                guard message.type == "gps:info" else { return nil }
                return refused.withLock { id in
                    guard id == nil else { return nil }
                    id = message.id
                    return code
                }
            }
        }
        await rig.onboard()
        await rig.run(300)
        await rig.drain()
        Self.expectOnce(rig, code)
        let id = refused.withLock { $0 }
        #expect(rig.router.positions.count { $0.id == id } == 2)
        if code == "VAL_000001" { #expect(rig.router.times("dke:capabilities").count == 2) }
    }

    @Test func `a type that is not allowed holds positions back, and says why`() async {
        let rig = await Rig()
        let isAllowed = Mutex(false)
        rig.router.onMessage.withLock {
            $0 = { $0.type == "gps:info" && !isAllowed.withLock { $0 } ? "VAL_000002" : nil }
        }
        await rig.onboard()
        await rig.run(600)
        // One message at a time, and seldom.
        #expect(rig.router.positions.count <= 600 / 18)
        let report = await rig.coordinator.report()
        #expect(report.state == .halted && report.error?.code == "VAL_000002" && report.queue.entries > 100)
        isAllowed.withLock { $0 = true }
        await rig.run(40)
        #expect(await rig.coordinator.report().state == .online)
        await rig.drain()
        Self.expectOnce(rig)
    }

    @Test func `a request that is too large is split, and what it held arrives`() async {
        let rig = await Rig { $0.collect = 1 }
        rig.router.onPost.withLock {
            $0 = { _, messages in
                messages.contains { $0.entries.count > 40 } || messages.count > 3
                    ? .refused(.answered(status: 413)) : .done
            }
        }
        await rig.onboard()
        await rig.run(30)
        rig.router.setReachable(false)
        await rig.run(600)
        rig.router.setReachable(true)
        await rig.run(900)
        await rig.drain()
        // Though a command had to wait for all that goes alone, numbers rise.
        Self.expectOnce(rig)
        #expect(rig.router.positions.allSatisfy { $0.entries.count <= 40 })
    }

    @Test func `a request that is not understood is taken apart: only what is wrong is given up`() async {
        let rig = await Rig { $0.collect = 1 }
        let bad = Mutex<[String]>([])
        rig.router.onPost.withLock {
            $0 = { _, messages in
                let positions = messages.filter { $0.type == "gps:info" }
                let ids = bad.withLock { bad in
                    if bad.isEmpty, positions.count > 2 { bad = positions.prefix(2).map(\.id) }
                    return bad
                }
                return messages.contains { ids.contains($0.id) } ? .refused(.answered(status: 400)) : .done
            }
        }
        await rig.onboard()
        await rig.run(30)
        rig.router.setReachable(false)
        await rig.run(1800)
        rig.router.setReachable(true)
        await rig.run(600)
        await rig.drain()
        let seen = rig.router.seenTimes
        #expect(Set(seen).count == seen.count && rig.disk.waiting == 0)
        let refused = rig.disk.record.tally.refused
        #expect(refused > 1 && refused <= 1000 && seen.count == rig.disk.written.count - refused)
        #expect(rig.alerts.codes == ["uplink-dropping"] && rig.alerts.open.isEmpty)
    }

    @Test func `a server that understands no request at all costs no position`() async {
        let rig = await Rig { $0.collect = 1 }
        await rig.onboard()
        await rig.run(60)
        rig.router.onPost.withLock { $0 = { _, _ in .refused(.answered(status: 400)) } }
        await rig.run(900)
        #expect(rig.disk.record.tally.refused == 0 && rig.disk.waiting > 850)
        rig.router.onPost.withLock { $0 = { _, _ in .done } }
        await rig.run(300)
        await rig.drain()
        let seen = rig.router.seenTimes
        #expect(Set(seen).count == seen.count && Set(seen) == Set(rig.disk.written))
    }

    @Test func `onboarding again in the middle of a queue changes nothing in it`() async {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(60)
        rig.router.onPost.withLock { $0 = { _, _ in .refused(.certificateRefused) } }
        rig.router.onGet.withLock { $0 = { _ in .refused(.certificateRefused) } }
        await rig.run(600)
        var report = await rig.coordinator.report()
        #expect(report.state == .reonboard && report.queue.entries > 50)
        #expect(rig.alerts.codes == ["uplink-reonboard"])
        let tries = rig.router.postTimes.count + rig.router.getTimes.count
        await rig.run(3000)
        // One trial in an hour, no more.
        #expect(rig.router.postTimes.count + rig.router.getTimes.count <= tries + 3)
        rig.router.onPost.withLock { $0 = { _, _ in .done } }
        rig.router.onGet.withLock { $0 = { _ in .done } }
        await rig.onboard()
        await rig.run(60)
        report = await rig.coordinator.report()
        #expect(report.state == .online)
        #expect(rig.alerts.open.isEmpty)
        await rig.drain()
        Self.expectOnce(rig)
    }

    @Test func `an endpoint that was deleted is found out, data is kept, and it is tried now and then`() async {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(60)
        rig.router.onMessage.withLock { $0 = { _ in "VAL_000011" } }
        await rig.run(300)
        let report = await rig.coordinator.report()
        #expect(report.state == .reonboard && report.error?.code == "VAL_000011" && report.queue.entries > 20)
        #expect(report.message?.code == UplinkText.noLongerAccepted.rawValue && report.message?.text == report.text)
        rig.router.onMessage.withLock { $0 = { _ in nil } }
        await rig.run(3700)
        #expect(await rig.coordinator.report().state == .online)
        await rig.drain()
        Self.expectOnce(rig)
    }
}
