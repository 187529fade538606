// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Simulation

/// A field that is worked again and again: a tractor could drive so, also on its way back.
struct FieldRouteTests {
    @Test(arguments: [1, 2, 3, 6])
    func `nowhere on its round a tractor turns more sharply than on the headland`(passes: Int) throws {
        let corner = RoutePoint(latitude: 52.475, longitude: 5.56, height: 39.5, speed: 3)
        var pattern = FieldPattern(
            length: 40, width: Double(passes) * 12, workingWidth: 12, heading: 30, turnSpeed: 1.5)
        pattern.isRepeated = true
        let trajectory = Trajectory(.field(corner, pattern))
        // Ten times a second, for more than two rounds.
        let motions = (0..<6000).map { trajectory.state(at: Double($0) / 10) }
        func speed(_ motion: VehicleMotion) -> Double { motion.velocity.length }
        func turn(_ a: VehicleMotion, _ b: VehicleMotion) -> Double {
            abs((b.course - a.course).remainder(dividingBy: 360))
        }
        // The radius is six metres; between its places the way is straight.
        let allowed = 1.5 / 6 * 180 / .pi
        for (a, b) in zip(motions, motions.dropFirst()) where turn(a, b) > allowed / 10 + 2.1 {
            Issue.record("\(turn(a, b))° in 0.1 s at \(speed(a)) m/s")
        }
        for (a, b) in zip(motions, motions.dropFirst(10)) where turn(a, b) > allowed * 1.05 + 2.1 {
            Issue.record("\(turn(a, b))° in a second at \(speed(a)) m/s")
        }
        // It stops where it began, and looks the same way.
        let begin = motions[0]
        let ends = motions.indices.dropFirst(100).filter { index in
            speed(motions[index]) < 0.2 && (motions[index].frame.origin - begin.frame.origin).length < 0.2
        }
        let end = try #require(ends.first)
        #expect(turn(motions[end], begin) < 2.1)
        // All of it was worked, and the way back stays at the edge of the field.
        let ahead = begin.frame
        let places = motions.prefix(end).map { ahead.plane($0.frame.origin) }.map { place in
            let (sine, cosine) = (0.5, 0.75.squareRoot())
            return (along: place.x * sine + place.y * cosine, across: place.x * cosine - place.y * sine)
        }
        #expect(places.allSatisfy { (-6.01...46.01).contains($0.along) })
        let right = Double(passes - 1) * 12
        #expect(places.allSatisfy { ((passes % 2 == 0 ? -0.01 : -12.01)...right + 0.01).contains($0.across) })
        for pass in 0..<passes {
            let worked = places.filter { abs($0.across - Double(pass) * 12) < 0.01 && (0...40).contains($0.along) }
            #expect(worked.count > 100, "pass \(pass)")
        }
    }
}
