// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// The way of a signal from a satellite to the receiver at an instant.
struct SkyPath: Sendable {
    let satellite: SimulatedSatellite
    let ephemeris: SatelliteEphemeris
    /// East, north and up from the receiver, of length 1.
    let direction: Vector
    /// In degrees.
    let elevation: Double
    /// In degrees, 0..<360.
    let azimuth: Double
    /// As the signal went, the Earth's turning included, in metres.
    let range: Double
    /// How fast that grows because of the satellite, in metres a second; the receiver's motion is not in it.
    let rangeRate: Double
    /// By how much the satellite's clock is fast, in seconds.
    let clockError: Double
    /// What the troposphere adds, in metres.
    let troposphere: Double
    /// What the ionosphere adds to a code at 1575.42 MHz, in metres.
    let ionosphere: Double

    /// The rate at which the Earth turns, as all four systems have it to within what matters here.
    private static let earthRate = 7.2921151467e-5

    /// The way, or nil where the satellite is below the horizon.
    ///
    /// - Parameters:
    ///   - satellite: which.
    ///   - frame: where the receiver is.
    ///   - time: when the signal arrives.
    ///   - leapSeconds: GPS time minus UTC.
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

    /// In the frame of the instant of arrival: the Earth has turned meanwhile.
    private static func turned(_ position: Vector, by delay: Double) -> Vector {
        let angle = earthRate * delay
        let (sine, cosine) = (sin(angle), cos(angle))
        return Vector(
            cosine * position.x + sine * position.y, cosine * position.y - sine * position.x, position.z)
    }
}

extension GPSTime {
    /// The instant so many seconds later or earlier, to the nanosecond.
    func moved(by seconds: Double) -> GPSTime { advanced(by: Int64((seconds * 1e9).rounded())) ?? self }
}
