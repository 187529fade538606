// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// What a receiver gets wrong: slow wanderings of the position that scale with the geometry, and quick ones of the
/// velocity.
struct ReceiverErrors: Sendable {
    /// The error of a range, 1 σ in metres: orbit, clock, atmosphere and surroundings together.
    static let range = 1.2
    /// The error of each component of the velocity, 1 σ in metres a second.
    static let velocity = 0.04

    private var position: [CorrelatedNoise]
    private var speed: [CorrelatedNoise]
    private var residual: CorrelatedNoise

    init(_ random: inout SplitMix64) {
        position = []
        speed = []
        for _ in 0..<3 { position.append(CorrelatedNoise(memory: 150, &random)) }
        for _ in 0..<3 { speed.append(CorrelatedNoise(memory: 2, &random)) }
        residual = CorrelatedNoise(memory: 20, &random)
    }

    mutating func advance(by seconds: Double, _ random: inout SplitMix64) {
        for index in position.indices { position[index].advance(by: seconds, &random) }
        for index in speed.indices { speed[index].advance(by: seconds, &random) }
        residual.advance(by: seconds, &random)
    }

    /// What to add to a position, in metres to the east, north and up.
    func positionError(_ geometry: SolutionGeometry) -> Vector {
        Self.range
            * Vector(
                position[0].value * geometry.east.squareRoot(), position[1].value * geometry.north.squareRoot(),
                position[2].value * geometry.up.squareRoot())
    }

    /// What to add to a velocity, in metres a second.
    var velocityError: Vector { Self.velocity * Vector(speed[0].value, speed[1].value, speed[2].value) }

    /// Root mean square of the residuals of the ranges, in metres.
    var rangeResidual: Double { Self.range * max(0.3, 1 + 0.15 * residual.value) }
}
