// SPDX-License-Identifier: Apache-2.0

import Centroid
import Foundation
import GNSSTypes
import Testing

/// Errors over many simulated samplings.
@Suite struct StatisticsTests {
    private struct Result {
        var robust = 0.0
        var compatible = 0.0
        var stated = 0.0
    }

    /// Root mean square errors of both methods, and the mean of what is stated, in metres.
    private func simulate(
        _ runs: Int, samples count: Int, correlation: Double = 0, grossErrors: Double = 0, seed: UInt64
    ) throws -> Result {
        let field = try Field()
        var noise = Noise(seed: seed)
        var result = Result()
        for _ in 0..<runs {
            let (east, north) = (
                noise.series(count, correlation: correlation), noise.series(count, correlation: correlation)
            )
            let samples = try (0..<count).map { index in
                let scale = Double.random(in: 0..<1, using: &noise) < grossErrors ? 30.0 : 1
                return try field.sample(scale * east[index], scale * north[index], second: index)
            }
            let robust = try #require(CentroidEstimate(samples))
            let compatible = try #require(CentroidEstimate(samples, method: .compatible))
            result.robust += field.error(robust) * field.error(robust) / Double(runs)
            result.compatible += field.error(compatible) * field.error(compatible) / Double(runs)
            result.stated += (robust.standardError?.metres ?? 0) / Double(runs)
        }
        return Result(
            robust: result.robust.squareRoot(), compatible: result.compatible.squareRoot(), stated: result.stated)
    }

    @Test func `with normal noise the default is better by a quarter, with gross errors not worse`() throws {
        let clean = try simulate(1500, samples: 20, seed: 1)
        #expect(clean.robust <= 0.75 * clean.compatible, "\(clean)")
        let spoilt = try simulate(1000, samples: 20, grossErrors: 0.1, seed: 2)
        #expect(spoilt.robust <= spoilt.compatible, "\(spoilt)")
    }

    @Test(arguments: [
        (20, 0.0), (20, 0.3), (20, 0.6), (20, 0.8), (50, 0.3), (50, 0.8), (50, 0.9), (100, 0.6), (100, 0.9),
        (300, 0.95),
    ]) func `the stated error is that of the samplings`(_ count: Int, _ correlation: Double) throws {
        let result = try simulate(200, samples: count, correlation: correlation, seed: 3)
        #expect((0.7...1.3).contains(result.stated / result.robust), "\(result)")
    }
}
