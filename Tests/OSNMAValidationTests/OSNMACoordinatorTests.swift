// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Logging
import OSNMA
import OSNMAFiles
import ObservationBus
import Synchronization
import SystemSupport
import Testing

@testable import OSNMAValidation

/// Several receivers, and one name under which now a receiver runs and now a recording.
@Suite(.enabled(if: LiveCapture.isThere, "GNSS_TEST_DATA holds no OSNMA recordings"))
struct OSNMACoordinatorTests {
    private let live = ObservationOrigin(isReplay: false, plan: 1)

    private func batches(_ pages: [RecordedPage], _ origin: ObservationOrigin, shift: Int64 = 0) -> [[Observation]] {
        pages.map { page in
            var time = arrival(page.start)
            time.monotonicNanoseconds += shift
            time.wallNanoseconds += shift
            return [
                Observation(
                    source: rover, sequence: 1, hostTime: time, payload: .navigationPage(page.observed),
                    origin: origin)
            ]
        }
    }

    @Test func `a recording under the name of a live receiver is neither fresh nor judged by the clock`() throws {
        var rig = try CoordinatorRig()
        let pages = try LiveCapture.pages(480)
        let start = pages[0].start.secondsSinceEpoch
        let first = pages.filter { $0.start.secondsSinceEpoch < start + 240 }
        for batch in batches(first, live) { rig.take(batch) }
        #expect(rig.verdict?.isFresh == true)
        // The same sky three hours later, from a file; its times are those of the capture.
        let hours: Int64 = 3 * 3600 * 1_000_000_000
        let replay = ObservationOrigin(isReplay: true, plan: 2)
        let second = pages.filter { $0.start.secondsSinceEpoch >= start + 240 }
        for batch in batches(second, replay) {
            rig.take(batch, later: hours)
            #expect(rig.verdict?.isFresh == false && rig.verdict?.clock.source == .recording)
        }
        #expect(rig.verdict?.state == .authenticated)
        // What the driver of before still had in its queue is of nobody any more.
        let tags = rig.verdict?.tagsRight
        for batch in batches(first.suffix(30), live) { rig.take(batch, later: hours) }
        #expect(rig.verdict?.clock.source == .recording && rig.verdict?.tagsRight == tags)
    }

    @Test func `a live receiver under the name of a recording is judged by the clock`() throws {
        var rig = try CoordinatorRig()
        let pages = try LiveCapture.pages(240)
        let replay = ObservationOrigin(isReplay: true, plan: 1)
        for batch in batches(Array(pages.prefix(100)), replay) { rig.take(batch) }
        #expect(rig.verdict?.clock.source == .recording)
        // An old sky comes over the air: its pages come now.
        let next = ObservationOrigin(isReplay: false, plan: 2)
        let hour: Int64 = 3600 * 1_000_000_000
        for batch in batches(pages, next, shift: hour) { rig.take(batch) }
        #expect(rig.verdict?.reason == .timeContradicted && rig.verdict?.state == .unverified)
    }

    @Test func `with a replay's clock nothing is fresh, also of a live receiver`() throws {
        var rig = try CoordinatorRig(hasReplayClock: true)
        for batch in batches(try LiveCapture.pages(240), live) { rig.take(batch) }
        #expect(rig.verdict?.state == .authenticated && rig.verdict?.isFresh == false)
        #expect(rig.verdict?.clock.source == .recording)
    }

    @Test func `after the machine slept, what was proven before counts no more`() throws {
        var rig = try CoordinatorRig()
        let pages = try LiveCapture.pages(480)
        let start = pages[0].start.secondsSinceEpoch
        let all = batches(pages, live)
        // The machine sleeps between two subframes: the key of the next one belongs to tags that arrived before.
        let wake = (start + 269) / 30 * 30
        let split = pages.count { $0.start.secondsSinceEpoch < wake }
        for batch in all[..<split] { rig.take(batch) }
        #expect(rig.verdict?.state == .authenticated)
        // Half a second does not count.
        rig.suspend(500_000_000)
        rig.coordinator.tick()
        #expect(rig.verdict?.state == .authenticated)
        rig.suspend(3 * 3600 * 1_000_000_000)
        rig.take(all[split])
        #expect(rig.verdict?.state == .unverified && rig.verdict?.satellites.isEmpty == true)
        // What was still queued is not heard either.
        for batch in all[..<split].suffix(20) { rig.take(batch) }
        #expect(rig.verdict?.satellites.isEmpty == true)
        // Tags that came before prove nothing, though their keys come now.
        let next = pages.count { $0.start.secondsSinceEpoch < wake + 30 }
        for batch in all[(split + 1)..<next] {
            rig.take(batch)
            #expect(rig.verdict?.state == .unverified)
        }
        #expect(rig.verdict?.satellites.contains { $0.ephemeris != nil } == false)
        // It goes on with what it knows of the keys.
        for batch in all[next...] { rig.take(batch) }
        #expect(rig.verdict?.state == .authenticated && rig.verdict?.isFresh == true)
        // A recording is as old as before.
        var replay = try CoordinatorRig()
        for batch in batches(pages, ObservationOrigin(isReplay: true, plan: 1)) { replay.take(batch) }
        replay.suspend(3 * 3600 * 1_000_000_000)
        replay.coordinator.tick()
        #expect(replay.verdict?.state == .authenticated)
    }

    @Test func `the alert that began before the machine slept ends after it`() throws {
        var configuration = OSNMAValidationConfiguration()
        configuration.staleSeconds = 40
        var rig = try CoordinatorRig(configuration: configuration)
        let pages = try LiveCapture.pages(780)
        let start = pages[0].start.secondsSinceEpoch
        let all = batches(pages, live)
        func index(_ seconds: Int) -> Int { pages.count { $0.start.secondsSinceEpoch < start + .init(seconds) } }
        for batch in all[..<index(240)] { rig.take(batch) }
        for batch in all[index(240)..<index(420)] { rig.wait(until: batch[0].hostTime) }
        #expect(try rig.alerts().map(\.code) == ["osnma-authenticated", "osnma-lost"])
        rig.suspend(3 * 3600 * 1_000_000_000)
        for batch in all[index(420)...] { rig.take(batch) }
        let after = try rig.alerts()
        #expect(after.map(\.code) == ["osnma-lost"] && after.allSatisfy(\.isOver))
    }

    private func state(_ report: DriverStateReport, like batch: [Observation]) -> [Observation] {
        batch.map { observation in
            var observation = observation
            observation.payload = .driverState(report)
            return observation
        }
    }

    private var stop: DriverStateReport {
        var report = DriverStateReport(.stopped, reason: "stopped on request")
        report.message = CodedText(code: "receiver.stopped_on_request")
        return report
    }

    @Test func `a receiver that is stopped on request has no verdict, and its loss is no alert`() throws {
        var rig = try CoordinatorRig()
        let pages = try LiveCapture.pages(300)
        let start = pages[0].start.secondsSinceEpoch
        let all = batches(pages, live)
        let split = pages.count { $0.start.secondsSinceEpoch < start + 240 }
        for batch in all[..<split] { rig.take(batch) }
        let rest = all[split...]
        #expect(rig.verdict?.state == .authenticated)
        rig.take(state(stop, like: try #require(rest.first)))
        for batch in rest { rig.wait(until: batch[0].hostTime) }
        #expect(rig.verdict == nil && rig.age == nil)
        #expect(try rig.alerts().map(\.code) == ["osnma-authenticated"])
        // A start brings a verdict again; nothing is lost before something was authenticated.
        let last = try #require(rest.last)
        rig.take(state(DriverStateReport(.starting, reason: "t"), like: last))
        #expect(rig.verdict?.reason == .receiverLost)
        var later = last[0].hostTime
        later.monotonicNanoseconds += 60_000_000_000
        rig.wait(until: later)
        #expect(try rig.alerts().isEmpty)
    }

    enum End: CaseIterable { case stop, plan, off }

    @Test(arguments: End.allCases)
    func `the alert about a loss ends with a stop on request, another plan, or without validation`(end: End) throws {
        var configuration = OSNMAValidationConfiguration()
        configuration.staleSeconds = 40
        let pages = try LiveCapture.pages(420)
        let start = pages[0].start.secondsSinceEpoch
        let all = batches(pages, live)
        let split = pages.count { $0.start.secondsSinceEpoch < start + 240 }
        let last = try #require(all.last)
        let begin = try OSNMAService.Command.begin(configuration, TrustStart(anchors: LiveCapture.anchors()))
        var rig = try CoordinatorRig(configuration: configuration)
        for batch in all[..<split] { rig.take(batch) }
        for batch in all[split...] { rig.wait(until: batch[0].hostTime) }
        #expect(try rig.alerts().map(\.code) == ["osnma-authenticated", "osnma-lost"])
        switch end {
        case .stop:
            rig.take(state(stop, like: last))
            #expect(rig.verdict == nil)
            // New settings do not bring it back.
            rig.coordinator.follow(begin)
            rig.wait(until: last[0].hostTime)
            #expect(rig.verdict == nil)
        case .plan:
            for batch in batches(pages.suffix(1), ObservationOrigin(isReplay: false, plan: 2)) { rig.take(batch) }
        case .off:
            configuration.isEnabled = false
            rig.coordinator.follow(.begin(configuration, TrustStart(anchors: try LiveCapture.anchors())))
        }
        let alerts = try rig.alerts()
        #expect(alerts.first?.text.contains("validation is switched off") == (end == .off))
        #expect(alerts.map(\.code) == ["osnma-lost"] && alerts.allSatisfy(\.isOver))
    }

    @Test func `new settings neither hide that authentication is lost nor end the alert about it`() throws {
        let pages = try LiveCapture.pages(780)
        let start = pages[0].start.secondsSinceEpoch
        let all = batches(pages, live)
        func index(_ seconds: Int) -> Int { pages.count { $0.start.secondsSinceEpoch < start + seconds } }
        let begin = try OSNMAService.Command.begin(
            OSNMAValidationConfiguration(), TrustStart(anchors: LiveCapture.anchors()))
        var rig = try CoordinatorRig()
        for batch in all[..<index(240)] { rig.take(batch) }
        #expect(rig.verdict?.state == .authenticated)
        rig.coordinator.follow(begin)
        for batch in all[index(240)..<index(300)] { rig.wait(until: batch[0].hostTime) }
        #expect(try rig.alerts().map(\.code) == ["osnma-authenticated", "osnma-lost"])
        rig.coordinator.follow(begin)
        rig.coordinator.tick()
        #expect(try rig.alerts().isEmpty)
        for batch in all[index(300)...] { rig.take(batch) }
        let after = try rig.alerts()
        #expect(after.map(\.code) == ["osnma-lost"] && after.allSatisfy(\.isOver))
    }

    @Test func `a key whose end passes is not used any more, and is used again if the clock is set back`() throws {
        let pages = try LiveCapture.pages(480)
        let first = pages[0].start.secondsSinceEpoch
        var start = TrustStart(anchors: try LiveCapture.anchors())
        let key = try #require(start.anchors.publicKeys.first?.fingerprint)
        let all = batches(pages, live)
        let split = pages.count { $0.start.secondsSinceEpoch < first + 240 }
        let end = all[split][0].hostTime
        start.anchors.ends[key] = end.wallNanoseconds / 1_000_000 - 1
        var rig = try CoordinatorRig(start: start)
        for batch in all[..<split] {
            rig.take(batch)
            rig.coordinator.tick()
        }
        #expect(rig.verdict?.state == .authenticated && rig.coordinator.status.trustedKeys == 1)
        for batch in all[split...] {
            rig.take(batch)
            rig.coordinator.tick()
            #expect(rig.verdict?.state == .unverified)
        }
        #expect(rig.coordinator.status.trustedKeys == 0)
        rig.coordinator.keep()
        // The end is no withdrawal by Galileo.
        #expect(rig.saves.allSatisfy { !$0.state.withdrawals.contains(key) })
        var back = try #require(all.last)[0].hostTime
        back.wallNanoseconds = end.wallNanoseconds - 3600 * 1_000_000_000
        rig.wait(until: back)
        #expect(rig.coordinator.status.trustedKeys == 1)
        rig.coordinator.keep()
        #expect(rig.saves.last?.state.withdrawals.isEmpty == true)
        // A recording may be older than the end of its key.
        var replay = try CoordinatorRig(start: start)
        for batch in batches(pages, ObservationOrigin(isReplay: true, plan: 1)) {
            replay.take(batch)
            replay.coordinator.tick()
        }
        #expect(replay.verdict?.state == .authenticated && replay.coordinator.status.trustedKeys == 0)
    }

    @Test func `a key that ended because the clock was ahead authenticates again when the clock is right`() throws {
        let pages = try LiveCapture.pages(780)
        let first = pages[0].start.secondsSinceEpoch
        let all = batches(pages, live)
        let split = pages.count { $0.start.secondsSinceEpoch < first + 240 }
        var start = TrustStart(anchors: try LiveCapture.anchors())
        let key = try #require(start.anchors.publicKeys.first?.fingerprint)
        start.anchors.ends[key] = try #require(all.last)[0].hostTime.wallNanoseconds / 1_000_000 + 1000
        var rig = try CoordinatorRig(start: start)
        for batch in all[..<split] { rig.take(batch) }
        #expect(rig.verdict?.state == .authenticated)
        rig.wait(until: ahead(of: all[split]))
        #expect(rig.verdict?.state == .unverified && rig.coordinator.status.trustedKeys == 0)
        for batch in all[split...] {
            rig.take(batch)
            rig.coordinator.tick()
        }
        #expect(rig.verdict?.state == .authenticated && rig.coordinator.status.trustedKeys == 1)
    }

    /// The time of a batch by a clock that is an hour ahead.
    private func ahead(of batch: [Observation]) -> HostTime {
        var time = batch[0].hostTime
        time.wallNanoseconds += 3600 * 1_000_000_000
        return time
    }

    /// A state in which these roots and keys are withdrawn.
    private func withdrawn(_ fingerprints: [TrustFingerprint], _ cause: Withdrawals.Cause) throws -> HotStartState {
        var state = HotStartState()
        for fingerprint in fingerprints {
            state.withdrawals.insert(
                Withdrawals.Anchor(
                    fingerprint: fingerprint, cause: cause, domain: fingerprint,
                    time: try #require(GST(week: 1300, tow: 0)), message: [1]))
        }
        return state
    }

    @Test(arguments: Withdrawals.Cause.allCases)
    func `what the store holds as withdrawn does not count again if the clock is set back`(
        cause: Withdrawals.Cause
    ) throws {
        let all = batches(try LiveCapture.pages(300), live)
        var start = TrustStart(anchors: try LiveCapture.anchors())
        let key = try #require(start.anchors.publicKeys.first?.fingerprint)
        start.anchors.ends[key] = all[0][0].hostTime.wallNanoseconds / 1_000_000 + 1_000_000
        start.hotStart = try withdrawn(cause == .alert ? start.anchors.fingerprints : [key], cause)
        var rig = try CoordinatorRig(start: start)
        rig.take(all[0])
        rig.wait(until: ahead(of: all[0]))
        #expect(rig.coordinator.status.trustedKeys == 0)
        rig.wait(until: all[0][0].hostTime)
        for batch in all.dropFirst() { rig.take(batch) }
        #expect(rig.verdict?.state == .unverified)
        rig.coordinator.keep()
        #expect(rig.saves.allSatisfy { $0.state.withdrawals.contains(key) })
    }

    @Test func `after the alert message a reload does not make a key count again that has ended`() throws {
        let all = batches(try LiveCapture.pages(300), live)
        var start = TrustStart(anchors: try LiveCapture.anchors())
        let key = try #require(start.anchors.publicKeys.first?.fingerprint)
        let other = try #require(MerkleRoot([UInt8](repeating: 7, count: 32)))
        start.anchors.ends[key] = all[0][0].hostTime.wallNanoseconds / 1_000_000 + 1_000_000
        start.hotStart = try withdrawn([other.fingerprint], .alert)
        var rig = try CoordinatorRig(start: start)
        rig.take(all[0])
        rig.wait(until: ahead(of: all[0]))
        #expect(rig.coordinator.status.trustedKeys == 0)
        // The clock is set back, and the trust is loaded by the right time.
        rig.coordinator.follow(.begin(OSNMAValidationConfiguration(), start))
        #expect(rig.saves.last?.state.withdrawals.contains(key) == true)
        for batch in all.dropFirst() { rig.take(batch) }
        #expect(rig.verdict?.state == .unverified)
    }

    @Test func `new settings raise no alert about a recording`() throws {
        let pages = try LiveCapture.pages(300)
        let start = pages[0].start.secondsSinceEpoch
        let all = batches(pages, ObservationOrigin(isReplay: true, plan: 1))
        let split = pages.count { $0.start.secondsSinceEpoch < start + 240 }
        var rig = try CoordinatorRig()
        for batch in all[..<split] { rig.take(batch) }
        #expect(rig.verdict?.state == .authenticated)
        rig.coordinator.follow(
            .begin(OSNMAValidationConfiguration(), TrustStart(anchors: try LiveCapture.anchors())))
        for batch in all[split...] { rig.wait(until: batch[0].hostTime) }
        #expect(try rig.alerts().map(\.code) == ["osnma-authenticated"])
    }

    @Test func `a decision with an end that has passed ends the trust in a key that was trusted without one`() throws {
        let pages = try LiveCapture.pages(240)
        var rig = try CoordinatorRig()
        for batch in batches(pages, live) { rig.take(batch) }
        #expect(rig.verdict?.state == .authenticated)
        var anchors = TrustAnchors(keys: try LiveCapture.anchors().keys)
        for key in anchors.publicKeys { anchors.ends[key.fingerprint] = 1 }
        rig.coordinator.follow(.trust(anchors, decision: 1))
        rig.coordinator.tick()
        #expect(rig.verdict?.state == .unverified && rig.coordinator.status.trustedKeys == 0)
    }

    @Test func `while the stage lags, a verdict is as old as the data that it judges`() throws {
        var rig = try CoordinatorRig()
        let all = batches(try LiveCapture.pages(300), live)
        let (lag, second): (Int64, Int64) = (20_000_000_000, 1_000_000_000)
        let split = all.count - 60
        for batch in all[..<split] { rig.take(batch) }
        #expect(rig.verdict?.state == .authenticated && rig.age ?? .max < second)
        for batch in all[split...] {
            rig.take(batch, later: lag)
            #expect(rig.verdict?.state == .unverified)
        }
        #expect((lag..<lag + 2 * second).contains(rig.age ?? 0))
        // More of the receiver's data are waiting, so time alone says nothing new.
        var queues = ReceiverQueues()
        queues.add(all[0])
        rig.coordinator.tick(after: queues)
        #expect(rig.verdict?.reason == .timeNotTrusted && rig.age ?? 0 >= lag)
        let refusal = OSNMARequirement(isRequired: true, allowsRecordings: true)
            .refusal(of: authenticated, age: rig.age ?? 0)
        #expect(refusal?.cause == .outdated)
        // All is judged, and the receiver is silent: that is known until now.
        _ = queues.next()
        queues.note(rig.now, pending: 0)
        rig.coordinator.tick(after: queues)
        #expect(rig.verdict?.state == .authenticated && rig.age ?? .max <= 6 * second)
        // A recording is as old as before.
        var replay = try CoordinatorRig()
        for batch in batches(try LiveCapture.pages(300), ObservationOrigin(isReplay: true, plan: 1)) {
            replay.take(batch, later: lag)
        }
        #expect(replay.verdict?.state == .authenticated && replay.age ?? .max < second)
    }

    private var authenticated: Authentication {
        var verdict = Authentication(receiver: rover)
        (verdict.state, verdict.clock) = (.authenticated, AuthenticationClock(source: .recording, use: .all))
        return verdict
    }

    @Test func `the verdict on a slow replay does not become outdated`() throws {
        var rig = try CoordinatorRig()
        let all = batches(try LiveCapture.pages(10), ObservationOrigin(isReplay: true, plan: 1))
        let begin = try #require(all.first?.first?.hostTime)
        var real = begin
        for batch in all {
            // At a twentieth of its speed.
            let later = 19 * (batch[0].hostTime.monotonicNanoseconds - begin.monotonicNanoseconds)
            while real.monotonicNanoseconds < batch[0].hostTime.monotonicNanoseconds + later {
                real.monotonicNanoseconds += 1_000_000_000
                real.wallNanoseconds += 1_000_000_000
                rig.wait(until: real)
                if rig.verdict != nil { #expect(try #require(rig.age) < 10_000_000_000) }
            }
            rig.take(batch, later: later)
        }
        #expect(rig.verdict != nil)
    }

    @Test func `a time of arrival that is far from the gateway's own is no trusted time`() throws {
        var rig = try CoordinatorRig()
        let minute: Int64 = 60_000_000_000
        for batch in batches(try LiveCapture.pages(240), live) { rig.take(batch, later: minute) }
        #expect(rig.verdict?.reason == .timeNotTrusted && rig.verdict?.isFresh == false)
    }
}

/// A coordinator whose clock is that of what it is fed.
struct CoordinatorRig {
    private final class Clock: Sendable {
        let now = Mutex(HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0))
        let saves = Mutex<[LearntTrust]>([])
        let asleep = Mutex<Int64>(0)
    }

    struct NoTrust: TrustKeeping {
        func load() async -> TrustStart { TrustStart(anchors: TrustAnchors()) }
        func save(_ learnt: LearntTrust) async -> Bool { true }
    }

    private let clock = Clock()
    private let published: Subscription.Reader
    var coordinator: OSNMACoordinator

    /// What was to be kept so far, the newest last.
    var saves: [LearntTrust] { clock.saves.withLock { $0 } }

    init(
        hasReplayClock: Bool = false, start: TrustStart? = nil, configuration: OSNMAValidationConfiguration = .init()
    ) throws {
        let hub = ObservationHub()
        published = try #require(
            hub.subscribe("test", to: .all, policy: .skipOldest()).reader {})
        var context = OSNMAService.Context(
            hub: hub, now: { [clock] in clock.now.withLock { $0 } },
            readClock: { ClockReading(isSynchronised: true) }, hasReplayClock: hasReplayClock, trust: NoTrust(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        context.sleep = SleepWatch { [clock] in clock.asleep.withLock { $0 } }
        coordinator = OSNMACoordinator(context) { [clock] learnt in clock.saves.withLock { $0.append(learnt) } }
        let start = try start ?? TrustStart(anchors: LiveCapture.anchors())
        coordinator.follow(.begin(configuration, start))
    }

    /// - Parameter later: how far the gateway's clock is ahead of the batch.
    mutating func take(_ batch: [Observation], later: Int64 = 0) {
        guard var now = batch.last?.hostTime else { return }
        now.monotonicNanoseconds += later
        now.wallNanoseconds += later
        clock.now.withLock { $0 = now }
        coordinator.take(batch)
    }

    /// Lets time pass until then without data.
    mutating func wait(until now: HostTime, _ queues: ReceiverQueues? = nil) {
        clock.now.withLock { $0 = now }
        coordinator.tick(after: queues)
    }

    /// The times of the verdicts since the last call, in whole seconds of the monotonic clock.
    func verdictSeconds() -> [Int64] {
        var times: [Int64] = []
        while let batch = published.next() {
            let verdicts = batch.filter { $0.kind == .authentication }
            times += verdicts.map { $0.hostTime.monotonicNanoseconds / 1_000_000_000 }
        }
        return times
    }

    /// The alerts since the last call.
    func alerts() throws -> [Alert] {
        var alerts: [Alert] = []
        while let batch = published.next() {
            alerts += batch.compactMap { observation in
                guard case .result(let result) = observation.payload else { return nil }
                return result.value as? Alert
            }
        }
        return alerts
    }

    /// Suspends the machine for some nanoseconds: only its count of them grows, and no time passes in the test.
    func suspend(_ time: Int64) { clock.asleep.withLock { $0 += time } }

    /// The gateway's monotonic clock.
    var now: Int64 { clock.now.withLock { $0.monotonicNanoseconds } }

    /// The age of the newest verdict in nanoseconds.
    var age: Int64? { coordinator.status.times[rover].map { now - $0 } }

    func verdict(of source: SourceID) -> Authentication? { coordinator.status.verdicts[source] }

    var verdict: Authentication? { verdict(of: rover) }
}
