// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Simulation

@testable import OSNMASimulation

/// An orbit and a clock as a receiver takes them from a word type 16 or an almanac, for itself and with nothing of the
/// generator.
struct ReadOrbit {
    /// The second of the week they count from.
    var reference: Int
    var rootAxis: Double
    var e: Double
    /// In semicircles and semicircles a second.
    var perigee: Double
    var anomaly: Double
    var tilt: Double
    var node: Double
    var nodeRate = 0.0
    /// In seconds.
    var bias: Double
    var drift: Double

    /// Of word type 16 that a subframe has.
    init(reduced word: INAVWord, tow: Int) {
        let (x, y) = (word.signed(11..<24) * 0x1p-22, word.signed(24..<37) * 0x1p-22)
        reference = tow + 1
        rootAxis = (29_600_000 + word.signed(6..<11) * 256).squareRoot()
        e = (x * x + y * y).squareRoot()
        perigee = atan2(y, x) / .pi
        tilt = 56.0 / 180 + word.signed(37..<54) * 0x1p-22
        node = word.signed(54..<77) * 0x1p-22
        anomaly = word.signed(77..<100) * 0x1p-22 - perigee
        (bias, drift) = (word.signed(100..<122) * 0x1p-26, word.signed(122..<128) * 0x1p-35)
    }

    /// The first satellite of an almanac.
    init(almanac seven: INAVWord, _ eight: INAVWord) {
        reference = Int(seven.field(12..<22)) * 600
        rootAxis = 29_600_000.0.squareRoot() + seven.signed(28..<41) * 0x1p-9
        e = Double(seven.field(41..<52)) * 0x1p-16
        perigee = seven.signed(52..<68) * 0x1p-15
        tilt = 56.0 / 180 + seven.signed(68..<79) * 0x1p-14
        node = seven.signed(79..<95) * 0x1p-15
        nodeRate = seven.signed(95..<106) * 0x1p-33
        anomaly = seven.signed(106..<122) * 0x1p-15
        (bias, drift) = (eight.signed(10..<26) * 0x1p-19, eight.signed(26..<39) * 0x1p-38)
    }

    /// Where the satellite is at a second of the week, in metres, and its clock's error without relativity, in seconds.
    func state(at tow: Double) -> (position: SIMD3<Double>, clock: Double) {
        let earthRate = 7.2921151467e-5
        let elapsed = (tow - Double(reference)).remainder(dividingBy: 604_800)
        let mean = anomaly * .pi + 3.986004418e14.squareRoot() / pow(rootAxis, 3) * elapsed
        var eccentric = mean
        for _ in 0..<10 { eccentric = mean + e * sin(eccentric) }
        let latitude = atan2((1 - e * e).squareRoot() * sin(eccentric), cos(eccentric) - e) + perigee * .pi
        let radius = rootAxis * rootAxis * (1 - e * cos(eccentric))
        let longitude = node * .pi + (nodeRate * .pi - earthRate) * elapsed - earthRate * Double(reference)
        let (x, y) = (radius * cos(latitude), radius * sin(latitude))
        let position = SIMD3(
            x * cos(longitude) - y * cos(tilt * .pi) * sin(longitude),
            x * sin(longitude) + y * cos(tilt * .pi) * cos(longitude), y * sin(tilt * .pi))
        let relativity = -4.442807309e-10 * e * rootAxis * sin(eccentric)
        return (position, bias + drift * elapsed + relativity)
    }

    /// How far from the ephemeris of a satellite it is at an instant: of the place, and of the range right below it with
    /// the clock, in metres.
    func distance(from satellite: SimulatedSatellite, at time: GST) -> (place: Double, range: Double)? {
        guard let instant = time.gps, let truth = satellite.ephemeris(at: instant, leapSeconds: 18).keplerian
        else { return nil }
        let (own, real) = (state(at: Double(time.tow)), truth.state(at: instant))
        let way = own.position - real.position
        let length = (real.position * real.position).sum().squareRoot()
        let height = (way * real.position).sum() / length
        return ((way * way).sum().squareRoot(), height - (own.clock - real.clockError) * 299_792_458)
    }
}

extension INAVWord {
    /// A number with a sign.
    func signed(_ range: Range<Int>) -> Double {
        let value = Int(field(range))
        return Double(value >= 1 << (range.count - 1) ? value - 1 << range.count : value)
    }
}

extension GST {
    /// The same instant as GPS counts.
    var gps: GPSTime? { GPSTime(week: week + 1024, nanosecondsOfWeek: Int64(tow) * 1_000_000_000) }
}
