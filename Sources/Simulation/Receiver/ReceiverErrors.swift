// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The receiver's errors: slow drifts of the position that scale with the geometry, and fast variations of the
/// velocity.
struct ReceiverErrors: Sendable {
    /// The range error from orbit, clock, atmosphere and surroundings together, 1 σ in metres.
    static let range = 1.2
    /// The error of each velocity component, 1 σ in metres per second.
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

    /// The error of a position in metres to the east, north and up.
    func positionError(_ geometry: SolutionGeometry) -> Vector {
        Self.range
            * Vector(
                position[0].value * geometry.east.squareRoot(), position[1].value * geometry.north.squareRoot(),
                position[2].value * geometry.up.squareRoot())
    }

    /// The error of the velocity in metres per second.
    var velocityError: Vector { Self.velocity * Vector(speed[0].value, speed[1].value, speed[2].value) }

    /// The root mean square of the range residuals, in metres.
    var rangeResidual: Double { Self.range * max(0.3, 1 + 0.15 * residual.value) }
}
