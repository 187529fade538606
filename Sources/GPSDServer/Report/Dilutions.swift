// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The dilutions of precision of one epoch: those that the receiver reports, others computed from the geometry.
struct Dilutions: Equatable {
    var gdop, hdop, pdop, tdop, xdop, ydop, vdop: Double?

    /// Joins the known dilutions.
    ///
    /// - Parameters:
    ///   - sky: The dilutions reported with the satellites, which take precedence over those reported with the fix.
    ///   - fix: The dilutions reported with the fix.
    ///   - geometry: The dilutions computed from the satellites used.
    init(sky: DilutionOfPrecision?, fix: DilutionOfPrecision?, geometry: SkyGeometry?) {
        gdop = sky?.gdop ?? fix?.gdop ?? geometry?.gdop
        hdop = sky?.hdop ?? fix?.hdop ?? geometry?.hdop
        pdop = sky?.pdop ?? fix?.pdop ?? geometry?.pdop
        tdop = sky?.tdop ?? fix?.tdop ?? geometry?.tdop
        vdop = sky?.vdop ?? fix?.vdop ?? geometry?.vdop
        xdop = geometry?.xdop
        ydop = geometry?.ydop
    }
}
