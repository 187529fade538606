// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// The satellites of the simulation: the four global systems as planned in their interface documents, not with
/// today's satellite positions.
public enum SimulatedConstellations {
    /// GPS: the baseline of 24 slots in six planes (GPS SPS Performance Standard 2001, table 3-1), PRN 1...24.
    public static let gps = satellites(NominalConstellations.gps, frequencyChannels: [])

    /// Galileo: 24 in three planes (Galileo OS Service Definition Document), SVID 1...24.
    public static let galileo = satellites(NominalConstellations.galileo, frequencyChannels: [])

    /// GLONASS: 24 in three planes, slots 1...24, with the real slots' frequency channels.
    public static let glonass = satellites(
        NominalConstellations.glonass,
        frequencyChannels: [
            1, -4, 5, 6, 1, -4, 5, 6, -2, -7, 0, -1, -2, -7, 0, -1, 4, -3, 3, 2, 4, -3, 3, 2,
        ])

    /// BeiDou: 24 in medium Earth orbits, PRN 19...46.
    public static let beidou = satellites(NominalConstellations.beidou, frequencyChannels: [])

    /// All satellites, by system and number.
    public static let all = gps + galileo + beidou + glonass

    private static func satellites(_ orbits: [CircularOrbit], frequencyChannels: [Int]) -> [SimulatedSatellite] {
        orbits.enumerated().map { index, orbit in
            SimulatedSatellite(
                id: orbit.satellite,
                frequencyChannel: frequencyChannels.indices.contains(index) ? frequencyChannels[index] : nil,
                elements: orbit.elements)
        }
    }
}

extension CircularOrbit {
    /// The orbit with the small perturbations of a real satellite: a slight eccentricity, the drift of its node,
    /// harmonic corrections, and a clock. All of them are derived from the satellite's number alone.
    fileprivate var elements: OrbitalElements {
        let seed = UInt64(satellite.constellation.rawValue) << 8 | UInt64(satellite.number)
        var random = SplitMix64(seed: seed &* 0x9E37_79B9)
        func number(_ range: ClosedRange<Int32>) -> Int32 {
            range.lowerBound + Int32(random.unit() * Double(range.upperBound - range.lowerBound))
        }
        let isGLONASS = satellite.constellation == .glonass
        let scales = KeplerianScales.of(satellite.constellation)
        let angle = scales.harmonicAngle == 0x1p-29 ? Int32(1) : 4
        // Galileo orbits are rounder, because word 16 has no room for a larger eccentricity (OS SIS ICD 2.1,
        // 5.1.9.4).
        let eccentricities: ClosedRange<Int32> = satellite.constellation == .galileo ? 1...9 : 2...90
        let perigee = isGLONASS ? 0 : Double(number(-1000...1000)) / 1000 * .pi
        // Seconds from J2000 to the start of GPS week 2400, and the Earth's rotation at that time.
        let elapsed = 820_756_800.0
        let turned = (280.46061837 + 360.98564736629 * elapsed / 86_400).truncatingRemainder(dividingBy: 360)
        var elements = OrbitalElements(
            rootSemiMajor: UInt32((radius.squareRoot() * 0x1p19).rounded()),
            eccentricity: isGLONASS ? 0 : UInt32((Double(number(eccentricities)) * 1e-4 * 0x1p33).rounded()),
            inclination: OrbitalElements.semicircles(inclination * .pi / 180),
            perigee: OrbitalElements.semicircles(perigee),
            ascendingNodeRate: isGLONASS ? 0 : -22_500 + number(-900...900),
            harmonics: isGLONASS
                ? [0, 0, 0, 0, 0, 0]
                : (0..<4).map { _ in angle * number(-1500...1500) }
                    + (0..<2).map { _ in (angle == 1 ? 1 : 2) * number(-3000...3000) },
            clockOffset: number(-400_000...400_000), clockDrift: isGLONASS ? 0 : number(-3...3),
            groupDelay: isGLONASS ? 0 : number(-20...20), secondGroupDelay: isGLONASS ? 0 : number(-20...20),
            meanAnomaly: phase + motion * elapsed - perigee,
            node: (ascendingNode - turned) * .pi / 180)
        // E5a and E5b are adjacent bands, so their delays differ by at most a nanosecond.
        if satellite.constellation == .galileo {
            elements.secondGroupDelay = elements.groupDelay + elements.secondGroupDelay / 5
        }
        return elements
    }
}
