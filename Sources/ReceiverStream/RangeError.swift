// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Estimates the accuracy of a position for receivers that only report dilutions of precision: dilution times an
/// assumed range error, at about 95 %. The range errors are those of gpsd's model: 15 m horizontally and 23 m
/// vertically, a quarter of that with differential corrections. They do not apply to carrier phase solutions and dead
/// reckoning, for which there is no estimate.
enum RangeError {
    /// Returns the horizontal radius; nil without HDOP.
    static func horizontal(_ fix: Fix) -> Accuracy? {
        guard fix.position != nil, let hdop = fix.dop.hdop, let factor = factor(fix.quality) else { return nil }
        return Accuracy(Length(metres: hdop * 15 * factor), origin: .dilutionOfPrecision)
    }

    /// Returns the vertical half-width of a three-dimensional fix; nil without VDOP.
    static func vertical(_ fix: Fix) -> Accuracy? {
        guard fix.kind == .threeDimensional, let vdop = fix.dop.vdop, let factor = factor(fix.quality) else {
            return nil
        }
        return Accuracy(Length(metres: vdop * 23 * factor), origin: .dilutionOfPrecision)
    }

    private static func factor(_ quality: FixQuality) -> Double? {
        switch quality {
        case .autonomous, .precise, .simulated: 1
        case .differential: 0.25
        default: nil
        }
    }
}
