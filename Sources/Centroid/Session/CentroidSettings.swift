// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The settings of a sampling session.
public struct CentroidSettings: Hashable, Sendable {
    /// The number of samples for an averaged point.
    public var samples: Int
    /// The method to compute the centre.
    public var method = CentroidMethod.robust
    public var filter = CentroidFilter()
    /// The behaviour once there are enough samples.
    public var continuation = Continuation.stop
    /// The longest time between two samples in seconds; above 0. A longer gap restarts the session.
    public var maximumGap = 5.0
    /// The limits beyond which the receiver counts as moving; nil if it may move.
    public var movement: MovementLimits? = MovementLimits()
    /// The standard deviation of a range in metres, used if a receiver reports a dilution of precision but no accuracy.
    public var rangeError = CentroidSettings.defaultRangeError

    /// The behaviour once there are enough samples.
    public enum Continuation: String, Sendable {
        /// Accept no more samples.
        case stop
        /// Replace the oldest sample with each new one.
        case slide
    }

    /// The permitted numbers of samples, which also apply to files. `CentroidPreferences` describes the range and
    /// default for people.
    public static let allowedSamples = 1...10_000
    /// The default of `rangeError` in metres.
    public static let defaultRangeError = 5.0

    /// - Parameter samples: The number of samples; limited to `allowedSamples`.
    public init(samples: Int) {
        self.samples = min(max(samples, Self.allowedSamples.lowerBound), Self.allowedSamples.upperBound)
    }
}
