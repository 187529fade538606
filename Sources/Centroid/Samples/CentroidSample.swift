// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// One position that a centroid may be made of, with what is known of its worth.
public struct CentroidSample: Hashable, Sendable {
    public var position: GeodeticPosition
    /// The height in both senses, where it is known.
    public var height = Height()
    /// The instant of the solution; two samples of the same instant are one.
    public var time: UTCTime?
    /// When the host had it, on its monotonic clock, in nanoseconds; stands in for `time` where the receiver states none.
    public var arrival: Int64
    /// The standard deviation in each direction of the plane, in metres, above 0; nil: unknown.
    public var horizontalDeviation: Double?
    /// The standard deviation of the height, in metres, above 0; nil: unknown.
    public var verticalDeviation: Double?
    /// The horizontal accuracy as it was stated, in metres.
    public var accuracy: Double?
    /// The speed over ground, where it is stated.
    public var speed: Speed?
    /// How many dimensions were solved for.
    public var kind: FixKind
    /// What the solution rests on.
    public var quality: FixQuality
    /// The horizontal dilution of precision.
    public var hdop: Double?
    /// Satellites in the solution.
    public var satellitesUsed: Int?
    /// The mean C/N0 of the satellites that are used, else of those in view, in dB-Hz.
    public var meanCN0: Double?
    /// Whether the position is authenticated; nil: not judged.
    public var isAuthenticated: Bool?

    /// A position alone.
    ///
    /// - Parameters:
    ///   - position: where.
    ///   - arrival: when the host had it, monotonic, in nanoseconds.
    public init(_ position: GeodeticPosition, arrival: Int64, kind: FixKind = .threeDimensional) {
        (self.position, self.arrival, self.kind, quality) = (position, arrival, kind, .autonomous)
    }

    /// A fix; nil where it has no position.
    ///
    /// - Parameters:
    ///   - fix: what the receiver solved for.
    ///   - sky: the satellites of the same epoch.
    ///   - arrival: when the host had it, monotonic, in nanoseconds.
    ///   - isAuthenticated: whether it is authenticated; nil: not judged.
    ///   - rangeError: what a dilution of precision is multiplied with where the receiver states no accuracy: the standard
    ///     deviation of a range, in metres, above 0.
    public init?(
        _ fix: Fix, sky: SkyView? = nil, arrival: Int64, isAuthenticated: Bool? = nil,
        rangeError: Double = CentroidSettings.defaultRangeError
    ) {
        guard let position = fix.position, fix.kind != .none else { return nil }
        self.init(position, arrival: arrival, kind: fix.kind)
        (height, time, speed, quality) = (fix.height, fix.time, fix.speed, fix.quality)
        (satellitesUsed, self.isAuthenticated) = (fix.satellitesUsed ?? sky?.usedCount, isAuthenticated)
        hdop = fix.dop.hdop ?? sky?.dop.hdop
        accuracy = fix.horizontalAccuracy?.value.metres
        horizontalDeviation = Self.horizontalDeviation(fix, hdop, rangeError)
        verticalDeviation = Self.verticalDeviation(fix, fix.dop.vdop ?? sky?.dop.vdop, rangeError)
        meanCN0 = sky.flatMap(Self.meanCN0)
    }

    /// A radius that a receiver states as its accuracy (u-blox: some 1 σ of both directions together) as the deviation
    /// in each of them; else the error statistics; else a dilution times the error of a range.
    private static func horizontalDeviation(_ fix: Fix, _ hdop: Double?, _ rangeError: Double) -> Double? {
        if let accuracy = fix.horizontalAccuracy, accuracy.origin == .receiver,
            let value = positive(accuracy.value.metres)
        {
            return value / 2.0.squareRoot()
        }
        if let statistics = fix.errorStatistics {
            let axes = [
                (statistics.semiMajor, statistics.semiMinor), (statistics.latitude, statistics.longitude),
            ]
            for case (let first?, let second?) in axes {
                let mean = ((first.metres * first.metres + second.metres * second.metres) / 2).squareRoot()
                if let mean = positive(mean) { return mean }
            }
        }
        return hdop.flatMap { positive($0 * rangeError / 2.0.squareRoot()) }
    }

    private static func verticalDeviation(_ fix: Fix, _ vdop: Double?, _ rangeError: Double) -> Double? {
        if let accuracy = fix.verticalAccuracy, accuracy.origin == .receiver,
            let value = positive(accuracy.value.metres)
        {
            return value
        }
        if let height = fix.errorStatistics?.height, let value = positive(height.metres) { return value }
        return vdop.flatMap { positive($0 * rangeError) }
    }

    private static func positive(_ value: Double) -> Double? { value > 0 && value < 1e7 ? value : nil }

    private static func meanCN0(_ sky: SkyView) -> Double? {
        let used = sky.satellites.filter(\.isUsed)
        let values = (used.isEmpty ? sky.satellites : used).compactMap(\.cn0)
        return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
}
