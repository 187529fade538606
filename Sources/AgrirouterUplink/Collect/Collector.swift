// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes
internal import ObservationBus
internal import Outbox

/// Decides what is collected: observations in, entries out, one for each interval of the positions' own time. Where the
/// active receiver has no position, or no receiver is active, an entry says so instead. It reads no clock.
struct Collector {
    /// What is known of the active receiver.
    private struct Source {
        var state: DriverState?
        var verdict: HeldVerdict?
    }

    /// An entry may be so much early, in nanoseconds: clocks of receivers jitter.
    private static let tolerance: Int64 = 50_000_000
    /// A time that is so much earlier than that before starts again, in nanoseconds.
    private static let stepBack: Int64 = 10_000_000_000
    /// Nothing is said of an absence before 2020: the clock was not set then.
    private static let firstTime: Int64 = 1_577_836_800_000_000_000
    private static let sourceLimit = 64
    /// A receiver's clock may be ahead by a minute, in nanoseconds: what agrirouter tolerates.
    private static let mostAhead: Int64 = 60_000_000_000

    /// The time between entries, in nanoseconds.
    var interval: Int64
    var unauthenticated: UplinkSettings.Unauthenticated
    /// Whether the gateway's clock is known to be right.
    var isClockRight = false
    /// What an authenticated position is.
    var requirement = OSNMARequirement()
    /// Positions that were not collected because nothing proves them.
    private(set) var withheld: UInt64 = 0
    /// Whether the newest position was withheld.
    private(set) var isWithholding = false
    /// What the newest of what was collected rests on.
    private(set) var lastStatus: PositionStatus?
    /// The active receiver.
    private(set) var active: SourceID?

    private var sources: [SourceID: Source] = [:]
    /// The interval that has an entry, and whether that entry says that there is no position.
    private var slot: (number: Int64, isAbsence: Bool)?
    /// When the receiver spoke last or an absence was collected, by the host's monotonic clock; or when collecting began.
    private var latest: Int64?
    /// The receiver's time less the host's monotonic clock, in nanoseconds.
    private var offset: Int64?

    init(_ settings: UplinkSettings) {
        interval = Int64(settings.collect) * 1_000_000_000
        unauthenticated = settings.unauthenticated
    }

    /// Goes on by other settings.
    mutating func apply(_ settings: UplinkSettings) {
        let interval = Int64(settings.collect) * 1_000_000_000
        if interval != self.interval { (slot, latest) = (nil, nil) }
        (self.interval, unauthenticated) = (interval, settings.unauthenticated)
    }

    /// What comes next is not compared with what was before.
    mutating func restart() { (slot, latest, isWithholding) = (nil, nil, false) }

    /// Takes what was published together.
    ///
    /// - Parameter isCollecting: whether entries are wanted; what receivers say of themselves is noted in any case.
    mutating func take(_ batch: [Observation], isCollecting: Bool) -> [OutboxItem] {
        // Verdicts are of what was published with them.
        for observation in batch { note(observation) }
        guard isCollecting else { return [] }
        return batch.compactMap { observation in
            guard case .fix(let fix) = observation.payload, observation.source == active else { return nil }
            return take(fix, observation)
        }
    }

    /// When to ask `tick` again, by the host's monotonic clock; nil: after the next observation.
    var nextTick: Int64? { latest.map { $0 &+ interval &+ grace } }

    /// An entry that says that there is no position, where none has come for longer than the interval.
    mutating func tick(at now: HostTime) -> OutboxItem? {
        guard let latest, now.wallNanoseconds >= Self.firstTime else {
            self.latest = now.monotonicNanoseconds
            return nil
        }
        guard now.monotonicNanoseconds &- latest >= interval &+ grace else { return nil }
        isWithholding = false
        let instant = offset.map { now.monotonicNanoseconds &+ $0 } ?? now.wallNanoseconds
        // The next one is due an interval after this one was, not a grace later.
        self.latest = now.monotonicNanoseconds &- grace
        guard isNext(instant, isAbsence: true) else { return nil }
        let time = UTCTime(nanosecondsSince1970: instant)
        return collected(GPSEntry(absence: absence, at: time), time, nil)
    }

    /// A position that is late is waited for; nanoseconds.
    private var grace: Int64 { min(interval, 2_000_000_000) }

    // MARK: -

    private mutating func take(_ fix: Fix, _ observation: Observation) -> OutboxItem? {
        let (host, wall) = (observation.hostTime.monotonicNanoseconds, observation.hostTime.wallNanoseconds)
        let own = fix.time.flatMap { isOfFuture($0, at: wall) ? nil : $0 }
        let time = own ?? UTCTime(nanosecondsSince1970: wall)
        offset = own.map { $0.nanosecondsSince1970 &- host } ?? offset
        let entry = GPSEntry(fix, at: time)
        let verdict = verdict(of: observation)
        isWithholding = entry.position != nil && unauthenticated == .withhold && verdict != .authenticated
        // The receiver speaks, whether or not this fix is collected: an absence is not to take the next interval.
        latest = host
        guard isNext(time.nanosecondsSince1970, isAbsence: entry.position == nil) else { return nil }
        guard !isWithholding else {
            withheld += 1
            return nil
        }
        return collected(entry, time, verdict)
    }

    /// Whether a receiver states a time that has not come yet, by a clock that is known to be right: its positions then bear
    /// the gateway's time.
    private func isOfFuture(_ time: UTCTime, at wall: Int64) -> Bool {
        let (ahead, isOver) = time.nanosecondsSince1970.subtractingReportingOverflow(wall)
        return isClockRight && (isOver || ahead > Self.mostAhead)
    }

    private mutating func collected(
        _ entry: GPSEntry, _ time: UTCTime, _ verdict: Authentication.State?
    ) -> OutboxItem {
        lastStatus = entry.status
        return OutboxItem(time: time, content: GPSList([entry]).bytes, verdict: verdict)
    }

    /// Whether an instant is in an interval that has no entry yet, or only one of an absence where this is a position; it
    /// has one then.
    private mutating func isNext(_ instant: Int64, isAbsence: Bool) -> Bool {
        let number = (instant &+ Self.tolerance) / interval
        if let slot, number <= slot.number, (slot.number &- number) &* interval <= Self.stepBack {
            guard number == slot.number, slot.isAbsence, !isAbsence else { return false }
        }
        slot = (number, isAbsence)
        return true
    }

    /// Why there is no position.
    private var absence: PositionStatus {
        guard let active, let state = sources[active]?.state else { return active == nil ? .notAvailable : .noGPS }
        return switch state {
        case .running: .noGPS
        case .degraded: .error
        case .starting, .connecting, .lost, .stopped: .notAvailable
        }
    }

    private mutating func note(_ observation: Observation) {
        switch observation.payload {
        case .driverState(let report): update(observation.source) { $0.state = report.state }
        case .result(let result):
            switch result.value {
            case let change as ActiveReceiver:
                if change.current != active { offset = nil }
                active = change.current
            case let verdict as Authentication:
                update(verdict.receiver) { $0.verdict = HeldVerdict(observation) }
            default: break
            }
        default: break
        }
    }

    private mutating func update(_ source: SourceID, _ change: (inout Source) -> Void) {
        guard sources[source] != nil || sources.count < Self.sourceLimit else { return }
        change(&sources[source, default: Source()])
    }

    /// nil: not judged.
    private func verdict(of observation: Observation) -> Authentication.State? {
        guard let held = sources[observation.source]?.verdict else { return nil }
        return requirement.objection(to: observation, by: held) == nil ? .authenticated : .unverified
    }
}
