// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// How a sampling session takes samples and makes an averaged point of them.
public struct CentroidSettings: Hashable, Sendable {
    /// How many samples make an averaged point.
    public var samples: Int
    /// How the centre is found.
    public var method = CentroidMethod.robust
    public var filter = CentroidFilter()
    /// What happens when it is complete.
    public var continuation = Continuation.stop
    /// Samples further apart in time than this do not belong together, in seconds; above 0.
    public var maximumGap = 5.0
    /// When the receiver counts as moving; nil: it may move.
    public var movement: MovementLimits? = MovementLimits()
    /// The standard deviation of a range, in metres, where a receiver states no accuracy but a dilution of precision.
    public var rangeError = CentroidSettings.defaultRangeError

    /// What happens when it is complete.
    public enum Continuation: String, Sendable {
        /// No further sample is taken.
        case stop
        /// Each further sample takes the place of the oldest.
        case slide
    }

    /// How many samples are computed at most: those of a file. What a person may set is described in
    /// `CentroidPreferences`, with the default.
    public static let allowedSamples = 1...10_000
    /// The `rangeError` if none is set, in metres.
    public static let defaultRangeError = 5.0

    /// - Parameter samples: how many; brought into `allowedSamples`.
    public init(samples: Int) {
        self.samples = min(max(samples, Self.allowedSamples.lowerBound), Self.allowedSamples.upperBound)
    }
}
