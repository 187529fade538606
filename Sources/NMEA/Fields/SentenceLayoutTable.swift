// SPDX-License-Identifier: Apache-2.0

/// The fields of all sentences that this module decodes.
///
/// Fields of standard and u-blox sentences are named as in u-blox's interface descriptions, because the standard
/// itself has no short names; fields of other manufacturers' sentences are named as in their manuals.
extension SentenceLayout {
    /// Creates the layout of a sentence; nil if the sentence is unknown.
    init?(_ sentence: NMEASentence) {
        guard let layout = Self.standard(sentence) ?? Self.proprietary(sentence) else { return nil }
        self = layout
    }

    private static let position: [SentenceField] = [
        .init("lat", .latitude), .init("NS", .text), .init("lon", .longitude), .init("EW", .text),
    ]
    private static let time = SentenceField("time", .text)
    private static let date = SentenceField("date", .text)
    private static let identifiers: [SentenceField] = [
        .init("systemId", .hexadecimal), .init("signalId", .hexadecimal),
    ]
    private static let dilutions: [SentenceField] = [.init("PDOP"), .init("HDOP"), .init("VDOP")]

    // MARK: Standard

    private static func standard(_ sentence: NMEASentence) -> SentenceLayout? {
        switch sentence.kind {
        case .rmc: rmc
        case .gga: gga
        case .gns: gns
        case .gll: gll
        case .gsa: sentence.fieldCount > 29 ? gsaWide : gsa
        case .gsv: gsv
        case .vtg: sentence.fieldCount <= 5 ? vtgOld : vtg
        case .zda: zda
        case .gst: gst
        case .gbs: gbs
        case .grs: grs
        case .hdt: hdt
        case .ths: ths
        case .hdm: hdm
        case .hdg: hdg
        case .rot: rot
        case .dtm: dtm
        case .txt: txt
        case .vlw: vlw
        default: nil
        }
    }

    private static let rmc = SentenceLayout(
        [time, .init("status", .text)] + position
            + [.init("spd"), .init("cog"), date, .init("mv"), .init("mvEW", .text), .init("posMode", .text)]
            + [.init("navStatus", .text)])
    private static let gga = SentenceLayout(
        [time] + position + [.init("quality"), .init("numSV"), .init("HDOP"), .init("alt"), .init("altUnit", .text)]
            + [.init("sep"), .init("sepUnit", .text), .init("diffAge"), .init("diffStation")])
    private static let gns = SentenceLayout(
        [time] + position + [.init("posMode", .text), .init("numSV"), .init("HDOP"), .init("alt"), .init("sep")]
            + [.init("diffAge"), .init("diffStation"), .init("navStatus", .text)])
    private static let gll = SentenceLayout(position + [time, .init("status", .text), .init("posMode", .text)])
    private static let gsa = gsa(slots: 12)
    /// The variant of the CH-4701 receiver.
    private static let gsaWide = gsa(slots: 24)
    private static func gsa(slots: Int) -> SentenceLayout {
        SentenceLayout(
            [.init("opMode", .text), .init("navMode")],
            .init(name: "satellites", count: .fixed(slots), fields: [.init("svid")], skipsEmpty: true),
            dilutions + [.init("systemId", .hexadecimal)])
    }
    private static let gsv = SentenceLayout(
        [.init("numMsg"), .init("msgNum"), .init("numSV")],
        .init(
            name: "satellites", count: .all, fields: [.init("svid"), .init("elv"), .init("az"), .init("cno")],
            skipsEmpty: true),
        // Quectel appends the system.
        [.init("signalId", .hexadecimal), .init("systemId", .hexadecimal)])
    private static let vtg = SentenceLayout([
        .init("cogt"), .init("cogtUnit", .text), .init("cogm"), .init("cogmUnit", .text), .init("sogn"),
        .init("sognUnit", .text), .init("sogk"), .init("sogkUnit", .text), .init("posMode", .text),
    ])
    private static let vtgOld = SentenceLayout([.init("cogt"), .init("cogm"), .init("sogn"), .init("sogk")])
    private static let zda = SentenceLayout([
        time, .init("day"), .init("month"), .init("year"), .init("ltzh"), .init("ltzn"),
    ])
    private static let gst = SentenceLayout([
        time, .init("rangeRms"), .init("stdMajor"), .init("stdMinor"), .init("orient"), .init("stdLat"),
        .init("stdLong"), .init("stdAlt"),
    ])
    private static let gbs = SentenceLayout(
        [time, .init("errLat"), .init("errLon"), .init("errAlt"), .init("svid"), .init("prob"), .init("bias")]
            + [.init("stddev")] + identifiers)
    private static let grs = SentenceLayout(
        [time, .init("mode")], .init(name: "residuals", count: .fixed(12), fields: [.init("residual")]), identifiers)
    private static let hdt = SentenceLayout([.init("headingT"), .init("headingTu", .text)])
    private static let ths = SentenceLayout([.init("headt"), .init("mi", .text)])
    private static let hdm = SentenceLayout([.init("headingM"), .init("headingMu", .text)])
    private static let hdg = SentenceLayout([
        .init("headingM"), .init("deviation"), .init("deviationEW", .text), .init("variation"),
        .init("variationEW", .text),
    ])
    private static let rot = SentenceLayout([.init("rot"), .init("status", .text)])
    private static let dtm = SentenceLayout([
        .init("datum", .text), .init("subDatum", .text), .init("lat"), .init("NS", .text), .init("lon"),
        .init("EW", .text), .init("alt"), .init("refDatum", .text),
    ])
    private static let vlw = SentenceLayout([
        .init("twd"), .init("twdUnit", .text), .init("wd"), .init("wdUnit", .text), .init("tgd"),
        .init("tgdUnit", .text), .init("gd"), .init("gdUnit", .text),
    ])
    private static let txt = SentenceLayout([.init("numMsg"), .init("msgNum"), .init("msgType"), .init("text", .rest)])

    // MARK: Proprietary

    private static func proprietary(_ sentence: NMEASentence) -> SentenceLayout? {
        switch sentence.kind {
        case .pubxPosition: pubxPosition
        case .pubxSatellites: pubxSatellites
        case .pubxTime: pubxTime
        case .garminError: garminError
        case .garminSensor: garminSensor
        case .garminVelocity: garminVelocity
        case .garminHeight: garminHeight
        case .garminFix: garminFix
        case .skytraqVelocity: skytraqVelocity
        case .skytraqBaseline, .skytraqMovingBaseline: skytraqBaseline
        case .skytraqAttitude: skytraqAttitude
        case .attitude where sentence.letter(3) == UInt8(ascii: "T"): attitude
        case .ashtechPosition: ashtechPosition
        case .mediaTek, .airoha: answer(sentence.address)
        default: nil
        }
    }

    private static let number = SentenceField("msgId", .text)

    private static let pubxPosition = SentenceLayout(
        [number, time] + position
            + [.init("altRef"), .init("navStat", .text), .init("hAcc"), .init("vAcc"), .init("SOG"), .init("COG")]
            + [.init("vVel"), .init("diffAge"), .init("HDOP"), .init("VDOP"), .init("TDOP"), .init("numSvs")]
            + [.init("reserved"), .init("DR")])
    private static let pubxSatellites = SentenceLayout(
        [number, .init("n")],
        .init(
            name: "satellites", count: .all,
            fields: [.init("sv"), .init("s", .text), .init("az"), .init("el"), .init("cno"), .init("lck")],
            skipsEmpty: true))
    private static let pubxTime = SentenceLayout([
        number, time, date, .init("utcTow"), .init("utcWk"), .init("leapSec"), .init("clkBias"), .init("clkDrift"),
        .init("tpGran"),
    ])
    private static let garminError = SentenceLayout([
        .init("HPE"), .init("HPEUnit", .text), .init("VPE"), .init("VPEUnit", .text), .init("EPE"),
        .init("EPEUnit", .text),
    ])
    private static let garminSensor = SentenceLayout([
        .init("version", .text), .init("romChecksum", .text), .init("receiverFailure", .text),
        .init("storedDataLost", .text), .init("clockLost", .text), .init("oscillatorDrift", .text),
        .init("dataCollection", .text), .init("temperature"), .init("configuration", .text),
    ])
    private static let garminVelocity = SentenceLayout([.init("velEast"), .init("velNorth"), .init("velUp")])
    private static let garminHeight = SentenceLayout([.init("alt"), .init("altUnit", .text), .init("fixDimension")])
    private static let garminFix = SentenceLayout(
        [.init("week"), .init("second"), date, time, .init("leapSec")] + position
            + [.init("mode", .text), .init("fixType"), .init("spd"), .init("course"), .init("PDOP"), .init("TDOP")])
    private static let skytraqVelocity = SentenceLayout(
        [number, time, .init("status", .text)] + position
            + [.init("alt"), .init("velEast"), .init("velNorth"), .init("velUp"), date, .init("mode", .text)]
            + [.init("rtkAge"), .init("rtkRatio")])
    private static let skytraqBaseline = SentenceLayout([
        number, time, date, .init("status", .text), .init("mode", .text), .init("projEast"), .init("projNorth"),
        .init("projUp"), .init("baseLength"), .init("baseCourse"),
    ])
    private static let skytraqAttitude = SentenceLayout([
        number, time, date, .init("heading"), .init("pitch"), .init("roll"), .init("mode", .text),
    ])
    private static let attitude = SentenceLayout([
        time, .init("heading"), .init("headingTrue", .text), .init("roll"), .init("pitch"), .init("heave"),
        .init("rollAccuracy"), .init("pitchAccuracy"), .init("headingAccuracy"), .init("quality"), .init("imuStatus"),
    ])
    private static let ashtechPosition = SentenceLayout(
        [number, .init("mode"), .init("numSV"), time] + position
            + [.init("alt"), .init("reserved", .text), .init("course"), .init("spd"), .init("velUp"), .init("PDOP")]
            + [.init("HDOP"), .init("VDOP"), .init("TDOP"), .init("version", .text)])

    /// The MediaTek and Airoha answers that have field names; other packets are written as received.
    private static func answer(_ address: String) -> SentenceLayout? {
        switch address {
        case "PMTK001": SentenceLayout([.init("cmd"), .init("flag")])
        case "PMTK705": SentenceLayout([.init("release", .text), .init("build", .text), .init("product", .text)])
        case "PAIR001": SentenceLayout([.init("cmd"), .init("result")])
        default: nil
        }
    }
}
