// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA

// These functions are mutating although they change nothing, for the same reason as those of `UBXDraft`.
extension EpochDraft {
    /// Returns the fix of the epoch's sentences.
    ///
    /// - Parameters:
    ///   - lastKind: The dimensions that a GSA of a recent epoch stated, for receivers that rarely send GSA.
    ///   - wasThreeDimensional: True if the last fix counted as three-dimensional, for receivers that send no GSA.
    mutating func fix(lastKind: FixKind?, wasThreeDimensional: Bool) -> Fix {
        let kind = fixKind(lastKind, wasThreeDimensional)
        var fix = Fix(kind: kind, quality: kind == .none ? .invalid : quality())
        fix.satellitesUsed = satellitesUsed()
        fix.leapSeconds = own.pubxTime?.leapSeconds ?? own.garmin?.leapSeconds
        guard kind != .none else { return fix }
        fix.position = best?.position
        fix.height = height()
        fix.corrections = corrections()
        fix.datum = datum?.name
        addMotion(to: &fix)
        addAccuracy(to: &fix)
        return fix
    }

    // MARK: Dimensions and quality

    /// If any sentence reports no solution, there is no solution.
    private mutating func isRefused() -> Bool {
        if let rmc, !rmc.hasSolution { return true }
        if let gga, !gga.hasSolution { return true }
        if let gns, !gns.hasSolution { return true }
        if let gll, !gll.hasSolution { return true }
        if let pubx = own.pubx, !pubx.hasSolution { return true }
        if let skytraq = own.skytraq, !skytraq.hasSolution { return true }
        if let garmin = own.garmin, !garmin.hasSolution { return true }
        return gsaKind == FixKind.none && !isDeadReckoning
    }

    /// True if its sentences state a position and none of them says that there is no solution.
    mutating func isSolved() -> Bool { best != nil && !isRefused() }

    private mutating func fixKind(_ lastKind: FixKind?, _ wasThreeDimensional: Bool) -> FixKind {
        if !isSolved() { return .none }
        if let kind = gsaKind ?? lastKind, kind == .threeDimensional || !isSolvedForHeight() { return max(kind) }
        if let kind = own.pubx?.fixKind ?? own.garmin?.fixKind { return kind }
        if gsaKind == nil, own.garminHeight?.fixKind == .threeDimensional { return .threeDimensional }
        // GGA may count the satellites of one system only, so a count below four does not disprove a solution.
        return isSolvedForHeight() || (wasThreeDimensional && hasHeight()) ? .threeDimensional : .twoDimensional
    }

    /// Dead reckoning that GSA does not count as a fix is two-dimensional.
    private func max(_ kind: FixKind) -> FixKind { kind == .none ? .twoDimensional : kind }

    /// True if a height is stated and there are enough satellites to solve for it, even if GSA reports two dimensions
    /// (as some modules always do).
    private mutating func isSolvedForHeight() -> Bool {
        guard hasHeight() else { return false }
        return Swift.max(
            mostSatellites ?? 0, gns?.satellitesUsed ?? 0, own.ashtech?.satellitesUsed ?? 0, used.count) >= 4
    }

    private mutating func hasHeight() -> Bool {
        gga?.orthometricHeight != nil || gns?.orthometricHeight != nil || own.skytraq?.orthometricHeight != nil
            || own.ashtech?.ellipsoidalHeight != nil
    }

    private mutating func quality() -> FixQuality {
        if let quality = gga?.fixQuality, quality != .autonomous { return quality }
        if isDeadReckoning { return .deadReckoning }
        if let gns { return gns.fixQuality }
        if let pubx = own.pubx { return pubx.fixQuality }
        let quality = rmc?.mode?.quality ?? gga?.fixQuality ?? own.skytraq?.mode?.quality ?? gll?.mode?.quality
        if own.ashtech?.isDifferential == true, quality ?? .autonomous == .autonomous { return .differential }
        return quality ?? .autonomous
    }

    /// The number of satellites that the receiver counts, or the number that it lists if that is larger: some receivers
    /// cap GGA's count at 12, others count one system only.
    private mutating func satellitesUsed() -> Int? {
        let counted =
            mostSatellites ?? gns?.satellitesUsed ?? own.pubx?.satellitesUsed ?? own.ashtech?.satellitesUsed
        guard let counted else { return used.isEmpty ? nil : used.count }
        return Swift.max(counted, used.count)
    }

    private mutating func corrections() -> CorrectionsUsed? {
        let age = gga?.correctionAge ?? gns?.correctionAge ?? own.pubx?.correctionAge
        guard age != nil else { return nil }
        return CorrectionsUsed(age: age, station: gga?.station ?? gns?.station)
    }

    // MARK: Height and motion

    private mutating func height() -> Height {
        let standard = gga?.orthometricHeight ?? gns?.orthometricHeight
        let ellipsoidal = own.pubx?.ellipsoidalHeight ?? own.ashtech?.ellipsoidalHeight
        // Skytraq's own sentence has two more decimals; Garmin's is in feet and therefore the last choice.
        let orthometric = own.skytraq?.orthometricHeight ?? standard
        return Height(
            ellipsoidal: ellipsoidal,
            orthometric: orthometric ?? (ellipsoidal == nil ? own.garminHeight?.orthometricHeight : nil),
            geoidSeparation: gga?.geoidSeparation ?? gns?.geoidSeparation)
    }

    private mutating func addMotion(to fix: inout Fix) {
        fix.speed = speed.value ?? own.pubx?.speed ?? own.garmin?.speed ?? own.ashtech?.speed
        fix.course = course.value ?? own.pubx?.course ?? own.garmin?.course ?? own.ashtech?.course
        fix.magneticVariation = rmc?.magneticVariation
        fix.velocity = velocity()
        guard fix.velocity == nil, let speed = fix.speed, let course = fix.course else { return }
        let climb = own.pubx?.climb ?? own.ashtech?.climb
        fix.velocity = climb.map { Velocity(speed: speed, course: course, up: $0) }
    }

    private mutating func velocity() -> Velocity? {
        if let psti = own.skytraq, let north = psti.north, let east = psti.east, let up = psti.up {
            return Velocity(north: north, east: east, up: up)
        }
        if let garmin = own.garminVelocity, let north = garmin.north, let east = garmin.east, let up = garmin.up {
            return Velocity(north: north, east: east, up: up)
        }
        return nil
    }

    // MARK: Accuracy

    private mutating func addAccuracy(to fix: inout Fix) {
        fix.dop = dop
        fix.dop.pdop = dop.pdop ?? own.ashtech?.dop.pdop ?? own.garmin?.dop.pdop
        fix.dop.hdop = dop.hdop ?? gga?.hdop ?? gns?.hdop ?? own.pubx?.dop.hdop ?? own.ashtech?.dop.hdop
        fix.dop.vdop = dop.vdop ?? own.pubx?.dop.vdop ?? own.ashtech?.dop.vdop
        fix.dop.tdop = own.pubx?.dop.tdop ?? own.ashtech?.dop.tdop ?? own.garmin?.dop.tdop
        fix.errorStatistics = gst?.statistics
        fix.horizontalAccuracy = horizontalAccuracy() ?? RangeError.horizontal(fix)
        fix.verticalAccuracy = verticalAccuracy() ?? RangeError.vertical(fix)
    }

    private mutating func horizontalAccuracy() -> Accuracy? {
        if let stated = own.pubx?.horizontalAccuracy ?? own.garminError?.horizontal {
            return Accuracy(stated, origin: .receiver)
        }
        guard let latitude = gst?.statistics.latitude?.metres, let longitude = gst?.statistics.longitude?.metres else {
            return nil
        }
        let radius = (latitude * latitude + longitude * longitude).squareRoot()
        return Accuracy(Length(metres: radius), origin: .errorStatistics)
    }

    private mutating func verticalAccuracy() -> Accuracy? {
        if let stated = own.pubx?.verticalAccuracy ?? own.garminError?.vertical {
            return Accuracy(stated, origin: .receiver)
        }
        return gst?.statistics.height.map { Accuracy($0, origin: .errorStatistics) }
    }
}
