// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What is simulated: where a vehicle goes, when, what its receiver hears and gets wrong, and what happens meanwhile.
///
/// A value; the same scenario gives the same bytes, on every machine.
public struct Scenario: Hashable, Sendable {
    /// The instant of the first epoch, UTC.
    public var start: UTCTime
    /// How long it lasts, in seconds; nil: to the end of the route, and without end where that has none.
    public var duration: Double?
    /// Of all that is random.
    public var seed: UInt64 = 1
    /// Where the vehicle goes.
    public var route: Route
    /// The geoid above the ellipsoid in metres, the same everywhere.
    public var geoidSeparation = 0.0
    public var receiver = SimulatedReceiver()
    /// What stands between the receiver and the sky.
    public var obstacles: [Obstacle] = []
    /// What its ranges are wrong by.
    public var errors = RangeErrorModel()
    public var events: [ScenarioEvent] = []

    /// A scenario of a route, with a receiver for four systems and usual errors.
    public init(start: UTCTime, route: Route) {
        (self.start, self.route) = (start, route)
    }

    /// GPS time minus UTC in the scenario: what was announced, and its own events.
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

/// The receiver of a scenario.
public struct SimulatedReceiver: Hashable, Sendable {
    /// Nanoseconds from epoch to epoch: 10 ms to a day.
    public var interval: Int64 = 1_000_000_000
    /// The systems that it receives.
    public var constellations: [Constellation] = [.gps, .galileo, .beidou, .glonass]
    /// Below this elevation it uses no satellite, in degrees.
    public var mask = 10.0
    /// Whether it receives a second frequency of each system.
    public var isDualFrequency = true
    /// Whether it knows nothing when it is switched on; otherwise it has a fix at once.
    public var isColdStart = false

    /// A receiver of four systems and two frequencies, once a second, that has its fix.
    public init() {}
}

/// Something that hides a part of the sky.
public struct Obstacle: Hashable, Sendable {
    /// From this azimuth on, clockwise to ``to``, in degrees.
    public var from: Double
    /// To this azimuth, clockwise from ``from``, in degrees.
    public var to: Double
    /// Up to this elevation, in degrees.
    public var elevation: Double
    /// Since when and until when it stands there, in seconds of the scenario.
    public var time: Range<Double>

    public init(from: Double, to: Double, elevation: Double, time: Range<Double> = 0..<Double.infinity) {
        (self.from, self.to, self.elevation, self.time) = (from, to, elevation, time)
    }

    /// Whether it hides a direction, at an instant.
    func hides(azimuth: Double, elevation: Double, at elapsed: Double) -> Bool {
        guard time.contains(elapsed), elevation < self.elevation else { return false }
        let width = (to - from).truncatingRemainder(dividingBy: 360)
        let turn = (azimuth - from).truncatingRemainder(dividingBy: 360)
        let whole = to - from >= 360
        return whole || (turn < 0 ? turn + 360 : turn) <= (width < 0 ? width + 360 : width)
    }
}

/// What the ranges are wrong by, 1 σ in metres.
public struct RangeErrorModel: Hashable, Sendable {
    /// White noise, independent in every epoch, 1 σ in metres.
    public var white = 0.3
    /// Slowly varying error, 1 σ in metres.
    public var correlated = 0.8
    /// How long the wandering remembers itself, in seconds.
    public var memory = 150.0
    /// Quickly varying error by reflections, 1 σ in metres, strongest for low satellites.
    public var multipath = 0.4
    /// The share of ranges that are wrong by ``outlier`` metres and a random sign, 0...1.
    public var outlierShare = 0.0
    /// How wrong those are, in metres.
    public var outlier = 30.0
    /// An offset of the position, the same always: east, north, up, in metres.
    public var bias = SIMD3<Double>.zero

    public init() {}
}

/// Something that happens in a scenario.
public struct ScenarioEvent: Hashable, Sendable {
    /// A kind of event in a scenario.
    public enum Kind: Hashable, Sendable {
        /// The receiver hears nothing.
        case fixLost
        /// The receiver restarts and knows nothing.
        case reset
        /// The position is of this quality: differential, RTK float or RTK fixed.
        case quality(FixQuality)
        /// A second is put in, or left out, at the end of the day.
        case leapSecond(isInserted: Bool)
        /// The receiver's clock is off by so many seconds.
        case clockStep(Double)
        /// The receiver takes a week for one 1024 weeks earlier.
        case weekRollover
        /// All ranges agree on a place that is not the true one: metres to the east, north and up.
        case positionOffset(SIMD3<Double>)
        /// The range of a satellite is wrong by so many metres.
        case rangeError(SatelliteID, Double)
        /// An attacker sends in the place of satellites; of several at once, the last one named counts.
        case attack(SignalAttack)
    }

    /// When, in seconds of the scenario.
    public var at: Double
    /// Duration in seconds; nil until the end.
    public var duration: Double?
    public var kind: Kind

    public init(at: Double, duration: Double? = nil, _ kind: Kind) {
        (self.at, self.duration, self.kind) = (at, duration, kind)
    }

    /// Whether it goes on at an instant.
    func isOn(_ elapsed: Double) -> Bool { elapsed >= at && elapsed < at + (duration ?? .infinity) }
}
