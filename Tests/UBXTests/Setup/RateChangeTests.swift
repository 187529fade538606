// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import Testing

@testable import UBX

struct RateChangeTests {
    private static let all: [UBXPersonality] = [.lea6, .m8, .f9, .m10]

    @Test(arguments: all) func `both ends change their rate`(_ personality: UBXPersonality) throws {
        let bench = Bench(personality, hasRate: true)
        var options = ProvisionOptions()
        options.baud = 230_400
        let steps = try #require(bench.provision(options))
        #expect(steps.allSatisfy { $0.result == .made })
        #expect(bench.baud == 230_400 && bench.receiver.baud == 230_400)
        #expect(steps.first?.words == "UART1 rate: \(personality.baud) baud → 230400 baud: made")
    }

    @Test func `a line that carries too little is made faster first`() throws {
        let bench = Bench(.m8, hasRate: true)
        let plan = try #require(bench.plan())
        #expect(plan.newBaud == 57_600 && (plan.load ?? 1) < 0.7)
        #expect(plan.changes.first?.setting.name == "UART1 rate")
        try #expect(#require(bench.run(Provisioning(plan))).allSatisfy { $0.result == .made })
        #expect(bench.plan()?.isNothingToDo == true)
    }

    @Test func `where the rate is to stay messages are left out and named`() throws {
        let bench = Bench(.f9, hasRate: true)
        var options = ProvisionOptions()
        options.mayRaiseRate = false
        options.rate = 2
        let plan = try #require(bench.plan(options))
        #expect(plan.newBaud == nil && plan.omitted.map(\.name).contains("RXM-RAWX"))
        #expect((plan.load ?? 1) <= 0.9)
        #expect(plan.changes.contains { $0.setting.name == "NAV-PVT" })
    }

    @Test func `where our end cannot follow the old rate is come back to`() throws {
        let bench = Bench(.f9, hasRate: true)
        let plan = try #require(
            {
                var options = ProvisionOptions()
                options.baud = 921_600
                return bench.plan(options)
            }())
        bench.baudIsFixed = true
        let steps = try #require(bench.run(Provisioning(plan)))
        // The receiver has the new rate, our end the old one: nothing can be said any more.
        #expect(steps.first?.result == .silent && steps.first?.isFailure == true)
    }

    @Test func `a receiver that stays at its rate is still spoken to`() throws {
        let bench = Bench(.f9, hasRate: true)
        bench.receiver.forgetsChanges = true
        var options = ProvisionOptions()
        options.baud = 115_200
        let steps = try #require(bench.provision(options))
        #expect(steps.first?.result == .notHeardAtNewRate && bench.baud == 38_400)
    }

    @Test func `a rate that is refused is told`() throws {
        let bench = Bench(.m8, hasRate: true)
        bench.receiver.refusesChanges = true
        var options = ProvisionOptions()
        options.baud = 115_200
        try #expect(#require(bench.provision(options)).first?.result == .refused)
        #expect(bench.baud == 9600)
    }

    @Test func `over USB there is no rate to change`() throws {
        let bench = Bench(.f9, port: .usb)
        var options = ProvisionOptions()
        options.baud = 115_200
        try #expect(#require(bench.plan(options)).newBaud == nil)
    }
}
