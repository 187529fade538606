// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A satellite above the horizon, computed from its orbit.
public struct ExpectedSatellite: Hashable, Sendable {
    public var id: SatelliteID
    public var source: OrbitSource
    /// Seconds between the orbit's reference and the instant, 0 or more.
    public var age: Double
    public var direction: Direction
    /// The direction ``ExpectedSky/lookAhead`` seconds later.
    public var ahead: Direction
    /// True if the satellite's elevation increases.
    public var isRising: Bool
}

/// The satellites that are above the horizon of a place at an instant.
public struct ExpectedSky: Hashable, Sendable {
    /// Sorted by satellite.
    public var satellites: [ExpectedSatellite]
    /// All satellites with an orbit that is valid at the instant, whether above the horizon or not; sorted.
    public var known: [SatelliteID]

    /// Seconds between the two directions of a satellite, which together show its motion.
    public static let lookAhead = 1200

    /// Computes the directions.
    ///
    /// - Parameters:
    ///   - orbits: The orbits. For a satellite with several, the one with the lowest uncertainty at the instant is
    ///     used, and the first of equal ones.
    ///   - time: The instant.
    public init(_ orbits: some Sequence<Orbit>, from viewpoint: Viewpoint, at time: GPSTime) {
        var best: [SatelliteID: Orbit] = [:]
        for orbit in orbits where orbit.distance(to: time) <= orbit.reach && orbit.satellite.number != 255 {
            if let other = best[orbit.satellite], orbit.uncertainty(at: time) >= other.uncertainty(at: time) {
                continue
            }
            best[orbit.satellite] = orbit
        }
        known = best.keys.sorted()
        let later = time.advanced(by: Int64(Self.lookAhead) * 1_000_000_000) ?? time
        satellites = best.values.compactMap { orbit in
            guard let now = orbit.position(at: time).map(viewpoint.direction), now.elevation.degrees >= 0 else {
                return nil
            }
            // At the end of its reach, an orbit has no later position.
            let ahead = orbit.position(at: later).map(viewpoint.direction) ?? now
            return ExpectedSatellite(
                id: orbit.satellite, source: orbit.source, age: orbit.distance(to: time), direction: now, ahead: ahead,
                isRising: ahead.elevation.degrees > now.elevation.degrees)
        }
        satellites.sort { $0.id < $1.id }
    }
}
