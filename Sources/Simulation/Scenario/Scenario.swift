// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A simulation scenario: the vehicle's route, the start time, the signals that the receiver receives, their errors, and
/// the events on the way.
///
/// The type is a value; the same scenario yields the same bytes on every machine.
public struct Scenario: Hashable, Sendable {
    /// The instant of the first epoch, UTC.
    public var start: UTCTime
    /// The duration in seconds; nil to end with the route, or never if the route has no end.
    public var duration: Double?
    /// The seed of all random numbers.
    public var seed: UInt64 = 1
    /// The vehicle's route.
    public var route: Route
    /// The geoid's height above the ellipsoid in metres, constant over the route.
    public var geoidSeparation = 0.0
    public var receiver = SimulatedReceiver()
    /// Objects between the receiver and the sky.
    public var obstacles: [Obstacle] = []
    /// The range errors.
    public var errors = RangeErrorModel()
    public var events: [ScenarioEvent] = []

    /// Creates a scenario with a receiver for four systems and typical errors.
    public init(start: UTCTime, route: Route) {
        (self.start, self.route) = (start, route)
    }

    /// The end in seconds of the scenario; nil if it has none.
    var end: Double? { duration ?? Trajectory(route).end }

    /// GPS time minus UTC during the scenario, with announced leap seconds and those of its events.
    public var leapSeconds: LeapSeconds {
        var leap = LeapSeconds.announced
        for event in events {
            guard case .leapSecond(let isInserted) = event.kind else { continue }
            let time = UTCTime(
                nanosecondsSince1970: start.nanosecondsSince1970 &+ Int64(max(0, min(event.at, 1e9)) * 1e9))
            leap = leap.adding(isInserted: isInserted, atEndOfDayOf: time)
        }
        return leap
    }
}

/// The receiver in a scenario.
public struct SimulatedReceiver: Hashable, Sendable {
    /// The interval between epochs in nanoseconds: 10 ms to a day.
    public var interval: Int64 = 1_000_000_000
    /// The systems received.
    public var constellations: [Constellation] = [.gps, .galileo, .beidou, .glonass]
    /// The elevation in degrees below which satellites are not used.
    public var mask = 10.0
    /// True if the receiver tracks a second frequency of each system.
    public var isDualFrequency = true
    /// True if the receiver starts without any information; otherwise it has a fix at once.
    public var isColdStart = false

    /// Creates a receiver of four systems and two frequencies with one epoch per second and an immediate fix.
    public init() {}
}

/// An object that hides a part of the sky.
public struct Obstacle: Hashable, Sendable {
    /// The left edge: azimuth in degrees, clockwise to ``to``.
    public var from: Double
    /// The right edge: azimuth in degrees, clockwise from ``from``.
    public var to: Double
    /// The upper edge: elevation in degrees.
    public var elevation: Double
    /// The time during which it is present, in seconds of the scenario.
    public var time: Range<Double>

    public init(from: Double, to: Double, elevation: Double, time: Range<Double> = 0..<Double.infinity) {
        (self.from, self.to, self.elevation, self.time) = (from, to, elevation, time)
    }

    /// Returns true if it hides a direction at an instant.
    func hides(azimuth: Double, elevation: Double, at elapsed: Double) -> Bool {
        guard time.contains(elapsed), elevation < self.elevation else { return false }
        let width = (to - from).truncatingRemainder(dividingBy: 360)
        let turn = (azimuth - from).truncatingRemainder(dividingBy: 360)
        let whole = to - from >= 360
        return whole || (turn < 0 ? turn + 360 : turn) <= (width < 0 ? width + 360 : width)
    }
}

/// The range errors, 1 σ in metres.
public struct RangeErrorModel: Hashable, Sendable {
    /// White noise, independent in every epoch, 1 σ in metres.
    public var white = 0.3
    /// Slowly varying error, 1 σ in metres.
    public var correlated = 0.8
    /// The correlation time of the slowly varying error, in seconds.
    public var memory = 150.0
    /// Rapidly varying error caused by reflections, 1 σ in metres, strongest for low satellites.
    public var multipath = 0.4
    /// The share of ranges with an error of ``outlier`` metres and a random sign, 0...1.
    public var outlierShare = 0.0
    /// The size of an outlier's error in metres.
    public var outlier = 30.0
    /// A constant offset of the position: east, north, up, in metres.
    public var bias = SIMD3<Double>.zero

    public init() {}
}

/// An event in a scenario.
public struct ScenarioEvent: Hashable, Sendable {
    /// A kind of event in a scenario.
    public enum Kind: Hashable, Sendable {
        /// The receiver receives no signals.
        case fixLost
        /// The receiver restarts without any information.
        case reset
        /// The position has this quality: differential, RTK float or RTK fixed.
        case quality(FixQuality)
        /// A leap second is inserted or removed at the end of the day.
        case leapSecond(isInserted: Bool)
        /// The receiver's clock is off by this many seconds.
        case clockStep(Double)
        /// The receiver's week is 1024 weeks early (week number rollover).
        case weekRollover
        /// All ranges are consistent with a position offset by these metres to the east, north and up.
        case positionOffset(SIMD3<Double>)
        /// A satellite's range has an error of this many metres.
        case rangeError(SatelliteID, Double)
        /// An attacker transmits in place of satellites; if several attacks overlap, the last one listed applies.
        case attack(SignalAttack)
    }

    /// The start, in seconds of the scenario.
    public var at: Double
    /// The duration in seconds; nil for the rest of the scenario.
    public var duration: Double?
    public var kind: Kind

    public init(at: Double, duration: Double? = nil, _ kind: Kind) {
        (self.at, self.duration, self.kind) = (at, duration, kind)
    }

    /// Returns true if the event is active at an instant.
    func isOn(_ elapsed: Double) -> Bool { elapsed >= at && elapsed < at + (duration ?? .infinity) }
}
