// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import SBF

/// Joins the blocks of SBF that speak of one solution. It ends with EndOfPVT, else with the next PVTGeodetic.
struct SBFSolution: Sendable {
    private var pvt: PVTGeodeticBlock?
    private var dop: DOPBlock?
    private var view: SatVisibilityBlock?
    private var leapSeconds: Int?

    /// Takes a block.
    ///
    /// - Returns: what is to be published: the solution that it ends, the receiver's identity.
    mutating func take(_ block: Span<UInt8>) -> [Payload] {
        if let setup = ReceiverSetupBlock(block) { return [.receiver(setup.identity)] }
        if let time = ReceiverTimeBlock(block) { leapSeconds = time.leapSeconds ?? leapSeconds }
        if let dop = DOPBlock(block) { self.dop = dop }
        if let view = SatVisibilityBlock(block) { self.view = view }
        // 5921: EndOfPVT.
        if SBFBlock(block)?.number == 5921 { return end() }
        guard let next = PVTGeodeticBlock(block) else { return [] }
        let ended = end()
        pvt = next
        return ended
    }

    /// Ends the solution that is open.
    mutating func end() -> [Payload] {
        guard let pvt else { return [] }
        self.pvt = nil
        defer { view = nil }
        let time = pvt.time.flatMap { UTCTime($0, leapSeconds: leapSeconds) }
        let dop = dop.flatMap { $0.time == pvt.time ? $0.dop : nil } ?? DilutionOfPrecision()
        var fix = Fix(pvt)
        (fix.time, fix.leapSeconds, fix.dop) = (time, leapSeconds, dop)
        fix.sources = ["PVTGeodetic"]
        guard let view else { return [.fix(fix)] }
        return [
            .fix(fix),
            .satellites(SkyView(time: time, satellites: view.satellites, dop: dop, sources: ["SatVisibility"])),
        ]
    }
}

extension Fix {
    fileprivate init(_ pvt: PVTGeodeticBlock) {
        guard let position = pvt.position else {
            self.init(kind: .none, quality: .invalid)
            satellitesUsed = pvt.satellitesUsed
            return
        }
        let quality: FixQuality =
            switch pvt.mode {
            case 2, 6: .differential
            case 3: .manual
            case 4, 7: .rtkFixed
            case 5, 8: .rtkFloat
            case 10: .precise
            default: .autonomous
            }
        self.init(kind: pvt.isTwoDimensional ? .twoDimensional : .threeDimensional, quality: quality)
        self.position = position
        height = Height(
            ellipsoidal: pvt.ellipsoidalHeight,
            orthometric: pvt.ellipsoidalHeight.flatMap { height in
                pvt.geoidSeparation.map { Length(metres: height.metres - $0.metres) }
            }, geoidSeparation: pvt.geoidSeparation)
        velocity = pvt.velocity
        speed = pvt.velocity.map { velocity in
            let (north, east) = (velocity.north.metresPerSecond, velocity.east.metresPerSecond)
            return Speed(metresPerSecond: (north * north + east * east).squareRoot())
        }
        course = pvt.course
        satellitesUsed = pvt.satellitesUsed
        if pvt.station != nil || pvt.correctionAge != nil {
            corrections = CorrectionsUsed(age: pvt.correctionAge, station: pvt.station)
        }
    }
}

extension UTCTime {
    /// An instant of GPS time; nil while leap seconds are not known.
    fileprivate init?(_ time: GPSTime, leapSeconds: Int?) {
        guard let leapSeconds else { return nil }
        let days = 3_657 + time.week * 7
        guard days < 100_000 else { return nil }
        let seconds = Int64(days) * 86_400 - Int64(leapSeconds)
        self.init(nanosecondsSince1970: seconds * 1_000_000_000 + time.nanosecondsOfWeek)
    }
}
