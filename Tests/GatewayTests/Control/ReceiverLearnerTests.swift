// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import Logging
import ObservationBus
import Storage
import Synchronization
import Testing

@testable import DaemonRuntime
@testable import Gateway

/// What the gateway learns of receivers from what they deliver.
struct ReceiverLearnerTests {
    private let rover = SourceID(rawValue: "rover")
    private let identity = "usb:1546:01a9:A1"
    private let hub = ObservationHub()
    private let store: Store
    private let learner: ReceiverLearner
    private let met: Met

    /// Whom the learner told of, and whether that is the chosen one.
    private final class Met: Sendable { let all = Mutex<[Bool]>([]) }

    init() throws {
        store = try Store(nil, inMemory: true)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let (identity, met) = (identity, Met())
        self.met = met
        learner = ReceiverLearner(hub: hub, store: store, clock: GatewayClock(.system), logger: logger) { source in
            source.rawValue == "rover" ? ReceiverSighting(identity: identity, id: "rover", driver: "fake") : nil
        } onIdentity: { _, isSelected in
            met.all.withLock { $0.append(isSelected) }
        }
    }

    private func deliver(_ payloads: Payload..., from source: SourceID? = nil, plan: UInt32 = 0) {
        let time = HostTime(monotonicNanoseconds: 1, wallNanoseconds: 1)
        let origin = ObservationOrigin(plan: plan)
        learner.take(
            payloads.map {
                Observation(source: source ?? rover, sequence: 1, hostTime: time, payload: $0, origin: origin)
            })
    }

    private func deliverState(_ state: DriverState) { deliver(.driverState(DriverStateReport(state, reason: "t"))) }

    private func sky(_ systems: Constellation...) -> Payload {
        .satellites(SkyView(satellites: systems.compactMap { SatelliteID($0, 5) }.map { Satellite($0) }))
    }

    /// Runs the learner while `body` runs.
    private func running(_ body: () async throws -> Void) async throws {
        let task = Task { await learner.run() }
        try await body()
        task.cancel()
        await task.value
    }

    private var names: [String] { learner.abilities(of: identity).map(\.ability) }

    @Test func `what a receiver is seen to do is stored and shown, each ability once`() async throws {
        try await running {
            deliver(.driverState(DriverStateReport(.running, reason: "t")))
            deliver(sky(.gps, .galileo))
            deliver(sky(.gps, .galileo))
            #expect(await eventually { names == ["galileo", "gps"] })
            deliver(sky(.beidou), .fix(Fix(kind: .threeDimensional, quality: .rtkFixed)))
            #expect(await eventually { names == ["beidou", "galileo", "gps", "rtk"] })
            let stored = try await store.receivers()
            #expect(stored.map(\.sighting.identity) == [identity])
            #expect(stored.first?.abilities.map(\.ability).sorted() == names)
        }
    }

    @Test func `what was learnt before is known at the next start`() async throws {
        try await store.note(ReceiverSighting(identity: identity, id: "rover", driver: "fake"), at: 1)
        try await store.learn([StoredAbility("galileo", evidence: "E05", seen: 1)], of: identity)
        #expect(names.isEmpty)
        await learner.recall()
        #expect(names == ["galileo"])
    }

    @Test func `the receiver that a person chose is told when its driver begins`() async throws {
        try await store.note(ReceiverSighting(identity: identity, id: "rover", driver: "fake"), at: 1)
        try await store.select(identity)
        await learner.recall()
        deliver(.driverState(DriverStateReport(.starting, reason: "t")))
        #expect(met.all.withLock { $0 } == [true])
        // It is the same one still.
        deliver(.driverState(DriverStateReport(.running, reason: "t")))
        #expect(met.all.withLock { $0 } == [true])
    }

    @Test func `what it delivered is counted, and a source that nobody knows teaches nothing`() {
        deliver(sky(.gps), from: SourceID(rawValue: "stranger"))
        #expect(learner.receiver(SourceID(rawValue: "stranger")) == nil)
        deliver(sky(.gps, .galileo))
        deliver(sky(.gps))
        #expect(learner.receiver(rover)?.deliveries[.satellites]?.count == 2)
    }

    @Test(arguments: [DriverState.lost, .stopped, .connecting, .starting])
    func `a receiver that takes the place of another one shows nothing of it`(_ gap: DriverState) {
        deliverState(.running)
        deliver(sky(.gps), .signals(SignalView()), .receiver(ReceiverIdentity(model: "A")))
        deliver(.fix(Fix(kind: .threeDimensional, quality: .autonomous)))
        deliverState(.degraded)
        #expect(learner.receiver(rover)?.sky != nil && learner.receiver(rover)?.stated != nil)
        deliverState(gap)
        let lost = learner.receiver(rover)
        #expect(lost != nil && lost?.sky == nil && lost?.signals == nil && lost?.stated == nil)
        // The age of the last fix is still shown.
        #expect(lost?.deliveries[.fix]?.count == 1)
        deliverState(.running)
        #expect(learner.receiver(rover)?.deliveries.keys.map(\.self) == [.driverState])
    }

    @Test func `a plan with another source begins anew, and the abilities stay`() async throws {
        try await running {
            deliver(sky(.galileo), .receiver(ReceiverIdentity(model: "A")), plan: 1)
            #expect(await eventually { names == ["galileo"] })
            deliver(.timing(Timing()), plan: 2)
            let learnt = learner.receiver(rover)
            #expect(learnt?.plan == 2 && learnt?.sky == nil && learnt?.stated == nil)
            #expect(learnt?.deliveries[.satellites] == nil && learnt?.deliveries[.timing]?.count == 1)
            #expect(names == ["galileo"])
        }
    }

    @Test func `the age of the satellites includes the time for which the machine slept`() throws {
        let asleep = Mutex<Int64>(0)
        let clock = GatewayClock(.system, sleep: { asleep.withLock { $0 } })
        let learner = ReceiverLearner(
            hub: hub, store: store, clock: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { ReceiverSighting(identity: $0.rawValue, id: $0.rawValue, driver: "fake") }
        func take(_ payload: Payload) {
            learner.take([Observation(source: rover, sequence: 1, hostTime: clock.now, payload: payload)])
        }
        func report() throws -> SatellitesReport {
            SatellitesReport(receiver: "rover", try #require(learner.receiver(rover)), nil, by: clock)
        }
        func age() throws -> Double { try #require(try report().age) }
        take(.timing(Timing()))
        #expect(try report() == SatellitesReport(receiver: "rover"))
        take(sky(.gps))
        #expect(try report().satellites.map(\.id) == ["G05"])
        #expect(try age() < 3600)
        asleep.withLock { $0 = 3_600_000_000_000 }
        take(.timing(Timing()))
        #expect(try age() >= 3600)
        take(sky(.gps))
        #expect(try age() < 3600)
    }

    /// The only receiver that there is.
    private final class Present: Sendable { let id = Mutex(SourceID(rawValue: "")) }

    @Test func `receivers that come and go do not fill the memory`() {
        let present = Present()
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let learner = ReceiverLearner(hub: hub, store: store, clock: GatewayClock(.system), logger: logger) { source in
            guard source == present.id.withLock({ $0 }) else { return nil }
            return ReceiverSighting(identity: "usb:\(source.rawValue)", id: source.rawValue, driver: "fake")
        }
        let time = HostTime(monotonicNanoseconds: 1, wallNanoseconds: 1)
        let ids = (0..<2 * ReceiverLearner.receiverLimit).map { SourceID(rawValue: "r\($0)") }
        for id in ids {
            present.id.withLock { $0 = id }
            learner.take([Observation(source: id, sequence: 1, hostTime: time, payload: sky(.gps))])
            #expect(learner.receiver(id) != nil)
        }
        #expect(ids.count { learner.receiver($0) != nil } <= ReceiverLearner.receiverLimit)
    }

    @Test func `an identity that is forgotten is learnt anew`() async throws {
        try await running {
            deliver(sky(.galileo))
            #expect(await eventually { names == ["galileo"] })
            learner.forget(identity)
            #expect(names.isEmpty)
            deliver(sky(.galileo))
            #expect(await eventually { names == ["galileo"] })
        }
    }

    @Test func `an alert that changes keeps the time at which it was raised`() async throws {
        func say(_ severity: Alert.Severity, at second: Int64) {
            let alert = Alert(code: "low-disk", severity: severity, text: "t")
            let time = HostTime(monotonicNanoseconds: 1, wallNanoseconds: second * 1_000_000_000)
            hub.publish([Observation(source: .gateway, sequence: 1, hostTime: time, payload: .alert(alert))])
        }
        try await running {
            // It listens from its start on, which is a moment away.
            #expect(
                await eventually {
                    say(.warning, at: 1)
                    return learner.alerts.count == 1
                })
            say(.critical, at: 9)
            #expect(await eventually { learner.alerts.first?.severity.value == .critical })
            #expect(learner.alerts.map(\.since.milliseconds) == [1000])
        }
    }

    @Test func `an alert is shown until it is over`() async throws {
        func say(isOver: Bool) {
            let alert = Alert(code: "low-disk", severity: .warning, text: "t", isOver: isOver)
            let time = HostTime(monotonicNanoseconds: 1, wallNanoseconds: 1)
            hub.publish([Observation(source: .gateway, sequence: 1, hostTime: time, payload: .alert(alert))])
        }
        try await running {
            // It listens from its start on, which is a moment away.
            #expect(
                await eventually {
                    say(isOver: false)
                    return learner.alerts.map(\.code) == ["low-disk"]
                })
            say(isOver: true)
            #expect(await eventually { learner.alerts.isEmpty })
        }
    }
}
