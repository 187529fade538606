// SPDX-License-Identifier: Apache-2.0

import Centroid
import ControlModel
import GNSSTypes
import MessageTexts
import Settings
import Testing

@testable import CentroidSampling

@Suite struct SamplingTests {
    @Test func `each sample is told of, up to the result`() throws {
        var bench = Bench { $0.samples = 4 }
        let session = try bench.start()
        for second in 1...6 { bench.take(epoch(Double(second), east: Double(second % 2))) }
        #expect(bench.events == ["started", "accepted", "accepted", "accepted", "finished samples"])
        #expect(bench.samplings.map(\.count) == [0, 1, 2, 3, 4])
        #expect(bench.samplings.allSatisfy { $0.session == session && $0.wanted == 4 && $0.receiver == rover })
        #expect(bench.said.map(\.sequence) == [1, 2, 3, 4, 5], "without a gap")
        #expect(bench.said.allSatisfy { $0.source == .stage("centroid", of: rover) })
        #expect(bench.said.last?.hostTime == instant(4), "its time is that of the observations")
        let last = try #require(bench.samplings.last)
        let estimate = try #require(last.estimate)
        #expect(last.isFinal && last.state == .finished && estimate.count == 4)
        #expect(abs(estimate.robust.longitude.degrees - (14.4213 + 0.5 / 71_561)) < 1e-8)
        #expect(estimate.standardErrorEllipse != nil && estimate.ellipsoidalHeight?.metres == 260)
        #expect(bench.coordinator.samplings.isEmpty && bench.coordinator.ended.count == 1)
    }

    @Test func `a sample that does not count is told with its reason, and the estimate stays`() throws {
        var bench = Bench { preferences in
            preferences.filter.maximumHDOP = 1.5
            preferences.filter.minimumSatellites = 7
            preferences.filter.minimumCN0 = 30
            preferences.filter.minimumFix = 3
            preferences.filter.maximumAccuracy = 2
        }
        try bench.start()
        let id = try #require(SatelliteID(.galileo, 5))
        func good(_ second: Double, cn0: Double = 40, _ change: (inout Fix) -> Void = { _ in }) -> [Observation] {
            let fix = epoch(second) { fix in
                (fix.dop.hdop, fix.satellitesUsed) = (1.5, 7)
                fix.horizontalAccuracy = Accuracy(Length(metres: 2), origin: .receiver)
                change(&fix)
            }
            let sky = SkyView(satellites: [Satellite(id, cn0: cn0, isUsed: true)])
            return [
                fix,
                Observation(source: rover, sequence: 0, hostTime: fix.hostTime, payload: .satellites(sky)),
            ]
        }
        let epochs = [
            good(1), good(2) { $0.dop.hdop = 1.6 }, good(3) { $0.satellitesUsed = 6 }, good(4, cn0: 29),
            good(5) { $0.kind = .twoDimensional },
            good(6) { $0.horizontalAccuracy = Accuracy(Length(metres: 2.1), origin: .receiver) },
            good(7) { $0.quality = .deadReckoning }, good(8),
        ]
        for epoch in epochs { bench.take(epoch[0], epoch[1]) }
        #expect(
            bench.events.dropFirst() == [
                "accepted", "rejected hdop", "rejected satellites", "rejected cn0", "rejected fix_kind",
                "rejected accuracy", "rejected not_measured", "reset gap",
            ])
        #expect(
            bench.samplings.compactMap(\.message?.code) == [
                "centroid.rejected.hdop", "centroid.rejected.satellites", "centroid.rejected.cn0",
                "centroid.rejected.fix_kind", "centroid.rejected.accuracy", "centroid.rejected.not_measured",
                "centroid.reset.gap",
            ])
        let before = try #require(bench.samplings.dropLast().last)
        #expect(before.count == 1 && before.estimate != nil && before.rejected.map(\.count) == [1, 1, 1, 1, 1, 1])
        #expect(before.rejected.map(\.reason).sorted() == before.rejected.map(\.reason))
        #expect(bench.samplings.last?.count == 1 && bench.samplings.last?.rejected == [])
    }

    @Test func `only what is authenticated counts where that is asked for`() throws {
        func verdict(_ second: Double, _ state: Authentication.State) -> Observation {
            var verdict = Authentication(receiver: rover)
            verdict.state = state
            verdict.clock = AuthenticationClock(source: .synchronised, use: .all)
            let satellites = (1...4).compactMap { SatelliteID(.galileo, $0) }
            verdict.fix = FixAuthentication(sequence: 1, extent: .partial, used: 9, authenticated: satellites)
            return Observation(
                source: .stage("osnma", of: rover), sequence: 1, hostTime: instant(second),
                payload: .authentication(verdict))
        }
        for (word, isRequired) in [(AuthenticationDemand.verified, false), (.policy, true)] {
            var bench = Bench(
                { ($0.filter.osnma, $0.samples) = (word, 2) },
                requirement: OSNMARequirement(isRequired: isRequired))
            try bench.start()
            bench.take(epoch(1))
            bench.take(verdict(1.5, .unverified))
            bench.take(epoch(2))
            bench.take(verdict(2.5, .authenticated))
            bench.take(epoch(3))
            bench.take(epoch(30), verdict(30, .authenticated))
            #expect(
                bench.events.dropFirst() == [
                    "rejected unauthenticated", "rejected unauthenticated", "accepted", "reset gap",
                ])
            #expect(bench.samplings.last?.estimate?.authentication == .all)
        }
        var bench = Bench({ $0.filter.osnma = .any }, requirement: OSNMARequirement(isRequired: true))
        try bench.start()
        bench.take(epoch(1))
        bench.take(verdict(1.5, .authenticated))
        bench.take(epoch(2))
        #expect(bench.events.dropFirst() == ["accepted", "accepted"])
        #expect(bench.samplings.last?.estimate?.authentication == .some)
    }

    @Test func `a receiver that vanishes has its samples forgotten, with the reason, once`() throws {
        var bench = Bench()
        try bench.start()
        bench.take(epoch(1))
        bench.take(epoch(2))
        for state in [DriverState.lost, .starting, .lost] {
            bench.take(
                Observation(
                    source: rover, sequence: 3, hostTime: instant(3),
                    payload: .driverState(DriverStateReport(state, reason: "unplugged"))))
        }
        bench.take(epoch(4))
        #expect(
            bench.events.dropFirst() == ["accepted", "accepted", "reset receiver_lost", "accepted"])
        #expect(bench.samplings[3].count == 0 && bench.samplings[3].text.contains("unplugged"))
        #expect(
            bench.samplings[3].message
                == CodedText(CentroidText.receiverLostBecause, ["reason": .sentence(.driver("unplugged"))]))
        #expect(bench.samplings.last?.count == 1 && bench.samplings.last?.resets == 1)
    }

    @Test func `where sampling is switched off, those that run end without a result and others are refused`() throws {
        var bench = Bench { $0.samples = 2 }
        try bench.start { $0.continuation = .slide }
        for second in 1...3 { bench.take(epoch(Double(second))) }
        #expect(bench.samplings.last?.state == .ready)
        bench.apply { $0.isEnabled = false }
        #expect(bench.coordinator.samplings.isEmpty && bench.coordinator.ended.map(\.sampling.state) == [.stopped])
        #expect(bench.events.suffix(2) == ["settings disabled", "stopped disabled"])
        #expect(bench.samplings.last?.message == CodedText(CentroidText.disabled))
        #expect { try bench.start() } throws: { ($0 as? ControlError)?.code == "centroid_disabled" }
        let count = bench.said.count
        bench.take(epoch(4))
        bench.apply { $0.samples = 3 }
        #expect(bench.said.count == count + 1 && bench.events.last == "settings disabled")
        bench.apply { $0.isEnabled = true }
        try bench.start()
        #expect(bench.events.suffix(2) == ["settings settings", "started"])
    }

    @Test func `a receiver that loses its fix has its samples forgotten`() throws {
        var bench = Bench()
        try bench.start()
        bench.take(epoch(1))
        bench.take(
            epoch(2) { fix in
                (fix.kind, fix.quality, fix.position) = (.none, .invalid, nil)
            })
        #expect(bench.events.dropFirst() == ["accepted", "reset fix_lost"])
    }

    @Test func `samplings of several receivers do not mix`() throws {
        var bench = Bench { $0.samples = 2 }
        let first = try bench.start(rover)
        let second = try bench.start(base)
        bench.take(epoch(rover, 1), epoch(base, 1, east: 100), epoch(SourceID(rawValue: "other"), 1))
        bench.take(epoch(rover, 2), epoch(base, 2, east: 100))
        let ends = bench.samplings.filter(\.isFinal)
        #expect(ends.map(\.session) == [first, second] && ends.map(\.receiver) == [rover, base])
        #expect(ends.map(\.count) == [2, 2])
        let distance =
            (ends[1].estimate?.position.longitude.degrees ?? 0) - (ends[0].estimate?.position.longitude.degrees ?? 0)
        #expect(abs(distance * 71_561 - 100) < 0.01)
    }

    @Test func `one that follows the receiver to be believed goes over with it, and begins anew`() throws {
        var bench = Bench()
        try bench.start(rover) { $0.followsActive = true }
        try bench.start(rover)
        bench.take(epoch(rover, 1), epoch(base, 1))
        let change = ActiveReceiver(current: base, previous: rover, reason: "better")
        bench.take(Observation(source: .gateway, sequence: 1, hostTime: instant(1.5), payload: .activeReceiver(change)))
        bench.take(epoch(rover, 2), epoch(base, 2))
        let first = bench.samplings.filter { $0.session == 1 }
        #expect(first.map(\.event) == [.started, .accepted, .reset, .accepted])
        #expect(first.map(\.receiver) == [rover, rover, base, base] && first.map(\.count) == [0, 1, 0, 1])
        #expect(first[2].reason == "source")
        #expect(bench.samplings.last { $0.session == 2 }?.count == 2)
    }

    @Test func `other settings begin anew what they make a difference to, and are told`() throws {
        var bench = Bench()
        try bench.start()
        try bench.start { $0.change[\.samples] = 5 }
        bench.take(epoch(1))
        bench.apply { $0.samples = 30 }
        bench.apply { $0.samples = 30 }
        #expect(bench.samplings.count { $0.event == .settings } == 1)
        #expect(bench.samplings.filter { $0.event == .reset }.map(\.session) == [1])
        let last = bench.coordinator.samplings.map(\.status.sampling)
        #expect(last.map(\.count) == [0, 1] && last.map(\.wanted) == [30, 5])
        #expect(last[0].reason == "settings" && last[0].resets == 1)
    }

    @Test func `one that is continuous goes on with the newest until it is stopped`() throws {
        var bench = Bench { $0.samples = 3 }
        let session = try bench.start { $0.continuation = .slide }
        for second in 1...8 { bench.take(epoch(Double(second))) }
        #expect(bench.samplings.suffix(2).allSatisfy { $0.state == .ready && $0.count == 3 })
        let end = bench.coordinator.stop(session, at: instant(9)) { bench.said.append($0) }
        #expect(end?.sampling.state == .finished && end?.sampling.event == .stopped && end?.sampling.estimate != nil)
        let again = bench.coordinator.stop(session, at: instant(9)) { bench.said.append($0) }
        #expect(again == nil)
    }

    @Test func `one that is stopped early is no result; one that is reset begins anew`() throws {
        var bench = Bench()
        let session = try bench.start()
        bench.take(epoch(1))
        let reset = bench.coordinator.reset(session, at: instant(2)) { bench.said.append($0) }
        #expect(reset?.sampling.reason == "asked" && reset?.sampling.count == 0)
        bench.take(epoch(3))
        let end = bench.coordinator.stop(session, at: instant(4)) { bench.said.append($0) }
        #expect(end?.sampling.state == .stopped && end?.sampling.isFinal == true && end?.sampling.count == 1)
    }

    @Test func `too many are refused, and so is what is out of its range`() throws {
        var bench = Bench()
        for _ in 0..<SamplingCoordinator.limit { try bench.start() }
        #expect(throws: ControlError.self) { try bench.start() }
        bench = Bench()
        for samples in [0, 51, -1] {
            #expect(throws: ControlError.self) { try bench.start { $0.change[\.samples] = samples } }
        }
        #expect(bench.said.isEmpty)
        for _ in 0..<40 {
            try bench.start { $0.change[\.samples] = 1 }
            bench.take(epoch(1))
        }
        #expect(bench.coordinator.ended.count == SamplingCoordinator.memory && bench.coordinator.samplings.isEmpty)
    }
}

@Suite struct MovementTests {
    @Test func `somebody who walks off has the samples forgotten, whether the receiver states a speed or not`() throws {
        for states in [true, false] {
            var bench = Bench { $0.samples = 50 }
            try bench.start()
            var noise = Noise(state: 7)
            // Ten seconds of standing, then 1.4 m/s to the east.
            for second in 1...60 {
                let way = max(0, Double(second) - 10) * 1.4
                bench.take(
                    epoch(Double(second), east: way + noise.normal() * 0.5, north: noise.normal() * 0.5) { fix in
                        if states { fix.speed = Speed(metresPerSecond: second > 10 ? 1.4 : 0.05) }
                    })
            }
            #expect(bench.events.contains("reset moving"))
            #expect(!bench.events.contains { $0.hasPrefix("finished") }, "a walk has no centre")
        }
    }

    @Test func `a receiver that stands still with 3 m of noise is not taken for moving`() throws {
        for seed in 1...20 {
            var bench = Bench { $0.samples = 50 }
            try bench.start()
            var noise = Noise(state: UInt64(seed))
            for second in 1...50 {
                bench.take(epoch(Double(second), east: noise.normal() * 3, north: noise.normal() * 3))
            }
            #expect(bench.events.last == "finished samples" && !bench.events.contains { $0.hasPrefix("reset") })
        }
    }
}

/// Enough once the point is known to 5 mm: a rule of one's own.
private struct FiveMillimetres: CentroidFinishRule {
    func finish(_ progress: CentroidProgress) -> CodedText? {
        guard progress.count >= 10, let error = progress.estimate?.standardError, error.metres <= 0.005 else {
            return nil
        }
        return .detail("known to 5 mm")
    }
}

@Suite struct FinishRuleTests {
    @Test func `a rule of one's own ends a sampling before its number of samples, and is kept as the reason`() throws {
        var bench = Bench { $0.samples = 50 }
        try bench.start { $0.rules = [FiveMillimetres()] }
        var noise = Noise(state: 3)
        for second in 1...50 {
            bench.take(epoch(Double(second), east: noise.normal() * 0.01, north: noise.normal() * 0.01))
        }
        let last = try #require(bench.samplings.last)
        #expect(last.state == .finished && last.reason == "rule" && last.text == "known to 5 mm")
        #expect((10..<50).contains(last.count))
        let error = try #require(last.estimate?.standardError)
        #expect(error.metres <= 0.005)
    }
}
