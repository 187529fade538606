// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

#if canImport(Glibc)
internal import Glibc
#endif

extension CentroidEstimate {
    /// Computes the centre of samples in order of arrival; nil without samples.
    ///
    /// Samples are weighted by 1/σ²; if any sample has no deviation, all have the same weight.
    public init?(_ samples: [CentroidSample], method: CentroidMethod = .robust) {
        guard let first = samples.first, let last = samples.last,
            let peel = ConvexPeel(samples.map(\.position))
        else { return nil }
        let frame = LocalFrame(first.position, height: samples.compactMap(\.height.ellipsoidal).first?.metres ?? 0)
        let points = samples.map { frame.point($0.position, height: $0.height.ellipsoidal?.metres) }
        let centre = RobustCentre(points, Self.weights(samples.map(\.horizontalDeviation)))
        let up = RobustCentre.mean(points.map(\.up), centre.weights)
        let robust = LocalFrame.Point(east: centre.east, north: centre.north, up: up)
        guard let (robustPosition, _) = frame.position(robust) else { return nil }
        let peeled = frame.point(peel.position)
        let scatter = Scatter(points, centre)
        let heights = Heights(samples, factor: scatter.inflation)
        let here = method == .robust ? robust : peeled
        let distances = points.map { $0.distance(to: here) }

        self.init(
            method: method, count: samples.count,
            used: method == .robust ? scatter.used : peel.innermost.count, robust: robustPosition,
            compatible: peel.position)
        (ellipsoidalHeight, orthometricHeight) = (heights.ellipsoidal, heights.orthometric)
        heightStandardError = heights.standardError
        covariance = scatter.covariance
        isResolutionLimited = samples.count > 1 && distances.allSatisfy { $0 < 1e-6 }
        let variance = method == .robust ? 1 : Self.lossOfPeeling(samples.count)
        positionCovariance = isResolutionLimited ? nil : scatter.ofMean?.scaled(by: variance)
        (effectiveSamples, correlation) = (scatter.effectiveSamples, scatter.correlation)
        drms = samples.count < 2 ? nil : Length(metres: Self.rootMeanSquare(distances))
        r95 = samples.count < 2 ? nil : Length(metres: Self.quantile(distances, 0.95))
        let spread = peel.innermost.map { points[$0].distance(to: peeled) }
        innermostSpread = Length(metres: spread.reduce(0, +) / Double(max(1, spread.count)))
        distanceToCompatible = Length(metres: robust.distance(to: peeled))
        (self.first, self.last) = (first.time, last.time)
        isUnstable = samples.count > 2 && Double(scatter.used) < 0.6 * Double(samples.count)
        authentication = Self.authentication(samples)
    }

    /// The weights 1/σ², or 1 for all samples if any deviation is unknown.
    private static func weights(_ deviations: [Double?]) -> [Double] {
        let known = deviations.compactMap(\.self)
        guard known.count == deviations.count else { return deviations.map { _ in 1 } }
        // A deviation below 1 mm counts as 1 mm.
        return known.map { 1 / (max($0, 0.001) * max($0, 0.001)) }
    }

    /// The ratio of the variances of the innermost layer's mean and the plain mean, for normal noise. The efficiency is
    /// 0.67, 0.58, 0.46, 0.38 for 5, 10, 20, 50 samples (simulated), and is extrapolated beyond that.
    private static func lossOfPeeling(_ count: Int) -> Double {
        let efficiencies: [(count: Double, value: Double)] = [(2, 1), (5, 0.67), (10, 0.58), (20, 0.46), (50, 0.38)]
        let wanted = Double(count)
        guard let upper = efficiencies.firstIndex(where: { $0.count >= wanted }) else {
            return pow(wanted / 50, 0.21) / 0.38
        }
        guard upper > 0 else { return 1 }
        let (a, b) = (efficiencies[upper - 1], efficiencies[upper])
        let share = (log(wanted) - log(a.count)) / (log(b.count) - log(a.count))
        return 1 / (a.value + (b.value - a.value) * share)
    }

    private static func rootMeanSquare(_ values: [Double]) -> Double {
        (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }

    /// The quantile, linearly interpolated between neighbouring values.
    private static func quantile(_ values: [Double], _ part: Double) -> Double {
        let sorted = values.sorted()
        let place = part * Double(sorted.count - 1)
        let below = Int(place)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }

    private static func authentication(_ samples: [CentroidSample]) -> CentroidAuthentication {
        let judged = samples.compactMap(\.isAuthenticated)
        if judged.isEmpty { return .unknown }
        let yes = judged.count { $0 }
        return yes == samples.count ? .all : yes > 0 ? .some : .none
    }
}

/// The scatter of samples about their robust centre, and the resulting error of the centre.
///
/// A receiver's errors are correlated from second to second. For a first-order autoregression with correlation ρ, n
/// samples are worth n / f independent ones, with f = (1 + ρ)/(1 − ρ). Because both are computed about the samples' own
/// mean, few samples give too small a correlation and scatter: ρ is corrected by (nρ + 1)/(n − 4) (Marriott and Pope,
/// Biometrika 41, 1954, p. 390), and the variance by (n − 1)/(n − f). f is limited to n/2, because fewer than two
/// independent samples give no information about their error.
private struct Scatter {
    var used = 0
    /// The covariance of one sample.
    var covariance: PlaneCovariance?
    /// The covariance of the centre.
    var ofMean: PlaneCovariance?
    var effectiveSamples: Double?
    var correlation = 0.0
    /// The ratio of the variances of the mean and of one sample.
    var inflation = 1.0

    init(_ points: [LocalFrame.Point], _ centre: RobustCentre) {
        used = centre.weights.count { $0 > 0 }
        guard used > 1 else { return }
        let offsets = points.map { ($0.east - centre.east, $0.north - centre.north) }
        let sum = centre.weights.reduce(0, +)
        let n = Double(used)
        var raw = PlaneCovariance(eastEast: 0, eastNorth: 0, northNorth: 0)
        for (offset, weight) in zip(offsets, centre.weights) {
            raw.eastEast += weight * offset.0 * offset.0
            raw.eastNorth += weight * offset.0 * offset.1
            raw.northNorth += weight * offset.1 * offset.1
        }
        let consistency = points.count > 2 ? RobustCentre.consistency : 1
        let sample = raw.scaled(by: n / (n - 1) / sum / consistency)
        correlation = Self.correlation(offsets, centre.weights, n)
        let f = min((1 + correlation) / (1 - correlation), max(1, n / 2))
        covariance = sample.scaled(by: (n - 1) / (n - f))
        inflation = f / n
        effectiveSamples = n / f
        ofMean = covariance?.scaled(by: inflation)
    }

    /// The mean correlation of neighbouring samples in both directions, corrected for the number of samples, 0...0.99.
    private static func correlation(_ offsets: [(Double, Double)], _ weights: [Double], _ n: Double) -> Double {
        guard n >= 8 else { return 0 }
        var (east, north, eastAll, northAll) = (0.0, 0.0, 0.0, 0.0)
        for index in offsets.indices where weights[index] > 0 {
            eastAll += offsets[index].0 * offsets[index].0
            northAll += offsets[index].1 * offsets[index].1
            guard index > 0, weights[index - 1] > 0 else { continue }
            east += offsets[index].0 * offsets[index - 1].0
            north += offsets[index].1 * offsets[index - 1].1
        }
        let known = [(east, eastAll), (north, northAll)].filter { $0.1 > 0 }.map { $0.0 / $0.1 }
        guard !known.isEmpty else { return 0 }
        let mean = known.reduce(0, +) / Double(known.count)
        return min(0.99, max(0, (n * mean + 1) / (n - 4)))
    }
}

/// The heights of samples; ellipsoidal and orthometric heights are averaged separately.
private struct Heights {
    var ellipsoidal: Length?
    var orthometric: Length?
    var standardError: Length?

    init(_ samples: [CentroidSample], factor: Double) {
        let known = samples.filter { $0.height.ellipsoidal != nil || $0.height.orthometric != nil }
        let deviations = known.compactMap(\.verticalDeviation)
        let isWeighted = deviations.count == known.count
        func weight(_ sample: CentroidSample) -> Double {
            let deviation = isWeighted ? max(sample.verticalDeviation ?? 1, 0.001) : 1
            return 1 / (deviation * deviation)
        }
        func centre(_ height: (Height) -> Length?) -> (Length, Double?)? {
            let there = known.filter { height($0.height) != nil }
            guard !there.isEmpty else { return nil }
            let found = RobustCentre.height(there.compactMap { height($0.height)?.metres }, there.map(weight))
            return (Length(metres: found.centre), found.deviation)
        }
        let (above, sea) = (centre(\.ellipsoidal), centre(\.orthometric))
        (ellipsoidal, orthometric) = (above?.0, sea?.0)
        standardError = (above ?? sea)?.1.map { Length(metres: $0 * factor.squareRoot()) }
    }
}
