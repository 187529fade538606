// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Glibc

/// A simulated satellite: an orbit and a clock for all time, broadcast in issues.
public struct SimulatedSatellite: Hashable, Sendable {
    public let id: SatelliteID
    /// The GLONASS frequency channel, −7...6; nil for other systems.
    public let frequencyChannel: Int?
    let elements: OrbitalElements

    /// The broadcast ephemeris at an instant; a new issue follows every ten minutes (Galileo), half an hour
    /// (GLONASS), hour (BeiDou) or two hours (GPS).
    ///
    /// - Parameters:
    ///   - time: The instant.
    ///   - leapSeconds: GPS time minus UTC in whole seconds, which GLONASS time depends on.
    public func ephemeris(at time: GPSTime, leapSeconds: Int) -> SatelliteEphemeris {
        if id.constellation == .glonass {
            return .glonass(elements.glonass(id, channel: frequencyChannel ?? 0, at: time, leapSeconds: leapSeconds))
        }
        return .keplerian(elements.keplerian(id, at: time))
    }
}

/// A satellite's broadcast orbit and clock.
public enum SatelliteEphemeris: Hashable, Sendable {
    /// GPS, Galileo and BeiDou.
    case keplerian(KeplerianEphemeris)
    /// GLONASS.
    case glonass(GLONASSEphemeris)

    /// The satellite's position and clock error.
    ///
    /// - Parameter time: The time of transmission.
    public func state(at time: GPSTime) -> SatelliteState {
        switch self {
        case .keplerian(let ephemeris): ephemeris.state(at: time)
        case .glonass(let ephemeris): ephemeris.state(at: time)
        }
    }

    /// The Keplerian elements; nil for GLONASS.
    public var keplerian: KeplerianEphemeris? {
        guard case .keplerian(let ephemeris) = self else { return nil }
        return ephemeris
    }
}

/// An orbit and a clock whose elements change linearly forever.
struct OrbitalElements: Hashable, Sendable {
    /// The constant elements, in the units of the broadcast.
    var rootSemiMajor: UInt32
    var eccentricity: UInt32
    var inclination: Int32
    var perigee: Int32
    var ascendingNodeRate: Int32
    var harmonics: [Int32]
    var clockOffset: Int32
    var clockDrift: Int32
    var groupDelay: Int32
    var secondGroupDelay: Int32
    /// Mean anomaly and longitude of the ascending node at the start of GPS week 2400 (2026-01-04), in radians.
    var meanAnomaly: Double
    var node: Double

    static let epoch = GPSTime(wholeSeconds: 2400 * GST.secondsInWeek)

    /// The time for which an issue is broadcast, and the offset of its reference time from the start of that period,
    /// in seconds.
    private static func rhythm(_ constellation: Constellation) -> (every: Int, ahead: Int) {
        switch constellation {
        case .galileo: (600, -600)
        case .beidou: (3600, 0)
        default: (7200, 7200)
        }
    }

    func keplerian(_ id: SatelliteID, at time: GPSTime) -> KeplerianEphemeris {
        let scales = KeplerianScales.of(id.constellation)
        let (every, ahead) = Self.rhythm(id.constellation)
        let own = time.wholeSeconds - scales.secondsBehindGPS
        let reference = own / every * every + ahead
        return keplerian(
            id, for: GPSTime(wholeSeconds: reference + scales.secondsBehindGPS),
            issue: Self.issue(id.constellation, reference / every))
    }

    /// The elements for a reference time.
    func keplerian(_ id: SatelliteID, for reference: GPSTime, issue: Int) -> KeplerianEphemeris {
        let scales = KeplerianScales.of(id.constellation)
        var ephemeris = KeplerianEphemeris(
            satellite: id, issue: issue, reference: reference, meanAnomaly: 0,
            eccentricity: eccentricity, rootSemiMajor: rootSemiMajor, ascendingNode: 0, inclination: inclination,
            perigee: perigee, ascendingNodeRate: ascendingNodeRate, inclinationRate: 0, meanMotionDifference: 0,
            cuc: harmonics[0], cus: harmonics[1], cic: harmonics[2], cis: harmonics[3], crc: harmonics[4],
            crs: harmonics[5], clockOffset: 0, clockDrift: clockDrift, groupDelay: groupDelay,
            secondGroupDelay: secondGroupDelay)
        let elapsed = ephemeris.reference.seconds(since: Self.epoch)
        ephemeris.meanAnomaly = Self.semicircles(meanAnomaly + meanMotion(scales) * elapsed)
        let nodeRate = Double(ascendingNodeRate) * 0x1p-43 * KeplerianScales.pi
        let longitude = node + (nodeRate - scales.earthRate) * elapsed
        ephemeris.ascendingNode = Self.semicircles(
            longitude + scales.earthRate * Double(ephemeris.referenceSecond))
        let drift = Double(clockDrift) * scales.clockDrift * elapsed / scales.clockOffset
        ephemeris.clockOffset = clockOffset + Int32(max(-1e6, min(1e6, drift.rounded())))
        return ephemeris
    }

    private static func issue(_ constellation: Constellation, _ number: Int) -> Int {
        switch constellation {
        case .galileo: number % 1024
        // For BeiDou this is an age instead of an issue number: one hour.
        case .beidou: 1
        default: number % 240
        }
    }

    private func meanMotion(_ scales: KeplerianScales) -> Double {
        let root = Double(rootSemiMajor) * 0x1p-19
        return scales.gravitation.squareRoot() / (root * root * root)
    }

    /// An angle in units of 2⁻³¹ semicircles, −1..<1 semicircle.
    static func semicircles(_ radians: Double) -> Int32 {
        let turn = (radians / KeplerianScales.pi).remainder(dividingBy: 2)
        return Int32(truncatingIfNeeded: Int64((turn * 0x1p31).rounded()))
    }
}
