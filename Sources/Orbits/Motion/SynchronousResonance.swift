// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The resonance with the Earth's tesseral harmonics of a satellite that turns with the Earth, such as those of BeiDou
/// and QZSS in inclined and geostationary orbits (Spacetrack Report No. 3, revised: subroutines DSINIT and DSPACE). The
/// model applies its other resonance, that of twelve hours, only to eccentricities of 0.5 or more, which no navigation
/// satellite has.
struct SynchronousResonance: Hashable, Sendable {
    private let motion: Double
    /// The rate of the resonant longitude relative to ``motion``.
    private let excess: Double
    /// Mean longitude relative to the Earth, at the epoch.
    private let longitude: Double
    /// Greenwich sidereal time at the epoch.
    private let sidereal: Double
    private let del1: Double, del2: Double, del3: Double

    /// The Earth's rotation in rad/min.
    private static let earthRate = 4.37526908801129966e-3
    /// The step of the integration in minutes.
    private static let step = 720.0

    /// Creates the resonance; nil for an orbit that is not in resonance.
    init?(
        _ elements: TwoLineElements, motion: Double, rates: (mean: Double, perigee: Double, node: Double),
        pull: SunMoonPull, cosine: Double, sine: Double
    ) {
        guard (0.0034906585..<0.0052359877).contains(motion) else { return nil }
        self.motion = motion
        sidereal = SiderealTime.greenwich(elements.epoch)
        let inverse = pow(motion / DeepSpaceModel.root, 2.0 / 3)
        let e2 = elements.eccentricity * elements.eccentricity
        let g200 = 1 + e2 * (-2.5 + 0.8125 * e2)
        let g310 = 1 + 2 * e2
        let g300 = 1 + e2 * (-6 + 6.60937 * e2)
        let one = 1 + cosine
        let f220 = 0.75 * one * one
        let f311 = 0.9375 * sine * sine * (1 + 3 * cosine) - 0.75 * one
        let f330 = 1.875 * one * one * one
        let factor = 3 * motion * motion * inverse * inverse
        del1 = factor * f311 * g310 * 2.1460748e-6 * inverse
        del2 = 2 * factor * f220 * g200 * 1.7891679e-6
        del3 = 3 * factor * f330 * g300 * 2.2123015e-7 * inverse
        longitude = (elements.meanAnomaly + elements.node + elements.perigee - sidereal).remainder(dividingBy: 2 * .pi)
        excess =
            rates.mean + rates.perigee + rates.node - Self.earthRate + pull.meanRate + pull.perigeeRate + pull.nodeRate
            - motion
    }

    /// The mean motion in rad/min and the mean longitude in the inertial frame, in radians.
    ///
    /// - Parameter minutes: Minutes since the epoch; the number of steps grows with them.
    func state(after minutes: Double) -> (motion: Double, longitude: Double) {
        var (angle, rate) = (longitude, motion)
        let step = minutes < 0 ? -Self.step : Self.step
        for _ in 0..<Int(minutes.magnitude / Self.step) {
            let change = changes(angle, rate)
            angle += change.speed * step + change.force * step * step / 2
            rate += change.force * step + change.jerk * step * step / 2
        }
        let rest = minutes.remainder(dividingBy: Self.step, towards: step)
        let change = changes(angle, rate)
        let turned = sidereal + Self.earthRate * minutes
        return (
            rate + change.force * rest + change.jerk * rest * rest / 2,
            angle + change.speed * rest + change.force * rest * rest / 2 + turned
        )
    }

    private func changes(_ angle: Double, _ rate: Double) -> (force: Double, speed: Double, jerk: Double) {
        let (a, b, c) = (angle - 0.13130908, 2 * (angle - 2.8843198), 3 * (angle - 0.37448087))
        let speed = rate + excess
        return (
            del1 * sin(a) + del2 * sin(b) + del3 * sin(c), speed,
            (del1 * cos(a) + 2 * del2 * cos(b) + 3 * del3 * cos(c)) * speed
        )
    }
}

extension Double {
    /// The remainder after whole steps towards a signed number.
    fileprivate func remainder(dividingBy step: Double, towards signed: Double) -> Double {
        self - signed * (magnitude / step).rounded(.down)
    }
}
