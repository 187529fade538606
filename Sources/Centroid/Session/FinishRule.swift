// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Says when a sampling session has enough samples before their number is reached. Other modules may add rules.
public protocol CentroidFinishRule: Sendable {
    /// Asked after each accepted sample.
    ///
    /// - Parameter progress: what was sampled so far.
    /// - Returns: why it is enough, for people; nil: it is not.
    func finish(_ progress: CentroidProgress) -> String?
}

/// Enough once the standard error in the plane is small.
public struct StandardErrorRule: CentroidFinishRule {
    /// √(σ_E² + σ_N²) at most, in metres; above 0.
    public var limit: Double
    /// Samples at least: of very few the standard error itself is not known.
    public var minimumSamples: Int

    public init(_ limit: Double, minimumSamples: Int = 10) {
        (self.limit, self.minimumSamples) = (limit, minimumSamples)
    }

    /// Whether it is enough.
    public func finish(_ progress: CentroidProgress) -> String? {
        guard progress.count >= minimumSamples, let error = progress.estimate?.standardError?.metres, error <= limit
        else { return nil }
        return "standard error \(rounded(error)) m, but at most \(rounded(limit)) m is required"
    }

    private func rounded(_ metres: Double) -> Double { (metres * 10_000).rounded() / 10_000 }
}

/// Enough once samples were taken for so long.
public struct DurationRule: CentroidFinishRule {
    /// From the first sample to the last, in seconds; above 0.
    public var seconds: Double

    public init(seconds: Double) { self.seconds = seconds }

    /// Whether it is enough.
    public func finish(_ progress: CentroidProgress) -> String? {
        progress.duration >= seconds ? "sampled for \(wholeSeconds(progress.duration)) s" : nil
    }
}
