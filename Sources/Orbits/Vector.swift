// SPDX-License-Identifier: Apache-2.0

/// A point in metres or kilometres, or a direction without unit.
typealias Vector = SIMD3<Double>

extension SIMD3<Double> {
    func dot(_ other: Vector) -> Double { (self * other).sum() }

    /// Length of the vector, in the unit of its components.
    var length: Double { dot(self).squareRoot() }

    /// True if no component is infinite or not a number.
    var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
