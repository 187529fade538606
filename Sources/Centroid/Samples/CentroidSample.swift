// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// One position for an averaged point, with its quality.
public struct CentroidSample: Hashable, Sendable {
    public var position: GeodeticPosition
    /// The ellipsoidal and orthometric heights, if known.
    public var height = Height()
    /// The time of the fix; two samples with the same time count once.
    public var time: UTCTime?
    /// The time at which the host received the sample, on its monotonic clock in nanoseconds; used if the receiver
    /// reports no `time`.
    public var arrival: Int64
    /// The standard deviation in each horizontal direction in metres, above 0; nil if unknown.
    public var horizontalDeviation: Double?
    /// The standard deviation of the height in metres, above 0; nil if unknown.
    public var verticalDeviation: Double?
    /// The horizontal accuracy as reported, in metres.
    public var accuracy: Double?
    /// The speed over ground, if reported.
    public var speed: Speed?
    /// The number of dimensions of the fix.
    public var kind: FixKind
    /// The quality of the fix.
    public var quality: FixQuality
    /// The horizontal dilution of precision.
    public var hdop: Double?
    /// The number of satellites used in the fix.
    public var satellitesUsed: Int?
    /// The mean C/N0 of the satellites used, or else of those in view, in dB-Hz.
    public var meanCN0: Double?
    /// True if the position is authenticated; nil if there is no verdict.
    public var isAuthenticated: Bool?

    /// Creates a sample that only has a position.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - arrival: When the host received it, on its monotonic clock in nanoseconds.
    public init(_ position: GeodeticPosition, arrival: Int64, kind: FixKind = .threeDimensional) {
        (self.position, self.arrival, self.kind, quality) = (position, arrival, kind, .autonomous)
    }

    /// Creates a sample from a fix; nil if it has no position.
    ///
    /// - Parameters:
    ///   - fix: The receiver's fix.
    ///   - sky: The satellites of the same epoch.
    ///   - arrival: When the host received it, on its monotonic clock in nanoseconds.
    ///   - isAuthenticated: True if the position is authenticated; nil if there is no verdict.
    ///   - rangeError: The standard deviation of a range in metres, above 0. If the receiver reports no accuracy, it is
    ///     multiplied by a dilution of precision.
    public init?(
        _ fix: Fix, sky: SkyView? = nil, arrival: Int64, isAuthenticated: Bool? = nil,
        rangeError: Double = CentroidSettings.defaultRangeError
    ) {
        guard let position = fix.position, fix.kind != .none, fix.isWGS84 else { return nil }
        self.init(position, arrival: arrival, kind: fix.kind)
        (height, time, speed, quality) = (fix.height, fix.time, fix.speed, fix.quality)
        (satellitesUsed, self.isAuthenticated) = (fix.satellitesUsed ?? sky?.usedCount, isAuthenticated)
        hdop = fix.dop.hdop ?? sky?.dop.hdop
        accuracy = fix.horizontalAccuracy?.value.metres
        horizontalDeviation = Self.horizontalDeviation(fix, hdop, rangeError)
        verticalDeviation = Self.verticalDeviation(fix, fix.dop.vdop ?? sky?.dop.vdop, rangeError)
        meanCN0 = sky.flatMap(Self.meanCN0)
    }

    /// The standard deviation in each horizontal direction. The source is the receiver's accuracy, a radius of about 1
    /// σ in both directions together (u-blox), otherwise its error statistics, otherwise a dilution times the range
    /// error.
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
