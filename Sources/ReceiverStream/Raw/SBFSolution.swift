// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import SBF

/// Joins the SBF blocks of one solution. A solution ends with EndOfPVT, otherwise with PVTGeodetic or PVTCartesian of
/// the next solution; if there are both for one solution, PVTGeodetic counts.
struct SBFSolution: Sendable {
    private var pvt: PVTBlock?
    private var dop: DOPBlock?
    private var view: SatVisibilityBlock?
    private var leapSeconds: Int?

    /// Adds a block.
    ///
    /// - Returns: The payloads to publish: the solution ended by the block, the receiver's identity.
    mutating func take(_ block: Span<UInt8>) -> [Payload] {
        if let setup = ReceiverSetupBlock(block) { return [.receiver(setup.identity)] }
        if let time = ReceiverTimeBlock(block) { leapSeconds = time.leapSeconds ?? leapSeconds }
        if let dop = DOPBlock(block) { self.dop = dop }
        if let view = SatVisibilityBlock(block) { self.view = view }
        // 5921: EndOfPVT.
        if SBFBlock(block)?.number == 5921 { return end() }
        guard let next = PVTBlock(block) else { return [] }
        if let pvt, pvt.isGeodetic != next.isGeodetic, pvt.time == next.time {
            if next.isGeodetic { self.pvt = next }
            return []
        }
        let ended = end()
        pvt = next
        return ended
    }

    /// Ends the open solution.
    mutating func end() -> [Payload] {
        guard let pvt else { return [] }
        self.pvt = nil
        defer { view = nil }
        // As long as the receiver has not reported the leap seconds, use those announced for the date.
        let time = pvt.time.flatMap { UTCTime($0, leapSeconds: leapSeconds ?? LeapSeconds.announced.at($0)) }
        let dop = dop.flatMap { $0.time == pvt.time ? $0.dop : nil } ?? DilutionOfPrecision()
        var fix = Fix(pvt)
        (fix.time, fix.leapSeconds, fix.dop) = (time, leapSeconds, dop)
        fix.sources = [pvt.isGeodetic ? "PVTGeodetic" : "PVTCartesian"]
        guard let view else { return [.fix(fix)] }
        return [
            .fix(fix),
            .satellites(SkyView(time: time, satellites: view.satellites, dop: dop, sources: ["SatVisibility"])),
        ]
    }
}

extension Fix {
    fileprivate init(_ pvt: PVTBlock) {
        guard let place = Place(pvt) else {
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
        position = place.position
        height = Height(ellipsoidal: place.height, geoidSeparation: pvt.geoidSeparation)
        velocity = place.velocity
        speed = place.velocity?.overGround.speed
        horizontalAccuracy = pvt.horizontalAccuracy.map { Accuracy($0, origin: .receiver) }
        verticalAccuracy = pvt.verticalAccuracy.map { Accuracy($0, origin: .receiver) }
        course = pvt.course
        satellitesUsed = pvt.satellitesUsed
        if pvt.station != nil || pvt.correctionAge != nil {
            corrections = CorrectionsUsed(age: pvt.correctionAge, station: pvt.station)
        }
    }
}

/// Position and velocity, independent of the block's coordinate system.
private struct Place {
    let position: GeodeticPosition
    let height: Length?
    let velocity: Velocity?

    init?(_ pvt: PVTBlock) {
        guard let coordinates = pvt.coordinates else { return nil }
        let speeds = pvt.velocity.flatMap { speeds in
            speeds.third.map { [speeds.first, speeds.second, $0].map(Speed.init(metresPerSecond:)) }
        }
        guard pvt.isGeodetic else {
            guard let z = coordinates.third,
                let frame = EarthFrame(
                    Length(metres: coordinates.first), Length(metres: coordinates.second), Length(metres: z))
            else { return nil }
            (position, height) = (frame.position, frame.height)
            velocity = speeds.map { EarthFrame.velocity($0[0], $0[1], $0[2], at: frame.position) }
            return
        }
        guard
            let position = GeodeticPosition(
                latitude: Angle(degrees: coordinates.first * 180 / .pi),
                longitude: Angle(degrees: coordinates.second * 180 / .pi))
        else { return nil }
        (self.position, height) = (position, coordinates.third.map(Length.init))
        velocity = speeds.map { Velocity(north: $0[0], east: $0[1], up: $0[2]) }
    }
}
