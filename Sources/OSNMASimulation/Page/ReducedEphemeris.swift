// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Word type 16: the reduced ephemeris and clock (Galileo OS SIS ICD 2.1, section 5.1.11), for a fast first fix.
///
/// The reduced orbit is coarse. The argument of latitude absorbs its along-track error and the clock its radial
/// error, so that ranges are accurate to a few metres.
struct ReducedEphemeris {
    private let content: INAVContent

    init(_ content: INAVContent) { self.content = content }

    /// The word, with its reference time one second after the start of the subframe; nil if the orbit does not fit
    /// into the fields.
    ///
    /// - Parameter tow: The time of week in seconds at which the subframe starts.
    func word(tow: Int) -> INAVWord? {
        let time = tow + 1
        let elapsed = content.elapsed(to: time)
        let now = OrbitPoint(content, after: elapsed)
        guard let coarse = CoarseOrbit(content, through: now) else { return nil }
        // The clock drift follows the radial error over the next minutes.
        let ahead = Self.clockSpan
        let later = OrbitPoint(content, after: elapsed + ahead)
        let high = (coarse.radius(after: 0) - now.radius) / INAVContent.lightSpeed
        let higher = (coarse.radius(after: ahead) - later.radius) / INAVContent.lightSpeed
        let drift = Double(content.af1) * 0x1p-46 + Double(content.af2) * 0x1p-58 * elapsed
        let bias =
            Double(content.af0) * 0x1p-34 + Double(content.af1) * 0x1p-46 * elapsed
            + Double(content.af2) * 0x1p-59 * elapsed * elapsed
        let fields: [(value: Double, bits: Int)] = [
            (Double(coarse.axis), 5), (Double(coarse.x), 13), (Double(coarse.y), 13),
            ((now.tilt / .pi - 56.0 / 180) * 0x1p22, 17),
            (Self.wrapped(content.node(at: time)) * 0x1p22, 23),
            (Self.wrapped(Double(coarse.latitude) * 0x1p-22) * 0x1p22, 23),
            ((bias + high) * 0x1p26, 22), ((drift + (higher - high) / ahead) * 0x1p35, 6),
        ]
        var word = WordWriter(type: 16)
        for field in fields {
            let limit = 1 << (field.bits - 1)
            guard let value = Int(exactly: field.value.rounded()), (-limit...limit).contains(value) else { return nil }
            // In two's complement, the largest value is one less in magnitude than the smallest.
            word.add(min(value, limit - 1), field.bits)
        }
        return word.word
    }

    /// Seconds for which a receiver may use the word: until the next one arrives or the full ephemeris is known.
    private static let clockSpan = 120.0

    /// An angle in semicircles, wrapped to -1..<1.
    private static func wrapped(_ angle: Double) -> Double { angle - (angle / 2).rounded() * 2 }
}

/// The orbit that the word can represent, in its units.
private struct CoarseOrbit {
    /// Difference of the semi-major axis from 29 600 km, 256 m.
    let axis: Int
    /// The eccentricity vector, 2^-22.
    let x: Int
    let y: Int
    /// Mean argument of latitude at the reference time, 2^-22 semicircles.
    let latitude: Int

    /// The orbit nearest to an ephemeris that leads to the same argument of latitude; nil if it does not fit into the
    /// fields.
    init?(_ content: INAVContent, through point: OrbitPoint) {
        let e = Double(content.e) * 0x1p-33
        let perigee = Double(content.omega) * 0x1p-31 * .pi
        guard let axis = Int(exactly: ((content.axis - 29_600_000) * 0x1p-8).rounded()),
            let x = Int(exactly: (e * cos(perigee) * 0x1p22).rounded()),
            let y = Int(exactly: (e * sin(perigee) * 0x1p22).rounded())
        else { return nil }
        // Since the orbit is nearly circular, the mean argument of latitude can be iterated with the error of the
        // true one.
        var mean = point.argument
        for _ in 0..<4 {
            let found = Self.point(axis, x, y, mean)
            mean += (point.argument - found.argument).remainder(dividingBy: 2 * .pi)
        }
        guard let latitude = Int(exactly: (mean / .pi * 0x1p22).rounded()) else { return nil }
        (self.axis, self.x, self.y, self.latitude) = (axis, x, y, latitude)
    }

    /// Distance from the centre of the Earth in metres, a number of seconds after the reference time.
    func radius(after elapsed: Double) -> Double {
        let axis = Self.axis(axis)
        let motion = (INAVContent.gravitation / axis).squareRoot() / axis
        return Self.point(self.axis, x, y, Double(latitude) * 0x1p-22 * .pi + motion * elapsed).radius
    }

    private static func axis(_ steps: Int) -> Double { 29_600_000 + 256 * Double(steps) }

    private static func point(_ axis: Int, _ x: Int, _ y: Int, _ mean: Double) -> OrbitPoint {
        let (x, y) = (Double(x) * 0x1p-22, Double(y) * 0x1p-22)
        let perigee = atan2(y, x)
        return OrbitPoint(
            axis: Self.axis(axis), e: (x * x + y * y).squareRoot(), perigee: perigee, anomaly: mean - perigee, tilt: 0)
    }
}
