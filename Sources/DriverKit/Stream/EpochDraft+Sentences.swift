// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA

extension EpochDraft {
    /// Takes what a sentence says of the fix.
    mutating func add(_ sentence: NMEASentence) {
        switch sentence.kind {
        case .rmc:
            add(RMCSentence(sentence), decimals: sentence.decimals(3))
            if let rmc, rmc.hasSolution {
                move(rmc.speed, rmc.course, decimals: (sentence.decimals(7), sentence.decimals(8)))
            }
        case .gga: add(GGASentence(sentence), decimals: sentence.decimals(2))
        case .gns: add(GNSSentence(sentence), decimals: sentence.decimals(2))
        case .gll: add(GLLSentence(sentence), decimals: sentence.decimals(1))
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

    /// Takes what makers' own sentences say.
    private mutating func addOwn(_ sentence: NMEASentence) {
        switch sentence.kind {
        case .pubxPosition:
            own.pubx = PUBXPositionSentence(sentence)
            place(own.pubx?.position, decimals: sentence.decimals(3))
        case .skytraqVelocity:
            own.skytraq = PSTIVelocitySentence(sentence)
            place(own.skytraq?.position, decimals: sentence.decimals(4))
        case .ashtechPosition:
            own.ashtech = PASHRPositionSentence(sentence)
            place(own.ashtech?.position, decimals: sentence.decimals(5))
        case .garminFix:
            own.garmin = PGRMFSentence(sentence)
            place(own.garmin?.position, decimals: sentence.decimals(6))
        case .garminError: own.garminError = PGRMESentence(sentence)
        case .garminVelocity: own.garminVelocity = PGRMVSentence(sentence)
        case .garminHeight: own.garminHeight = PGRMZSentence(sentence)
        case .pubxTime: own.pubxTime = PUBXTimeSentence(sentence)
        default: addAttitude(sentence)
        }
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

extension RMCSentence {
    var hasSolution: Bool { isValid && position != nil && mode?.quality != .invalid }
}

extension GGASentence {
    var hasSolution: Bool { fixQuality != .invalid && position != nil }
}

extension GNSSentence {
    var hasSolution: Bool { fixQuality != .invalid && position != nil }
}

extension GLLSentence {
    var hasSolution: Bool { isValid != false && position != nil && mode?.quality != .invalid }
}

extension PUBXPositionSentence {
    var hasSolution: Bool { fixKind != .none && position != nil }
}

extension PSTIVelocitySentence {
    var hasSolution: Bool { isValid && position != nil }
}

extension PGRMFSentence {
    var hasSolution: Bool { fixKind != .none && position != nil }
}
