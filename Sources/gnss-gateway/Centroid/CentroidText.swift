// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Foundation
internal import GNSSTypes

/// Formats an averaged point for people.
struct CentroidText {
    private let estimate: CentroidEstimateReport
    private let head: String
    private let method: ReportCode<CentroidMethod>

    /// - Parameters:
    ///   - estimate: The point.
    ///   - method: The method used.
    ///   - head: The first line, such as `rover: 20 of 20 samples`.
    init(_ estimate: CentroidEstimateReport, _ method: ReportCode<CentroidMethod>, head: String) {
        (self.estimate, self.method, self.head) = (estimate, method, head)
    }

    var text: String {
        var lines = [
            "\(head), \(estimate.used) used, \(method)",
            "  latitude   \(Self.fixed(estimate.position.latitude, 9))°",
            "  longitude  \(Self.fixed(estimate.position.longitude, 9))°",
        ]
        if let height = estimate.ellipsoidalHeight {
            lines.append("  height     \(Self.fixed(height, 3)) m above the ellipsoid")
        }
        if let height = estimate.orthometricHeight {
            lines.append("  height     \(Self.fixed(height, 3)) m above mean sea level")
        }
        lines.append("  error      \(error)")
        if estimate.isUnstable { lines.append("  unstable: more than 40 % of the samples are outliers") }
        let other = method == .robust ? "compatible" : "robust    "
        lines.append("  \(other) \(Self.fixed(estimate.distance, 3)) m away")
        if estimate.osnma != .unknown { lines.append("  osnma      authenticated samples: \(estimate.osnma)") }
        return lines.joined(separator: "\n")
    }

    private var error: String {
        guard let ellipse = estimate.ellipse else {
            return "unknown: too few samples, or the receiver's resolution hides it"
        }
        let independent = Self.fixed(estimate.effectiveSamples ?? 1, 1)
        return "\(Self.fixed(ellipse.semiMajor, 3)) m × \(Self.fixed(ellipse.semiMinor, 3)) m, towards "
            + "\(Self.fixed(ellipse.azimuth, 0))° (one standard error; \(independent) independent samples)"
    }

    static func fixed(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
