// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA

extension EpochDraft {
    /// Takes what a sentence says of the fix.
    mutating func add(_ sentence: borrowing NMEASentence) {
        switch sentence.kind {
        case .rmc: add(RMCSentence(sentence))
        case .gga: add(GGASentence(sentence))
        case .gns: add(GNSSentence(sentence))
        case .gll: add(GLLSentence(sentence))
        case .vtg: add(VTGSentence(sentence))
        case .gsa: add(GSASentence(sentence), talker: sentence.talker)
        case .zda: zda = ZDASentence(sentence) ?? zda
        case .gst: gst = GSTSentence(sentence) ?? gst
        case .dtm: datum = DTMSentence(sentence) ?? datum
        default: break
        }
    }

    // Some receivers send a sentence once a system: the one with a solution counts, the last of several.

    private mutating func add(_ new: RMCSentence?) {
        guard let new, new.hasSolution || rmc?.hasSolution != true else { return }
        rmc = new
    }

    private mutating func add(_ new: GGASentence?) {
        guard let new, new.hasSolution || gga?.hasSolution != true else { return }
        gga = new
    }

    private mutating func add(_ new: GNSSentence?) {
        guard let new, new.hasSolution || gns?.hasSolution != true else { return }
        gns = new
    }

    private mutating func add(_ new: GLLSentence?) {
        guard let new, new.hasSolution || gll?.hasSolution != true else { return }
        gll = new
    }

    private mutating func add(_ new: VTGSentence?) {
        guard let new, new.speed != nil || vtg == nil else { return }
        vtg = new
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
