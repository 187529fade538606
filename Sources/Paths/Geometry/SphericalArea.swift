// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// Accumulates the area of a closed polygon by the formula of the reference applications. See
/// `PathGeometry.sphericalArea`.
///
/// A = |Σ (λ₂ − λ₁)(2 + sin φ₁ + sin φ₂)| R² / 2 over the edges of the closed polygon, with R = 6 378 137 m.
public struct SphericalArea: Sendable {
    private var first: GeodeticPosition?
    private var last: GeodeticPosition?
    private var sum = 0.0
    private var count = 0

    /// Creates the area of a polygon without corners.
    public init() {}

    /// Appends the next corner.
    public mutating func append(_ point: PathPoint) {
        count += 1
        if let last { sum += Self.part(last, point.position) }
        if first == nil { first = point.position }
        last = point.position
    }

    /// The area in square metres; nil for fewer than three points.
    public var area: Double? {
        guard count >= 3, let first, let last else { return nil }
        let radius = WGS84.semiMajorAxis
        return abs(sum + Self.part(last, first)) * radius * radius / 2
    }

    private static func part(_ from: GeodeticPosition, _ to: GeodeticPosition) -> Double {
        let span = (to.longitude.degrees - from.longitude.degrees) * .pi / 180
        return span * (2 + sin(from.latitude.degrees * .pi / 180) + sin(to.latitude.degrees * .pi / 180))
    }
}
