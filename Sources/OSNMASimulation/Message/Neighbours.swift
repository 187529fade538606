// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The other satellites that a satellite authenticates: those that a receiver is likely to receive as well.
struct Neighbours: Sendable {
    /// The number of neighbours.
    private static let count = 12

    private let directions: [(satellite: Int, direction: SIMD3<Double>)]

    /// - Parameters:
    ///   - contents: The satellites' orbit data, ordered by satellite number.
    ///   - tow: The time of week in seconds.
    init(_ contents: [(satellite: Int, content: INAVContent)], tow: Int) {
        directions = contents.map { ($0.satellite, Self.direction($0.content, tow: tow)) }
    }

    /// The nearest satellites as seen from the centre of the Earth, the nearest first.
    func of(_ satellite: Int) -> [Int] {
        guard let own = directions.first(where: { $0.satellite == satellite })?.direction else { return [] }
        let others = directions.filter { $0.satellite != satellite }
        let ranked = others.map { (closeness: ($0.direction * own).sum(), satellite: $0.satellite) }
            .sorted { ($0.closeness, $1.satellite) > ($1.closeness, $0.satellite) }
        return ranked.prefix(Self.count).map(\.satellite)
    }

    /// The direction of a satellite in an inertial frame for a circular orbit, which is accurate enough to find
    /// neighbours.
    private static func direction(_ content: INAVContent, tow: Int) -> SIMD3<Double> {
        let argument =
            (Double(content.m0) + Double(content.omega)) * 0x1p-31 * .pi + content.motion * content.elapsed(to: tow)
        let node = Double(content.omega0) * 0x1p-31 * .pi
        let tilt = Double(content.i0) * 0x1p-31 * .pi
        return SIMD3(
            cos(argument) * cos(node) - sin(argument) * cos(tilt) * sin(node),
            cos(argument) * sin(node) + sin(argument) * cos(tilt) * cos(node), sin(argument) * sin(tilt))
    }
}
