// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The accuracy of a position whose receiver states nothing but dilutions of precision: dilution times an assumed range
/// error, at about 95 %. The range errors are those of gpsd's model: 15 m horizontally and 23 m vertically, a quarter of
/// that with differential corrections. For carrier phase solutions and dead reckoning they would mean nothing, so there
/// is no accuracy then.
enum RangeError {
    /// The horizontal radius, where the receiver states HDOP.
    static func horizontal(_ fix: Fix) -> Accuracy? {
        guard fix.position != nil, let hdop = fix.dop.hdop, let factor = factor(fix.quality) else { return nil }
        return Accuracy(Length(metres: hdop * 15 * factor), origin: .dilutionOfPrecision)
    }

    /// The vertical half-width of a fix in three dimensions, where the receiver states VDOP.
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
