// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

/// Input of the peel with its result: what the reference applications' published code gives where it does not crash, and
/// what the rules of the method give where it does.
struct GoldenVector: CustomTestStringConvertible, Sendable {
    let name: String
    let points: [(Double, Double)]
    let innermost: [Int]
    let centroid: (Double, Double)

    var testDescription: String { name }
    var positions: [GeodeticPosition] { points.compactMap { position($0.0, $0.1) } }

    init(
        _ name: String, base: (Double, Double) = (0, 0), unit: Double = 1, _ offsets: [(Double, Double)],
        innermost: [Int], _ centroid: (Double, Double)
    ) {
        (self.name, self.innermost, self.centroid) = (name, innermost, centroid)
        points = offsets.map { (base.0 + $0.0 * unit, base.1 + $0.1 * unit) }
    }

    static let cloud: [(Double, Double)] = [
        (0, 0), (3, 1), (-2, 4), (5, -3), (-4, -2), (1, 6), (-6, 1), (2, -5), (7, 3), (-3, -6), (4, 5), (-5, -4),
        (6, 0), (0, -7), (-7, 5), (8, -2), (-1, 2), (2, 2), (1, -1), (-2, -1),
    ]
    static let cloudAt = cloud.map { (50.0875 + $0.0 * 1e-6, 14.4213 + $0.1 * 1e-6) }

    static let all = [
        GoldenVector(
            "V1", base: (50.0875, 14.4213), unit: 1e-7,
            [(-3, 9), (-2, -5), (-11, -4), (13, 7), (12, 4), (5, 3), (-20, 14), (6, 8), (-19, -29), (-10, -8)],
            innermost: [0, 1, 2, 5, 7, 9], (50.08749975, 14.42130005)),
        GoldenVector(
            "V2", base: (47.3769, 8.5417), unit: 1e-7,
            [
                (8, -2), (13, -22), (9, 14), (-17, 60), (14, 42), (-16, -26), (-9, -4), (16, 9), (-11, -33), (-13, 43),
                (-20, 9), (11, -52),
            ], innermost: [0], (47.3769008, 8.5416998)),
        GoldenVector(
            "V3", base: (52.2799, 8.0472), unit: 1e-7,
            [
                (1, 27), (-30, -7), (-2, -17), (7, -1), (-22, 17), (10, 20), (22, 8), (2, -27), (9, -13), (-7, -27),
                (-15, -11), (19, -43), (-21, 5), (23, 12), (-28, -53), (5, -15), (-17, 21), (17, 3), (4, 9), (24, 13),
            ], innermost: [3], (52.2799007, 8.0471999)),
        GoldenVector(
            "V4", base: (0.00002, -78.4678), unit: 1e-7,
            [
                (10, 15), (-31, 36), (19, 15), (-39, -18), (17, -51), (-4, 29), (-26, 45), (11, -4), (6, 18), (2, 32),
            ], innermost: [8], (0.0000206, -78.4677982)),
        GoldenVector("V5", cloudAt, innermost: [0], (50.0875, 14.4213)),
        GoldenVector("V6", cloudAt + [(50.0885, 14.4313)], innermost: [0, 1], (50.0875015, 14.4213005)),
        GoldenVector(
            "V7", [(50, 14), (50.001, 14), (50.0005, 14.001)], innermost: [0, 1, 2], (50.0005, 14.000333333)),
        GoldenVector(
            "V8", [(50, 14), (50.001, 14), (50.001, 14.001), (50, 14.001), (50.0004, 14.0003)], innermost: [4],
            (50.0004, 14.0003)),
        GoldenVector("V9", [(50, 14), (50.001, 14.002)], innermost: [0, 1], (50.0005, 14.001)),
        GoldenVector(
            "V10, southern", [(-33, 151), (-33.001, 151), (-33.0005, 151.001)], innermost: [0, 1, 2],
            (-33.0005, 151.000333333)),
        GoldenVector("V11, equal latitudes", [(50, 14), (50, 14.001), (50, 14.003)], innermost: [1], (50, 14.001)),
        GoldenVector("V12, identical", [(50, 14), (50, 14), (50, 14)], innermost: [1, 2], (50, 14)),
        GoldenVector(
            "V13, antimeridian",
            [(10, 179.9999), (10.0001, -179.9999), (10.0002, 179.9998), (10.0003, -179.9998), (10.00015, 179.99995)],
            innermost: [4], (10.00015, 179.99995)),
        GoldenVector(
            "V14, line", [(50, 14), (50.001, 14.001), (50.002, 14.002), (50.003, 14.003), (50.004, 14.004)],
            innermost: [2], (50.002, 14.002)),
        GoldenVector(
            "V15, point on an edge",
            [(50, 14), (50.002, 14), (50.001, 14.002), (50, 14.002), (50.002, 14.002), (50.001, 14.001)],
            innermost: [2, 5], (50.001, 14.0015)),
        GoldenVector(
            "V16, doubled corner", [(50, 14), (50, 14), (50.001, 14), (50.001, 14.001)], innermost: [1], (50, 14)),
    ]
}

/// A position that is valid.
func position(_ latitude: Double, _ longitude: Double) -> GeodeticPosition? {
    GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude))
}
