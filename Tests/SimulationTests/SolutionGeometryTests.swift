// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import Simulation

@Suite struct SolutionGeometryTests {
    /// One overhead, three on the horizon 120° apart: worked out by hand.
    static let star = [
        Vector(0, 0, 1), Vector(0, 1, 0), Vector(0.75.squareRoot(), -0.5, 0), Vector(-0.75.squareRoot(), -0.5, 0),
    ]

    @Test func `dilutions are those worked out by hand`() throws {
        let geometry = try #require(SolutionGeometry(Self.star, kind: .threeDimensional))
        #expect(abs((geometry.dop.hdop ?? 0) - (4.0 / 3).squareRoot()) < 1e-12)
        #expect(abs((geometry.dop.vdop ?? 0) - (4.0 / 3).squareRoot()) < 1e-12)
        #expect(abs((geometry.dop.tdop ?? 0) - (1.0 / 3).squareRoot()) < 1e-12)
        #expect(abs((geometry.dop.pdop ?? 0) - (8.0 / 3).squareRoot()) < 1e-12)
        #expect(abs((geometry.dop.gdop ?? 0) - 3.0.squareRoot()) < 1e-12)
    }

    @Test func `two dimensions need three satellites and give no vertical dilution`() throws {
        let flat = Array(Self.star.dropFirst())
        let geometry = try #require(SolutionGeometry(flat, kind: .twoDimensional))
        #expect(abs((geometry.dop.hdop ?? 0) - (4.0 / 3).squareRoot()) < 1e-12)
        #expect(geometry.dop.vdop == nil && geometry.statistics(rangeError: 1).height == nil)
        #expect(SolutionGeometry(flat, kind: .threeDimensional) == nil)
        #expect(SolutionGeometry(Self.star, kind: .none) == nil)
    }

    @Test func `satellites in one line give no solution`() {
        let line = [Vector(0, 0.6, 0.8), Vector(0, 0.6, 0.8), Vector(0, -0.6, 0.8), Vector(0, 0, 1)]
        #expect(SolutionGeometry(line, kind: .threeDimensional) == nil)
    }

    @Test func `the ellipse of errors points where the geometry is weak`() throws {
        // Seen along the line from south-west to north-east only, but for one satellite overhead and a weak cross.
        let half = 0.5.squareRoot()
        let directions = [
            Vector(half, half, 0), Vector(-half, -half, 0), Vector(0.1, -0.1, 0.98.squareRoot()), Vector(0, 0, 1),
            Vector(-0.1, 0.1, 0.98.squareRoot()),
        ]
        let geometry = try #require(SolutionGeometry(directions, kind: .threeDimensional))
        let statistics = geometry.statistics(rangeError: 2)
        #expect(abs((statistics.orientation?.degrees ?? 0) - 135) < 1e-6)
        #expect((statistics.semiMajor?.metres ?? 0) > 5 * (statistics.semiMinor?.metres ?? 1))
        let (latitude, longitude) = (statistics.latitude?.metres ?? 0, statistics.longitude?.metres ?? 0)
        let (major, minor) = (statistics.semiMajor?.metres ?? 0, statistics.semiMinor?.metres ?? 0)
        #expect(abs(latitude * latitude + longitude * longitude - major * major - minor * minor) < 1e-9)
    }
}
