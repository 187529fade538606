// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// The path of a signal from a satellite to the receiver at an instant.
struct SkyPath: Sendable {
    let satellite: SimulatedSatellite
    let ephemeris: SatelliteEphemeris
    /// Unit vector from the receiver to the satellite: east, north, up.
    let direction: Vector
    /// Elevation in degrees.
    let elevation: Double
    /// Azimuth in degrees, 0..<360.
    let azimuth: Double
    /// The path length including the Earth's rotation, in metres.
    let range: Double
    /// The rate of the range caused by the satellite's motion, in metres per second, without the receiver's motion.
    let rangeRate: Double
    /// The amount by which the satellite's clock is fast, in seconds.
    let clockError: Double
    /// Tropospheric delay in metres.
    let troposphere: Double
    /// Ionospheric delay of a code at 1575.42 MHz, in metres.
    let ionosphere: Double

    /// The Earth's rotation rate, which is the same for all four systems to the accuracy needed here.
    private static let earthRate = 7.2921151467e-5

    /// Computes the path; nil if the satellite is below the horizon.
    ///
    /// - Parameters:
    ///   - satellite: The satellite.
    ///   - frame: The receiver's position.
    ///   - time: The time of arrival.
    ///   - leapSeconds: GPS time minus UTC in seconds.
    init?(_ satellite: SimulatedSatellite, _ frame: LocalFrame, at time: GPSTime, leapSeconds: Int) {
        let ephemeris = satellite.ephemeris(at: time, leapSeconds: leapSeconds)
        let rough = frame.components(of: ephemeris.state(at: time).position - frame.origin)
        guard rough.z > 0 else { return nil }
        var delay = rough.length / KeplerianScales.lightSpeed
        var state = ephemeris.state(at: time)
        var line = Vector.zero
        for _ in 0..<3 {
            state = ephemeris.state(at: time.moved(by: -delay))
            line = Self.turned(state.position, by: delay) - frame.origin
            delay = line.length / KeplerianScales.lightSpeed
        }
        let before = ephemeris.state(at: time.moved(by: -delay - 0.5))
        let after = ephemeris.state(at: time.moved(by: -delay + 0.5))
        let velocity = Self.turned(after.position, by: delay) - Self.turned(before.position, by: delay)
        let unit = line / line.length
        self.satellite = satellite
        self.ephemeris = ephemeris
        direction = frame.components(of: unit)
        elevation = asin(max(-1, min(1, direction.z))) * 180 / .pi
        azimuth = VehicleState.bearing(east: direction.x, north: direction.y)
        range = line.length
        rangeRate = unit.dot(velocity) - KeplerianScales.lightSpeed * (after.clockError - before.clockError)
        clockError = state.clockError
        troposphere = Atmosphere.troposphere(elevation: elevation, latitude: frame.latitude, height: frame.height)
        ionosphere = Atmosphere.ionosphere(
            elevation: elevation, azimuth: azimuth, latitude: frame.latitude, longitude: frame.longitude,
            secondOfWeek: Double(time.nanosecondsOfWeek) * 1e-9)
    }

    /// The position in the Earth-fixed frame of the time of arrival: the Earth has rotated since the transmission.
    private static func turned(_ position: Vector, by delay: Double) -> Vector {
        let angle = earthRate * delay
        let (sine, cosine) = (sin(angle), cos(angle))
        return Vector(
            cosine * position.x + sine * position.y, cosine * position.y - sine * position.x, position.z)
    }
}

extension GPSTime {
    /// The instant shifted by a number of seconds, rounded to the nanosecond.
    func moved(by seconds: Double) -> GPSTime { advanced(by: Int64((seconds * 1e9).rounded())) ?? self }

    /// The nearest millisecond, which may be in the next week.
    var nearestMillisecond: GPSTime {
        let excess = (nanosecondsOfWeek + 500_000) % 1_000_000 - 500_000
        return advanced(by: -excess) ?? self
    }
}
