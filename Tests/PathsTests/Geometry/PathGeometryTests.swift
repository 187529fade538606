// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Paths
import Testing

@Suite("The geometry of a path") struct PathGeometryTests {
    /// Star-shaped polygons of 5 m to 300 km across all hemispheres, the antimeridian and the poles.
    static func polygons(_ count: Int) -> [[GeodeticPosition]] {
        var dice = Dice(state: 2026)
        return (0..<count).map { index in
            let size = pow(10, Double.random(in: -4.3...0.5, using: &dice))
            let latitude: Double =
                switch index % 4 {
                case 0: 89.9 - size
                case 1: -89.9 + size
                default: Double.random(in: -80...80, using: &dice)
                }
            let longitude = index % 3 == 0 ? 180.0 : Double.random(in: -180...180, using: &dice)
            let corners = Int.random(in: 3...40, using: &dice)
            let stretch = 1 / max(0.01, cos(latitude * .pi / 180))
            return (0..<corners).map { corner in
                let angle = 2 * Double.pi * Double(corner) / Double(corners)
                let radius = size * Double.random(in: 0.3...1, using: &dice)
                let east = min(170, radius * stretch) * cos(angle)
                return place(min(90, max(-90, latitude + radius * sin(angle))), longitude + east)
            }
        }
    }

    @Test(
        "agrees with GeographicLib's Planimeter on 1000 random polygons to 1e-9",
        .enabled(if: Planimeter.isThere, "Planimeter (geographiclib-tools) is not installed"))
    func planimeter() throws {
        let polygons = Self.polygons(1000)
        // The series that are used here too, printed to 1e-5 m²; and elliptic integrals, another way of computation, whose
        // own rounding is some hundredths of a square metre.
        for (options, rounding) in [([], 5e-6), (["-E"], 0.1)] {
            let answers = try Planimeter.measure(polygons, options)
            try #require(answers.count == polygons.count)
            var worst = (area: 0.0, length: 0.0, rounding: 0.0)
            for (polygon, answer) in zip(polygons, answers) {
                let own = geometry(polygon)
                let difference = abs(try #require(own.area) - abs(answer.area))
                let closing = polygon[polygon.count - 1].distance(to: polygon[0]).metres
                worst.area = max(worst.area, (difference - rounding) / abs(answer.area))
                worst.rounding = max(worst.rounding, difference)
                let excess = abs(own.length.metres + closing - answer.perimeter) - rounding * 1e-4
                worst.length = max(worst.length, excess / answer.perimeter)
            }
            #expect(worst.area < 1e-9 && worst.length < 1e-9, "\(options): \(worst)")
        }
    }

    @Test("four fields of known area are right to 0.01 %; the reference applications' formula is off by more")
    func fields() throws {
        // By Planimeter -E: Bavaria, Victoria, Fiji across the antimeridian, Svalbard.
        let fields: [([(Double, Double)], Double)] = [
            ([(48.1, 11.5), (48.1, 11.502), (48.101, 11.502), (48.101, 11.5)], 16_563.27),
            ([(-37.5, 144.9), (-37.5, 144.91), (-37.49, 144.91), (-37.49, 144.9)], 981_472.40),
            ([(-17.0, 179.999), (-17.0, -179.999), (-16.999, -179.999), (-16.999, 179.999)], 23_569.48),
            ([(78.2, 15.6), (78.2, 15.7), (78.21, 15.7), (78.21, 15.6)], 2_548_697.16),
        ]
        for (corners, expected) in fields {
            let own = try #require(geometry(corners).area)
            #expect(abs(own - expected) <= 1e-4 * expected, "\(own)")
        }
        let across = geometry(fields[2].0)
        #expect(try #require(across.sphericalArea) > 4e9)
        let north = geometry(fields[0].0)
        let ratio = try #require(north.sphericalArea) / #require(north.area)
        #expect(abs(ratio - 1) > 1e-4 && abs(ratio - 1) < 5e-3)
    }

    @Test("a polygon around a pole has its cap as area") func cap() throws {
        let ring = (0..<360).map { (89.0, Double($0) - 180) }
        let area = try #require(geometry(ring).area)
        #expect(abs(area / 3.9186e10 - 1) < 1e-3, "\(area)")
        #expect(geometry(ring).crossesItself == false)
    }

    @Test("below three points there is no area; gaps are no part of the length") func small() {
        #expect(geometry([(Double, Double)]()).length.metres == 0)
        #expect(geometry([(1, 1)]).area == nil)
        let two = geometry([(0, 0), (0, 1)])
        #expect(two.area == nil && two.sphericalArea == nil && two.crossesItself == false)
        #expect(abs(two.length.metres - 111_319.4908) < 1e-3)
        var points = [(0.0, 0.0), (0, 1), (0, 2)].map { PathPoint(place($0.0, $0.1)) }
        points[2].beginsSegment = true
        #expect(abs(PathGeometry(points).length.metres - 111_319.4908) < 1e-3)
        #expect(PathGeometry(points).area == 0)
    }

    @Test("equal and collinear points give no area, and nothing that is not a number") func degenerate() throws {
        for corners in [
            Array(repeating: (50.0, 8.0), count: 50), [(50, 8), (50, 8), (51, 8)], [(0, 0), (0, 10), (0, 5), (0, 2)],
            [(90, 0), (90, 90), (90, 180)], [(0, 180), (0, -180), (0, 180), (0, -180)],
        ] {
            let own = geometry(corners)
            // Along the equator and meridians exactly; the bound is that of rounding: a thousandth of a square metre.
            #expect(try #require(own.area) < 1e-3, "\(corners.first ?? (0, 0))")
            #expect(own.length.metres.isFinite)
        }
    }
}
