// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import GNSSTypes
import MessageTexts
import Outbox
import Synchronization
import Testing

@testable import AgrirouterUplink

/// Each alert ends once its remedy worked, so that the alert log announces the next problem.
struct AlertEndTests {
    private static func refuse(_ rig: Rig, _ isRefused: Bool) {
        rig.router.onPost.withLock { $0 = { _, _ in isRefused ? .refused(.certificateRefused) : .done } }
        rig.router.onGet.withLock { $0 = { _ in isRefused ? .refused(.certificateRefused) : .done } }
    }

    @Test func `an endpoint that is lost a second time is announced a second time`() async {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(60)
        for number in 1...2 {
            Self.refuse(rig, true)
            await rig.run(600)
            #expect(rig.alerts.codes == Array(repeating: "uplink-reonboard", count: number))
            #expect(rig.alerts.open == ["uplink-reonboard"])
            Self.refuse(rig, false)
            await rig.onboard()
            #expect(rig.alerts.open == ["uplink-reonboard"], "agrirouter has not accepted the endpoint yet")
            await rig.run(60)
            #expect(await rig.coordinator.report().state == .online)
            #expect(rig.alerts.open.isEmpty)
        }
    }

    @Test(arguments: [Exchange.offline, .answered(status: 503), .serverNotTrusted])
    func `after an hour's halt only another refusal halts again`(_ failure: Exchange) async {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(60)
        Self.refuse(rig, true)
        await rig.run(600)
        #expect(await rig.coordinator.report().state == .reonboard)
        let tries = rig.router.postTimes.count
        rig.router.onPost.withLock { $0 = { _, _ in .refused(failure) } }
        rig.router.onGet.withLock { $0 = { _ in .refused(failure) } }
        await rig.run(3700)
        #expect(rig.router.postTimes.count > tries + 1, "it tries on")
        Self.refuse(rig, false)
        await rig.run(120)
        #expect(await rig.coordinator.report().state == .online)
        #expect(rig.alerts.codes == ["uplink-reonboard"] && rig.alerts.open.isEmpty)
    }

    @Test func `an alert states its remedy once`() async throws {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(60)
        Self.refuse(rig, true)
        await rig.run(600)
        let alert = try #require(rig.alerts.all.withLock { $0.first { $0.code == "uplink-reonboard" } })
        #expect(alert.text.ranges(of: "onboard again").count == 1, "\(alert.text)")
        #expect(alert.message?.text.ranges(of: "onboard again").count == 1)
    }

    @Test func `an endpoint that is refused after onboarding again is announced once`() async {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(60)
        Self.refuse(rig, true)
        await rig.run(600)
        await rig.onboard()
        await rig.run(600)
        #expect(await rig.coordinator.report().state == .reonboard)
        #expect(rig.alerts.open == ["uplink-reonboard"])
        #expect(!rig.alerts.all.withLock { $0.contains(where: \.isOver) })
    }

    @Test func `a certificate that expires soon is announced until it is renewed`() async throws {
        let rig = await Rig()
        try await rig.coordinator.use(rig.endpoint(lasting: 86_400 * 10))
        await rig.run(60)
        #expect(rig.alerts.open == ["uplink-certificate-ends"])
        await rig.onboard()
        await rig.run(60)
        #expect(rig.alerts.open.isEmpty)
    }

    @Test func `a certificate that only a wrong clock finds expired is valid again once the clock is right`() async {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(60)
        rig.clock.setWall(wrongBy: 86_400 * 400)
        await rig.run(10)
        #expect(await rig.coordinator.report().error?.code == "certificate_expired")
        #expect(rig.alerts.open.contains("uplink-reonboard"))
        rig.clock.setWall(wrongBy: 0)
        await rig.run(120)
        #expect(await rig.coordinator.report().state == .online)
        #expect(rig.alerts.open.isEmpty)
    }

    @Test func `a clock alert ends if the gateway is onboarded again and the clock is set meanwhile`() async {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(60)
        rig.clock.setWall(wrongBy: 100)
        await rig.run(700)
        #expect(rig.alerts.open == ["uplink-clock"])
        await rig.onboard()
        #expect(rig.alerts.open == ["uplink-clock"], "the clock is still wrong")
        rig.clock.setWall(wrongBy: 0)
        await rig.run(120)
        #expect(await rig.coordinator.report().state == .online)
        #expect(rig.alerts.open.isEmpty)
    }

    @Test(arguments: ["uplink-reonboard", "uplink-certificate-ends", "uplink-clock", "uplink-not-stored"])
    func `a disconnection ends every alert`(_ code: String) async throws {
        let rig = await Rig { $0.collect = 1 }
        try await rig.coordinator.use(rig.endpoint(lasting: code == "uplink-certificate-ends" ? 86_400 : 31_536_000))
        await rig.run(60)
        switch code {
        case "uplink-reonboard": Self.refuse(rig, true)
        case "uplink-clock": rig.clock.setWall(wrongBy: 100)
        case "uplink-not-stored": rig.disk.state.withLock { $0.isBroken = true }
        default: break
        }
        await rig.run(700)
        #expect(rig.alerts.open == [code])
        try? await rig.coordinator.forget()
        #expect(rig.alerts.open.isEmpty)
        await rig.run(60)
        #expect(rig.alerts.open.isEmpty)
    }
}
