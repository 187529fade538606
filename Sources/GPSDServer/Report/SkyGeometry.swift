// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// Dilutions of precision computed from the directions of the satellites used.
///
/// Each satellite contributes one row A = (sin az · cos el, cos az · cos el, sin el, 1): its direction (east, north,
/// up) and the receiver's clock. The diagonal of (AᵀA)⁻¹ contains the squares of xdop, ydop, vdop and tdop. As in gpsd,
/// all systems share one clock.
struct SkyGeometry: Equatable {
    /// The dilution to the east.
    let xdop: Double
    /// The dilution to the north.
    let ydop: Double
    /// The vertical dilution.
    let vdop: Double
    /// The dilution of the receiver's clock.
    let tdop: Double

    /// The horizontal dilution.
    var hdop: Double { (xdop * xdop + ydop * ydop).squareRoot() }
    /// The dilution of the position in three dimensions.
    var pdop: Double { (xdop * xdop + ydop * ydop + vdop * vdop).squareRoot() }
    /// The geometric dilution: position and time.
    var gdop: Double { (xdop * xdop + ydop * ydop + vdop * vdop + tdop * tdop).squareRoot() }

    /// Computes the geometry; nil if fewer than four of the used satellites have a known direction, or if they do not
    /// determine a position.
    init?(_ satellites: [Satellite]) {
        var matrix = NormalMatrix()
        for satellite in satellites where satellite.isUsed {
            guard let elevation = satellite.elevation?.degrees, let azimuth = satellite.azimuth?.degrees else {
                continue
            }
            guard (-90...90).contains(elevation), (-360...360).contains(azimuth) else { continue }
            matrix.add(azimuth: Direction(degrees: azimuth), elevation: Direction(degrees: elevation))
        }
        guard matrix.rows >= 4, let variance = matrix.inverseDiagonal() else { return nil }
        xdop = variance.0.squareRoot()
        ydop = variance.1.squareRoot()
        vdop = variance.2.squareRoot()
        tdop = variance.3.squareRoot()
    }
}

/// Sine and cosine of an angle. Receivers state directions in whole degrees, for which both are looked up.
private struct Direction {
    let sine, cosine: Double

    /// - Parameter degrees: −360...360.
    init(degrees: Double) {
        let whole = Int(degrees)
        if whole >= 0, Double(whole) == degrees {
            self = Self.wholeDegrees[whole]
        } else {
            self.init(computing: degrees)
        }
    }

    private init(computing degrees: Double) {
        let radians = degrees * .pi / 180
        (sine, cosine) = (sin(radians), cos(radians))
    }

    /// 0°...360°.
    private static let wholeDegrees = (0...360).map { Direction(computing: Double($0)) }
}

/// AᵀA of `SkyGeometry`, symmetric; the letters are east, north, up and clock.
private struct NormalMatrix {
    private var ee = 0.0, en = 0.0, eu = 0.0, ec = 0.0
    private var nn = 0.0, nu = 0.0, nc = 0.0
    private var uu = 0.0, uc = 0.0

    /// Number of satellites added.
    private(set) var rows = 0

    mutating func add(azimuth: Direction, elevation: Direction) {
        let horizontal = elevation.cosine
        let east = azimuth.sine * horizontal
        let north = azimuth.cosine * horizontal
        let up = elevation.sine
        ee += east * east
        en += east * north
        eu += east * up
        ec += east
        nn += north * north
        nu += north * up
        nc += north
        uu += up * up
        uc += up
        rows += 1
    }

    /// Returns the diagonal of the inverse, by Cholesky decomposition LLᵀ and the inverse of L; nil if the matrix is
    /// singular.
    func inverseDiagonal() -> (Double, Double, Double, Double)? {
        // A smaller pivot results in a dilution of 1000 or more.
        let smallest = 1e-6
        guard ee > smallest else { return nil }
        let l00 = ee.squareRoot()
        let (l10, l20, l30) = (en / l00, eu / l00, ec / l00)
        let pivot1 = nn - l10 * l10
        guard pivot1 > smallest else { return nil }
        let l11 = pivot1.squareRoot()
        let (l21, l31) = ((nu - l20 * l10) / l11, (nc - l30 * l10) / l11)
        let pivot2 = uu - l20 * l20 - l21 * l21
        guard pivot2 > smallest else { return nil }
        let l22 = pivot2.squareRoot()
        let l32 = (uc - l30 * l20 - l31 * l21) / l22
        let pivot3 = Double(rows) - l30 * l30 - l31 * l31 - l32 * l32
        guard pivot3 > smallest else { return nil }
        let m33 = 1 / pivot3.squareRoot()
        let (m00, m11, m22) = (1 / l00, 1 / l11, 1 / l22)
        let (m10, m21, m32) = (-l10 * m00 * m11, -l21 * m11 * m22, -l32 * m22 * m33)
        let m20 = -(l20 * m00 + l21 * m10) * m22
        let m31 = -(l31 * m11 + l32 * m21) * m33
        let m30 = -(l30 * m00 + l31 * m10 + l32 * m20) * m33
        return (
            m00 * m00 + m10 * m10 + m20 * m20 + m30 * m30, m11 * m11 + m21 * m21 + m31 * m31, m22 * m22 + m32 * m32,
            m33 * m33
        )
    }
}
