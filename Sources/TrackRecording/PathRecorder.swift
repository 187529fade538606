// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Paths

/// Decides which positions become points of a path: observations and commands in, points out. It reads no clock and
/// stores nothing; its time is that of the fixes.
public struct PathRecorder: Sendable {
    /// How far a recording is.
    public enum Phase: Hashable, Sendable {
        /// There is none.
        case idle
        /// Points are being added.
        case recording
        /// It waits; points are taken by hand alone.
        case paused
    }

    /// A point that a person took.
    public struct HandPoint: Hashable, Sendable {
        public var point: PathPoint
        /// It takes the place of the last one, which is of the same epoch.
        public var replacesLast: Bool
    }

    /// A point taken by hand needs a position that is no older, in nanoseconds.
    public static let freshness: Int64 = 5_000_000_000
    /// A receiver is there that has said something since, in nanoseconds.
    static let presence: Int64 = 15_000_000_000
    /// Positions that are further apart in time have a loss between them, in nanoseconds; at intervals of more than half of
    /// it twice the interval.
    static let lossLimit: Int64 = 10_000_000_000
    /// A time that is so much earlier than that before starts again, in nanoseconds.
    private static let stepBack: Int64 = 10_000_000_000
    /// An epoch may be so much early, in nanoseconds: clocks of receivers jitter.
    private static let tolerance: Int64 = 50_000_000

    /// How far it is.
    public private(set) var phase = Phase.idle
    public private(set) var order = PathOrder()
    /// What an authenticated position is: only then a point says so, whether or not it is required.
    public var requirement = OSNMARequirement()
    /// The points between them belong to a path; nil where it has none yet.
    private var last: (place: GeodeticPosition, instant: Int64, origin: PathPoint.Origin)?
    /// The last point that came by time: its number since `origin`, when the counting began.
    private var slots: (origin: Int64, number: Int64, instant: Int64)?
    /// The last usable position of the receiver that is followed.
    private var seen: (instant: Int64, source: SourceID)?
    /// A pause or a loss lies before the next recorded point.
    private var hasGap = false
    private var sources = PathSources()

    public init() {}

    /// The receiver whose positions are recorded now; nil: no receiver is active.
    public var receiver: SourceID? { order.receiver ?? sources.active }

    /// The instant of its newest usable position, as it stated it.
    public var newest: UTCTime? { receiver.flatMap { sources.position(of: $0) }?.fix.time }

    // MARK: commands

    /// Whether a recording by this order could begin.
    ///
    /// - Parameter now: of the gateway's monotonic clock, in nanoseconds; so everywhere here.
    /// - Throws: `PathError.noSource` where nothing comes from its receiver.
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

    /// A path that was interrupted goes on: recording, or paused as it was. A gap lies before its next recorded point.
    public mutating func goOn(_ order: PathOrder, isPaused: Bool, last point: PathPoint?) {
        begin(order)
        phase = isPaused ? .paused : .recording
        note(last: point)
        hasGap = point != nil
        if let last, last.origin == .recorded, last.instant != .min { slots = (last.instant, 0, last.instant) }
    }

    /// No points are recorded any more until `resume`.
    public mutating func pause() throws(PathError) {
        guard phase != .idle else { throw .idle }
        guard phase == .recording else { throw .paused }
        phase = .paused
        hasGap = last != nil
    }

    /// Points are recorded again.
    public mutating func resume() throws(PathError) {
        guard phase != .idle else { throw .idle }
        guard phase == .paused else { throw .notPaused }
        phase = .recording
        seen = nil
    }

    /// The path is over.
    public mutating func end() { phase = .idle }

    /// Observations were lost on the way here.
    public mutating func noteLoss() { hasGap = last != nil }

    /// The path ends with this point now; nil: it has none.
    public mutating func note(last point: PathPoint?) {
        last = point.map { ($0.position, $0.time?.nanosecondsSince1970 ?? .min, $0.origin) }
    }

    // MARK: points

    /// Takes an observation; a point that is to be recorded is the answer.
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
        point.beginsSegment = hasGap
        hasGap = false
        note(last: point)
        last?.instant = position.instant
        return point
    }

    /// A person takes the newest position as a point, which a line leads to from the one before in any case.
    public mutating func takeVertex(at now: Int64) throws(PathError) -> HandPoint {
        guard phase != .idle else { throw .idle }
        guard let position = receiver.flatMap({ sources.position(of: $0) }) else { throw .noFix(age: nil) }
        let age = now &- position.arrived
        guard age <= Self.freshness else { throw .noFix(age: Double(age) / 1e9) }
        let isSame = last.map { $0.instant == position.instant } ?? false
        if isSame, last?.origin != .recorded { throw .sameEpoch }
        let point = sources.point(position, .vertex, requirement)
        note(last: point)
        last?.instant = position.instant
        return HandPoint(point: point, replacesLast: isSame)
    }

    /// A person takes the averaged point of the sampling session as a point.
    public mutating func takeCentroid() throws(PathError) -> PathPoint {
        guard phase != .idle else { throw .idle }
        guard let point = receiver.flatMap({ sources.takeCentroid(of: $0) }) else { throw .noCentroid }
        let instant = last?.instant
        note(last: point)
        // Its samples lie before: an epoch that was recorded meanwhile is not recorded again.
        if let instant, let own = last?.instant { last?.instant = max(instant, own) }
        return point
    }

    // MARK: time

    private var interval: Int64 {
        if case .interval(let seconds) = order.spacing { return Int64(seconds) * 1_000_000_000 }
        return 0
    }

    /// Notes what lies between this position and the one before.
    private mutating func follow(_ position: PathSources.Position) {
        defer { seen = (position.instant, position.source) }
        guard let seen else { return }
        let step = position.instant &- seen.instant
        let isLoss = step > max(Self.lossLimit, 2 * interval) || step < -Self.stepBack
        if seen.source != position.source || isLoss { hasGap = last != nil }
    }

    private mutating func isDue(_ position: PathSources.Position) -> Bool {
        if let last, last.instant != .min {
            // Never twice an epoch, nor one from before; but for a receiver whose clock was wrong.
            let step = position.instant &- last.instant
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

    /// One point in each interval, counted from the first one: so that they do not drift.
    private mutating func isTime(_ instant: Int64) -> Bool {
        guard let slots else {
            slots = (instant, 0, instant)
            return true
        }
        guard !hasGap else {
            guard instant &- slots.instant >= interval - Self.tolerance else { return false }
            self.slots = (instant, 0, instant)
            return true
        }
        let number = (instant &- slots.origin &+ Self.tolerance) / interval
        guard number > slots.number else { return false }
        self.slots = (slots.origin, number, instant)
        return true
    }
}
