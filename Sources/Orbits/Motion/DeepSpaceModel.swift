// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// The motion of an object in deep space, computed from two-line elements by the model SDP4 of Spacetrack Report No. 3
/// (Hoots and Roehrich 1980) as revised by Vallado et al., AIAA 2006-6753, with its constants of WGS 72. An object is
/// in deep space if its period is at least 225 minutes. This includes all navigation satellites; nothing else is
/// accepted.
///
/// Units are those of the report (minutes, radians, Earth radii), except in results.
struct DeepSpaceModel: Hashable, Sendable {
    let elements: TwoLineElements
    /// The mean motion without Kozai's correction, in rad/min.
    private let motion: Double
    /// Secular rates caused by the Earth's oblateness, in rad/min.
    private let meanRate: Double, perigeeRate: Double, nodeRate: Double
    /// Drag: C1, C4 times B*, and the terms of the node and the mean longitude.
    private let drag: Double, eccentricityDrag: Double, nodeDrag: Double
    private let pull: SunMoonPull
    private let resonance: SynchronousResonance?

    /// WGS 72: √(GM) in Earth radii^1.5 per minute, and zonal harmonics.
    static let root = 60 / (6378.135 * 6378.135 * 6378.135 / 398_600.8).squareRoot()
    static let j2 = 0.001082616, j3 = -0.00000253881, j4 = -0.00000165597
    static let radius = 6378.135

    /// Prepares the model; nil for elements that do not describe a navigation satellite.
    init?(_ elements: TwoLineElements) {
        guard elements.isPlausible else { return nil }
        self.elements = elements
        let e = elements.eccentricity
        let (cosine, sine) = (cos(elements.inclination), sin(elements.inclination))
        let squared = cosine * cosine
        let beta = 1 - e * e
        let shape = 3 * squared - 1

        // The original mean motion and semi-major axis.
        let first = pow(Self.root / elements.meanMotion, 2.0 / 3)
        let factor = 0.75 * Self.j2 * shape / (beta.squareRoot() * beta)
        let raw = factor / (first * first)
        let axis = first * (1 - raw * raw - raw * (1.0 / 3 + 134 * raw * raw / 81))
        let motion = elements.meanMotion / (1 + factor / (axis * axis))
        guard motion.isFinite, motion > 0, 2 * Double.pi / motion >= 225 else { return nil }
        self.motion = motion
        let semiMajor = pow(Self.root / motion, 2.0 / 3)

        // Atmospheric drag. Perigees are far above 156 km, so the density function keeps its standard constants.
        let inner = 78 / Self.radius + 1
        let xi = 1 / (semiMajor - inner)
        let eta = semiMajor * e * xi
        let eta2 = eta * eta
        let psi = abs(1 - eta2)
        let density = pow(42 / Self.radius, 4) * pow(xi, 4)
        let strength = density / pow(psi, 3.5)
        let c2 =
            strength * motion
            * (semiMajor * (1 + 1.5 * eta2 + e * eta * (4 + eta2))
                + 0.375 * Self.j2 * xi / psi * shape * (8 + 3 * eta2 * (8 + eta2)))
        drag = elements.drag * c2
        let turning = 0.75 * (1 - squared) * (2 * eta2 - e * eta * (1 + eta2)) * cos(2 * elements.perigee)
        let steady = -3 * shape * (1 - 2 * e * eta + eta2 * (1.5 - 0.5 * e * eta))
        eccentricityDrag =
            elements.drag * 2 * motion * strength * semiMajor * beta
            * (eta * (2 + 0.5 * eta2) + e * (0.5 + 2 * eta2)
                - Self.j2 * xi / (semiMajor * psi) * (steady + turning))

        // Secular rates.
        let inverse = 1 / (semiMajor * semiMajor * beta * beta)
        let one = 1.5 * Self.j2 * inverse * motion
        let two = 0.5 * one * Self.j2 * inverse
        let three = -0.46875 * Self.j4 * inverse * inverse * motion
        let fourth = squared * squared
        meanRate =
            motion + 0.5 * one * beta.squareRoot() * shape
            + 0.0625 * two * beta.squareRoot() * (13 - 78 * squared + 137 * fourth)
        perigeeRate =
            -0.5 * one * (1 - 5 * squared) + 0.0625 * two * (7 - 114 * squared + 395 * fourth)
            + three * (3 - 36 * squared + 49 * fourth)
        let main = -one * cosine
        nodeRate = main + (0.5 * two * (4 - 19 * squared) + 2 * three * (3 - 7 * squared)) * cosine
        nodeDrag = 3.5 * beta * main * drag

        pull = SunMoonPull(elements, motion: motion, cosine: cosine, sine: sine)
        resonance = SynchronousResonance(
            elements, motion: motion, rates: (meanRate, perigeeRate, nodeRate), pull: pull, cosine: cosine, sine: sine)
    }

    /// The position in Earth-centred, Earth-fixed coordinates, in metres; nil if the model has no solution.
    func position(at time: GPSTime) -> Vector? {
        let days = SiderealTime.days(LeapSeconds.announced.utc(time))
        guard let position = position(after: (days - elements.epoch) * 1440) else { return nil }
        return 1000 * SiderealTime.earthFixed(position, days: days)
    }

    /// The position in the frame TEME, in kilometres.
    ///
    /// - Parameter minutes: Minutes since the epoch, at most a year before or after it.
    func position(after minutes: Double) -> Vector? {
        guard minutes.magnitude <= 366 * 1440 else { return nil }
        var node = elements.node + nodeRate * minutes + nodeDrag * minutes * minutes
        var perigee = elements.perigee + perigeeRate * minutes
        var mean = elements.meanAnomaly + meanRate * minutes
        var inclination = elements.inclination + pull.inclinationRate * minutes
        var eccentricity = elements.eccentricity + pull.eccentricityRate * minutes
        perigee += pull.perigeeRate * minutes
        node += pull.nodeRate * minutes
        mean += pull.meanRate * minutes
        var motion = motion
        if let resonance {
            let state = resonance.state(after: minutes)
            motion = state.motion
            mean = state.longitude - node - perigee
        }
        guard motion > 0 else { return nil }
        let shrinking = 1 - drag * minutes
        let semiMajor = pow(Self.root / motion, 2.0 / 3) * shrinking * shrinking
        eccentricity -= eccentricityDrag * minutes
        guard eccentricity < 1, eccentricity >= -0.001, semiMajor > 0.95 else { return nil }
        eccentricity = max(eccentricity, 1e-6)
        mean += self.motion * 1.5 * drag * minutes * minutes

        pull.addPeriodics(
            after: minutes, &eccentricity, &inclination, &node, &perigee, &mean)
        if inclination < 0 {
            inclination = -inclination
            node += .pi
            perigee -= .pi
        }
        guard (0...1).contains(eccentricity) else { return nil }
        return Self.place(
            semiMajor: semiMajor, eccentricity: eccentricity, inclination: inclination, node: node, perigee: perigee,
            mean: mean)
    }

    /// Adds the periodic terms caused by the Earth's oblateness, and computes the position in kilometres.
    private static func place(
        semiMajor: Double, eccentricity: Double, inclination: Double, node: Double, perigee: Double, mean: Double
    ) -> Vector? {
        let (sine, cosine) = (sin(inclination), cos(inclination))
        // Long periods.
        let along = eccentricity * cos(perigee)
        let scale = 1 / (semiMajor * (1 - eccentricity * eccentricity))
        let across = eccentricity * sin(perigee) - scale * 0.5 * j3 / j2 * sine
        let divisor = abs(cosine + 1) > 1.5e-12 ? 1 + cosine : 1.5e-12
        let shift = -0.25 * j3 / j2 * sine * (3 + 5 * cosine) / divisor
        let longitude = mean + perigee + scale * shift * along

        // Kepler's equation for the longitude.
        let wanted = longitude.remainder(dividingBy: 2 * .pi)
        var angle = wanted
        for _ in 0..<10 {
            let (sine, cosine) = (sin(angle), cos(angle))
            let step = (wanted - across * cosine + along * sine - angle) / (1 - cosine * along - sine * across)
            angle += min(max(step, -0.95), 0.95)
            if abs(step) < 1e-12 { break }
        }
        let (sineE, cosineE) = (sin(angle), cos(angle))
        let eCosine = along * cosineE + across * sineE
        let eSine = along * sineE - across * cosineE
        let squared = along * along + across * across
        let parameter = semiMajor * (1 - squared)
        guard parameter > 0 else { return nil }
        let radius = semiMajor * (1 - eCosine)
        let root = (1 - squared).squareRoot()
        let part = eSine / (1 + root)
        let sineU = semiMajor / radius * (sineE - across - along * part)
        let cosineU = semiMajor / radius * (cosineE - along + across * part)
        let (sin2, cos2) = (2 * cosineU * sineU, 1 - 2 * sineU * sineU)

        // Short periods.
        let one = 0.5 * j2 / parameter
        let two = one / parameter
        let flat = cosine * cosine
        let distance =
            radius * (1 - 1.5 * two * root * (3 * flat - 1)) + 0.5 * one * (1 - flat) * cos2
        let latitude = atan2(sineU, cosineU) - 0.25 * two * (7 * flat - 1) * sin2
        let ascending = node + 1.5 * two * cosine * sin2
        let tilt = inclination + 1.5 * two * cosine * sine * cos2
        let (x, y) = (distance * cos(latitude), distance * sin(latitude))
        return Self.radius
            * Vector(
                x * cos(ascending) - y * cos(tilt) * sin(ascending),
                x * sin(ascending) + y * cos(tilt) * cos(ascending), y * sin(tilt))
    }
}
