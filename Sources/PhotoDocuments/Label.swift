// SPDX-License-Identifier: Apache-2.0

/// A text of the PDF. A case without all translations does not compile.
enum Label: CaseIterable {
    case colon, photo, unknown, yes, no, replay, photoMissing
    case authenticated, notAuthenticated, authenticationPending, authenticationUnknown, completedLater
    case causeUnverified, causeNotFresh, causeOutdated, causeUnknownSatellites, causeTooFewSatellites
    case latitude, longitude, method, ellipsoidalHeight, orthometricHeight, horizontalAccuracy, verticalAccuracy
    case accuracyByReceiver, accuracyByStatistics, accuracyByGeometry
    case positionTime, timeByReceiver, timeRolledOver, dateByGateway, dateByRecording, taken, byGatewayClock
    case user, task, sent, beingSent, note, receiver, firmware, serial, satellitesUsed, inView
    case heading, tilt, tiltMeaning, trueNorth, magneticNorth, headingByCamera, headingByReceiver
    case seal, notChecked, revision, chainNumber, sealed, manifestHash, publicKey
    case mapPosition, mapAccuracy, mapAveraged, mapCamera, mapGrid, mapNone, north
    case allData, satellites, satelliteID, elevation, azimuth, used, standing, signals, leftOut
    case standingNone, standingAuthenticated, standingChanged, standingStale, standingFailing
    case checkTitle, notSealed, readableCopy, checkOriginal, checkKey, checkProof

    /// The text in a language.
    func text(in language: PhotoPDF.Language) -> String {
        let (english, german, french) = translations
        return switch language {
        case .english: english
        case .german: german
        case .french: french
        }
    }

    /// The label of a known cause (`authentication.cause`) for a position that is not authenticated; nil for others.
    static func cause(_ code: String) -> Label? {
        switch code {
        case "unverified": .causeUnverified
        case "not_fresh": .causeNotFresh
        case "outdated": .causeOutdated
        case "unknown_satellites": .causeUnknownSatellites
        case "too_few_satellites": .causeTooFewSatellites
        default: nil
        }
    }

    /// The label of a known standing of a satellite's ephemeris; nil for others.
    static func standing(_ code: String) -> Label? {
        switch code {
        case "none": .standingNone
        case "authenticated": .standingAuthenticated
        case "changed": .standingChanged
        case "stale": .standingStale
        case "failing": .standingFailing
        default: nil
        }
    }
}
