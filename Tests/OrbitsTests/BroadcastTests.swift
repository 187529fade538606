// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import ReceiverFixtures
import Testing

@testable import Orbits

/// Orbits in the navigation pages of real receivers against other programs and the receivers themselves.
@Suite(.enabled(if: testData != nil, "GNSS_TEST_DATA holds no recordings"))
struct BroadcastTests {
    /// By RTKLIB 2.4.3 b34: `convbin -r ubx -v 3.03 -od -os`, then `eph2pos` and `geph2pos` at that instant.
    private static let f9p: [String: Vector] = [
        "E21": Vector(-20_473_185.5, -12_903_556.0, 17_039_551.0),
        "C29": Vector(-3_192_510.8, -15_925_791.4, 22_681_892.7),
        "R16": Vector(-19_623_782.1, -10_978_774.0, 12_136_955.8),
    ]
    private static let x20: [String: Vector] = [
        "G02": Vector(20_068_082.5, 16_645_665.6, 6_829_039.6), "G03": Vector(15_836_233.7, -1_143_822.1, 21_076_121.4),
        "G04": Vector(26_394_887.1, 1_213_124.8, 3_546_773.9), "G09": Vector(24_906_715.3, -7_081_656.8, -6_193_587.6),
        "G17": Vector(14_361_981.6, -13_323_426.2, 18_423_950.2),
        "G31": Vector(9_387_868.2, 23_497_446.7, 7_241_108.0),
    ]

    private static func orbits(_ file: String) throws -> (orbits: [Orbit], payloads: [Payload]) {
        let folder = try #require(testData)
        let all = payloads(Array(try Data(contentsOf: folder.appending(path: "receivers/ubx/\(file)"))))
        var sky = ReceiverSky()
        for payload in all { sky.take(payload, at: HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)) }
        return (sky.orbits, all)
    }

    @Test(arguments: [
        ("ublox-zed-f9p-sfrbx.log", 2109, 336_506, f9p), ("ublox-x20p.log", 2408, 588_810, x20),
    ])
    func `positions are those of RTKLIB`(file: String, week: Int, second: Int, expected: [String: Vector]) throws {
        let time = GPSTime(wholeSeconds: week * GST.secondsInWeek + second)
        let orbits = try Self.orbits(file).orbits
        for (id, position) in expected {
            let orbit = try #require(orbits.first { $0.satellite.description == id && $0.source == .broadcast })
            let error = (try #require(orbit.position(at: time)) - position).length
            #expect(error < 0.2, "\(id): \(error) m")
        }
    }

    @Test func `a receiver sees the satellites where their ephemerides say`() throws {
        let (orbits, payloads) = try Self.orbits("ublox-zed-f9p-sfrbx.log")
        var fix: Fix?
        var count = 0
        for payload in payloads {
            if case .fix(let new) = payload, new.position != nil { fix = new }
            guard case .satellites(let view) = payload, let position = fix?.position, let time = fix?.time else {
                continue
            }
            let sky = ExpectedSky(orbits, from: Viewpoint(position), at: LeapSeconds.announced.gps(time))
            for satellite in view.satellites {
                guard let expected = sky.satellites.first(where: { $0.id == satellite.id && $0.source == .broadcast }),
                    let up = satellite.elevation?.degrees, let azimuth = satellite.azimuth?.degrees
                else { continue }
                count += 1
                // The receiver rounds to whole degrees, and computes directions only every few minutes.
                #expect(abs(expected.direction.elevation.degrees - up) < 1, "\(satellite.id)")
                let turn = (expected.direction.azimuth.degrees - azimuth).remainder(dividingBy: 360)
                #expect(abs(turn) * cos(up * .pi / 180) < 1, "\(satellite.id)")
            }
        }
        #expect(count >= 6, "\(count)")
    }

    /// The place of this recording is unknown: it is where the directions that the receiver states for GPS fit best.
    @Test func `ephemerides and almanacs of three systems fit one place`() throws {
        let (orbits, payloads) = try Self.orbits("ublox-x20p.log")
        let time = GPSTime(wholeSeconds: 2408 * GST.secondsInWeek + 588_806)
        guard case .satellites(let view)? = payloads.last(where: { if case .satellites = $0 { true } else { false } })
        else { throw CocoaError(.fileReadCorruptFile) }
        let measured = Dictionary(
            uniqueKeysWithValues: view.satellites.compactMap { satellite in
                satellite.elevation.flatMap { up in
                    satellite.azimuth.map { (satellite.id, Direction(elevation: up, azimuth: $0)) }
                }
            })
        func worst(_ position: GeodeticPosition, _ wanted: Set<Constellation>) -> (worst: Double, ids: Set<SatelliteID>)
        {
            let sky = ExpectedSky(orbits, from: Viewpoint(position), at: time)
            let found = sky.satellites.filter { wanted.contains($0.id.constellation) && measured[$0.id] != nil }
            return (
                found.map { separation($0.direction, measured[$0.id] ?? $0.direction) }.max() ?? 180,
                Set(found.map(\.id))
            )
        }
        var (best, step) = (place(0, 0), 20.0)
        for _ in 0..<60 {
            let (latitude, longitude) = (best.latitude.degrees, best.longitude.degrees)
            let near = [(0.0, 0.0), (step, 0), (-step, 0), (0, step), (0, -step)].map {
                place(min(max(latitude + $0.0, -90), 90), (longitude + $0.1).remainder(dividingBy: 360))
            }
            let next = near.min { score($0) < score($1) } ?? best
            if next == best { step /= 2 } else { best = next }
        }
        func score(_ position: GeodeticPosition) -> Double {
            // Below the horizon there is nothing to compare; more satellites are better.
            let (worst, ids) = worst(position, [.gps])
            return worst + Double(20 * (6 - min(6, ids.count)))
        }
        let all = worst(best, [.gps, .galileo, .beidou])
        #expect(all.worst < 1.3, "\(all)")
        #expect(Set(all.ids.map(\.constellation)) == [.gps, .galileo, .beidou] && all.ids.count >= 14, "\(all.ids)")
    }

    @Test func `GPS's almanac agrees with the ephemeris`() throws {
        let orbits = try Self.orbits("ublox-x20p.log").orbits.filter { $0.satellite.description == "G02" }
        let time = GPSTime(wholeSeconds: 2408 * GST.secondsInWeek + 588_810)
        #expect(Set(orbits.map(\.source)) == [.broadcast, .almanac])
        let positions = try orbits.map { try #require($0.position(at: time)) }
        #expect((positions[0] - positions[1]).length < 5000)
    }

    /// The recording lasts 80 minutes: all satellites in view repeat the almanacs of all.
    @Test func `Galileo's almanac agrees with its ephemerides`() throws {
        let path = try #require(testData).appending(path: "osnma/ubx/current_config.ubx.gz").path
        var collector = OrbitCollector()
        var last: GPSTime?
        for case .navigationPage(let page) in payloads(try gunzip(path)) {
            last = page.time?.gps ?? last
            collector.take(page, arrival: last ?? GPSTime(wholeSeconds: 0))
        }
        let time = try #require(last)
        let orbits = collector.orbits
        #expect(orbits.count <= 72)
        var compared = 0
        for ephemeris in orbits where ephemeris.source == .broadcast {
            guard let almanac = orbits.first(where: { $0.satellite == ephemeris.satellite && $0.source == .almanac }),
                let exact = ephemeris.position(at: time), let coarse = almanac.position(at: time)
            else { continue }
            compared += 1
            #expect((exact - coarse).length < 10_000, "\(ephemeris.satellite): \((exact - coarse).length) m")
        }
        #expect(compared >= 10, "\(compared)")
        #expect(orbits.count { $0.source == .almanac } >= 20)
    }

    /// Two recordings, the second from 20 hours after the first.
    @Test func `ephemerides and almanacs of yesterday still say where satellites are`() throws {
        let start = GPSTime(secondsSince1970: 1_696_610_701)
        let before = try recorded("eoc_step1/06_OCT_2023_GST_16_45_01", start)
        let later = GPSTime(wholeSeconds: start.wholeSeconds + 72_000)
        let after = try recorded("nmt_step1/07_OCT_2023_GST_12_45_01", later)
        let time = GPSTime(wholeSeconds: later.wholeSeconds + 1800)
        var compared: [OrbitSource: Int] = [:]
        for new in after where new.source == .broadcast {
            for old in before where old.satellite == new.satellite {
                let (a, b) = (try #require(new.position(at: time)), try #require(old.position(at: time)))
                compared[old.source, default: 0] += 1
                #expect((a - b).length < 15_000, "\(old.satellite) \(old.source): \((a - b).length) m")
            }
        }
        #expect(compared[.broadcast] ?? 0 > 15 && compared[.almanac] ?? 0 > 15, "\(compared)")
    }

    /// The words of two sets have the same issue, and a receiver may begin to listen in the middle of one.
    @Test func `Galileo's almanac is the same wherever the recording begins`() throws {
        let start = GPSTime(secondsSince1970: 1_696_610_701)
        func almanac(after skipped: Int) throws -> [SatelliteID: Orbit] {
            let orbits = try recorded("eoc_step1/06_OCT_2023_GST_16_45_01", start, pages: skipped..<skipped + 150)
            return Dictionary(
                uniqueKeysWithValues: orbits.filter { $0.source == .almanac }.map { ($0.satellite, $0) })
        }
        let all = try almanac(after: 0)
        #expect(all.count >= 3)
        for skipped in 1..<30 {
            for (satellite, orbit) in try almanac(after: skipped) {
                guard let other = all[satellite] else { continue }
                #expect(orbit == other, "\(satellite), without the first \(skipped) pages")
            }
        }
    }

    /// The orbits in an official OSNMA test vector: a line for each satellite, with an hour of pages of 60 digits.
    ///
    /// - Parameter pages: The pages of each satellite to use; nil for all.
    private func recorded(_ name: String, _ start: GPSTime, pages: Range<Int>? = nil) throws -> [Orbit] {
        let text = try gunzip(try #require(testData).appending(path: "osnma/vectors/\(name).csv.gz").path)
        var collector = OrbitCollector()
        for line in text.split(separator: UInt8(ascii: "\n")).dropFirst() {
            let fields = line.split(separator: UInt8(ascii: ","))
            guard let number = Int(String(decoding: fields[0], as: UTF8.self)) else { continue }
            let satellite = try #require(SatelliteID(.galileo, number))
            let digits = fields[2].map { $0 < 58 ? $0 &- 48 : ($0 | 32) &- 87 }
            let all = 0..<digits.count / 60
            for page in pages?.clamped(to: all) ?? all {
                let bytes = (0..<30).map { digits[60 * page + 2 * $0] << 4 | digits[60 * page + 2 * $0 + 1] }
                let time = GPSTime(wholeSeconds: start.wholeSeconds + 2 * page)
                collector.take(
                    NavigationPage(
                        satellite: satellite, signal: .galileoE1B, message: .inav, bytes: bytes, bitCount: 240,
                        time: GST(time), check: .passed),
                    arrival: time)
            }
        }
        return collector.orbits
    }
}
