// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import Testing

@testable import UBX

struct ProvisioningTests {
    private static let all: [UBXPersonality] = [.lea6, .m8, .f9, .m10]

    @Test(arguments: all) func `a receiver is set up, and a second time there is nothing to do`(
        _ personality: UBXPersonality
    ) throws {
        let bench = Bench(personality)
        let plan = try #require(bench.plan())
        #expect(bench.receiver.changesAsked == 0, "a survey writes nothing")
        #expect(!plan.isNothingToDo)
        let steps = try #require(bench.run(Provisioning(plan)))
        #expect(steps.count == plan.changes.count)
        for step in steps { #expect(step.result == .made, "\(step.words)") }
        let asked = bench.receiver.changesAsked
        let second = try #require(bench.plan())
        #expect(second.isNothingToDo, "\(second.changes.map(\.words))")
        #expect(bench.receiver.changesAsked == asked)
        let nothing = try #require(bench.run(Provisioning(second)))
        #expect(nothing.isEmpty && bench.receiver.changesAsked == asked)
    }

    @Test func `the messages that the stages need are on afterwards`() throws {
        let bench = Bench(.f9)
        _ = try #require(bench.provision())
        for id in [
            MessageID.navPVT, .navSAT, .navSIG, .navDOP, .navTIMEGAL, .navEOE, .rxmSFRBX, .rxmRAWX,
        ] { #expect(bench.receiver.interval(of: id) == 1) }
        #expect(bench.receiver.interval(of: .monCOMMS) == 5 && bench.receiver.interval(of: .navTIMELS) == 60)
        #expect(bench.receiver.value(of: 0x1031_000A) == 1, "E5b")
        #expect(bench.receiver.interval(of: MessageID(0xF0, 0x04)) == 1, "NMEA stays")
    }

    @Test func `generation 6 gets the messages that it has`() throws {
        let bench = Bench(.lea6)
        let plan = try #require(bench.plan())
        let names = plan.changes.map(\.setting.name)
        #expect(names.contains("NAV-SOL") && names.contains("NAV-SVINFO") && !names.contains("NAV-PVT"))
    }

    @Test func `what a receiver does not know is left out and named`() throws {
        let bench = Bench(.m10)
        let plan = try #require(bench.plan())
        #expect(plan.unknown.map(\.name) == ["Galileo E5b", "RXM-RAWX"])
        try #expect(#require(bench.run(Provisioning(plan))).allSatisfy { $0.result == .made })
    }

    @Test(arguments: [ReceiverPortID.uart1, .uart2, .usb]) func `the port is found that the line is at`(
        _ port: ReceiverPortID
    ) throws {
        for personality in [UBXPersonality.m8, .f9, .m10] {
            let bench = Bench(personality, port: port)
            let plan = try #require(bench.plan())
            #expect(plan.port == port && !plan.isPortGuessed)
            _ = bench.run(Provisioning(plan))
            #expect(bench.receiver.interval(of: .navSAT) == 1)
        }
    }

    @Test func `a plan says from what to what`() throws {
        let bench = Bench(.f9)
        var options = ProvisionOptions()
        options.rate = 5
        let plan = try #require(bench.plan(options))
        let words = plan.changes.map(\.words)
        #expect(words.contains("NAV-PVT: off → every epoch"))
        #expect(words.contains("period: every 1000 ms → every 200 ms"))
        #expect(words.contains("NAV-SAT: off → every 5 epochs"))
        #expect(words.contains("Galileo E5b: off → on"))
    }

    @Test func `what comes more often than it is needed is left as it is`() throws {
        let bench = Bench(.f9)
        var options = ProvisionOptions()
        _ = bench.provision(options)
        options.rate = 10
        let plan = try #require(bench.plan(options))
        #expect(plan.changes.map(\.setting.name) == ["period", "measurements an epoch"])
    }

    @Test func `a refusal is reported, step by step, and nothing is changed`() throws {
        let bench = Bench(.f9)
        bench.receiver.refusesChanges = true
        let steps = try #require(bench.provision())
        #expect(!steps.isEmpty && steps.allSatisfy { $0.result == .refused })
        let failures = steps.filter(\.isFailure)
        #expect(!failures.isEmpty && failures.count < steps.count, "optional ones are no failure")
        #expect(bench.receiver.interval(of: .navPVT) == 0)
        #expect(steps.first?.words.hasSuffix("refused by the receiver") == true)
    }

    @Test func `one key that is refused takes no other with it`() throws {
        var personality = UBXPersonality.f9
        personality.unknownMessages = [0x2091_015F]
        let bench = Bench(personality)
        let steps = try #require(bench.provision())
        #expect(steps.filter { $0.result != .made }.map(\.change.setting.name) == ["NAV-EOE"])
        #expect(steps.first { $0.change.setting.name == "NAV-EOE" }?.result == .refused)
        #expect(bench.receiver.interval(of: .navPVT) == 1)
    }

    @Test func `what is acknowledged and not kept is found out`() throws {
        let bench = Bench(.f9)
        bench.receiver.forgetsChanges = true
        let steps = try #require(bench.provision())
        let kept = steps.filter { step in if case .notKept = step.result { false } else { true } }
        #expect(kept.isEmpty)
        #expect(!steps.contains { !$0.isFailure })
    }

    @Test(arguments: [2, 3, 5, 7]) func `commands that are lost are sent again`(_ every: Int) throws {
        for personality in Self.all {
            let bench = Bench(personality)
            bench.receiver.losesEvery = every
            let steps = try #require(bench.provision())
            #expect(!steps.isEmpty && steps.allSatisfy { $0.result == .made })
        }
    }

    /// Nanoseconds in which a question is sent twice, three times, and three times without an answer.
    private static let delays: [Int64] = [1_800_000_000, 3_200_000_000, 4_700_000_000]

    @Test(arguments: delays.dropLast()) func `late answers are not taken for those of the next question`(
        _ delay: Int64
    ) throws {
        for personality in Self.all {
            let bench = Bench(personality)
            bench.delay = delay
            let steps = try #require(bench.provision())
            #expect(!steps.isEmpty && steps.allSatisfy { $0.result == .made }, "\(steps.map(\.words))")
            #expect(bench.plan()?.isNothingToDo == true)
        }
    }

    @Test func `a late answer from RAM does not prove what is in flash`() throws {
        let bench = Bench(.f9)
        _ = bench.provision()
        bench.delay = Self.delays[0]
        var options = ProvisionOptions()
        options.memory = .flash
        let plan = try #require(bench.plan(options))
        #expect(plan.changes.contains { $0.words == "NAV-PVT: every epoch → every epoch, stored permanently" })
    }

    @Test(arguments: delays) func `a late refusal is not taken for that of the next change`(_ delay: Int64) throws {
        var personality = UBXPersonality.f9
        personality.unknownMessages = [0x2091_015F]
        let bench = Bench(personality)
        let plan = try #require(bench.plan())
        bench.delay = delay
        let steps = try #require(bench.run(Provisioning(plan)))
        let refused = steps.filter { $0.result == .refused }.map(\.change.setting.name)
        #expect(delay < 4_500_000_000 ? refused == ["NAV-EOE"] : refused.isEmpty)
        #expect(!steps.contains { $0.change.setting.name == "NAV-EOE" && $0.result == .made })
    }

    @Test func `a count of bytes that has not grown is asked for again`() throws {
        var receiver = FalseUBXReceiver(.m10, port: .uart2)
        let identity = try #require(Bench(.m10).identity())
        func count() -> SetupAnswer {
            .answered(Array(receiver.receive(UBXWriter.frame(.monCOMMS)).dropFirst(6).dropLast(2)))
        }
        var search = PortSearch(identity, guess: .uart1)
        let first = count()
        for answer in [.begin, first, first, first] as [SetupAnswer] {
            guard case .ask = search.next(answer) else {
                Issue.record("the search ended early")
                return
            }
        }
        guard case .finish(let found) = search.next(count()) else {
            Issue.record("the search did not end")
            return
        }
        #expect(found.port == .uart2 && !found.isGuessed)
    }

    @Test func `a receiver that becomes deaf is told`() throws {
        let bench = Bench(.f9)
        let plan = try #require(bench.plan())
        bench.receiver.isDeaf = true
        let steps = try #require(bench.run(Provisioning(plan)))
        #expect(steps.allSatisfy { $0.result == .silent && $0.isFailure })
        let identity = plan.identity
        #expect(bench.run(ProvisionSurvey(identity, ProvisionOptions())) == .failure(.silent))
    }

    @Test(arguments: [UBXPersonality.m8, .f9, .m10]) func `flash is written only where that is asked for`(
        _ personality: UBXPersonality
    ) throws {
        let bench = Bench(personality)
        _ = try #require(bench.provision())
        bench.receiver.losePower()
        #expect(bench.receiver.interval(of: .navPVT) == 0)
        var options = ProvisionOptions()
        options.memory = .flash
        try #expect(#require(bench.provision(options)).allSatisfy { $0.result == .made })
        bench.receiver.losePower()
        #expect(bench.receiver.interval(of: .navPVT) == 1)
    }

    @Test func `a plan for working memory says of nothing that it is stored permanently`() throws {
        var options = ProvisionOptions()
        options.rate = 5
        let words = try #require(Bench(.f9).plan(options)).changes.map(\.words)
        #expect(words.contains { $0.contains("measurements an epoch") } && !words.contains { $0.contains("permanent") })
    }

    @Test func `what is only in working memory is kept for good, and then nothing is to do`() throws {
        let bench = Bench(.f9)
        _ = bench.provision()
        var options = ProvisionOptions()
        options.memory = .flash
        let plan = try #require(bench.plan(options))
        #expect(plan.changes.contains { $0.words == "NAV-PVT: every epoch → every epoch, stored permanently" })
        _ = bench.run(Provisioning(plan))
        #expect(bench.plan(options)?.isNothingToDo == true)
    }

    @Test func `NMEA is switched off where that is asked for`() throws {
        for personality in Self.all {
            let bench = Bench(personality)
            var options = ProvisionOptions()
            options.silencesNMEA = true
            try #expect(#require(bench.provision(options)).allSatisfy { $0.result == .made })
            #expect(bench.receiver.interval(of: MessageID(0xF0, 0x04)) == 0)
            #expect(
                bench.receiver.interval(of: bench.plan()?.identity.protocolVersion == 1300 ? .navSOL : .navPVT) == 1)
        }
    }
}
