// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import MessageTexts

/// Decides whether a sampling session has enough samples before their number is reached. Other modules may add rules.
public protocol CentroidFinishRule: Sendable {
    /// Called after each accepted sample.
    ///
    /// - Parameter progress: The intermediate result.
    /// - Returns: The reason to finish, for people; nil to continue.
    func finish(_ progress: CentroidProgress) -> CodedText?
}

/// Finishes once the horizontal standard error is small enough.
public struct StandardErrorRule: CentroidFinishRule {
    /// The largest √(σ_E² + σ_N²) in metres; above 0.
    public var limit: Double
    /// The minimum number of samples, because the standard error of very few samples is unreliable.
    public var minimumSamples: Int

    public init(_ limit: Double, minimumSamples: Int = 10) {
        (self.limit, self.minimumSamples) = (limit, minimumSamples)
    }

    /// Returns the reason to finish once the standard error is within the limit; nil before that.
    public func finish(_ progress: CentroidProgress) -> CodedText? {
        guard progress.count >= minimumSamples, let error = progress.estimate?.standardError?.metres, error <= limit
        else { return nil }
        return CodedText(
            CentroidText.standardError, ["error": .number(error * 1000), "limit": .number(limit * 1000)])
    }
}
