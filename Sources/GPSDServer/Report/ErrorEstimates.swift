// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The errors of a position in metres, at a confidence of about 95 %; nil if unknown.
///
/// The sources, in order of precedence, are the accuracy reported by the receiver; the receiver's error statistics (the
/// NMEA sentence GST, 1 σ); and gpsd's model, a dilution of precision times a range error that is the same for every
/// receiver. A dilution alone is never used.
struct ErrorEstimates: Equatable {
    /// The error from east to west.
    var epx: Double?
    /// The error from north to south.
    var epy: Double?
    /// The vertical error.
    var epv: Double?
    /// The radius of the horizontal error.
    var eph: Double?
    /// The radius of the error in three dimensions.
    var sep: Double?

    /// The error of UTC that gpsd reports for every receiver, in seconds.
    static let time = 0.005

    /// Computes the estimates for one epoch.
    init(_ fix: Fix, _ dilutions: Dilutions) {
        let model = RangeErrors(fix.quality)
        let horizontalIsStated = setHorizontal(fix, dilutions)
        if !horizontalIsStated {
            epx = dilutions.xdop.map { $0 * model.horizontal }
            epy = dilutions.ydop.map { $0 * model.horizontal }
            eph = dilutions.hdop.map { $0 * model.spherical } ?? fix.horizontalAccuracy?.value.metres
        }
        epv = Self.statedVertical(fix)
        if let eph, let epv, horizontalIsStated {
            sep = (eph * eph + epv * epv).squareRoot()
        } else if !horizontalIsStated {
            sep = dilutions.pdop.map { $0 * model.spherical }
        }
        if epv == nil, fix.kind == .threeDimensional {
            epv = dilutions.vdop.map { $0 * model.vertical } ?? fix.verticalAccuracy?.value.metres
        }
    }

    private mutating func setHorizontal(_ fix: Fix, _ dilutions: Dilutions) -> Bool {
        let stated = fix.horizontalAccuracy
        if stated?.origin != .receiver, let errors = fix.errorStatistics, let latitude = errors.latitude?.metres,
            let longitude = errors.longitude?.metres
        {
            epx = longitude * Confidence.oneDimension
            epy = latitude * Confidence.oneDimension
            eph = (latitude * latitude + longitude * longitude).squareRoot() * Confidence.radius
            return true
        }
        guard let stated, let radius = Self.metres(stated, Confidence.radius) else { return false }
        eph = radius
        guard let xdop = dilutions.xdop, let ydop = dilutions.ydop else { return true }
        // Distribute the radius over the axes in proportion to their dilutions.
        let hdop = (xdop * xdop + ydop * ydop).squareRoot()
        guard hdop > 0 else { return true }
        epx = radius * xdop / hdop
        epy = radius * ydop / hdop
        return true
    }

    private static func statedVertical(_ fix: Fix) -> Double? {
        let stated = fix.verticalAccuracy
        if stated?.origin != .receiver, let height = fix.errorStatistics?.height?.metres {
            return height * Confidence.oneDimension
        }
        return stated.flatMap { metres($0, Confidence.oneDimension) }
    }

    /// Converts an accuracy to metres; nil if the accuracy is itself a dilution times an assumed error, because
    /// gpsd's own model, which clients expect, takes precedence.
    private static func metres(_ accuracy: Accuracy, _ factor: Double) -> Double? {
        switch accuracy.origin {
        case .receiver: accuracy.value.metres
        case .errorStatistics: accuracy.value.metres * factor
        case .dilutionOfPrecision: nil
        }
    }
}

/// Factors from 1 σ to about 95 %.
private enum Confidence {
    /// A normal distribution along one axis.
    static let oneDimension = 1.96
    /// Twice the distance root mean square: 95 % for a long ellipse, 98 % for a circle.
    static let radius = 2.0
}

/// The range errors of gpsd's model (UERE), in metres at 95 %. Only differential solutions have the smaller errors;
/// gpsd handles RTK like a solution without corrections.
private struct RangeErrors {
    let horizontal, vertical, spherical: Double

    init(_ quality: FixQuality) {
        (horizontal, vertical, spherical) = quality == .differential ? (3.75, 5.75, 4.75) : (15, 23, 19)
    }
}
