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

    @Test func `the rate of a port that is only assumed is raised only where that is allowed`() throws {
        var personality = UBXPersonality.m8
        // It does not report its port.
        personality.hasMessages = false
        var options = ProvisionOptions()
        let raised = try #require(Bench(personality, hasRate: true).plan(options))
        #expect(raised.isPortGuessed && raised.newBaud != nil)
        options.mayRaiseRateOfGuessedPort = false
        let kept = try #require(Bench(personality, hasRate: true).plan(options))
        #expect(kept.isPortGuessed && kept.newBaud == nil && !kept.omitted.isEmpty)
        try #expect(#require(Bench(.m8, hasRate: true).plan(options)).newBaud == 57_600)
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

    @Test func `a rate that was not heard is stored in no permanent memory`() throws {
        let bench = Bench(.f9, hasRate: true)
        var options = ProvisionOptions()
        (options.memory, options.baud) = (.flash, 921_600)
        let plan = try #require(bench.plan(options))
        bench.baudIsFixed = true
        try #expect(#require(bench.run(Provisioning(plan))).first?.result == .silent)
        bench.receiver.losePower()
        #expect(bench.receiver.baud == 38_400 && bench.identity() != nil)
    }

    @Test(arguments: [UBXPersonality.m8, .f9, .m10]) func `a rate that was heard is stored permanently`(
        _ personality: UBXPersonality
    ) throws {
        let bench = Bench(personality, hasRate: true)
        var options = ProvisionOptions()
        (options.memory, options.baud) = (.flash, 230_400)
        try #expect(#require(bench.provision(options)).allSatisfy { $0.result == .made })
        bench.receiver.losePower()
        #expect(bench.receiver.baud == 230_400 && bench.identity() != nil)
    }

    @Test func `a rate is written to RAM, read back, and only then stored`() throws {
        let bench = Bench(.f9, hasRate: true)
        var options = ProvisionOptions()
        (options.memory, options.baud) = (.flash, 230_400)
        var provisioning = Provisioning(try #require(bench.plan(options)))
        let rate: [UInt8] = [0x01, 0x00, 0x52, 0x40, 0x00, 0x84, 0x03, 0x00]
        var asked: [SetupRequest] = []
        // The acknowledgement of the first write is lost in the change of the rate.
        let answers: [SetupAnswer] = [
            .begin, .silent, .done, .done, .answered([]), .answered([1, 0, 0, 0] + rate), .acknowledged,
        ]
        for answer in answers {
            if case .ask(let request) = provisioning.next(answer) { asked.append(request) }
        }
        #expect(asked.map(\.id).prefix(4) == [.cfgVALSET, .monVER, .cfgVALGET, .cfgVALSET])
        #expect(asked.first?.payload == [0, 0b001, 0, 0] + rate)
        #expect(asked.dropFirst(3).first?.payload == [0, 0b110, 0, 0] + rate)
        #expect(provisioning.steps.map(\.result) == [.made])
    }

    @Test func `a receiver that stays at its rate is still spoken to`() throws {
        let bench = Bench(.f9, hasRate: true)
        bench.receiver.forgetsChanges = true
        var options = ProvisionOptions()
        options.baud = 115_200
        let steps = try #require(bench.provision(options))
        #expect(steps.first?.result == .notHeardAtNewRate && bench.baud == 38_400)
    }

    @Test(arguments: [UBXPersonality.m8, .f9]) func `at a rate that did not change nothing else is written`(
        _ personality: UBXPersonality
    ) throws {
        for isHeard in [true, false] {
            let bench = Bench(personality, hasRate: true)
            var options = ProvisionOptions()
            (options.memory, options.baud) = (.flash, 230_400)
            let plan = try #require(bench.plan(options))
            bench.receiver.keepsBaud = isHeard
            bench.baudIsFixed = !isHeard
            let steps = try #require(bench.run(Provisioning(plan)))
            #expect(Set(steps.map(\.change)) == Set(plan.changes) && steps.count > 3)
            #expect(steps.first?.result == (isHeard ? .notHeardAtNewRate : .silent))
            #expect(steps.dropFirst().allSatisfy { $0.result == .notTried })
            #expect(steps.filter(\.isRateFailure).count == 1 && steps.contains { $0.isFailure && !$0.isRateFailure })
            #expect(bench.receiver.changesAsked == 1 && bench.receiver.interval(of: .navPVT) == 0)
        }
    }

    @Test func `a rate that the receiver acknowledges without using it is not stored`() throws {
        // Our end has no rate, so it hears the receiver either way.
        let bench = Bench(.f9)
        bench.receiver.keepsBaud = true
        var options = ProvisionOptions()
        (options.memory, options.baud) = (.flash, 230_400)
        let steps = try #require(bench.provision(options))
        #expect(steps.first?.result == .notKept(38_400) && bench.receiver.changesAsked == 1)
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
