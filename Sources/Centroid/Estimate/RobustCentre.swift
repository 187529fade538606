// SPDX-License-Identifier: Apache-2.0

/// The weighted median of values: where two halves weigh the same, the mean of the two middle values.
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

/// The scale of values about their median, that of a normal distribution's standard deviation: 1.4826 times the median
/// absolute deviation, but at least 1 mm, and at least the step of values that a receiver rounds.
func robustScale(_ values: [Double], _ weights: [Double], about centre: Double) -> Double {
    let deviation = 1.4826 * weightedMedian(values.map { abs($0 - centre) }, weights)
    return max(deviation, min(step(of: values), 10), 0.001)
}

/// The smallest distance of two values that came twice or oftener each: what the receiver's digits resolve. 0 for values
/// that are not rounded.
private func step(of values: [Double]) -> Double {
    let sorted = values.sorted()
    var (repeated, run): ([Double], Int) = ([], 1)
    for (index, value) in sorted.enumerated().dropFirst() {
        run = value - sorted[index - 1] < 1e-6 ? run + 1 : 1
        if run == 2 { repeated.append(value) }
    }
    return zip(repeated.dropFirst(), repeated).map(-).min() ?? 0
}

/// A centre that gross errors do not move: Tukey's biweight about the median (Huber, Ronchetti: Robust Statistics, 2nd
/// edition, 4.8; c as is usual for 95 % efficiency), the weights of the samples besides.
struct RobustCentre {
    /// Where a sample counts no more, in scales.
    static let c = 4.685
    /// By how much the weighted variance of normal noise in two directions is below its variance under these weights:
    /// E[w x²] / E[w] with w = (1 − (x² + y²)/c²)².
    static let consistency = 0.8214

    /// The centre, in metres.
    private(set) var east = 0.0
    private(set) var north = 0.0
    /// The weight of each sample, those of the samples times those of the method; 0: an outlier.
    private(set) var weights: [Double]

    /// - Parameters:
    ///   - points: at least one.
    ///   - priors: the samples' own weights, above 0, as many.
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

    /// The weighted mean.
    static func mean(_ values: [Double], _ weights: [Double]) -> Double {
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return weightedMedian(values, weights.map { _ in 1 }) }
        return zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / sum
    }

    /// The same for heights alone; the deviation is that of one sample.
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
