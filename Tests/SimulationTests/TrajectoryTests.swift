// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Simulation

/// Routes from point to point.
@Suite struct TrajectoryTests {
    @Test func `a leg straight up has a velocity`() {
        let low = RoutePoint(latitude: 52, longitude: 5, height: 0, speed: 2)
        var high = low
        high.height = 100
        let trajectory = Trajectory(.points([low, high], isClosed: false))
        #expect((trajectory.state(at: 20).velocity - Vector(0, 0, 2)).length < 0.01)
        #expect(trajectory.state(at: 200).velocity == .zero)
    }

    @Test(arguments: [(-52.0, -175.0, true), (-52.0, -174.999, false), (52.0, 5.0, false)])
    func `opposite points are recognized`(latitude: Double, longitude: Double, isOpposite: Bool) {
        let knot = RouteKnot(RoutePoint(latitude: 52, longitude: 5, height: 0, speed: 2))
        let other = RouteKnot(RoutePoint(latitude: latitude, longitude: longitude, height: 9, speed: 2))
        #expect(knot.isOpposite(to: other) == isOpposite)
    }
}
