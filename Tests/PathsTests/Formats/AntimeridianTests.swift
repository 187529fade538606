// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Paths

struct AntimeridianTests {
    private func places(_ places: [(Double, Double)]) -> [Place] {
        places.map { Place(longitude: $0.0, latitude: $0.1, height: 0) }
    }

    /// Twice the area in square degrees; positive where a closed ring turns left.
    private func area(_ ring: [Place]) -> Double {
        zip(ring, ring.dropFirst()).reduce(0) {
            $0 + $1.0.longitude * $1.1.latitude - $1.1.longitude * $1.0.latitude
        }
    }

    @Test("A line that does not cross is left as it is")
    func whole() {
        let line = places([(170, 0), (180, 1), (179, 2)])
        #expect(Antimeridian.cut(line: line) == [line])
    }

    @Test("A line is cut where it crosses, in both directions")
    func cut() {
        let line = places([(178, 0), (-178, 4), (-179, 4), (179, 2)])
        #expect(
            Antimeridian.cut(line: line) == [
                places([(178, 0), (180, 2)]), places([(-180, 2), (-178, 4), (-179, 4), (-180, 3)]),
                places([(180, 3), (179, 2)]),
            ])
    }

    @Test("A place on the antimeridian is where a line is cut, from whichever side it is seen")
    func touching() {
        #expect(
            Antimeridian.cut(line: places([(179, 0), (180, 1), (-179, 2)]))
                == [places([(179, 0), (180, 1)]), places([(-180, 1), (-179, 2)])])
        #expect(Antimeridian.cut(line: places([(179, 0), (-180, 1), (179, 2)])).count == 2)
    }

    @Test("A ring that turns right is turned; one that does not cross stays one")
    func turned() {
        let rings = Antimeridian.cut(ring: places([(14, 50), (14, 51), (15, 51)]))
        #expect(rings == [places([(15, 51), (14, 51), (14, 50), (15, 51)])])
    }

    @Test("A ring across the antimeridian is two, which together have its area and turn left")
    func two() {
        let rings = Antimeridian.cut(ring: places([(179, 10), (-179, 10), (-179, 12), (179, 12)]))
        #expect(rings.count == 2)
        #expect(rings.allSatisfy { area($0) == 4 && $0.first == $0.last })
        #expect(rings.allSatisfy { $0.allSatisfy { abs($0.longitude) >= 179 && abs($0.longitude) <= 180 } })
        #expect(Set(rings.map { ($0.first?.longitude ?? 0) > 0 }) == [true, false])
    }

    @Test("A ring like a comb is as many as teeth on one side and one on the other")
    func comb() {
        let rings = Antimeridian.cut(
            ring: places([(179, 0), (-179, 0), (-179, 1), (179.5, 1), (179.5, 2), (-179, 2), (-179, 3), (179, 3)]))
        #expect(rings.count == 3)
        // 2 × 1 + 0.5 × 1 + 2 × 1 square degrees.
        #expect(abs(rings.reduce(0) { $0 + area($1) } - 9) < 1e-9)
        #expect(rings.allSatisfy { area($0) > 0 })
    }

    @Test("A ring that only touches the antimeridian is one")
    func touchingRing() {
        let rings = Antimeridian.cut(ring: places([(179, 0), (180, 0), (-180, 1), (179, 1)]))
        #expect(rings.count == 1)
        #expect(rings.first.map(area) == 2)
    }

    @Test("A ring round a pole holds the pole")
    func pole() throws {
        for pole in [-90.0, 90] {
            let places = places([(0, pole * 0.9), (90, pole * 0.9), (180, pole * 0.9), (-90, pole * 0.9)])
            for ring in [places, places.reversed()] {
                let rings = Antimeridian.cut(ring: ring)
                #expect(abs(rings.reduce(0) { $0 + area($1) } - 2 * 360 * 9) < 1e-6)
                #expect(rings.joined().contains { $0.latitude == pole })
                #expect(rings.joined().allSatisfy { abs($0.longitude) <= 180 })
            }
        }
    }

    @Test("A ring that cannot have an inside is none, or what is left of it")
    func degenerate() {
        #expect(Antimeridian.cut(ring: places([])).isEmpty)
        #expect(Antimeridian.cut(ring: places([(1, 1), (1, 1), (2, 2)])).isEmpty)
    }
}
