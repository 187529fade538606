// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension Fix {
    /// Fills the fields missing from UBX with those from the sentences of the same epoch.
    ///
    /// UBX is the better source: finer values, uncapped counts, accuracies. Two fields are exceptions: the position,
    /// if the sentences have more decimals (u-blox's high precision mode), and the age of corrections, which is a
    /// class in UBX and in seconds in GGA.
    ///
    /// - Parameters:
    ///   - other: The fix from the sentences.
    ///   - isFiner: True if the position of `other` has more decimals.
    mutating func complete(with other: Fix, isFiner: Bool) {
        guard kind != .none, other.kind != .none else { return }
        if isFiner, let finer = other.position { position = finer }
        height = Height(
            ellipsoidal: height.ellipsoidal ?? other.height.ellipsoidal,
            orthometric: height.orthometric ?? other.height.orthometric,
            geoidSeparation: height.geoidSeparation ?? other.height.geoidSeparation)
        datum = datum ?? other.datum
        speed = speed ?? other.speed
        speedAccuracy = speedAccuracy ?? other.speedAccuracy
        course = course ?? other.course
        velocity = velocity ?? other.velocity
        magneticVariation = magneticVariation ?? other.magneticVariation
        if horizontalAccuracy?.origin != .receiver {
            horizontalAccuracy = other.horizontalAccuracy ?? horizontalAccuracy
        }
        if verticalAccuracy?.origin != .receiver { verticalAccuracy = other.verticalAccuracy ?? verticalAccuracy }
        errorStatistics = errorStatistics ?? other.errorStatistics
        dop = dop.completed(by: other.dop)
        satellitesUsed = satellitesUsed ?? other.satellitesUsed
        leapSeconds = leapSeconds ?? other.leapSeconds
        if let known = other.corrections {
            corrections = CorrectionsUsed(
                age: known.age ?? corrections?.age, station: known.station ?? corrections?.station)
        }
    }
}

extension DilutionOfPrecision {
    /// Returns this dilution of precision, with missing values taken from `other`.
    func completed(by other: DilutionOfPrecision) -> DilutionOfPrecision {
        DilutionOfPrecision(
            gdop: gdop ?? other.gdop, pdop: pdop ?? other.pdop, hdop: hdop ?? other.hdop, vdop: vdop ?? other.vdop,
            tdop: tdop ?? other.tdop)
    }
}
