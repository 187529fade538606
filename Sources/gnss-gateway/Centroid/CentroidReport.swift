// SPDX-License-Identifier: Apache-2.0

internal import Centroid
internal import Foundation
internal import GNSSTypes
internal import Gateway

/// An averaged point for programs. Lengths are in metres, angles in degrees.
struct CentroidReport: Encodable {
    struct Position: Encodable {
        var lat: Double
        var lon: Double
        /// The height above the ellipsoid.
        var altHAE: Double?
        /// The height above mean sea level.
        var altMSL: Double?
    }

    struct Ellipse: Encodable {
        var semiMajor: Double
        var semiMinor: Double
        var azimuth: Double
    }

    struct Covariance: Encodable {
        var ee: Double
        var en: Double
        var nn: Double
    }

    struct Compatible: Encodable {
        var lat: Double
        var lon: Double
        var distance: Double
    }

    var file: String
    var method: String
    /// `complete` or `collecting`.
    var state: String
    var count: Int
    var wanted: Int
    var used: Int?
    var rejected: [String: Int]
    var resets: Int
    var first: String?
    var last: String?
    var position: Position?
    var standardError: Double?
    var standardErrorEllipse: Ellipse?
    var heightStandardError: Double?
    var covariance: Covariance?
    var drms: Double?
    var r95: Double?
    var effectiveSamples: Double?
    var correlation: Double?
    var compatible: Compatible?
    var innermostSpread: Double?
    var isResolutionLimited: Bool?
    var isUnstable: Bool?

    init(_ sampling: FileSampling, file: String, method: CentroidMethod) {
        let session = sampling.best
        (self.file, self.method) = (file, method.code)
        state = session.isComplete ? "complete" : "collecting"
        (count, wanted, resets) = (session.samples.count, session.settings.samples, sampling.resetCount)
        rejected = Dictionary(uniqueKeysWithValues: sampling.rejections.map { ($0.0.rawValue, $0.1) })
        guard let estimate = session.progress.estimate else { return }
        take(estimate)
    }

    private mutating func take(_ estimate: CentroidEstimate) {
        used = estimate.used
        (first, last) = (estimate.first?.iso8601, estimate.last?.iso8601)
        position = Position(
            lat: Self.degrees(estimate.position.latitude), lon: Self.degrees(estimate.position.longitude),
            altHAE: Self.metres(estimate.ellipsoidalHeight), altMSL: Self.metres(estimate.orthometricHeight))
        (standardError, heightStandardError) = (
            Self.metres(estimate.standardError), Self.metres(estimate.heightStandardError)
        )
        standardErrorEllipse = estimate.standardErrorEllipse.map {
            Ellipse(
                semiMajor: Self.rounded($0.semiMajor.metres), semiMinor: Self.rounded($0.semiMinor.metres),
                azimuth: Self.rounded($0.azimuth.degrees))
        }
        covariance = estimate.covariance.map {
            Covariance(
                ee: Self.rounded($0.eastEast, 6), en: Self.rounded($0.eastNorth, 6), nn: Self.rounded($0.northNorth, 6))
        }
        (drms, r95) = (Self.metres(estimate.drms), Self.metres(estimate.r95))
        effectiveSamples = estimate.effectiveSamples.map { Self.rounded($0, 2) }
        correlation = estimate.effectiveSamples == nil ? nil : Self.rounded(estimate.correlation)
        compatible = Compatible(
            lat: Self.degrees(estimate.compatible.latitude), lon: Self.degrees(estimate.compatible.longitude),
            distance: Self.rounded(estimate.distanceToCompatible.metres))
        innermostSpread = Self.metres(estimate.innermostSpread)
        (isResolutionLimited, isUnstable) = (estimate.isResolutionLimited, estimate.isUnstable)
    }

    private static func rounded(_ value: Double, _ digits: Double = 4) -> Double {
        let scale = pow(10, digits)
        return (value * scale).rounded() / scale
    }

    /// Rounds to 10⁻¹⁰ degrees, about a hundredth of a millimetre.
    private static func degrees(_ angle: Angle) -> Double { rounded(angle.degrees, 10) }

    private static func metres(_ length: Length?) -> Double? { length.map { rounded($0.metres) } }

    /// The report as one line of JSON.
    var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return [] }
        return Array(data) + [0x0A]
    }
}
