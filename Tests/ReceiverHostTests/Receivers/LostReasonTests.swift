// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ReceiverHost

@Suite struct LostReasonTests {
    @Test(arguments: [
        (LostReason("a; b", .device), "a; b; waiting for the device to come back"),
        (LostReason("a: b", .pause("0.9")), "a: b; trying again in 0.9 s"),
    ])
    func `a reason is taken apart as it was put together`(_ reason: LostReason, _ text: String) {
        #expect(reason.description == text)
        #expect(LostReason(reading: text) == reason)
    }

    @Test func `a reason without a wait is all cause`() {
        let reason = LostReason(reading: "stopped on request")
        #expect(reason.cause == "stopped on request" && reason.wait == nil)
    }
}
