// SPDX-License-Identifier: Apache-2.0

/// A point in metres, or a direction without unit.
typealias Vector = SIMD3<Double>

extension SIMD3<Double> {
    func dot(_ other: Vector) -> Double { (self * other).sum() }

    var length: Double { dot(self).squareRoot() }
}
