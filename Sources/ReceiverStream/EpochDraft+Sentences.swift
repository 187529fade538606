// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA

extension EpochDraft {
    /// Adds the contribution of a sentence to the fix; for GGA, see `add(_:_:)`.
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

    /// Adds the contribution of GGA to the fix.
    ///
    /// - Parameters:
    ///   - gga: The decoded sentence; nil if it could not be decoded.
    ///   - sentence: The sentence itself.
    mutating func add(_ gga: GGASentence?, _ sentence: NMEASentence) {
        add(usable(gga, sentence, field: 2), decimals: sentence.decimals(2))
    }

    /// Adds the contribution of manufacturers' sentences.
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

    /// Returns the sentence; nil if it reports a solution but its position is unreadable. Such a sentence is
    /// considered damaged: it contributes nothing to the epoch, neither a position nor the absence of one.
    private mutating func usable<Kind: PositionSentence>(
        _ new: Kind?, _ sentence: NMEASentence, field: Int
    ) -> Kind? {
        guard let new, new.statesSolution, new.position == nil, !sentence.isEmpty(field) else { return new }
        unreadablePositions &+= 1
        return nil
    }

    // Some receivers send a sentence for each system: the last one with a solution counts.

    private mutating func add(_ new: RMCSentence?, decimals: Int) {
        guard let new, new.hasSolution || rmc?.hasSolution != true else { return }
        rmc = new
        place(new.position, decimals: decimals)
    }

    private mutating func add(_ new: GGASentence?, decimals: Int) {
        // SiRFstarV counts the satellites of only one system in each GGA.
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

/// A sentence that contains a position, or reports that the receiver has none.
protocol PositionSentence: TypedSentence {
    /// Nil if the fields are empty or unreadable.
    var position: GeodeticPosition? { get }
    /// True if status and mode report a solution.
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
