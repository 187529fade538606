// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The broadcast orbit and clock of a GLONASS satellite, in whole units of the broadcast (ICD L1, L2, edition 5.1,
/// table 4.5).
public struct GLONASSEphemeris: Hashable, Sendable {
    /// The satellite that the ephemeris describes.
    public var satellite: SatelliteID
    /// The frequency channel, −7...6.
    public var frequencyChannel: Int
    /// The reference time t_b.
    public var reference: GPSTime
    /// ``reference`` in quarters of an hour of its Moscow day, 1...95.
    public var quarter: Int
    /// Earth-centred, Earth-fixed position, 2⁻¹¹ km.
    public var position: SIMD3<Int32>
    /// Velocity in the same frame as the position, 2⁻²⁰ km/s.
    public var velocity: SIMD3<Int32>
    /// Acceleration caused by Moon and Sun, 2⁻³⁰ km/s².
    public var acceleration: SIMD3<Int32>
    /// τ_n: the amount by which the satellite's clock is slow, 2⁻³⁰ s.
    public var clockOffset: Int32
    /// γ_n: the relative amount by which its frequency is high, 2⁻⁴⁰.
    public var frequencyOffset: Int32

    /// The satellite's position and clock error, from a Runge-Kutta integration of the equations of motion from
    /// ``reference`` in steps of at most a minute (the ICD's appendix 3, J.1).
    ///
    /// - Parameter time: The time of transmission, within an hour of ``reference``; times further away are clamped to
    ///   an hour.
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

/// Position and velocity in the rotating, Earth-fixed frame.
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

    /// The derivatives of position and velocity by time.
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
