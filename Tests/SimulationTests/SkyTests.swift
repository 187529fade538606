// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import Simulation

@Suite struct SkyTests {
    /// Six hours, one epoch a minute.
    static let skies = drive(360, every: .seconds(60)).map(\.truth.sky)

    @Test func `satellites of each system rise and set within six hours`() {
        for system in [Constellation.gps, .glonass, .galileo, .beidou] {
            let seen = Self.skies.map { sky in
                Set(sky.satellites.map(\.id).filter { $0.constellation == system })
            }
            var (rises, sets) = (0, 0)
            for (before, after) in zip(seen, seen.dropFirst()) {
                rises += after.subtracting(before).count
                sets += before.subtracting(after).count
            }
            #expect((5...30).contains(rises) && (5...30).contains(sets), "\(system.letter): \(rises) \(sets)")
            #expect(seen.allSatisfy { (4...14).contains($0.count) })
        }
    }

    @Test func `satellites move steadily and are gone below five degrees`() {
        for (before, after) in zip(Self.skies, Self.skies.dropFirst()) {
            for satellite in after.satellites {
                let elevation = satellite.elevation?.degrees ?? 0
                #expect(elevation >= 5 && elevation <= 90)
                #expect((0..<360).contains(satellite.azimuth?.degrees ?? -1))
                // A satellite at 20 000 km moves half a degree a minute at most as seen from the ground.
                let last = before.satellites.first { $0.id == satellite.id }?.elevation?.degrees ?? 5
                #expect(abs(elevation - last) < 0.8)
            }
        }
    }

    @Test func `used satellites are heard, high enough and strong enough`() {
        for sky in Self.skies {
            for satellite in sky.satellites where satellite.isUsed {
                #expect((satellite.elevation?.degrees ?? 0) > 10 && (satellite.cn0 ?? 0) >= 29)
            }
            for satellite in sky.satellites { #expect(satellite.cn0.map { (20...56).contains($0) } ?? true) }
        }
        let used = Self.skies.dropFirst().filter { $0.dop.hdop != nil }.map(\.usedCount)
        #expect((used.min() ?? 0) >= 15 && (used.max() ?? 99) <= 45)
    }

    @Test func `high satellites are stronger than low ones`() throws {
        let heard = Self.skies.flatMap(\.satellites).filter { $0.cn0 != nil }
        func mean(_ range: Range<Double>) -> Double {
            let values = heard.filter { range.contains($0.elevation?.degrees ?? 0) }.compactMap(\.cn0)
            return values.reduce(0, +) / Double(values.count)
        }
        #expect(mean(60..<90) > mean(20..<40) + 3)
        #expect(mean(20..<40) > mean(5..<15) + 3)
    }

    @Test func `orbits have the periods of their systems`() throws {
        // GPS half a sidereal day; GLONASS 8, Galileo 17/10, BeiDou 13/7 rounds in so many sidereal days.
        let expected: [(Constellation, Double)] = [
            (.gps, 43_082), (.glonass, 40_544), (.galileo, 50_682), (.beidou, 46_391),
        ]
        for (system, period) in expected {
            let orbit = try #require(NominalConstellations.orbits.first { $0.satellite.constellation == system })
            // After one round a satellite is where it was among the stars: the Earth has turned below it.
            let start = utc(2026, 9, 21)
            let later = UTCTime(nanosecondsSince1970: start.nanosecondsSince1970 + Int64(period * 1e9))
            let (first, second) = (EarthRotation(at: start), EarthRotation(at: later))
            let (a, b) = (orbit.position(at: first), orbit.position(at: second))
            #expect(abs(a.z - b.z) < 150_000, "\(system.letter)")
            let stars = Vector(first.cosine * a.x - first.sine * a.y, first.sine * a.x + first.cosine * a.y, a.z)
            let starsLater = Vector(
                second.cosine * b.x - second.sine * b.y, second.sine * b.x + second.cosine * b.y, b.z)
            #expect((stars - starsLater).length < 300_000, "\(system.letter)")
        }
        #expect(NominalConstellations.orbits.count == 96)
        #expect(Set(NominalConstellations.orbits.map(\.satellite)).count == 96)
    }
}
