// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The orbit and clock of a GLONASS satellite as it broadcasts them, in whole units of the broadcast (ICD L1, L2, edition
/// 5.1, table 4.5).
public struct GLONASSEphemeris: Hashable, Sendable {
    /// The satellite that this ephemeris is of.
    public var satellite: SatelliteID
    /// The frequency channel, −7...6.
    public var frequencyChannel: Int
    /// The instant t_b that they are for.
    public var reference: GPSTime
    /// Quarters of an hour of the Moscow day of ``reference``, 1...95.
    public var quarter: Int
    /// Earth-centred, Earth-fixed position, 2⁻¹¹ km.
    public var position: SIMD3<Int32>
    /// Velocity in the same frame as the position, in units of 2⁻²⁰ km/s.
    public var velocity: SIMD3<Int32>
    /// Acceleration by Moon and Sun, 2⁻³⁰ km/s².
    public var acceleration: SIMD3<Int32>
    /// τ_n: by how much the satellite's clock is slow, 2⁻³⁰ s.
    public var clockOffset: Int32
    /// γ_n: by how much its frequency is high, 2⁻⁴⁰.
    public var frequencyOffset: Int32

    /// Where the satellite is, and its clock's error: the equations of motion integrated from ``reference`` in steps of
    /// at most a minute (the ICD's appendix 3, J.1, with Runge and Kutta's method).
    ///
    /// - Parameter time: of transmission, within an hour of ``reference``; what is further off is taken as an hour.
    public func state(at time: GPSTime) -> SatelliteState {
        let elapsed = min(max(time.seconds(since: reference), -3600), 3600)
        var motion = Motion(position: 1000 * 0x1p-11 * Vector(position), velocity: 1000 * 0x1p-20 * Vector(velocity))
        let pull = 1000 * 0x1p-30 * Vector(acceleration)
        let steps = (elapsed.magnitude / 60).rounded(.up)
        for _ in 0..<Int(steps) { motion.advance(by: elapsed / steps, pull) }
        let clock = -Double(clockOffset) * 0x1p-30 + Double(frequencyOffset) * 0x1p-40 * elapsed
        return SatelliteState(position: motion.position, clockError: clock)
    }
}

/// Position and velocity in a frame that turns with the Earth.
private struct Motion {
    var position: Vector
    var velocity: Vector

    mutating func advance(by step: Double, _ pull: Vector) {
        let first = rate(pull)
        let second = moved(first, step / 2).rate(pull)
        let third = moved(second, step / 2).rate(pull)
        let fourth = moved(third, step).rate(pull)
        position += step / 6 * (first.position + 2 * second.position + 2 * third.position + fourth.position)
        velocity += step / 6 * (first.velocity + 2 * second.velocity + 2 * third.velocity + fourth.velocity)
    }

    private func moved(_ rate: Motion, _ step: Double) -> Motion {
        Motion(position: position + step * rate.position, velocity: velocity + step * rate.velocity)
    }

    /// How both change, a second.
    private func rate(_ pull: Vector) -> Motion {
        let squared = position.dot(position)
        let cubed = squared * squared.squareRoot()
        let bulge = 1.5 * PZ90.oblateness * PZ90.gravitation * PZ90.equator * PZ90.equator / (squared * cubed)
        let height = 5 * position.z * position.z / squared
        let centre = -PZ90.gravitation / cubed
        let turn = PZ90.earthRate * PZ90.earthRate
        let change = Vector(
            (centre - bulge * (1 - height) + turn) * position.x + 2 * PZ90.earthRate * velocity.y,
            (centre - bulge * (1 - height) + turn) * position.y - 2 * PZ90.earthRate * velocity.x,
            (centre - bulge * (3 - height)) * position.z)
        return Motion(position: velocity, velocity: change + pull)
    }
}
