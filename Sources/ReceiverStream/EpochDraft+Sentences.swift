// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA

extension EpochDraft {
    /// Takes what a sentence says of the fix; GGA comes by `add(_:_:)`.
    mutating func add(_ sentence: NMEASentence) {
        switch sentence.kind {
        case .rmc:
            add(usable(RMCSentence(sentence), sentence, field: 3), decimals: sentence.decimals(3))
            if let rmc, rmc.hasSolution {
                move(rmc.speed, rmc.course, decimals: (sentence.decimals(7), sentence.decimals(8)))
            }
        case .gns: add(usable(GNSSentence(sentence), sentence, field: 2), decimals: sentence.decimals(2))
        case .gll: add(usable(GLLSentence(sentence), sentence, field: 1), decimals: sentence.decimals(1))
        case .vtg:
            guard let vtg = VTGSentence(sentence), vtg.mode?.quality != .invalid else { return }
            move(vtg.speed, vtg.course, decimals: (sentence.decimals(5), sentence.decimals(1)))
        case .gsa: add(GSASentence(sentence), talker: sentence.talker)
        case .zda: zda = ZDASentence(sentence) ?? zda
        case .gst: gst = GSTSentence(sentence) ?? gst
        case .dtm: datum = DTMSentence(sentence) ?? datum
        default: addOwn(sentence)
        }
    }

    /// Takes what GGA says of the fix.
    ///
    /// - Parameters:
    ///   - gga: what it says; nil where it cannot be read.
    ///   - sentence: itself.
    mutating func add(_ gga: GGASentence?, _ sentence: NMEASentence) {
        add(usable(gga, sentence, field: 2), decimals: sentence.decimals(2))
    }

    /// Takes what makers' own sentences say.
    private mutating func addOwn(_ sentence: NMEASentence) {
        switch sentence.kind {
        case .pubxPosition:
            own.pubx = usable(PUBXPositionSentence(sentence), sentence, field: 3) ?? own.pubx
            place(own.pubx?.position, decimals: sentence.decimals(3))
        case .skytraqVelocity:
            own.skytraq = usable(PSTIVelocitySentence(sentence), sentence, field: 4) ?? own.skytraq
            place(own.skytraq?.position, decimals: sentence.decimals(4))
        case .ashtechPosition:
            own.ashtech = PASHRPositionSentence(sentence)
            place(own.ashtech?.position, decimals: sentence.decimals(5))
        case .garminFix:
            own.garmin = usable(PGRMFSentence(sentence), sentence, field: 6) ?? own.garmin
            place(own.garmin?.position, decimals: sentence.decimals(6))
        case .garminError: own.garminError = PGRMESentence(sentence)
        case .garminVelocity: own.garminVelocity = PGRMVSentence(sentence)
        case .garminHeight: own.garminHeight = PGRMZSentence(sentence)
        case .pubxTime: own.pubxTime = PUBXTimeSentence(sentence)
        default: addAttitude(sentence)
        }
    }

    /// A sentence, unless it states a solution with a position that cannot be read: such a sentence counts as damaged and
    /// says nothing of the epoch, neither where the receiver is nor that it does not know.
    private mutating func usable<Kind: PositionSentence>(
        _ new: Kind?, _ sentence: NMEASentence, field: Int
    ) -> Kind? {
        guard let new, new.statesSolution, new.position == nil, !sentence.isEmpty(field) else { return new }
        unreadablePositions &+= 1
        return nil
    }

    // Some receivers send a sentence once a system: the one with a solution counts, the last of several.

    private mutating func add(_ new: RMCSentence?, decimals: Int) {
        guard let new, new.hasSolution || rmc?.hasSolution != true else { return }
        rmc = new
        place(new.position, decimals: decimals)
    }

    private mutating func add(_ new: GGASentence?, decimals: Int) {
        // SiRFstarV counts the satellites of one system in each.
        if let count = new?.satellitesUsed { mostSatellites = max(count, mostSatellites ?? 0) }
        guard let new, new.hasSolution || gga?.hasSolution != true else { return }
        gga = new
        place(new.position, decimals: decimals, isGGA: true)
    }

    private mutating func add(_ new: GNSSentence?, decimals: Int) {
        guard let new, new.hasSolution || gns?.hasSolution != true else { return }
        gns = new
        place(new.position, decimals: decimals)
    }

    private mutating func add(_ new: GLLSentence?, decimals: Int) {
        guard let new, new.hasSolution || gll?.hasSolution != true else { return }
        gll = new
        place(new.position, decimals: decimals)
    }

    private mutating func add(_ new: GSASentence?, talker: Talker) {
        guard let new else { return }
        if let kind = new.fixKind, kind.rawValue > (gsaKind?.rawValue ?? 0) { gsaKind = kind }
        if new.isDeadReckoning { isDeadReckoning = true }
        use(new.satellites(talker: talker))
        dop.pdop = new.dop.pdop ?? dop.pdop
        dop.hdop = new.dop.hdop ?? dop.hdop
        dop.vdop = new.dop.vdop ?? dop.vdop
    }
}

/// A sentence that states a position, or that the receiver has none.
protocol PositionSentence: TypedSentence {
    /// Nil where the fields are empty or cannot be read.
    var position: GeodeticPosition? { get }
    /// Whether its status and mode say that there is a solution.
    var statesSolution: Bool { get }
}

extension PositionSentence {
    var hasSolution: Bool { statesSolution && position != nil }
}

extension RMCSentence: PositionSentence {
    var statesSolution: Bool { isValid && mode?.quality != .invalid }
}

extension GGASentence: PositionSentence {
    var statesSolution: Bool { fixQuality != .invalid }
}

extension GNSSentence: PositionSentence {
    var statesSolution: Bool { fixQuality != .invalid }
}

extension GLLSentence: PositionSentence {
    var statesSolution: Bool { isValid != false && mode?.quality != .invalid }
}

extension PUBXPositionSentence: PositionSentence {
    var statesSolution: Bool { fixKind != .none }
}

extension PSTIVelocitySentence: PositionSentence {
    var statesSolution: Bool { isValid }
}

extension PGRMFSentence: PositionSentence {
    var statesSolution: Bool { fixKind != .none }
}
