// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Noise of variance 1 that remembers itself: a first-order Gauss-Markov process.
struct CorrelatedNoise: Sendable {
    /// The present value.
    private(set) var value: Double
    /// After so many seconds the memory has faded to 1/e.
    private let memory: Double

    init(memory: Double, _ random: inout SplitMix64) {
        self.memory = memory
        value = random.normal()
    }

    /// Goes on by some seconds.
    mutating func advance(by seconds: Double, _ random: inout SplitMix64) {
        let kept = exp(-seconds / memory)
        value = kept * value + (1 - kept * kept).squareRoot() * random.normal()
    }
}
