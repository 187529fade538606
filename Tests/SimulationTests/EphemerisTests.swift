// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import Simulation

/// What simulated satellites broadcast of their orbits.
@Suite struct EphemerisTests {
    private static let start = GPSTime(wholeSeconds: 2437 * 604_800 + 100_000)

    private static func position(_ satellite: SimulatedSatellite, _ second: Int) -> SIMD3<Double> {
        let time = GPSTime(wholeSeconds: start.wholeSeconds + second)
        return satellite.ephemeris(at: time, leapSeconds: 18).state(at: time).position
    }

    @Test func `A new issue goes on where the old one was`() {
        for satellite in SimulatedConstellations.all {
            // GLONASS counts in half a metre and in millimetres a second, over a quarter of an hour.
            let bound = satellite.id.constellation == .glonass ? 2.4 : 0.3
            for second in stride(from: 0, to: 15_000, by: 10) {
                let time = GPSTime(wholeSeconds: Self.start.wholeSeconds + second)
                let later = GPSTime(wholeSeconds: Self.start.wholeSeconds + second + 10)
                let old = satellite.ephemeris(at: time, leapSeconds: 18)
                let new = satellite.ephemeris(at: later, leapSeconds: 18)
                guard old != new else { continue }
                let (before, after) = (old.state(at: later), new.state(at: later))
                #expect((before.position - after.position).length < bound, "\(satellite.id)")
                #expect(abs(before.clockError - after.clockError) < 1e-9, "\(satellite.id)")
            }
        }
    }

    @Test func `Satellites keep to their heights and speeds`() {
        let radii: [Constellation: ClosedRange<Double>] = [
            .gps: 26.2e6...26.9e6, .galileo: 29.3e6...29.9e6, .beidou: 27.6e6...28.2e6, .glonass: 25.49e6...25.53e6,
        ]
        for satellite in SimulatedConstellations.all {
            let (here, there) = (Self.position(satellite, 0), Self.position(satellite, 1))
            #expect(radii[satellite.id.constellation]?.contains(here.length) == true, "\(satellite.id) \(here.length)")
            #expect((2000...4500).contains((there - here).length), "\(satellite.id)")
        }
        #expect(SimulatedConstellations.all.count == 96)
        #expect(Set(SimulatedConstellations.all.map(\.id)).count == 96)
    }

    @Test func `GLONASS goes on smoothly for days, but for its units`() {
        var jumps: [Double] = []
        for satellite in SimulatedConstellations.glonass {
            for half in 1...96 {
                let border = Self.start.wholeSeconds / 1800 * 1800 + 18 + 1800 * half
                let time = GPSTime(wholeSeconds: border)
                let old = satellite.ephemeris(at: GPSTime(wholeSeconds: border - 1), leapSeconds: 18)
                let new = satellite.ephemeris(at: time, leapSeconds: 18)
                #expect(old != new)
                jumps.append((old.state(at: time).position - new.state(at: time).position).length)
            }
        }
        #expect((jumps.max() ?? 9) < 2.4)
        #expect(jumps.reduce(0, +) / Double(jumps.count) < 0.8)
    }

    @Test func `Galileo's orbits are as round as they are`() {
        for satellite in SimulatedConstellations.galileo {
            let sent = satellite.ephemeris(at: Self.start, leapSeconds: 18).keplerian
            #expect((sent.map { Double($0.eccentricity) * 0x1p-33 } ?? 1) < 0.001, "\(satellite.id)")
        }
    }

    @Test func `Weeks roll over without a jump`() {
        let week = GPSTime(wholeSeconds: 2438 * 604_800).wholeSeconds - Self.start.wholeSeconds
        for satellite in SimulatedConstellations.all {
            let speed = (Self.position(satellite, week - 2) - Self.position(satellite, week - 3)).length
            for second in week - 2...week + 20 {
                let step = (Self.position(satellite, second + 1) - Self.position(satellite, second)).length
                #expect(abs(step - speed) < 3, "\(satellite.id) at \(second - week)")
            }
        }
    }

    @Test func `Numbers fit the fields that they are sent in`() {
        for satellite in SimulatedConstellations.all {
            for day in 0..<400 {
                let time = GPSTime(wholeSeconds: Self.start.wholeSeconds + day * 86_400)
                guard let sent = satellite.ephemeris(at: time, leapSeconds: 18).keplerian else { continue }
                let wide = satellite.id.constellation == .beidou
                let harmonic: ClosedRange<Int32> = wide ? -131_072...131_071 : -32_768...32_767
                #expect([sent.cuc, sent.cus, sent.cic, sent.cis, sent.crc, sent.crs].allSatisfy(harmonic.contains))
                #expect((-2_097_152...2_097_151).contains(sent.clockOffset))
                #expect((-128...127).contains(sent.groupDelay))
                #expect(sent.referenceSecond % sent.scales.referenceUnit == 0)
                #expect((0..<604_800).contains(sent.referenceSecond))
            }
        }
    }
}
