// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX

// These functions change nothing. They are mutating so that they use the draft in place: copying it costs more than the
// rest of their work.
extension UBXDraft {
    /// The fix that results from the messages.
    ///
    /// Position: NAV-HPPOSLLH, NAV-PVT, NAV-PVAT, NAV-POSLLH, otherwise converted from Earth-centred coordinates
    /// (NAV-HPPOSECEF, NAV-SOL, NAV-POSECEF). A solution that the receiver itself reports as outside its limits
    /// (`gnssFixOK` 0) counts as none.
    mutating func fix() -> Fix {
        let (kind, quality) = solution()
        var fix = Fix(kind: kind, quality: quality)
        fix.satellitesUsed = satellitesUsed()
        fix.leapSeconds = statedLeapSeconds()
        guard kind != .none else { return fix }
        place(&fix)
        guard let position = fix.position else { return Fix(kind: .none, quality: .invalid).counting(fix) }
        addMotion(to: &fix, at: position)
        addAccuracy(to: &fix)
        fix.earthFixedPosition = ecef?.earthFixedPosition ?? sol?.earthFixedPosition
        fix.earthFixedVelocity = velecef?.earthFixedVelocity ?? sol?.earthFixedVelocity
        fix.corrections = corrections(fix.quality)
        fix.magneticVariation = pvt?.magneticDeclination ?? pvat?.magneticDeclination
        return fix
    }

    /// The number of decimals of minutes with the same resolution; a sentence with more decimals is finer.
    mutating func decimalsOfMinute() -> Int {
        // Steps of 1e-9° are 6e-8 minutes, of 1e-7° (or of 1 cm) 6e-6 minutes.
        let isFine =
            fine?.isInvalid == false || (ecef?.isHighPrecision == true && pvt == nil && pvat == nil && posllh == nil)
        return isFine ? 7 : 5
    }

    // MARK: Dimensions and quality

    private mutating func solution() -> (FixKind, FixQuality) {
        if let pvt {
            return Self.solution(pvt.fixType, pvt.gnssFixOK, pvt.isDifferential, pvt.carrierSolution)
        }
        if let pvat {
            return Self.solution(pvat.fixType, pvat.gnssFixOK, pvat.isDifferential, pvat.carrierSolution)
        }
        if let sol {
            return Self.solution(
                sol.fixType, sol.gpsFixOK, sol.isDifferential || status?.isDifferential == true,
                status?.carrierSolution ?? .none)
        }
        if let status {
            return Self.solution(status.fixType, status.gpsFixOK, status.isDifferential, status.carrierSolution)
        }
        // A position message alone: receivers also send it without a fix, and then state an accuracy of the size of the
        // Earth.
        let accuracy = fine?.horizontalAccuracy ?? posllh?.horizontalAccuracy ?? ecef?.accuracy
        guard let accuracy, accuracy.metres < 100_000 else { return (.none, .invalid) }
        return (.threeDimensional, .autonomous)
    }

    static func solution(
        _ type: UBXFixType, _ isOK: Bool, _ isDifferential: Bool, _ carrier: UBXCarrierSolution
    ) -> (FixKind, FixQuality) {
        guard isOK else { return (.none, .invalid) }
        let corrected: FixQuality =
            switch carrier {
            case .fixed: .rtkFixed
            case .float: .rtkFloat
            default: .differential
            }
        switch type {
        case .deadReckoning: return (.twoDimensional, .deadReckoning)
        case .twoDimensional: return (.twoDimensional, isDifferential ? corrected : .autonomous)
        case .threeDimensional: return (.threeDimensional, isDifferential ? corrected : .autonomous)
        case .combinedDeadReckoning: return (.threeDimensional, isDifferential ? corrected : .combinedDeadReckoning)
        case .timeOnly: return (.threeDimensional, .manual)
        default: return (.none, .invalid)
        }
    }

    private mutating func satellitesUsed() -> Int? {
        if let count = pvt?.satellitesUsed ?? pvat?.satellitesUsed ?? sol?.satellitesUsed { return Int(count) }
        return (satellites ?? signals)?.count { $0.isUsed }
    }

    private mutating func corrections(_ quality: FixQuality) -> CorrectionsUsed? {
        switch quality {
        case .differential, .rtkFloat, .rtkFixed: break
        default: return nil
        }
        let age = pvt.flatMap { Self.ages[$0.correctionAgeClass] }
        let station = relative.flatMap { $0.isValid ? $0.station : nil }
        return age == nil && station == nil ? nil : CorrectionsUsed(age: age, station: station)
    }

    /// The upper limits of the classes of NAV-PVT, in seconds; the last class has none and is represented by twice
    /// its lower limit.
    private static let ages: [Int: Double] = [
        1: 1, 2: 2, 3: 5, 4: 10, 5: 15, 6: 20, 7: 30, 8: 45, 9: 60, 10: 90, 11: 120, 12: 240,
    ]

    // MARK: Position and motion

    private mutating func place(_ fix: inout Fix) {
        if let fine, !fine.isInvalid {
            fix.position = GeodeticPosition(latitude: fine.latitude, longitude: fine.longitude)
            fix.height = Height(ellipsoidal: fine.ellipsoidalHeight, orthometric: fine.orthometricHeight)
        } else if let pvt {
            guard !pvt.isPositionInvalid else { return }
            fix.position = GeodeticPosition(latitude: pvt.latitude, longitude: pvt.longitude)
            fix.height = Height(ellipsoidal: pvt.ellipsoidalHeight, orthometric: pvt.orthometricHeight)
        } else if let pvat {
            fix.position = GeodeticPosition(latitude: pvat.latitude, longitude: pvat.longitude)
            fix.height = Height(ellipsoidal: pvat.ellipsoidalHeight, orthometric: pvat.orthometricHeight)
        } else if let posllh {
            fix.position = GeodeticPosition(latitude: posllh.latitude, longitude: posllh.longitude)
            fix.height = Height(ellipsoidal: posllh.ellipsoidalHeight, orthometric: posllh.orthometricHeight)
        } else if let frame = earthFrame() {
            fix.position = frame.position
            fix.height = Height(ellipsoidal: frame.height)
        }
    }

    private mutating func earthFrame() -> EarthFrame? {
        if let ecef, ecef.isHighPrecision || sol == nil {
            return ecef.isInvalid ? nil : EarthFrame(ecef.x, ecef.y, ecef.z)
        }
        return sol.flatMap { EarthFrame($0.x, $0.y, $0.z) }
    }

    private mutating func addMotion(to fix: inout Fix, at position: GeodeticPosition) {
        if let pvt {
            fix.velocity = Velocity(north: pvt.north, east: pvt.east, up: pvt.down.reversed)
            (fix.speed, fix.course) = (pvt.groundSpeed, pvt.course.around)
        } else if let pvat {
            fix.velocity = Velocity(north: pvat.north, east: pvat.east, up: pvat.down.reversed)
            (fix.speed, fix.course) = (pvat.groundSpeed, pvat.course.around)
        } else if let velned {
            fix.velocity = Velocity(north: velned.north, east: velned.east, up: velned.down.reversed)
            (fix.speed, fix.course) = (velned.groundSpeed, velned.course.around)
        } else if let (vx, vy, vz) = sol.map({ ($0.vx, $0.vy, $0.vz) }) ?? velecef.map({ ($0.vx, $0.vy, $0.vz) }) {
            let velocity = EarthFrame.velocity(vx, vy, vz, at: position)
            fix.velocity = velocity
            (fix.speed, fix.course) = velocity.overGround
        }
    }

    // MARK: Accuracy

    /// Dilutions of precision; 99.99 stands for unknown.
    mutating func dop() -> DilutionOfPrecision {
        var dop = DilutionOfPrecision()
        func known(_ value: Double?) -> Double? { value.flatMap { $0 > 0 && $0 < 99.985 ? $0 : nil } }
        dop.pdop = known(dilutions?.pdop) ?? known(pvt?.pdop ?? sol?.pdop)
        dop.gdop = known(dilutions?.gdop)
        dop.hdop = known(dilutions?.hdop)
        dop.vdop = known(dilutions?.vdop)
        dop.tdop = known(dilutions?.tdop)
        return dop
    }

    private mutating func addAccuracy(to fix: inout Fix) {
        fix.dop = dop()
        fix.errorStatistics = errors
        let isFine = fine?.isInvalid == false
        let horizontal =
            (isFine ? fine?.horizontalAccuracy : nil) ?? pvt?.horizontalAccuracy ?? pvat?.horizontalAccuracy
            ?? posllh?.horizontalAccuracy
        let vertical =
            (isFine ? fine?.verticalAccuracy : nil) ?? pvt?.verticalAccuracy ?? pvat?.verticalAccuracy
            ?? posllh?.verticalAccuracy
        let spatial = Self.stated(spatialAccuracy())
        fix.horizontalAccuracy = Self.stated(horizontal) ?? spatial ?? RangeError.horizontal(fix)
        fix.verticalAccuracy = Self.stated(vertical) ?? spatial ?? RangeError.vertical(fix)
        // The largest value of the field means unknown, and 0 means that the receiver did not fill it in.
        let speed = pvt?.speedAccuracy ?? velned?.speedAccuracy
        fix.speedAccuracy = speed.flatMap { $0.metresPerSecond > 0 && $0.metresPerSecond < 10_000 ? $0 : nil }
    }

    /// The accuracy in three dimensions (`pAcc`) of NAV-HPPOSECEF, NAV-SOL or NAV-POSECEF: the horizontal and the
    /// vertical one are no larger. Nil if it belongs to a position without a fix, or is 0.
    private mutating func spatialAccuracy() -> Length? {
        let accuracy = (ecef?.isInvalid == false ? ecef?.accuracy : nil) ?? sol?.positionAccuracy
        return accuracy.flatMap { $0.metres > 0 && $0.metres < 100_000 ? $0 : nil }
    }

    /// Converts an accuracy; nil for the largest number, which means unknown.
    static func stated(_ accuracy: Length?) -> Accuracy? {
        guard let accuracy, accuracy.metres < 400_000 else { return nil }
        return Accuracy(accuracy, origin: .receiver)
    }
}

extension Fix {
    /// Returns this fix with the values of `other` that are also valid without a position.
    fileprivate func counting(_ other: Fix) -> Fix {
        var fix = self
        fix.satellitesUsed = other.satellitesUsed
        fix.leapSeconds = other.leapSeconds
        return fix
    }
}

extension Speed {
    fileprivate var reversed: Speed { Speed(metresPerSecond: metresPerSecond == 0 ? 0 : -metresPerSecond) }
}

extension Angle {
    /// This bearing, converted to 0°..<360°.
    var around: Angle {
        guard !(0..<360).contains(degrees) else { return self }
        let turned = degrees.truncatingRemainder(dividingBy: 360)
        return Angle(degrees: turned < 0 ? turned + 360 : turned)
    }
}
