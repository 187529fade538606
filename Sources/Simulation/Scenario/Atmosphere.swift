// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The delay of signals in the atmosphere, by the same models with which receivers correct it.
enum Atmosphere {
    /// Klobuchar's parameters as broadcast by GPS satellites: α in 2⁻³⁰, 2⁻²⁷, 2⁻²⁴, 2⁻²⁴ s and s per semicircle to
    /// the first, second and third power; β in 2¹¹, 2¹⁴, 2¹⁶, 2¹⁶ s likewise (IS-GPS-200, table 20-X).
    static let alpha: [Int] = [12, -1, -1, 2]
    static let beta: [Int] = [57, -14, -2, 16]

    private static let alphas = zip(alpha, [0x1p-30, 0x1p-27, 0x1p-24, 0x1p-24]).map { Double($0) * $1 }
    private static let betas = zip(beta, [0x1p11, 0x1p14, 0x1p16, 0x1p16]).map { Double($0) * $1 }

    /// The ionospheric delay of a code at 1575.42 MHz in metres (IS-GPS-200, 20.3.3.5.2.5).
    ///
    /// - Parameters:
    ///   - elevation: In degrees.
    ///   - azimuth: In degrees.
    ///   - latitude: The receiver's latitude in radians.
    ///   - longitude: The receiver's longitude in radians.
    ///   - secondOfWeek: In GPS time.
    static func ionosphere(
        elevation: Double, azimuth: Double, latitude: Double, longitude: Double, secondOfWeek: Double
    ) -> Double {
        let height = elevation / 180
        let angle = 0.0137 / (height + 0.11) - 0.022
        let turn = azimuth * .pi / 180
        let pierced = max(-0.416, min(0.416, latitude / .pi + angle * cos(turn)))
        let meridian = longitude / .pi + angle * sin(turn) / cos(pierced * .pi)
        let magnetic = pierced + 0.064 * cos((meridian - 1.617) * .pi)
        var local = (43_200 * meridian + secondOfWeek).truncatingRemainder(dividingBy: 86_400)
        if local < 0 { local += 86_400 }
        func series(_ terms: [Double]) -> Double { terms.reversed().reduce(0) { $0 * magnetic + $1 } }
        let slant = 1 + 16 * (0.53 - height) * (0.53 - height) * (0.53 - height)
        let phase = 2 * .pi * (local - 50_400) / max(72_000, series(betas))
        let day = abs(phase) < 1.57 ? max(0, series(alphas)) * (1 - phase * phase / 2 + pow(phase, 4) / 24) : 0
        return KeplerianScales.lightSpeed * slant * (5e-9 + day)
    }

    /// The tropospheric delay in metres: Saastamoinen's model with the standard atmosphere and 70 % humidity; 0 above
    /// 10 km.
    ///
    /// - Parameters:
    ///   - elevation: In degrees.
    ///   - latitude: The receiver's latitude in radians.
    ///   - height: The receiver's height above the ellipsoid in metres.
    static func troposphere(elevation: Double, latitude: Double, height: Double) -> Double {
        guard elevation > 0, height < 10_000 else { return 0 }
        let metres = max(0, height)
        let pressure = 1013.25 * pow(1 - 2.2557e-5 * metres, 5.2568)
        let temperature = 288.16 - 6.5e-3 * metres
        let vapour = 6.108 * 0.7 * exp((17.15 * temperature - 4684) / (temperature - 38.45))
        let zenith = cos(.pi / 2 - elevation * .pi / 180)
        let dry = 0.0022768 * pressure / (1 - 0.00266 * cos(2 * latitude) - 0.00028 * metres / 1000)
        let wet = 0.002277 * (1255 / temperature + 0.05) * vapour
        return (dry + wet) / zenith
    }
}
