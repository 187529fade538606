// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Testing

@testable import Paths

@Suite("A path that crosses itself") struct RingCrossingTests {
    /// Corners by metres to the north and east of a place.
    static func ring(_ corners: [(Double, Double)], at origin: (Double, Double)) -> [GeodeticPosition] {
        if abs(origin.0) > 89 { return corners.map { nearPole($0, origin) } }
        let stretch = cos(origin.0 * .pi / 180)
        return corners.map { place(origin.0 + $0.0 / 111_320, origin.1 + $0.1 / 111_320 / stretch) }
    }

    /// In the plane that touches the Earth at the pole.
    private static func nearPole(_ corner: (Double, Double), _ origin: (Double, Double)) -> GeodeticPosition {
        let side: Double = origin.0 > 0 ? 1 : -1
        let (radial, tangential) = ((90 - abs(origin.0)) * 111_320 - side * corner.0, corner.1)
        let radius = (radial * radial + tangential * tangential).squareRoot()
        return place(side * (90 - radius / 111_320), origin.1 + atan2(tangential, radial) * 180 / .pi)
    }

    static let origins = [
        (48.1, 11.5), (-33.9, 18.4), (0.0, 0.0), (-17.0, 180.0), (89.9, 40.0), (-89.99, -180.0), (89.99995, 20.0),
    ]

    @Test("is noticed everywhere on Earth, and one that does not is not blamed", arguments: origins)
    func everywhere(_ origin: (Double, Double)) {
        let square = [(0.0, 0.0), (0, 10), (10, 10), (10, 0)]
        let bow = [(0.0, 0.0), (10, 10), (0, 10), (10, 0)]
        #expect(geometry(Self.ring(square, at: origin)).crossesItself == false)
        #expect(geometry(Self.ring(square + [(0, 0)], at: origin)).crossesItself == false)
        #expect(geometry(Self.ring(bow, at: origin)).crossesItself == true)
        // Of a line that is open only the closing edge crosses.
        let hook = [(5.0, 5.0), (5, 8), (2, 8), (2, 2), (9, 2), (9, 12), (1, 12)]
        #expect(geometry(Self.ring(hook, at: origin)).crossesItself == true)
        // A corner that lies on another edge touches it.
        let touch = [(0.0, 0.0), (10, 0), (10, 10), (5, 0), (0, 10)]
        #expect(geometry(Self.ring(touch, at: origin)).crossesItself == true)
    }

    @Test("points that are repeated are no crossing") func repeated() {
        let square = [(0.0, 0.0), (0, 0), (0, 10), (10, 10), (10, 10), (10, 10), (10, 0), (0, 0), (0, 0)]
        #expect(geometry(Self.ring(square, at: (50, 8))).crossesItself == false)
        #expect(geometry(Array(repeating: (50.0, 8.0), count: 100)).crossesItself == false)
    }

    @Test("across a pole and around the Earth edges are great circles") func longEdges() {
        let belt = [(0.0, -120.0), (0, 0), (0, 120)]
        #expect(geometry(belt).crossesItself == false)
        let overPole = [(80.0, 0.0), (80, 180), (80, 90), (80, -90)]
        #expect(geometry(overPole).crossesItself == true)
        // The same great circles meet on the other side of the Earth: that is no crossing.
        let apart = [(10.0, 0.0), (-10, 0), (-10, 170), (10, 170)]
        #expect(geometry(apart).crossesItself == false)
    }

    @Test("agrees with a comparison of all edges") func brute() {
        var dice = Dice(state: 7)
        var crossings = 0
        for _ in 0..<300 {
            let count = Int.random(in: 4...60, using: &dice)
            let wildness = Double.random(in: 0...0.35, using: &dice)
            let corners = (0..<count).map { index in
                let angle =
                    2 * Double.pi * (Double(index) / Double(count) + .random(in: 0...wildness / 3, using: &dice))
                let radius = 100 * (1 - Double.random(in: 0...wildness, using: &dice))
                return (radius * sin(angle), radius * cos(angle))
            }
            let expected = Self.crosses(corners)
            crossings += expected ? 1 : 0
            #expect(geometry(Self.ring(corners, at: (-45, 170))).crossesItself == expected)
        }
        #expect(crossings > 50 && crossings < 250, "\(crossings)")
    }

    /// In the plane, each edge with each.
    private static func crosses(_ p: [(Double, Double)]) -> Bool {
        func side(_ a: (Double, Double), _ b: (Double, Double), _ c: (Double, Double)) -> Bool {
            (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0) > 0
        }
        for i in p.indices {
            for j in p.indices where j > i + 1 && !(i == 0 && j == p.count - 1) {
                let (a, b, c, d) = (p[i], p[(i + 1) % p.count], p[j], p[(j + 1) % p.count])
                if side(a, b, c) != side(a, b, d), side(c, d, a) != side(c, d, b) { return true }
            }
        }
        return false
    }

    @Test("is looked for in ten thousand points of a field that is worked in tracks") func field() {
        // Tracks that lie askew, so that the boxes around them overlap; they end in a lane back that crosses none.
        var corners: [(Double, Double)] = []
        for track in 0..<50 {
            for step in 0..<200 {
                let along = Double(track % 2 == 0 ? step : 199 - step)
                corners.append((along + Double(track) * 3, along - Double(track) * 3))
            }
        }
        corners += [(147.0, -160), (0, -160), (-5, 0)]
        let ring = Self.ring(corners, at: (52, 13))
        let degrees = ring.flatMap { [$0.latitude.degrees, $0.longitude.degrees] }
        // What it costs is counted, not timed: all pairs would be fifty million.
        #expect(RingCrossing.isThere(in: degrees, effort: 1_000_000) == false)
        #expect(RingCrossing.isThere(in: degrees, effort: 100) == nil)
    }
}
