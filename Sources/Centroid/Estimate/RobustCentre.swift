// SPDX-License-Identifier: Apache-2.0

/// The weighted median of values: the mean of the two middle values if both halves have the same weight.
func weightedMedian(_ values: [Double], _ weights: [Double]) -> Double {
    let order = values.indices.sorted { values[$0] < values[$1] }
    let half = weights.reduce(0, +) / 2
    var sum = 0.0
    for (place, index) in order.enumerated() {
        sum += weights[index]
        if sum > half * (1 + 1e-12) { return values[index] }
        if sum >= half * (1 - 1e-12), place + 1 < order.count { return (values[index] + values[order[place + 1]]) / 2 }
    }
    return order.last.map { values[$0] } ?? 0
}

/// A robust standard deviation of values about `centre`: 1.4826 times the median absolute deviation, but at least 1 mm
/// and at least the rounding step of the receiver (10 m at most).
func robustScale(_ values: [Double], _ weights: [Double], about centre: Double) -> Double {
    let deviation = 1.4826 * weightedMedian(values.map { abs($0 - centre) }, weights)
    return max(deviation, min(step(of: values), 10), 0.001)
}

/// The smallest difference of two values that each occur at least twice, which is the receiver's rounding step; 0 if
/// the values are not rounded.
private func step(of values: [Double]) -> Double {
    let sorted = values.sorted()
    var (repeated, run): ([Double], Int) = ([], 1)
    for (index, value) in sorted.enumerated().dropFirst() {
        run = value - sorted[index - 1] < 1e-6 ? run + 1 : 1
        if run == 2 { repeated.append(value) }
    }
    return zip(repeated.dropFirst(), repeated).map(-).min() ?? 0
}

/// A centre that outliers do not move: Tukey's biweight about the median (Huber, Ronchetti: Robust Statistics, 2nd
/// edition, 4.8; c as usual for 95 % efficiency), combined with the samples' own weights.
struct RobustCentre {
    /// The distance in scales at which a sample's weight becomes zero.
    static let c = 4.685
    /// The ratio by which the weighted variance of two-dimensional normal noise is too small with these weights: E[w
    /// x²] / E[w] with w = (1 − (x² + y²)/c²)².
    static let consistency = 0.8214

    /// The centre in metres.
    private(set) var east = 0.0
    private(set) var north = 0.0
    /// The product of each sample's own weight and the method's; 0 for an outlier.
    private(set) var weights: [Double]

    /// - Parameters:
    ///   - points: At least one point.
    ///   - priors: The samples' own weights, above 0, one for each point.
    init(_ points: [LocalFrame.Point], _ priors: [Double]) {
        let (easts, norths) = (points.map(\.east), points.map(\.north))
        (east, north) = (weightedMedian(easts, priors), weightedMedian(norths, priors))
        weights = priors
        guard points.count > 2 else {
            (east, north) = (Self.mean(easts, weights), Self.mean(norths, weights))
            return
        }
        let scaleEast = robustScale(easts, priors, about: east)
        let scaleNorth = robustScale(norths, priors, about: north)
        for _ in 0..<50 {
            for index in points.indices {
                let (de, dn) = ((easts[index] - east) / scaleEast, (norths[index] - north) / scaleNorth)
                weights[index] = priors[index] * Self.factor(de * de + dn * dn)
            }
            let (newEast, newNorth) = (Self.mean(easts, weights), Self.mean(norths, weights))
            let move = max(abs(newEast - east), abs(newNorth - north))
            (east, north) = (newEast, newNorth)
            if move < 1e-6 { break }
        }
    }

    private static func factor(_ r2: Double) -> Double {
        let share = 1 - r2 / (c * c)
        return share > 0 ? share * share : 0
    }

    /// The weighted mean; the plain median if all weights are 0.
    static func mean(_ values: [Double], _ weights: [Double]) -> Double {
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return weightedMedian(values, weights.map { _ in 1 }) }
        return zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / sum
    }

    /// Computes the same for heights alone; the deviation is that of one sample.
    static func height(_ values: [Double], _ priors: [Double]) -> (centre: Double, deviation: Double?) {
        var centre = weightedMedian(values, priors)
        guard values.count > 2 else { return (mean(values, priors), nil) }
        let scale = robustScale(values, priors, about: centre)
        for _ in 0..<50 {
            let weights = zip(values, priors).map { value, prior in
                let distance = (value - centre) / scale
                return prior * factor(distance * distance)
            }
            let new = mean(values, weights)
            defer { centre = new }
            if abs(new - centre) < 1e-6 { break }
        }
        return (centre, scale)
    }
}
