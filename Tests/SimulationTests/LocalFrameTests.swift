// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Simulation

@Suite struct LocalFrameTests {
    @Test func `the axes of the ellipsoid are where they should be`() {
        let equator = LocalFrame(latitude: 0, longitude: .pi / 2, height: 100)
        #expect((equator.origin - Vector(0, 6_378_237, 0)).length < 1e-6)
        let pole = LocalFrame(latitude: .pi / 2, longitude: 0, height: 0)
        // The semi-minor axis of WGS 84.
        #expect(abs(pole.origin.z - 6_356_752.314245) < 1e-5)
    }

    @Test func `a move goes as far as it says and comes back`() {
        let frame = LocalFrame(latitude: 0.9159, longitude: 0.097, height: 40)
        let moved = frame.moved(east: 300, north: -400, height: 40)
        #expect(abs((moved.origin - frame.origin).length - 500) < 0.01)
        let home = frame.moved(east: 0, north: 0, height: 40)
        #expect(abs(home.latitude - frame.latitude) < 1e-14 && abs(home.longitude - frame.longitude) < 1e-14)
        #expect((home.origin - frame.origin).length < 1e-6)
    }

    @Test func `east, north and up are a right-handed frame`() {
        let frame = LocalFrame(latitude: 0.9159, longitude: -2.1, height: 0)
        #expect(abs(frame.east.dot(frame.north)) < 1e-15 && abs(frame.east.dot(frame.up)) < 1e-15)
        #expect((frame.components(of: frame.north) - Vector(0, 1, 0)).length < 1e-15)
        #expect(frame.north.z > 0 && frame.up.dot(frame.origin) > 0)
    }
}
