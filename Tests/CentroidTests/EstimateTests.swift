// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Testing

@testable import Centroid

@Suite struct EstimateTests {
    private func samples(_ points: [(Double, Double)]) -> [CentroidSample] {
        points.enumerated().compactMap { index, point in
            position(point.0, point.1).map { CentroidSample($0, arrival: Int64(index) * 1_000_000_000) }
        }
    }

    @Test(arguments: GoldenVector.all) func `the peel gives what the published code gives`(_ vector: GoldenVector)
        throws
    {
        let peel = try #require(ConvexPeel(vector.positions))
        #expect(peel.innermost == vector.innermost)
        #expect(abs(peel.position.latitude.degrees - vector.centroid.0) < 1e-9)
        #expect(abs(peel.position.longitude.degrees - vector.centroid.1) < 1e-9)
        let estimate = try #require(CentroidEstimate(samples(vector.points), method: .compatible))
        #expect(estimate.position == peel.position && estimate.used == vector.innermost.count)
    }

    /// Beside the rule worked out with numpy.
    @Test func `the robust centre of a cloud, and of the same with a gross error`() throws {
        let clean = try #require(CentroidEstimate(samples(GoldenVector.cloudAt)))
        #expect(abs(clean.position.latitude.degrees - 50.0875005184) < 1e-9)
        #expect(abs(clean.position.longitude.degrees - 14.4212999157) < 1e-9)
        #expect(clean.used == 20 && !clean.isUnstable)
        let spoilt = try #require(CentroidEstimate(samples(GoldenVector.cloudAt + [(50.0885, 14.4313)])))
        #expect(abs(spoilt.position.latitude.degrees - 50.0875004936) < 1e-9)
        #expect(abs(spoilt.position.longitude.degrees - 14.4212998977) < 1e-9)
        #expect(spoilt.used == 20 && spoilt.count == 21)
        #expect(abs(spoilt.distanceToCompatible.metres - 0.12) < 0.01)
    }

    @Test func `few, equal and collinear samples have a centre, and no error that is made up`() throws {
        #expect(CentroidEstimate([]) == nil)
        let one = try #require(CentroidEstimate(samples([(-33, 151)])))
        #expect(one.drms == nil && one.covariance == nil && one.standardError == nil && one.effectiveSamples == nil)
        let two = try #require(CentroidEstimate(samples([(50, 14), (50.00001, 14)])))
        #expect(abs(two.position.latitude.degrees - 50.000005) < 1e-9)
        let equal = try #require(CentroidEstimate(samples([(50, 14), (50, 14), (50, 14)])))
        #expect(equal.isResolutionLimited && equal.standardError == nil && equal.drms?.metres ?? 1 < 1e-6)
        let line = try #require(CentroidEstimate(samples((0..<9).map { (50 + Double($0) * 1e-6, 14) })))
        #expect(abs(line.position.latitude.degrees - 50.000004) < 1e-9)
        #expect(line.standardErrorEllipse?.semiMinor.metres ?? 1 < 1e-6)
        #expect(abs(line.standardErrorEllipse?.azimuth.degrees ?? 1) < 0.01, "along the meridian")
    }

    @Test(arguments: [
        (90.0, 0.0), (-90, 0), (89.9999999, 170), (0, 180), (0, -180), (-45, 179.9999999), (0, 0), (-33, 151),
    ]) func `any place of the earth will do`(_ latitude: Double, _ longitude: Double) throws {
        let field = try Field(latitude, longitude)
        var noise = Noise(seed: 5)
        let samples = try (0..<30).map { try field.sample(noise.normal(), noise.normal(), second: $0) }
        for method in CentroidMethod.allCases where abs(latitude) < 89 || method == .robust {
            let estimate = try #require(CentroidEstimate(samples, method: method))
            #expect(field.error(estimate) < 1, "\(method)")
            #expect((-180.0..<180.0).contains(estimate.position.longitude.degrees))
        }
    }

    @Test func `a frame gives back what it took, to a micrometre`() throws {
        var noise = Noise(seed: 1)
        for _ in 0..<2000 {
            let origin = try #require(
                position(.random(in: -90...90, using: &noise), .random(in: -180...180, using: &noise)))
            let frame = LocalFrame(origin, height: .random(in: -400...9000, using: &noise))
            let point = LocalFrame.Point(
                east: .random(in: -5000...5000, using: &noise), north: .random(in: -5000...5000, using: &noise),
                up: .random(in: -100...100, using: &noise))
            let place = try #require(frame.position(point))
            let back = frame.point(place.position, height: place.height)
            #expect(back.distance(to: point) < 1e-6 && abs(back.up - point.up) < 1e-6)
        }
    }

    @Test func `accurate samples weigh more, and a height is found too`() throws {
        let field = try Field()
        var samples = try (0..<10).map { try field.sample(0.01 * Double($0 % 3), 0, second: $0) }
        for index in samples.indices { samples[index].horizontalDeviation = 0.02 }
        for second in 10..<20 {
            var sample = try field.sample(3 + Double(second % 3), 0, second: second)
            sample.horizontalDeviation = 3
            samples.append(sample)
        }
        for index in samples.indices {
            samples[index].height = Height(
                orthometric: Length(metres: 500 + Double(index % 5)), geoidSeparation: Length(metres: 45))
        }
        samples[7].height = Height(orthometric: Length(metres: 9000), geoidSeparation: Length(metres: 45))
        let estimate = try #require(CentroidEstimate(samples))
        #expect(field.error(estimate) < 0.02)
        #expect(abs((estimate.orthometricHeight?.metres ?? 0) - 502) < 0.3)
        #expect(abs((estimate.ellipsoidalHeight?.metres ?? 0) - 547) < 0.3)
    }

    @Test func `digits that a receiver rounds are not taken for outliers`() throws {
        let field = try Field()
        // 14 samples on one step of 1.1 m, 6 on the next.
        let samples = try (0..<20).map { try field.sample(0, $0 % 10 < 7 ? 0 : 1.1, second: $0) }
        let estimate = try #require(CentroidEstimate(samples))
        #expect(estimate.used == 20 && !estimate.isUnstable)
    }

    @Test func `the ellipse points where the errors are`() throws {
        let field = try Field()
        var noise = Noise(seed: 9)
        let samples = try (0..<400).map { second in
            let (along, across) = (4 * noise.normal(), noise.normal())
            // 60° from the north to the east.
            return try field.sample(
                along * sin(.pi / 3) + across * cos(.pi / 3), along * cos(.pi / 3) - across * sin(.pi / 3),
                second: second)
        }
        let ellipse = try #require(CentroidEstimate(samples)?.covariance?.ellipse)
        #expect(abs(ellipse.azimuth.degrees - 60) < 4)
        #expect(abs(ellipse.semiMajor.metres - 4) < 0.5 && abs(ellipse.semiMinor.metres - 1) < 0.15)
    }
}
