// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import ReceiverHost

@Suite struct PlanChangeTests {
    @Test func `a receiver runs on where only its priority or its place in the file is another`() {
        var plan = ReceiverPlan(id: "rover", driver: "fake", configuration: "{}")
        let old = plan
        (plan.priority, plan.place) = (90, "gateway.yaml:9:1")
        #expect(plan.runs(like: old))
        plan.configuration = "{\"baud\":9600}"
        #expect(!plan.runs(like: old))
    }

    @Test func `the fleet leaves such a receiver alone and knows its new priority`() async throws {
        let fleet = TestFleet(.publish(1))
        var plan = ReceiverPlan(id: "rover", driver: "fake", configuration: "{}")
        try await fleet.run {
            fleet.fleet.apply([plan])
            #expect(await eventually { fleet.state("rover") == .running })
            plan.priority = 90
            fleet.fleet.apply([plan], origin: .configured)
            #expect(fleet.fleet.receivers.map(\.plan.priority) == [90])
            #expect(fleet.runners.count == 1)
            #expect(fleet.state("rover") == .running)
        }
    }
}
