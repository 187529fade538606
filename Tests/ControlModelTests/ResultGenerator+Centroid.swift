// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import MessageTexts

// Random samplings.

extension ResultGenerator {
    static func centroid(using g: inout some RandomNumberGenerator) -> SampledCentroid {
        var sampling = SampledCentroid(
            receiver: SourceID(rawValue: "rover"), session: UInt64.random(in: 0...9, using: &g),
            event: SampledCentroid.Event.allCases.randomElement(using: &g) ?? .reset,
            reason: maybe("moving", &g) ?? "", message: maybe(.detail("er bewegt sich"), &g),
            state: SampledCentroid.State.allCases.randomElement(using: &g) ?? .ready,
            method: CentroidMethod.allCases.randomElement(using: &g) ?? .robust, wanted: 20,
            count: Int.random(in: 0...20, using: &g))
        sampling.resets = Int.random(in: 0...9, using: &g)
        if Bool.random(using: &g) {
            sampling.rejected = [SampledCentroid.Rejected("hdop", 3), SampledCentroid.Rejected("no_fix", .max)]
        }
        if let place = position(using: &g), let other = position(using: &g) {
            sampling.estimate = estimate(sampling, place, other, using: &g)
        }
        return sampling
    }

    private static func estimate(
        _ sampling: SampledCentroid, _ place: GeodeticPosition, _ other: GeodeticPosition,
        using g: inout some RandomNumberGenerator
    ) -> CentroidEstimate {
        var estimate = CentroidEstimate(
            method: sampling.method, count: sampling.count, used: Int.random(in: 0...20, using: &g), robust: place,
            compatible: other)
        estimate.distanceToCompatible = Length(metres: 0.25)
        estimate.correlation = Double.random(in: 0..<1, using: &g)
        estimate.ellipsoidalHeight = number(-500...9000, &g).map(Length.init)
        estimate.orthometricHeight = number(-500...9000, &g).map(Length.init)
        estimate.covariance = covariance(using: &g)
        estimate.positionCovariance = covariance(using: &g)
        estimate.heightStandardError = number(0...9, &g).map(Length.init)
        estimate.effectiveSamples = number(1...20, &g)
        estimate.drms = number(0...9, &g).map(Length.init)
        estimate.r95 = number(0...9, &g).map(Length.init)
        estimate.innermostSpread = number(0...9, &g).map(Length.init)
        (estimate.first, estimate.last) = (time(using: &g), time(using: &g))
        (estimate.isResolutionLimited, estimate.isUnstable) = (Bool.random(using: &g), Bool.random(using: &g))
        estimate.authentication = CentroidAuthentication.allCases.randomElement(using: &g) ?? .all
        return estimate
    }

    private static func covariance(using g: inout some RandomNumberGenerator) -> PlaneCovariance? {
        number(0...99, &g).map { PlaneCovariance(eastEast: $0, eastNorth: -0.5, northNorth: 2) }
    }

    private static func position(using g: inout some RandomNumberGenerator) -> GeodeticPosition? {
        let longitude = Angle(degrees: Double.random(in: -180...180, using: &g))
        return number(-90...90, &g).flatMap { GeodeticPosition(latitude: Angle(degrees: $0), longitude: longitude) }
    }
}
