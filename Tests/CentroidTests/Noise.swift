// SPDX-License-Identifier: Apache-2.0

import Centroid
import Foundation
import GNSSTypes

/// Noise that is the same in each run.
struct Noise: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Normal, of mean 0 and deviation 1 (Box and Muller).
    mutating func normal() -> Double {
        let (u, v) = (
            Double.random(in: .leastNonzeroMagnitude..<1, using: &self), Double.random(in: 0..<1, using: &self)
        )
        return (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
    }

    /// A first-order autoregression of deviation 1.
    mutating func series(_ count: Int, correlation: Double) -> [Double] {
        var last = normal()
        return (0..<count).map { index in
            if index > 0 { last = correlation * last + (1 - correlation * correlation).squareRoot() * normal() }
            return last
        }
    }
}

/// Samples about a place, metres east and north of it.
struct Field {
    let frame: LocalFrame

    init(_ latitude: Double = 50.0875, _ longitude: Double = 14.4213) throws {
        struct NoPlace: Error {}
        guard let place = position(latitude, longitude) else { throw NoPlace() }
        frame = LocalFrame(place)
    }

    /// A sample of a second.
    func sample(_ east: Double, _ north: Double, second: Int) throws -> CentroidSample {
        struct NoPlace: Error {}
        guard let place = frame.position(.init(east: east, north: north, up: 0)) else { throw NoPlace() }
        var sample = CentroidSample(place.position, arrival: Int64(second) * 1_000_000_000)
        sample.time = UTCTime(nanosecondsSince1970: 1_700_000_000_000_000_000 + Int64(second) * 1_000_000_000)
        return sample
    }

    /// How far an estimate is from the place, in metres.
    func error(_ estimate: CentroidEstimate) -> Double {
        let point = frame.point(estimate.position)
        return hypot(point.east, point.north)
    }
}
