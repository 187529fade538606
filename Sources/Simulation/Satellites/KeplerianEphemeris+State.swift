// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Glibc

extension KeplerianEphemeris {
    /// The satellite's position and clock error by the algorithm of the interface document (IS-GPS-200, table 20-IV
    /// and 20.3.3.3.3.1; the other systems use the same).
    ///
    /// - Parameter time: The time of transmission, at any distance from ``reference``.
    public func state(at time: GPSTime) -> SatelliteState { state(after: time.seconds(since: reference)) }

    /// The state at a number of seconds after ``reference``.
    func state(after elapsed: Double) -> SatelliteState {
        let scales = scales
        let semicircle = KeplerianScales.pi
        let rootA = Double(rootSemiMajor) * 0x1p-19
        let e = Double(eccentricity) * 0x1p-33
        let motion =
            scales.gravitation.squareRoot() / (rootA * rootA * rootA)
            + Double(meanMotionDifference) * 0x1p-43 * semicircle
        let mean = Double(meanAnomaly) * 0x1p-31 * semicircle + motion * elapsed
        let eccentric = Self.eccentricAnomaly(mean, e)
        let (sinE, cosE) = (sin(eccentric), cos(eccentric))
        let latitude = atan2((1 - e * e).squareRoot() * sinE, cosE - e) + Double(perigee) * 0x1p-31 * semicircle
        let (sin2, cos2) = (sin(2 * latitude), cos(2 * latitude))
        let argument = latitude + scales.harmonicAngle * (Double(cus) * sin2 + Double(cuc) * cos2)
        let radius =
            rootA * rootA * (1 - e * cosE) + scales.harmonicLength * (Double(crs) * sin2 + Double(crc) * cos2)
        let tilt =
            (Double(inclination) * 0x1p-31 + Double(inclinationRate) * 0x1p-43 * elapsed) * semicircle
            + scales.harmonicAngle * (Double(cis) * sin2 + Double(cic) * cos2)
        let node =
            Double(ascendingNode) * 0x1p-31 * semicircle
            + (Double(ascendingNodeRate) * 0x1p-43 * semicircle - scales.earthRate) * elapsed
            - scales.earthRate * Double(referenceSecond)
        let (x, y) = (radius * cos(argument), radius * sin(argument))
        let position = Vector(
            x * cos(node) - y * cos(tilt) * sin(node), x * sin(node) + y * cos(tilt) * cos(node), y * sin(tilt))
        let relativity =
            -2 * scales.gravitation.squareRoot() / (KeplerianScales.lightSpeed * KeplerianScales.lightSpeed) * e
            * rootA * sinE
        let clock =
            Double(clockOffset) * scales.clockOffset + Double(clockDrift) * scales.clockDrift * elapsed + relativity
        return SatelliteState(position: position, clockError: clock)
    }

    private static func eccentricAnomaly(_ mean: Double, _ e: Double) -> Double {
        let reduced = mean.remainder(dividingBy: 2 * .pi)
        var anomaly = reduced
        for _ in 0..<8 {
            let step = (anomaly - e * sin(anomaly) - reduced) / (1 - e * cos(anomaly))
            anomaly -= step
            if abs(step) < 1e-14 { break }
        }
        return anomaly
    }
}

/// A satellite's position and clock error at an instant.
public struct SatelliteState: Hashable, Sendable {
    /// Position in the Earth-centred, Earth-fixed frame of the instant itself, in metres.
    public var position: SIMD3<Double>
    /// The amount by which the satellite's clock is fast, in seconds, including relativistic effects but not group
    /// delays.
    public var clockError: Double

    public init(position: SIMD3<Double>, clockError: Double) {
        (self.position, self.clockError) = (position, clockError)
    }
}

extension GPSTime {
    /// Seconds from another instant to this one.
    func seconds(since other: GPSTime) -> Double {
        Double(week - other.week) * Double(GST.secondsInWeek)
            + Double(nanosecondsOfWeek - other.nanosecondsOfWeek) * 1e-9
    }
}
