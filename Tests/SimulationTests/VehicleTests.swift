// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Simulation
import Testing

/// The truth alone: whether a vehicle could drive so.
@Suite struct VehicleTests {
    /// More than a lap, five times a second.
    static let step = 0.2
    static let fixes = drive(3250, every: .milliseconds(200)).map(\.truth.vehicle)

    private struct Motion {
        var position: GeodeticPosition
        var height: Double
        var velocity: Velocity
        var speed: Double
        var course: Double

        init(_ fix: Fix) throws {
            position = try #require(fix.position)
            height = try #require(fix.height.orthometric?.metres)
            velocity = try #require(fix.velocity)
            speed = try #require(fix.speed?.metresPerSecond)
            course = try #require(fix.course?.degrees)
        }
    }

    @Test func `velocity is the difference of positions`() throws {
        let motions = try Self.fixes.map(Motion.init)
        for (a, b) in zip(motions, motions.dropFirst()) {
            let moved = metres(a.position, b.position)
            let east = (a.velocity.east.metresPerSecond + b.velocity.east.metresPerSecond) / 2 * Self.step
            let north = (a.velocity.north.metresPerSecond + b.velocity.north.metresPerSecond) / 2 * Self.step
            let up = (a.velocity.up.metresPerSecond + b.velocity.up.metresPerSecond) / 2 * Self.step
            #expect(abs(moved.east - east) < 0.015 && abs(moved.north - north) < 0.015)
            #expect(abs(b.height - a.height - up) < 0.002)
        }
    }

    @Test func `speed and course are those of the velocity`() throws {
        for motion in try Self.fixes.map(Motion.init) {
            let (east, north) = (motion.velocity.east.metresPerSecond, motion.velocity.north.metresPerSecond)
            #expect(abs((east * east + north * north).squareRoot() - motion.speed) < 1e-9)
            #expect((0..<360).contains(motion.course))
            guard motion.speed > 0.1 else { continue }
            let bearing = atan2(east, north) * 180 / .pi
            #expect(abs((bearing - motion.course).remainder(dividingBy: 360)) < 1e-9)
        }
    }

    @Test func `acceleration stays comfortable in both directions`() throws {
        let motions = try Self.fixes.map(Motion.init)
        for (a, b) in zip(motions, motions.dropFirst()) {
            #expect(abs(b.speed - a.speed) / Self.step < 1.81)
            let turn = (b.course - a.course).remainder(dividingBy: 360) * .pi / 180 / Self.step
            #expect(abs(turn) * max(a.speed, b.speed) < 2.1, "lateral")
        }
    }

    @Test func `a lap has kilometres, speeds, three stops, a climb, and ends where it began`() throws {
        let motions = try Self.fixes.map(Motion.init)
        let lap = try #require(
            (1500..<motions.count).first { index in
                let away = metres(motions[0].position, motions[index].position)
                return motions[index].speed == 0 && abs(away.east) + abs(away.north) < 0.01
            })
        let driven = motions.prefix(lap).reduce(0) { $0 + $1.speed * Self.step }
        #expect((6000...10_000).contains(driven), "\(driven)")
        let fastest = motions.map(\.speed).max() ?? 0
        #expect((20...22.3).contains(fastest))
        let stops = zip(motions.prefix(lap), motions.dropFirst()).count { $0.speed > 0 && $1.speed == 0 }
        #expect(stops == 3)
        let heights = motions.map(\.height)
        #expect((heights.max() ?? 0) > 2 && (heights.min() ?? 0) < -4)
    }
}
