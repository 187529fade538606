// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The dilutions of precision of one epoch: those the receiver stated, the others by geometry.
struct Dilutions: Equatable {
    var gdop, hdop, pdop, tdop, xdop, ydop, vdop: Double?

    /// Joins what is known.
    ///
    /// - Parameters:
    ///   - sky: as stated with the satellites; goes before what was stated with the fix.
    ///   - fix: as stated with the fix.
    ///   - geometry: from the used satellites.
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
