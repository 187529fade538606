// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA

extension EpochDraft {
    /// The fix that its sentences make together.
    ///
    /// - Parameter lastKind: the dimensions that a GSA of a recent epoch stated, for receivers that send it seldom.
    func fix(lastKind: FixKind?) -> Fix {
        let kind = fixKind(lastKind)
        guard kind != .none, let position else {
            var fix = Fix(kind: .none, quality: .invalid)
            fix.sources = sources
            fix.satellitesUsed = gga?.satellitesUsed ?? gns?.satellitesUsed
            return fix
        }
        var fix = Fix(kind: kind, quality: quality)
        fix.position = position
        fix.height = height
        addMotion(to: &fix)
        addAccuracy(to: &fix)
        fix.satellitesUsed = gga?.satellitesUsed ?? gns?.satellitesUsed ?? (used.isEmpty ? nil : used.count)
        fix.corrections = corrections
        fix.datum = datum?.name
        fix.sources = sources
        return fix
    }

    // MARK: Position

    private var position: GeodeticPosition? { gga?.position ?? gns?.position ?? rmc?.position ?? gll?.position }

    private var height: Height {
        Height(
            orthometric: gga?.orthometricHeight ?? gns?.orthometricHeight,
            geoidSeparation: gga?.geoidSeparation ?? gns?.geoidSeparation)
    }

    private var hasHeight: Bool { gga?.orthometricHeight != nil || gns?.orthometricHeight != nil }

    /// One sentence that says «no solution» is enough for there being none.
    private var isRefused: Bool {
        rmc?.hasSolution == false || gga?.hasSolution == false || gns?.hasSolution == false
            || gll?.hasSolution == false || (gsaKind == FixKind.none && !isDeadReckoning)
    }

    private func fixKind(_ lastKind: FixKind?) -> FixKind {
        if isRefused { return .none }
        if let kind = gsaKind { return kind }
        if let lastKind { return lastKind }
        let count = gga?.satellitesUsed ?? gns?.satellitesUsed ?? 0
        return hasHeight && count >= 4 ? .threeDimensional : .twoDimensional
    }

    private var quality: FixQuality {
        if let quality = gga?.fixQuality, quality != .autonomous { return quality }
        if isDeadReckoning { return .deadReckoning }
        if let gns { return gns.fixQuality }
        return rmc?.mode?.quality ?? gga?.fixQuality ?? gll?.mode?.quality ?? .autonomous
    }

    private var corrections: CorrectionsUsed? {
        guard let age = gga?.correctionAge ?? gns?.correctionAge else { return nil }
        return CorrectionsUsed(age: age, station: gga?.station ?? gns?.station)
    }

    // MARK: Motion and accuracy

    private func addMotion(to fix: inout Fix) {
        fix.speed = rmc?.speed ?? vtg?.speed
        fix.course = rmc?.course ?? vtg?.course
        fix.magneticVariation = rmc?.magneticVariation
    }

    private func addAccuracy(to fix: inout Fix) {
        fix.dop = dop
        fix.dop.hdop = dop.hdop ?? gga?.hdop ?? gns?.hdop
        guard let statistics = gst?.statistics else { return }
        fix.errorStatistics = statistics
        if let latitude = statistics.latitude, let longitude = statistics.longitude {
            let radius = (latitude.metres * latitude.metres + longitude.metres * longitude.metres).squareRoot()
            fix.horizontalAccuracy = Accuracy(Length(metres: radius), origin: .errorStatistics)
        }
        if let height = statistics.height {
            fix.verticalAccuracy = Accuracy(height, origin: .errorStatistics)
        }
    }
}
