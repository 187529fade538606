// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes
internal import ObservationBus
internal import Outbox

/// Turns observations into entries, one for each interval of the positions' own time. If the active receiver has no
/// position, or no receiver is active, an entry records the absence. It reads no clock.
struct Collector {
    /// The time by which an entry may precede its interval, in nanoseconds, because receiver clocks jitter.
    private static let tolerance: Int64 = 50_000_000
    /// A time that is earlier than the previous one by more than this, in nanoseconds, restarts the sequence of
    /// intervals.
    private static let stepBack: Int64 = 10_000_000_000
    /// Nanoseconds since 1970 for 2020-01-01 UTC. With an earlier wall clock, which is not set, no absence is recorded.
    private static let firstTime: Int64 = 1_577_836_800_000_000_000
    private static let sourceLimit = 64
    /// The maximum by which a receiver's time may be ahead of the gateway's, in nanoseconds: agrirouter tolerates one
    /// minute.
    private static let mostAhead: Int64 = 60_000_000_000

    /// The interval between entries in nanoseconds.
    var interval: Int64
    var unauthenticated: UplinkSettings.Unauthenticated
    /// True if the gateway's clock is known to be correct.
    var isClockRight = false
    /// The conditions for a position to count as authenticated.
    var requirement = OSNMARequirement()
    /// The number of positions that were not collected because they are not authenticated.
    private(set) var withheld: UInt64 = 0
    /// True if the newest position was withheld.
    private(set) var isWithholding = false
    /// The position status of the entry collected last.
    private(set) var lastStatus: PositionStatus?

    private var verdicts = ReceiverVerdicts()
    private var states: [SourceID: DriverState] = [:]
    /// The interval that already has an entry, and whether this entry records an absence.
    private var slot: (number: Int64, isAbsence: Bool)?
    /// The host's monotonic clock when the receiver last sent a fix or an absence was last collected, or when
    /// collecting began; nil before the first call of `tick`.
    private var latest: Int64?
    /// The receiver's time minus the host's monotonic clock, in nanoseconds.
    private var offset: Int64?
    /// The newest time that a receiver stated minus the host's monotonic clock, in nanoseconds; nil before the first one.
    private var statedOffset: Int64?

    init(_ settings: UplinkSettings) {
        interval = Int64(settings.collect) * 1_000_000_000
        unauthenticated = settings.unauthenticated
    }

    /// Applies changed settings.
    mutating func apply(_ settings: UplinkSettings) {
        let interval = Int64(settings.collect) * 1_000_000_000
        if interval != self.interval { (slot, latest) = (nil, nil) }
        (self.interval, unauthenticated) = (interval, settings.unauthenticated)
    }

    /// Forgets the previous entries, so that the next one is not compared with them.
    mutating func restart() { (slot, latest, isWithholding) = (nil, nil, false) }

    /// Processes a batch of observations that were published together.
    ///
    /// - Parameters:
    ///   - isCollecting: True if entries are wanted. The receivers' states are recorded in any case.
    ///   - now: The gateway's clock. A replay's observations count as new.
    mutating func take(_ batch: [Observation], isCollecting: Bool, at now: HostTime) -> [OutboxItem] {
        // Record all verdicts first, because they apply to positions in the same batch.
        for observation in batch { note(observation) }
        guard isCollecting else { return [] }
        return batch.compactMap { observation in
            guard case .fix(let fix) = observation.payload, observation.source == verdicts.active else { return nil }
            return take(fix, observation, arrival: observation.hostTime.arrival(at: now))
        }
    }

    /// The time by the clock of the receiver that stated one last; nil if none has.
    func receiverTime(at now: HostTime) -> UTCTime? {
        statedOffset.map { UTCTime(nanosecondsSince1970: now.monotonicNanoseconds &+ $0) }
    }

    /// The time at which `tick` must be called again, by the host's monotonic clock; nil until the first fix or the
    /// first call of `tick`.
    var nextTick: Int64? { latest.map { $0 &+ interval &+ grace } }

    /// Returns an entry that records the absence of a position if none has arrived for longer than the interval.
    mutating func tick(at now: HostTime) -> OutboxItem? {
        guard let latest, now.wallNanoseconds >= Self.firstTime else {
            self.latest = now.monotonicNanoseconds
            return nil
        }
        guard now.monotonicNanoseconds &- latest >= interval &+ grace else { return nil }
        isWithholding = false
        let instant = offset.map { now.monotonicNanoseconds &+ $0 } ?? now.wallNanoseconds
        // The next absence is due one interval after this one was due, without another grace period.
        self.latest = now.monotonicNanoseconds &- grace
        guard isNext(instant, isAbsence: true) else { return nil }
        let time = UTCTime(nanosecondsSince1970: instant)
        return collected(GPSEntry(absence: absence, at: time), time, nil)
    }

    /// The time to wait for a late position, in nanoseconds.
    private var grace: Int64 { min(interval, 2_000_000_000) }

    private mutating func take(_ fix: Fix, _ observation: Observation, arrival: HostTime) -> OutboxItem? {
        let (host, wall) = (arrival.monotonicNanoseconds, arrival.wallNanoseconds)
        let own = fix.time.flatMap { isOfFuture($0, at: wall) ? nil : $0 }
        let time = own ?? UTCTime(nanosecondsSince1970: wall)
        // The gateway's time replaces one of the future; a fix without a time says nothing about the receiver's clock.
        if let stated = fix.time {
            let ahead = stated.nanosecondsSince1970 &- host
            (offset, statedOffset) = (own == nil ? nil : ahead, ahead)
        }
        let entry = GPSEntry(fix, at: time)
        let verdict = verdict(of: observation)
        isWithholding = entry.position != nil && unauthenticated == .withhold && verdict != .authenticated
        // The receiver sends fixes even if this one is not collected, so an absence must not occupy the next interval.
        latest = host
        guard isNext(time.nanosecondsSince1970, isAbsence: entry.position == nil) else { return nil }
        guard !isWithholding else {
            withheld += 1
            return nil
        }
        return collected(entry, time, verdict)
    }

    /// True if the receiver's time is in the future by a clock that is known to be correct. Its positions then get the
    /// gateway's time.
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

    /// Claims the interval of an instant. Returns true if the interval has no entry yet, or only an absence that a
    /// position may replace.
    private mutating func isNext(_ instant: Int64, isAbsence: Bool) -> Bool {
        let number = (instant &+ Self.tolerance) / interval
        if let slot, number <= slot.number, (slot.number &- number) &* interval <= Self.stepBack {
            guard number == slot.number, slot.isAbsence, !isAbsence else { return false }
        }
        slot = (number, isAbsence)
        return true
    }

    /// The reason that there is no position.
    private var absence: PositionStatus {
        guard let active = verdicts.active else { return .notAvailable }
        return switch states[active] {
        case .running, nil: .noGPS
        case .degraded: .error
        case .starting, .connecting, .lost, .stopped: .notAvailable
        }
    }

    private mutating func note(_ observation: Observation) {
        let before = verdicts.active
        verdicts.note(observation)
        if verdicts.active != before { offset = nil }
        guard case .driverState(let report) = observation.payload,
            states[observation.source] != nil || states.count < Self.sourceLimit
        else { return }
        states[observation.source] = report.state
    }

    /// The authentication verdict on an observation; nil if its receiver has not been judged.
    private func verdict(of observation: Observation) -> Authentication.State? {
        guard let held = verdicts[observation.source] else { return nil }
        return requirement.objection(to: observation, by: held) == nil ? .authenticated : .unverified
    }
}
