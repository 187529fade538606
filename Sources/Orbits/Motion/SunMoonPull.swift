// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The changes of an orbit caused by the Sun and the Moon (Spacetrack Report No. 3, revised: subroutines DSCOM, DSINIT,
/// DPPER). Angles are in radians, times in minutes from the epoch.
struct SunMoonPull: Hashable, Sendable {
    /// Secular rates per minute.
    private(set) var eccentricityRate = 0.0, inclinationRate = 0.0, meanRate = 0.0, perigeeRate = 0.0, nodeRate = 0.0
    private let sun: Periodics, moon: Periodics

    /// The periodic terms of one body.
    private struct Periodics: Hashable, Sendable {
        /// The body's mean anomaly at the epoch and its rate, and the eccentricity of its orbit.
        var anomaly: Double, rate: Double, eccentricity: Double
        /// Factors of f2, f3 and the sine.
        var e2: Double, e3: Double, i2: Double, i3: Double, l2: Double, l3: Double, l4: Double
        var g2: Double, g3: Double, g4: Double, h2: Double, h3: Double

        /// The changes of eccentricity, inclination, mean anomaly, perigee and node.
        func changes(after minutes: Double) -> (e: Double, i: Double, l: Double, g: Double, h: Double) {
            let mean = anomaly + rate * minutes
            let angle = mean + 2 * eccentricity * sin(mean)
            let sine = sin(angle)
            let f2 = 0.5 * sine * sine - 0.25
            let f3 = -0.5 * sine * cos(angle)
            return (
                e2 * f2 + e3 * f3, i2 * f2 + i3 * f3, l2 * f2 + l3 * f3 + l4 * sine, g2 * f2 + g3 * f3 + g4 * sine,
                h2 * f2 + h3 * f3
            )
        }
    }

    /// A body's direction and strength.
    private struct Body {
        var cosG: Double, sinG: Double, cosI: Double, sinI: Double, cosH: Double, sinH: Double
        var strength: Double
    }

    init(_ elements: TwoLineElements, motion: Double, cosine: Double, sine: Double) {
        let day = elements.epoch + 18_261.5
        // The Moon's orbit.
        let moonNode = (4.5236020 - 9.2422029e-4 * day).remainder(dividingBy: 2 * .pi)
        let (stem, ctem) = (sin(moonNode), cos(moonNode))
        let cosI = 0.91375164 - 0.03568096 * ctem
        let sinI = (1 - cosI * cosI).squareRoot()
        let sinH = 0.089683511 * stem / sinI
        let cosH = (1 - sinH * sinH).squareRoot()
        let gamma = 5.8351514 + 0.0019443680 * day
        let zy = cosH * ctem + 0.91744867 * sinH * stem
        let perigee = gamma + atan2(0.39785416 * stem / sinI, zy) - moonNode
        let (sinNode, cosNode) = (sin(elements.node), cos(elements.node))

        let sunBody = Body(
            cosG: 0.1945905, sinG: -0.98088458, cosI: 0.91744867, sinI: 0.39785416, cosH: cosNode, sinH: sinNode,
            strength: 2.9864797e-6)
        let moonBody = Body(
            cosG: cos(perigee), sinG: sin(perigee), cosI: cosI, sinI: sinI, cosH: cosH * cosNode + sinH * sinNode,
            sinH: sinNode * cosH - cosNode * sinH, strength: 4.7968065e-7)
        let (sunTerms, moonTerms) = (
            Terms(sunBody, elements, motion, cosine, sine), Terms(moonBody, elements, motion, cosine, sine)
        )
        let e2 = elements.eccentricity * elements.eccentricity
        sun = sunTerms.periodics(
            anomaly: 6.2565837 + 0.017201977 * day, rate: 1.19459e-5, eccentricity: 0.01675, e2)
        moon = moonTerms.periodics(
            anomaly: 4.7199672 + 0.22997150 * day - gamma, rate: 1.5835218e-4, eccentricity: 0.05490, e2)
        for (terms, rate) in [(sunTerms, 1.19459e-5), (moonTerms, 1.5835218e-4)] {
            add(terms, rate, e2, elements.inclination, cosine, sine)
        }
    }

    /// Adds a body's secular rates.
    private mutating func add(
        _ terms: Terms, _ rate: Double, _ e2: Double, _ inclination: Double, _ cosine: Double, _ sine: Double
    ) {
        eccentricityRate += terms.s1 * rate * terms.s5
        inclinationRate += terms.s2 * rate * (terms.z11 + terms.z13)
        meanRate -= rate * terms.s3 * (terms.z1 + terms.z3 - 14 - 6 * e2)
        perigeeRate += terms.s4 * rate * (terms.z31 + terms.z33 - 6)
        // Undefined for an orbit in the equator's plane.
        guard (5.2359877e-2...(.pi - 5.2359877e-2)).contains(inclination), sine != 0 else { return }
        let node = -rate * terms.s2 * (terms.z21 + terms.z23) / sine
        nodeRate += node
        perigeeRate -= cosine * node
    }

    /// Adds the periodic changes.
    func addPeriodics(
        after minutes: Double, _ eccentricity: inout Double, _ inclination: inout Double, _ node: inout Double,
        _ perigee: inout Double, _ mean: inout Double
    ) {
        let (a, b) = (sun.changes(after: minutes), moon.changes(after: minutes))
        let (e, i, l, g, h) = (a.e + b.e, a.i + b.i, a.l + b.l, a.g + b.g, a.h + b.h)
        inclination += i
        eccentricity += e
        let (sine, cosine) = (sin(inclination), cos(inclination))
        guard inclination < 0.2 else {
            perigee += g - cosine * h / sine
            node += h / sine
            mean += l
            return
        }
        // Lyddane's form, without a division by the sine.
        let (sinNode, cosNode) = (sin(node), cos(node))
        let x = sine * sinNode + h * cosNode + i * cosine * sinNode
        let y = sine * cosNode - h * sinNode + i * cosine * cosNode
        // The result depends on the whole turns in the node, so use the same remainder as the reference implementation.
        let before = node.truncatingRemainder(dividingBy: 2 * .pi)
        let sum = mean + perigee + cosine * before + l + g - i * before * sine
        var after = atan2(x, y)
        if abs(before - after) > .pi { after += after < before ? 2 * .pi : -2 * .pi }
        node = after
        mean += l
        perigee = sum - mean - cosine * node
    }

    /// The report's intermediate terms of one body.
    private struct Terms {
        let s1: Double, s2: Double, s3: Double, s4: Double, s5: Double, s6: Double, s7: Double
        let z1: Double, z2: Double, z3: Double
        let z11: Double, z12: Double, z13: Double, z21: Double, z22: Double, z23: Double
        let z31: Double, z32: Double, z33: Double

        init(_ body: Body, _ elements: TwoLineElements, _ motion: Double, _ cosine: Double, _ sine: Double) {
            let e = elements.eccentricity
            let e2 = e * e
            let beta = 1 - e2
            let (sinW, cosW) = (sin(elements.perigee), cos(elements.perigee))
            let a1 = body.cosG * body.cosH + body.sinG * body.cosI * body.sinH
            let a3 = -body.sinG * body.cosH + body.cosG * body.cosI * body.sinH
            let a7 = -body.cosG * body.sinH + body.sinG * body.cosI * body.cosH
            let a8 = body.sinG * body.sinI
            let a9 = body.sinG * body.sinH + body.cosG * body.cosI * body.cosH
            let a10 = body.cosG * body.sinI
            let (a2, a4) = (cosine * a7 + sine * a8, cosine * a9 + sine * a10)
            let (a5, a6) = (-sine * a7 + cosine * a8, -sine * a9 + cosine * a10)
            let (x1, x2) = (a1 * cosW + a2 * sinW, a3 * cosW + a4 * sinW)
            let (x3, x4) = (-a1 * sinW + a2 * cosW, -a3 * sinW + a4 * cosW)
            let (x5, x6, x7, x8) = (a5 * sinW, a6 * sinW, a5 * cosW, a6 * cosW)
            z31 = 12 * x1 * x1 - 3 * x3 * x3
            z32 = 24 * x1 * x2 - 6 * x3 * x4
            z33 = 12 * x2 * x2 - 3 * x4 * x4
            z1 = 6 * (a1 * a1 + a2 * a2) + 2 * z31 * e2 + beta * z31
            z2 = 12 * (a1 * a3 + a2 * a4) + 2 * z32 * e2 + beta * z32
            z3 = 6 * (a3 * a3 + a4 * a4) + 2 * z33 * e2 + beta * z33
            z11 = -6 * a1 * a5 + e2 * (-24 * x1 * x7 - 6 * x3 * x5)
            z12 = -6 * (a1 * a6 + a3 * a5) + e2 * (-24 * (x2 * x7 + x1 * x8) - 6 * (x3 * x6 + x4 * x5))
            z13 = -6 * a3 * a6 + e2 * (-24 * x2 * x8 - 6 * x4 * x6)
            z21 = 6 * a2 * a5 + e2 * (24 * x1 * x5 - 6 * x3 * x7)
            z22 = 6 * (a4 * a5 + a2 * a6) + e2 * (24 * (x2 * x5 + x1 * x6) - 6 * (x4 * x7 + x3 * x8))
            z23 = 6 * a4 * a6 + e2 * (24 * x2 * x6 - 6 * x4 * x8)
            s3 = body.strength / motion
            s2 = -0.5 * s3 / beta.squareRoot()
            s4 = s3 * beta.squareRoot()
            s1 = -15 * e * s4
            s5 = x1 * x3 + x2 * x4
            s6 = x2 * x3 + x1 * x4
            s7 = x2 * x4 - x1 * x3
        }

        func periodics(anomaly: Double, rate: Double, eccentricity: Double, _ e2: Double) -> Periodics {
            Periodics(
                anomaly: anomaly.remainder(dividingBy: 2 * .pi), rate: rate, eccentricity: eccentricity,
                e2: 2 * s1 * s6, e3: 2 * s1 * s7, i2: 2 * s2 * z12, i3: 2 * s2 * (z13 - z11), l2: -2 * s3 * z2,
                l3: -2 * s3 * (z3 - z1), l4: -2 * s3 * (-21 - 9 * e2) * eccentricity, g2: 2 * s4 * z32,
                g3: 2 * s4 * (z33 - z31), g4: -18 * s4 * eccentricity, h2: -2 * s2 * z22, h3: -2 * s2 * (z23 - z21))
        }
    }
}
