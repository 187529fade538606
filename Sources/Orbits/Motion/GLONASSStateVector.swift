// SPDX-License-Identifier: Apache-2.0

/// Position and velocity of a GLONASS satellite at an instant, from which its motion is integrated (ICD L1, L2, edition
/// 5.1, appendix 3, section 3.1.2). Earth-centred, Earth-fixed, in metres and seconds.
struct GLONASSStateVector: Hashable, Sendable {
    var position: Vector
    var velocity: Vector
    /// The acceleration caused by the Sun and the Moon.
    var pull: Vector

    /// The time in seconds for which the stated acceleration by the Sun and the Moon is used. Its direction changes as
    /// the satellite moves, so afterwards the result is more accurate without it.
    private static let pullTime = 1800.0
    /// The length of a step: at 180 s, the integration of a day is accurate to a few metres.
    private static let step = 180.0

    /// False for data that do not describe a GLONASS satellite.
    var isPlausible: Bool {
        position.isFinite && velocity.isFinite && pull.isFinite && (24e6...27e6).contains(position.length)
            && velocity.length < 5000 && pull.length < 1e-3
    }

    /// The position a number of seconds later, or earlier if the number is negative; nil beyond a day.
    func position(after elapsed: Double) -> Vector? {
        guard elapsed.magnitude <= 86_400 else { return nil }
        var state = self
        let near = min(max(elapsed, -Self.pullTime), Self.pullTime)
        state.advance(by: near)
        state.pull = .zero
        state.advance(by: elapsed - near)
        return state.position
    }

    private mutating func advance(by elapsed: Double) {
        let steps = Int((elapsed.magnitude / Self.step).rounded(.up))
        guard steps > 0 else { return }
        let step = elapsed / Double(steps)
        for _ in 0..<steps { advance(oneStep: step) }
    }

    /// One step of the classical Runge-Kutta method of fourth order.
    private mutating func advance(oneStep step: Double) {
        let first = (velocity, acceleration)
        let second = moved(first, step / 2).derivative
        let third = moved(second, step / 2).derivative
        let fourth = moved(third, step).derivative
        position += step / 6 * (first.0 + 2 * second.0 + 2 * third.0 + fourth.0)
        velocity += step / 6 * (first.1 + 2 * second.1 + 2 * third.1 + fourth.1)
    }

    private func moved(_ rate: (Vector, Vector), _ step: Double) -> GLONASSStateVector {
        GLONASSStateVector(position: position + step * rate.0, velocity: velocity + step * rate.1, pull: pull)
    }

    private var derivative: (Vector, Vector) { (velocity, acceleration) }

    /// Gravity of the oblate Earth, the effects of the rotating frame, and ``pull``.
    private var acceleration: Vector {
        let earth = EarthModel.glonass
        let squared = position.dot(position)
        let distance = squared.squareRoot()
        let centre = earth.gravitation / (squared * distance)
        let ratio = EarthModel.equator / distance
        let bulge = 1.5 * EarthModel.oblateness * centre * ratio * ratio
        let height = 5 * position.z * position.z / squared
        let around = earth.rate * earth.rate - centre - bulge * (1 - height)
        return Vector(
            around * position.x + 2 * earth.rate * velocity.y, around * position.y - 2 * earth.rate * velocity.x,
            -(centre + bulge * (3 - height)) * position.z) + pull
    }
}
