// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Paths

/// Decides which positions become points of a path. It reads no clock and stores nothing; it uses the times of the
/// fixes.
public struct PathRecorder: Sendable {
    /// The state of the recording.
    public enum Phase: Hashable, Sendable {
        /// No path is being recorded.
        case idle
        /// Points are being added.
        case recording
        /// The recording is paused; a person can still add points.
        case paused
    }

    /// A point that a person took.
    public struct HandPoint: Hashable, Sendable {
        public var point: PathPoint
        /// True if it replaces the last point, which is of the same epoch.
        public var replacesLast: Bool
    }

    /// The largest age in nanoseconds of a position that a person takes as a point.
    public static let freshness: Int64 = 5_000_000_000
    /// The time in nanoseconds since its last report for which a receiver counts as present, unless its driver has stopped
    /// or lost it since.
    static let presence: Int64 = 15_000_000_000
    /// The time between positions, in nanoseconds, above which a gap is assumed. With intervals of more than half of
    /// this, twice the interval applies.
    static let lossLimit: Int64 = 10_000_000_000
    /// A time that is earlier than the previous one by more than this, in nanoseconds, restarts the sequence of times.
    private static let stepBack: Int64 = 10_000_000_000
    /// The time by which an epoch may be too early, in nanoseconds, because receiver clocks jitter.
    private static let tolerance: Int64 = 50_000_000

    /// The state of the recording.
    public private(set) var phase = Phase.idle
    public private(set) var order = PathOrder()
    /// The conditions for a point to count as authenticated, whether or not authentication is required.
    public var requirement = OSNMARequirement()
    /// The last point of the path; nil if it has none.
    private var last: (place: GeodeticPosition, instant: UTCTime?, origin: PathPoint.Origin)?
    /// The last point taken by time: its interval number since `origin`, where counting began.
    private var slots: (origin: UTCTime, number: Int64, instant: UTCTime)?
    /// The last usable position of the recorded receiver.
    private var seen: (instant: UTCTime, source: SourceID)?
    /// True if the position after `seen` was earlier. It may be a single late epoch.
    private var isBehind = false
    /// True if a pause or loss precedes the next recorded point.
    private var hasGap = false
    private var sources = PathSources()

    public init() {}

    /// The receiver that is recorded now; nil if no receiver is active.
    public var receiver: SourceID? { order.receiver ?? sources.active }

    /// The time of its newest usable position, as the receiver reported it.
    public var newest: UTCTime? { receiver.flatMap { sources.position(of: $0) }?.fix.time }

    /// The datum of its newest position, if it is not WGS 84; such positions are not recorded.
    public var foreignDatum: String? { receiver.flatMap { sources.foreignDatum(of: $0) } }

    // MARK: commands

    /// Checks whether a recording with this order could begin.
    ///
    /// - Parameter now: The gateway's monotonic clock in nanoseconds, as for all methods of this type.
    /// - Throws: `PathError.noSource` if the receiver is not present.
    public func check(_ order: PathOrder, at now: Int64) throws(PathError) {
        guard let source = order.receiver ?? sources.active, let spoke = sources.spoke(source),
            now &- spoke <= Self.presence
        else { throw .noSource(order.receiver?.rawValue) }
    }

    public mutating func begin(_ order: PathOrder) {
        (self.order, phase) = (order, .recording)
        (last, slots, seen, hasGap) = (nil, nil, nil, false)
        sources.forgetCentroids()
    }

    /// Continues an interrupted path in its former state, with a gap before the next recorded point.
    public mutating func goOn(_ order: PathOrder, isPaused: Bool, last point: PathPoint?) {
        begin(order)
        phase = isPaused ? .paused : .recording
        note(last: point)
        hasGap = true
        if let last, last.origin == .recorded, let instant = last.instant { slots = (instant, 0, instant) }
    }

    /// Stops recording points until `resume`.
    ///
    /// - Throws: `PathError.idle` or `.paused`.
    public mutating func pause() throws(PathError) {
        guard phase != .idle else { throw .idle }
        guard phase == .recording else { throw .paused }
        phase = .paused
        hasGap = true
    }

    /// Resumes the recording of points.
    ///
    /// - Throws: `PathError.idle` or `.notPaused`.
    public mutating func resume() throws(PathError) {
        guard phase != .idle else { throw .idle }
        guard phase == .paused else { throw .notPaused }
        phase = .recording
        seen = nil
    }

    /// Ends the recording.
    public mutating func end() { phase = .idle }

    /// Records that observations were lost on the way to this recorder.
    public mutating func noteLoss() { hasGap = true }

    /// Forgets the newest position of each receiver, and that it has reported, because the age of both is unknown.
    mutating func forgetPositions() { sources.forgetPositions() }

    /// Sets the last point of the path; nil if it has none.
    public mutating func note(last point: PathPoint?) {
        last = point.map { ($0.position, $0.time, $0.origin) }
    }

    // MARK: points

    /// Processes an observation and returns the point to record, if any.
    public mutating func take(_ observation: Observation, at now: Int64) -> PathPoint? {
        if observation.kind == .activeReceiver {
            _ = sources.take(observation, at: now)
            return nil
        }
        guard let position = sources.take(observation, at: now), phase == .recording, position.source == receiver
        else { return nil }
        follow(position)
        guard isDue(position) else { return nil }
        var point = sources.point(position, .recorded, requirement)
        // The first point of a path needs no gap before it.
        point.beginsSegment = hasGap && last != nil
        hasGap = false
        note(last: point)
        last?.instant = position.instant
        return point
    }

    /// Takes the newest position as a point, always with a line from the previous point.
    ///
    /// - Throws: `PathError.idle`, `.noFix` or `.sameEpoch`.
    public mutating func takeVertex(at now: Int64) throws(PathError) -> HandPoint {
        guard phase != .idle else { throw .idle }
        guard let position = receiver.flatMap({ sources.position(of: $0) }) else { throw .noFix(age: nil) }
        let age = now &- position.arrived
        guard age <= Self.freshness else { throw .noFix(age: Double(age) / 1e9) }
        let isSame = last?.instant == position.instant
        if isSame, last?.origin != .recorded { throw .sameEpoch }
        let point = sources.point(position, .vertex, requirement)
        note(last: point)
        last?.instant = position.instant
        return HandPoint(point: point, replacesLast: isSame)
    }

    /// Takes the averaged point of the sampling session.
    ///
    /// - Throws: `PathError.idle` or `.noCentroid`.
    public mutating func takeCentroid() throws(PathError) -> PathPoint {
        guard phase != .idle else { throw .idle }
        guard let point = receiver.flatMap({ sources.takeCentroid(of: $0) }) else { throw .noCentroid }
        let instant = last?.instant
        note(last: point)
        // The samples of the averaged point are earlier; an epoch that was recorded meanwhile must not be recorded
        // again.
        if let instant {
            let own = last?.instant ?? instant
            last?.instant = max(instant, own)
        }
        return point
    }

    // MARK: time

    private var interval: Int64 {
        if case .interval(let seconds) = order.spacing { return Int64(seconds) * 1_000_000_000 }
        return 0
    }

    /// Detects a gap between this position and the previous one.
    private mutating func follow(_ position: PathSources.Position) {
        let wasBehind = isBehind
        isBehind = false
        if let seen {
            let step = position.instant.nanoseconds(since: seen.instant)
            let isEarlier = step < -Self.tolerance
            if isEarlier, step >= -Self.stepBack, seen.source == position.source, !wasBehind {
                isBehind = true
                return
            }
            // After a step back, no position is recorded until the receiver's clock is past the last point again.
            let isLoss = step > max(Self.lossLimit, 2 * interval) || isEarlier
            if seen.source != position.source || isLoss { hasGap = true }
        }
        seen = (position.instant, position.source)
    }

    private mutating func isDue(_ position: PathSources.Position) -> Bool {
        if let instant = last?.instant {
            // Never record an epoch twice or an earlier one, unless the receiver's clock was wrong and has been
            // corrected.
            let step = position.instant.nanoseconds(since: instant)
            guard step > 0 || step < -Self.stepBack else { return false }
            if step < 0 { (hasGap, slots) = (true, nil) }
        }
        switch order.spacing {
        case .byHand: return false
        case .distance(let distance):
            return hasGap || last.map { $0.place.distance(to: position.place).metres >= distance.metres } ?? true
        case .interval: return isTime(position.instant)
        }
    }

    /// True for the first position in each interval, counted from the first point so that intervals do not drift.
    private mutating func isTime(_ instant: UTCTime) -> Bool {
        // The receiver's clock was ahead when the interval began. The last point does not show it if a person has added
        // or removed points since.
        if let slots, instant.nanoseconds(since: slots.instant) < -Self.stepBack { (self.slots, hasGap) = (nil, true) }
        guard let slots else {
            slots = (instant, 0, instant)
            return true
        }
        // Counting restarts at a leap second and after it, because the counts of times leave it out.
        guard !hasGap, instant.isLeapSecond == slots.instant.isLeapSecond else {
            guard instant.nanoseconds(since: slots.instant) >= interval - Self.tolerance else { return false }
            self.slots = (instant, 0, instant)
            return true
        }
        let number = (instant.nanoseconds(since: slots.origin) &+ Self.tolerance) / interval
        guard number > slots.number else { return false }
        self.slots = (slots.origin, number, instant)
        return true
    }
}

extension UTCTime {
    /// The time since another one in nanoseconds, negative if it is later. If one of them is within a leap second, that
    /// second counts.
    fileprivate func nanoseconds(since other: UTCTime) -> Int64 {
        let step = nanosecondsSince1970 &- other.nanosecondsSince1970
        // The leap second has the same count as the second after it, which begins the next day.
        if other.isLeapSecond, !isLeapSecond, date > other.date { return step &+ 1_000_000_000 }
        if isLeapSecond, !other.isLeapSecond, date < other.date { return step &- 1_000_000_000 }
        return step
    }
}
