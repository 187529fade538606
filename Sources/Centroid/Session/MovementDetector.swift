// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import MessageTexts

#if canImport(Glibc)
internal import Glibc
#endif

/// The limits beyond which a receiver counts as moving.
public struct MovementLimits: Hashable, Sendable {
    /// The largest speed over ground in m/s; above 0. It must be exceeded for three samples.
    public var speed = 0.8
    /// The largest displacement in metres, above 0, or five standard deviations if these are more. It must be exceeded
    /// for three samples.
    public var step = 5.0
    /// The largest steady drift over all samples in metres, above 0, or more if the samples scatter widely.
    public var drift = 10.0
    /// The largest mean distance between samples in metres; above 0.
    public var spread = 20.0

    /// Creates limits for a person who stands still with a receiver in the hand.
    public init() {}
}

/// Detects that a receiver is no longer stationary from the newest `memory` samples.
struct MovementDetector {
    let limits: MovementLimits
    private var points: [(place: LocalFrame.Point, seconds: Double, deviation: Double)] = []
    private var fastSamples = 0
    private var farSamples = 0
    /// The sum of the distances of all pairs of points in metres.
    private var sumOfDistances = 0.0

    static let memory = 120
    /// The minimum number of samples to determine a position.
    private static let least = 6
    /// The minimum number of samples to determine a drift.
    private static let leastForDrift = 12

    init(_ limits: MovementLimits) { self.limits = limits }

    /// Processes a sample.
    ///
    /// - Parameters:
    ///   - place: The position in the session's frame.
    ///   - seconds: The time of the sample in seconds.
    ///   - deviation: The standard deviation in each direction in metres; 0 if unknown.
    ///   - speed: The speed over ground in m/s; nil if unknown.
    /// - Returns: The evidence that the receiver moves, for people; nil if none exists.
    mutating func take(
        _ place: LocalFrame.Point, seconds: Double, deviation: Double, speed: Double?
    ) -> CodedText? {
        fastSamples = (speed ?? 0) > limits.speed ? fastSamples + 1 : 0
        if fastSamples >= 3, let speed { return CodedText(CentroidText.speed, ["speed": .number(speed)]) }
        let isFar = isFar(place)
        farSamples = isFar ? farSamples + 1 : 0
        if farSamples >= 3 { return CodedText(CentroidText.displacement, ["distance": .number(stepLimit)]) }
        add(place, seconds, deviation)
        guard points.count >= Self.least else { return nil }
        if points.count >= Self.leastForDrift, let way = drift() {
            return CodedText(CentroidText.drift, ["distance": .number(way), "seconds": .number(span)])
        }
        let spread = sumOfDistances / Double(points.count * (points.count - 1) / 2)
        if spread > limits.spread { return CodedText(CentroidText.spread, ["distance": .number(spread)]) }
        return nil
    }

    private mutating func add(_ place: LocalFrame.Point, _ seconds: Double, _ deviation: Double) {
        if points.count == Self.memory {
            let oldest = points.removeFirst().place
            for point in points { sumOfDistances -= point.place.distance(to: oldest) }
        }
        for point in points { sumOfDistances += point.place.distance(to: place) }
        points.append((place, seconds, deviation))
    }

    private var span: Double { (points.last?.seconds ?? 0) - (points.first?.seconds ?? 0) }

    /// The limit for a displacement: five times the larger of the samples' scatter and the reported deviation, but at
    /// least the configured limit.
    private var stepLimit: Double {
        let (easts, norths) = (points.map(\.place.east), points.map(\.place.north))
        let ones = easts.map { _ in 1.0 }
        let scatter = max(
            robustScale(easts, ones, about: weightedMedian(easts, ones)),
            robustScale(norths, ones, about: weightedMedian(norths, ones)))
        return max(limits.step, 5 * max(scatter, weightedMedian(points.map(\.deviation), ones)))
    }

    private func isFar(_ place: LocalFrame.Point) -> Bool {
        guard points.count >= Self.least else { return false }
        let ones = points.map { _ in 1.0 }
        let centre = LocalFrame.Point(
            east: weightedMedian(points.map(\.place.east), ones),
            north: weightedMedian(points.map(\.place.north), ones), up: 0)
        return place.distance(to: centre) > stepLimit
    }

    /// The length in metres of a straight line fitted to the samples over their time; nil unless it exceeds the limit,
    /// six times the samples' scatter about the line and three times the reported deviation. A receiver's errors drift
    /// too.
    private func drift() -> Double? {
        let n = Double(points.count)
        let meanTime = points.reduce(0) { $0 + $1.seconds } / n
        let meanEast = points.reduce(0) { $0 + $1.place.east } / n
        let meanNorth = points.reduce(0) { $0 + $1.place.north } / n
        var (tt, te, tn) = (0.0, 0.0, 0.0)
        for point in points {
            let t = point.seconds - meanTime
            tt += t * t
            te += t * (point.place.east - meanEast)
            tn += t * (point.place.north - meanNorth)
        }
        guard tt > 0 else { return nil }
        let (east, north) = (te / tt, tn / tt)
        let squares = points.reduce(0.0) { sum, point in
            let t = point.seconds - meanTime
            let (de, dn) = (point.place.east - meanEast - east * t, point.place.north - meanNorth - north * t)
            return sum + de * de + dn * dn
        }
        let way = hypot(east, north) * span
        let rest = (squares / max(1, n - 2)).squareRoot()
        let stated = weightedMedian(points.map(\.deviation), points.map { _ in 1 })
        return way > max(limits.drift, 6 * rest, 3 * stated) ? way : nil
    }
}
