// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The origin of orbit data.
public enum OrbitSource: String, Hashable, Sendable, CaseIterable {
    /// The ephemeris that the satellite itself transmits.
    case broadcast
    /// An almanac: coarse data, transmitted by all satellites of the system or read from a file.
    case almanac
    /// Two-line elements from a file.
    case tle
}

/// The orbit of a satellite from one source.
public struct Orbit: Hashable, Sendable {
    public let satellite: SatelliteID
    public let source: OrbitSource
    /// The instant for which the data were computed.
    public let reference: GPSTime
    let motion: Motion

    enum Motion: Hashable, Sendable {
        case keplerian(KeplerianElements)
        case stateVector(GLONASSStateVector)
        case nodes(GLONASSAlmanac)
        indirect case twoLine(DeepSpaceModel)
    }

    /// The satellite's position.
    ///
    /// - Returns: Earth-centred, Earth-fixed coordinates in metres; nil if `time` is further from ``reference`` than
    ///   ``reach``, or the data give no position.
    public func position(at time: GPSTime) -> SIMD3<Double>? {
        guard distance(to: time) <= reach else { return nil }
        let position: Vector? =
            switch motion {
            case .keplerian(let elements): elements.position(at: time)
            case .stateVector(let state): state.position(after: time.seconds(since: reference))
            case .nodes(let almanac): almanac.position(after: time.seconds(since: reference))
            case .twoLine(let model): model.position(at: time)
            }
        // All navigation satellites are inside this shell, which extends beyond the inclined geosynchronous orbits.
        guard let position, position.isFinite, (15e6...70e6).contains(position.length) else { return nil }
        return position
    }

    /// Seconds between an instant and ``reference``, 0 or more.
    public func distance(to time: GPSTime) -> Double { abs(time.seconds(since: reference)) }

    /// The greatest distance in seconds from ``reference`` at which the direction is still accurate to half a degree.
    public var reach: Double {
        switch (source, motion) {
        case (.broadcast, .stateVector): 86_400
        case (.broadcast, _): 7 * 86_400
        case (.almanac, _): 14 * 86_400
        case (.tle, _): 30 * 86_400
        }
    }

    /// A rough estimate of the position's error in kilometres, by which orbits of the same satellite are compared. In
    /// recorded navigation data of Galileo, ephemerides are off by up to 5 km after 20 hours; new almanacs are off by
    /// up to 10 km, and 51-day-old almanacs by up to 550 km.
    func uncertainty(at time: GPSTime) -> Double {
        let days = distance(to: time) / 86_400
        return switch (source, motion) {
        case (.broadcast, .stateVector): 30 * days
        case (.broadcast, _): 6 * days
        case (.almanac, _): 8 + 11 * days
        case (.tle, _): 8 + 3 * days
        }
    }
}

extension GPSTime {
    /// Seconds from another instant to this one.
    func seconds(since other: GPSTime) -> Double {
        Double(week - other.week) * Double(GST.secondsInWeek)
            + Double(nanosecondsOfWeek - other.nanosecondsOfWeek) * 1e-9
    }

    /// Creates the instant that lies a number of whole seconds into a repeating period and is nearest to another
    /// instant.
    ///
    /// - Parameters:
    ///   - second: Seconds since the beginning of the period, 0 or more.
    ///   - period: The length of the period in seconds.
    ///   - origin: The beginning of a period, in whole seconds since the start of GPS time.
    ///   - other: The instant that decides which period is meant.
    init(second: Int, every period: Int, from origin: Int = 0, nearest other: GPSTime) {
        let since = other.wholeSeconds - origin - second
        var rest = since % period
        if rest < 0 { rest += period }
        if rest > period / 2 { rest -= period }
        self.init(wholeSeconds: other.wholeSeconds - rest)
    }
}
