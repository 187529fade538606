// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import ReceiverHost

/// How long a receiver may lack the permission for its device.
@Suite struct PermissionGraceTests {
    private let denied = DriverStateReport(
        .lost, reason: "/dev/ttyACM0: permission denied: add the user to dialout; trying again in 0.9 s")

    @Test func `time counts from the first refusal, and only a refusal after the end of the grace time ends it`() {
        var grace = PermissionGrace()
        #expect(grace.step(for: ["a"], grace: 100, at: 0) == .rest)
        let news1 = grace.note("a", denied, at: 10)
        #expect(news1)
        let news2 = grace.note("a", DriverStateReport(.starting, reason: "the driver is starting"), at: 40)
        #expect(!news2)
        let news3 = grace.note("a", DriverStateReport(.connecting, reason: "opening /dev/ttyACM0"), at: 40)
        #expect(!news3)
        #expect(grace.step(for: ["a"], grace: 100, at: 50) == .wait(until: 110))
        let news4 = grace.note("a", denied, at: 60)
        #expect(news4)
        #expect(grace.step(for: ["a"], grace: 100, at: 110) == .tryAgain(["a"]))
        let news5 = grace.note("a", denied, at: 111)
        #expect(news5)
        let denial = PermissionGrace.Denial(
            since: 10, last: 111, reason: "/dev/ttyACM0: permission denied: add the user to dialout")
        #expect(grace.step(for: ["a"], grace: 100, at: 111) == .over("a", denial))
        // The key was removed, or another receiver is meant.
        #expect(grace.step(for: ["a"], grace: 0, at: 111) == .rest)
        #expect(grace.step(for: ["b"], grace: 100, at: 111) == .rest)
    }

    @Test(
        arguments: [
            DriverStateReport(.running, reason: "receiving data"),
            DriverStateReport(.stopped, reason: "stopped on request"),
            DriverStateReport(.lost, reason: "/dev/ttyACM0 is not there; waiting for the device to come back"),
            // The reason from before, of a device that was pulled out meanwhile.
            DriverStateReport(
                .lost, reason: "/dev/ttyACM0: permission denied: x; waiting for the device to come back"),
        ])
    func `whatever else becomes of the receiver, the time begins anew`(_ report: DriverStateReport) {
        var grace = PermissionGrace()
        _ = grace.note("a", denied, at: 0)
        let news6 = grace.note("a", report, at: 50)
        #expect(news6)
        #expect(grace.step(for: ["a"], grace: 100, at: 200) == .rest)
        _ = grace.note("a", denied, at: 200)
        #expect(grace.step(for: ["a"], grace: 100, at: 299) == .wait(until: 300))
    }

    @Test(arguments: ["open /dev/ttyS0: Permission denied", "permission denied: a policy forbids Bluetooth"])
    func `drivers of any origin and kind count`(_ reason: String) {
        for state in [DriverState.connecting, .lost, .stopped] {
            var grace = PermissionGrace()
            let news7 = grace.note("a", DriverStateReport(state, reason: reason), at: 0)
            #expect(news7)
            #expect(grace.denials["a"]?.reason == reason)
        }
    }

    @Test func `of several receivers the one that is due first sets the time`() {
        var grace = PermissionGrace()
        _ = grace.note("b", denied, at: 0)
        _ = grace.note("a", denied, at: 30)
        #expect(grace.step(for: ["a", "b"], grace: 100, at: 40) == .wait(until: 100))
        #expect(grace.step(for: ["a", "b"], grace: 100, at: 130) == .tryAgain(["a", "b"]))
        #expect(grace.step(for: ["a"], grace: 100, at: 110) == .wait(until: 130))
    }
}
