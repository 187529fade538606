// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// The propagation of range errors to position errors: the cofactors of a least-squares solution with equal weights.
struct SolutionGeometry: Sendable {
    let east: Double
    let north: Double
    let eastNorth: Double
    /// 0 if the height is not solved for.
    let up: Double
    let time: Double
    let kind: FixKind
    /// The inverse of the normal matrix, for the unknowns east, north, time and up in this order.
    private let inverse: [[Double]]
    private let rows: [[Double]]

    /// Computes the geometry of a solution; nil if there are too few satellites.
    ///
    /// - Parameters:
    ///   - directions: Unit vectors (east, north, up) to the satellites used.
    ///   - kind: The highest number of dimensions to solve for.
    init?(_ directions: [Vector], kind: FixKind) {
        let unknowns = kind == .threeDimensional ? 4 : 3
        guard kind != .none, directions.count >= unknowns else { return nil }
        var normal = [[Double]](repeating: [Double](repeating: 0, count: unknowns), count: unknowns)
        rows = directions.map { unknowns == 4 ? [$0.x, $0.y, 1, $0.z] : [$0.x, $0.y, 1] }
        for row in rows {
            for i in 0..<unknowns { for j in 0..<unknowns { normal[i][j] += row[i] * row[j] } }
        }
        guard let inverse = Self.inverse(normal) else { return nil }
        (east, north, eastNorth) = (inverse[0][0], inverse[1][1], inverse[0][1])
        time = inverse[2][2]
        up = unknowns == 4 ? inverse[3][3] : 0
        self.kind = kind
        self.inverse = inverse
        // Real receivers do not report a solution if its geometry makes it worthless.
        guard (dop.hdop ?? 0) <= 20 else { return nil }
    }

    /// Computes the effect of range errors on the solution.
    ///
    /// - Parameter errors: The errors of the ranges to the satellites, in order, in metres.
    /// - Returns: The position error to the east, north and up, and the clock error, in metres.
    func solve(_ errors: [Double]) -> (place: Vector, clock: Double) {
        var sums = [Double](repeating: 0, count: inverse.count)
        for (row, error) in zip(rows, errors) { for index in sums.indices { sums[index] += row[index] * error } }
        // A range that is too long moves the position away from the satellite.
        let solved = inverse.map { line in -zip(line, sums).reduce(0) { $0 + $1.0 * $1.1 } }
        return (Vector(solved[0], solved[1], solved.count > 3 ? solved[3] : 0), -solved[2])
    }

    /// The covariance matrix of north, east and down for range errors of one metre.
    var covariance: [[Double]] {
        let east = inverse[0], north = inverse[1]
        let isSolid = inverse.count > 3
        let (northUp, eastUp) = isSolid ? (north[3], east[3]) : (0, 0)
        return [
            [north[1], north[0], -northUp], [east[1], east[0], -eastUp], [-northUp, -eastUp, up],
        ]
    }

    /// The dilutions of precision; without VDOP if the height is not solved for.
    var dop: DilutionOfPrecision {
        let position = east + north + up
        return DilutionOfPrecision(
            gdop: (position + time).squareRoot(), pdop: position.squareRoot(), hdop: (east + north).squareRoot(),
            vdop: kind == .threeDimensional ? up.squareRoot() : nil, tdop: time.squareRoot())
    }

    /// The error statistics for range errors of the given size (1 σ, in metres).
    func statistics(rangeError: Double) -> ErrorStatistics {
        let (middle, half) = ((east + north) / 2, (east - north) / 2)
        let spread = (half * half + eastNorth * eastNorth).squareRoot()
        let major = atan2(2 * eastNorth, north - east) / 2 * 180 / .pi
        var statistics = ErrorStatistics()
        statistics.semiMajor = Length(metres: rangeError * (middle + spread).squareRoot())
        statistics.semiMinor = Length(metres: rangeError * max(0, middle - spread).squareRoot())
        statistics.orientation = Angle(degrees: major < 0 ? major + 180 : major)
        statistics.latitude = Length(metres: rangeError * north.squareRoot())
        statistics.longitude = Length(metres: rangeError * east.squareRoot())
        if kind == .threeDimensional { statistics.height = Length(metres: rangeError * up.squareRoot()) }
        return statistics
    }

    /// The inverse of a symmetric positive definite matrix (Gauss-Jordan); nil if the matrix is nearly singular.
    private static func inverse(_ matrix: [[Double]]) -> [[Double]]? {
        let count = matrix.count
        var rows = matrix.enumerated().map { index, row in row + (0..<count).map { $0 == index ? 1 : 0 } }
        for pivot in 0..<count {
            guard rows[pivot][pivot] > 1e-9 else { return nil }
            let scale = 1 / rows[pivot][pivot]
            for column in rows[pivot].indices { rows[pivot][column] *= scale }
            for row in 0..<count where row != pivot {
                let factor = rows[row][pivot]
                for column in rows[row].indices { rows[row][column] -= factor * rows[pivot][column] }
            }
        }
        return rows.map { Array($0.dropFirst(count)) }
    }
}
