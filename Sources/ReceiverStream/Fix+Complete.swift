// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension Fix {
    /// Fills what UBX did not say with what the sentences of the same epoch say.
    ///
    /// UBX is the better source: finer, uncapped counts, stated accuracies. Two fields are the other way round: the
    /// position where the sentences state it to more decimals (u-blox's high precision mode), and the age of corrections,
    /// which UBX states as a class and GGA in seconds.
    ///
    /// - Parameters:
    ///   - other: the fix by the sentences.
    ///   - isFiner: whether its position is stated to more decimals.
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
    /// Those stated here, the others as stated there.
    func completed(by other: DilutionOfPrecision) -> DilutionOfPrecision {
        DilutionOfPrecision(
            gdop: gdop ?? other.gdop, pdop: pdop ?? other.pdop, hdop: hdop ?? other.hdop, vdop: vdop ?? other.vdop,
            tdop: tdop ?? other.tdop)
    }
}
