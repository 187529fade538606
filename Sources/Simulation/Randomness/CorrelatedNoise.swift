// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Time-correlated noise of variance 1: a first-order Gauss-Markov process.
struct CorrelatedNoise: Sendable {
    /// The current value.
    private(set) var value: Double
    /// The correlation time in seconds, after which the correlation has dropped to 1/e.
    private let memory: Double

    init(memory: Double, _ random: inout SplitMix64) {
        self.memory = memory
        value = random.normal()
    }

    /// Advances the process by a number of seconds.
    mutating func advance(by seconds: Double, _ random: inout SplitMix64) {
        let kept = exp(-seconds / memory)
        value = kept * value + (1 - kept * kept).squareRoot() * random.normal()
    }
}
