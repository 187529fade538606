// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Which satellites a satellite authenticates beside itself: those that a receiver is likely to receive too.
struct Neighbours: Sendable {
    /// So many of them.
    private static let count = 12

    private let directions: [(satellite: Int, direction: SIMD3<Double>)]

    /// - Parameters:
    ///   - contents: what satellites say of their orbits, in order of their numbers.
    ///   - tow: the second of the week.
    init(_ contents: [(satellite: Int, content: INAVContent)], tow: Int) {
        directions = contents.map { ($0.satellite, Self.direction($0.content, tow: tow)) }
    }

    /// The nearest, as seen from the centre of the Earth; the nearest first.
    func of(_ satellite: Int) -> [Int] {
        guard let own = directions.first(where: { $0.satellite == satellite })?.direction else { return [] }
        let others = directions.filter { $0.satellite != satellite }
        let ranked = others.map { (closeness: ($0.direction * own).sum(), satellite: $0.satellite) }
            .sorted { ($0.closeness, $1.satellite) > ($1.closeness, $0.satellite) }
        return ranked.prefix(Self.count).map(\.satellite)
    }

    /// The direction in a frame that does not turn, as if the orbit were a circle: good for telling who is near.
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
