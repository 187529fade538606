// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import NMEA
import Testing

@Suite struct SentenceTests {
    @Test func `RMC of versions 2.1, 2.3 and 4.10 reads the same but for what the later ones add`() throws {
        let base = "GPRMC,081836.25,A,3751.65,S,14507.36,E,000.0,360.0,130998,011.3,W"
        let bodies = [base, base + ",D", base + ",D,V"]
        let all = try bodies.map { try #require(read(RMCSentence.self, $0)) }
        for rmc in all {
            #expect(rmc.time == TimeOfDay(hour: 8, minute: 18, second: 36, nanosecond: 250_000_000))
            #expect(rmc.date == CivilDate(year: 1998, month: 9, day: 13))
            #expect(rmc.magneticVariation?.degrees == -11.3)
            #expect(rmc.course?.degrees == 0 && rmc.isValid)
            #expect(abs((rmc.position?.latitude.degrees ?? 0) + 37.860833333) < 1e-9)
        }
        #expect(all.map(\.mode) == [nil, .differential, .differential])
        #expect(all.map(\.status) == [nil, nil, .notValid])
    }

    @Test(arguments: [
        "GPGGA,120000,9000.01,N,00000.0,E,1", "GPGGA,120000,4560.00,N,00000.0,E,1",
        "GPGGA,120000,4500.00,X,00000.0,E,1", "GPGGA,120000,4500.00,n,00000.0,E,1",
        "GPGGA,120000,4500,N,00000.0,E,1", "GPGGA,120000,4500.0,N,18000.1,E,1",
        "GPGGA,120000,4500.0,N,,E,1", "GPGGA,120000,-4500.0,N,00100.0,E,1", "GPGGA,120000,45a0.0,N,00100.0,E,1",
    ])
    func `a position out of its range or without its letters is none`(body: String) throws {
        #expect(try #require(read(GGASentence.self, body)).position == nil)
    }

    @Test(arguments: ["7130.0", "0107130.0", "1307.5", "-0131.0", "+0131.0", " 00131.0", "00131.0 "])
    func `a longitude that lost or gained a character is refused`(longitude: String) throws {
        let gga = try #require(read(GGASentence.self, "GPGGA,120000,4807.5,N,\(longitude),W,1"))
        #expect((gga.position != nil) == (longitude == "00131.0 "))
        #expect(try #require(read(GLLSentence.self, "GPGLL,4807.5,N,\(longitude),W")).position == gga.position)
    }

    @Test(arguments: ["807.5", "48007.5", "-807.5"])
    func `a latitude of another width is refused`(latitude: String) throws {
        #expect(try #require(read(GGASentence.self, "GPGGA,120000,\(latitude),N,00131.0,W,1")).position == nil)
    }

    @Test func `a magnetic variation of zero is an unknown one`() throws {
        let rmc = "GPRMC,120000,A,4807.5,N,00131.0,W,1.0,2.0,010120"
        #expect(try #require(read(RMCSentence.self, rmc + ",0.0,E,A")).magneticVariation == nil)
        #expect(try #require(read(RMCSentence.self, rmc + ",0.1,W,A")).magneticVariation?.degrees == -0.1)
        let hdg = try #require(read(HDGSentence.self, "HCHDG,100.0,0.0,E,0.0,E"))
        #expect(hdg.magneticHeading?.degrees == 100 && hdg.heading == nil)
    }

    @Test func `a Garmin that has no estimate states no error`() throws {
        let sentence = try #require(read(PGRMESentence.self, "PGRME,0.00,M,0.0,M,0.0,M"))
        #expect(sentence.horizontal == nil && sentence.vertical == nil && sentence.spherical == nil)
    }

    @Test(arguments: ["240000", "326012", "2760", "12:00:00", "120060", "", "120000.a", "-10000"])
    func `an impossible time is none`(time: String) throws {
        #expect(try #require(read(GLLSentence.self, "GPGLL,,,,,\(time),V")).time == nil)
    }

    @Test func `two-digit years begin with 1969`() throws {
        for (text, year) in [("010169", 1969), ("010199", 1999), ("010100", 2000), ("010168", 2068)] {
            #expect(try #require(read(RMCSentence.self, "GPRMC,,V,,,,,,,\(text)")).date?.components.year == year)
        }
        #expect(try #require(read(RMCSentence.self, "GPRMC,,V,,,,,,,2208-1")).date == nil)
    }

    @Test func `a dilution of precision that means "not available" is none`() throws {
        for text in ["0.0", "99.0", "99.99", "", "x"] {
            #expect(try #require(read(GGASentence.self, "GPGGA,,,,,,1,04,\(text)")).hdop == nil)
        }
        #expect(try #require(read(GGASentence.self, "GPGGA,,,,,,1,04,0.7")).hdop == 0.7)
    }

    @Test(arguments: [
        (0, FixQuality.invalid), (1, .autonomous), (2, .differential), (3, .precise), (4, .rtkFixed), (5, .rtkFloat),
        (6, .deadReckoning), (7, .manual), (8, .simulated), (9, .autonomous),
    ])
    func `GGA's digit names the quality`(digit: Int, quality: FixQuality) throws {
        #expect(try #require(read(GGASentence.self, "GPGGA,,,,,,\(digit),")).fixQuality == quality)
    }

    @Test func `a fix from GLONASS alone is one in GNS`() throws {
        let body = "GNGNS,112257.00,3844.24011,N,00908.43828,W,NA,05,0.8,89.2,-52.9,,,V"
        let gns = try #require(read(GNSSentence.self, body))
        #expect(gns.fixQuality == .autonomous && gns.geoidSeparation?.metres == -52.9)
        #expect(try #require(read(GNSSentence.self, "GNGNS,112257.00,,,,,NNN,,,,,,")).fixQuality == .invalid)
        #expect(try #require(read(GNSSentence.self, "GNGNS,,,,,,AR,,,,,,")).fixQuality == .rtkFixed)
    }

    @Test func `VTG reads with and without letters`() throws {
        let new = try #require(read(VTGSentence.self, "GPVTG,054.7,T,034.4,M,005.5,N,010.2,K,A"))
        let old = try #require(read(VTGSentence.self, "GPVTG,054.7,034.4,005.5,010.2"))
        #expect(new.course?.degrees == 54.7 && old.course?.degrees == 54.7)
        #expect(new.speed == Speed(knots: 5.5) && old.speed == new.speed)
        #expect(new.magneticCourse == old.magneticCourse && new.mode == .autonomous)
    }

    @Test func `GSA with 24 slots, a decimal number behind, or cut short`() throws {
        let wide = "GPGSA,A,3," + String(repeating: "07,", count: 24) + "1.0,2.0,3.0"
        #expect(try #require(read(GSASentence.self, wide)).dop.vdop == 3)
        let sirf = try #require(read(GSASentence.self, "BDGSA,A,3,05,,,,,,,,,,,,1.0,2.0,3.0,0.7"))
        #expect(sirf.systemID == nil && sirf.dop.pdop == 1)
        let short = try #require(read(GSASentence.self, "GPGSA,A,1,,,,"))
        #expect(short.fixKind == FixKind.none && short.numbers.isEmpty)
        #expect(try #require(read(GSASentence.self, "GPGSA,A,E,05,,,,,,,,,,,,1.0,2.0,3.0")).isDeadReckoning)
    }

    @Test func `GSV tells its version from the number of its fields`() throws {
        let old = try #require(read(GSVSentence.self, "GPGSV,1,1,01,21,31,054,40"))
        #expect(old.signalID == nil && old.entries.count == 1)
        let new = try #require(read(GSVSentence.self, "GAGSV,1,1,01,21,31,054,40,7"))
        #expect(new.signalID == 7 && new.entries == old.entries)
        let quectel = try #require(read(GSVSentence.self, "PQGSV,1,1,01,21,31,054,40,B,4"))
        #expect(quectel.signalID == 11 && quectel.systemID == 4)
        #expect(try #require(read(GSVSentence.self, "GPGSV,1,1,00")).entries.isEmpty)
    }

    @Test func `GSV's empty and half-known satellites`() throws {
        let gsv = try #require(read(GSVSentence.self, "GLGSV,1,1,04,70,05,360,,71,20,,30,,10,020,25,,,,"))
        #expect(gsv.entries.count == 3)
        #expect(gsv.entries[0].azimuth == 0 && gsv.entries[0].cn0 == nil)
        #expect(gsv.entries[1].elevation == nil && gsv.entries[1].cn0 == 30)
        #expect(gsv.satellite(gsv.entries[2], talker: .glonass) == SatelliteID(.glonass, 255))
    }

    @Test(arguments: ["GPGSV,0,1,00", "GPGSV,3,4,12", "GPGSV,99,1,12", "GPGSV,,,"])
    func `GSV with impossible counts is none`(body: String) {
        #expect(read(GSVSentence.self, body) == nil)
    }

    @Test func `ZDA has the century and the zone`() throws {
        let zda = try #require(read(ZDASentence.self, "GPZDA,235960,31,12,2016,-03,30"))
        #expect(zda.time?.isLeapSecond == true)
        #expect(zda.date == CivilDate(year: 2016, month: 12, day: 31) && zda.zoneMinutes == -210)
        #expect(try #require(read(ZDASentence.self, "GPZDA,000000,31,02,2016,,")).date == nil)
    }

    @Test(arguments: [
        "1,12,2016", "31,2,2016", "31,12,016", "31,12,16", "31,12,20160", "+1,12,2016", "31,12,-016", "3.,12,2016",
    ])
    func `a date of another width is refused`(date: String) throws {
        #expect(try #require(read(ZDASentence.self, "GPZDA,000000,\(date),,")).date == nil)
    }

    @Test(arguments: ["0000", "00000", "0000000", "0000.00", "00000.00", "0000000.00", "00000000"])
    func `a time of another width is refused`(time: String) throws {
        #expect(try #require(read(ZDASentence.self, "GPZDA,\(time),31,12,2016,,")).time == nil)
        #expect(try #require(read(GGASentence.self, "GPGGA,\(time),,,,,0")).time == nil)
    }

    @Test(arguments: ["10120", "0010120", "01012020", "+10120", "1 0120"])
    func `a short date of another width is refused`(date: String) throws {
        let rmc = "GPRMC,120000,A,4807.5,N,00131.0,W,1.0,2.0,\(date),,,A"
        #expect(try #require(read(RMCSentence.self, rmc)).date == nil)
    }

    @Test func `error statistics and faults`() throws {
        let gst = try #require(read(GSTSentence.self, "GPGST,112257.00,5.4,,,,1.2,0.9,2.1"))
        #expect(gst.statistics.semiMajor == nil && gst.statistics.latitude?.metres == 1.2)
        #expect(gst.statistics.height?.metres == 2.1 && gst.statistics.rangeResidual?.metres == 5.4)
        let gbs = try #require(read(GBSSentence.self, "GNGBS,235503.00,1.6,1.4,3.2,03,,-21.4,3.8,1,0"))
        #expect(gbs.failedNumber == 3 && gbs.bias?.metres == -21.4 && gbs.systemID == 1 && gbs.signalID == 0)
        let grs = try #require(read(GRSSentence.self, "GNGRS,104148.00,1,2.6,,-1.6,,,,,,,,,,1,5"))
        #expect(grs.residuals.count == 12 && grs.residuals[2]?.metres == -1.6 && grs.residuals[1] == nil)
        #expect(grs.isRecomputed && grs.signalID == 5)
    }

    @Test func `headings and turns`() throws {
        #expect(read(HDTSentence.self, "HEHDT,359.9,T")?.heading?.degrees == 359.9)
        #expect(read(THSSentence.self, "GNTHS,77.52,V")?.isValid == false)
        #expect(read(HDMSentence.self, "HCHDM,12.5,M")?.magneticHeading?.degrees == 12.5)
        let hdg = try #require(read(HDGSentence.self, "SDHDG,358.0,1.0,E,4.0,E"))
        #expect(hdg.magneticHeading?.degrees == 359 && hdg.heading?.degrees == 3)
        #expect(read(ROTSentence.self, "HEROT,-3.5,A")?.rate == -3.5)
    }

    @Test func `a datum and words for people`() throws {
        let dtm = try #require(read(DTMSentence.self, "GPDTM,999,,0.08,S,0.07,W,-47.7,W84"))
        #expect(dtm.latitudeOffset == -0.08 && dtm.longitudeOffset == -0.07 && dtm.reference == "W84")
        #expect(read(DTMSentence.self, "GPDTM,W84,,0,N,0,E,0,W84")?.name == "WGS84")
        let txt = try #require(read(TXTSentence.self, "GNTXT,01,01,02,GNSS OTP=GPS;GLO, SEL=GPS"))
        #expect(txt.severity == 2 && txt.text == "GNSS OTP=GPS;GLO, SEL=GPS")
    }

    @Test(arguments: ["PGRMC,A,1", "GPXYZ,1,2", "PMTKX", "LOG108,1", "", ",,,", "P", "PUBX,99,1", "AIVDM,1,1,,A,x,0"])
    func `an unknown sentence is no error`(body: String) {
        #expect(sentence(body).kind == .unknown)
        #expect(sentence(body).text(99).isEmpty)
    }

    @Test func `random bodies never trap a decoder`() {
        var random = SplitMix(seed: 77)
        let alphabet = Array("0123456789.,,,,-NSEWAVDMT*".utf8)
        let addresses = [
            "GPRMC", "GNGGA", "GNGNS", "GPGLL", "GNGSA", "GPGSV", "GPVTG", "GPZDA", "GPGST", "GNGBS", "GNGRS", "GPHDT",
            "GNTHS", "HCHDM", "HCHDG", "HEROT", "GPDTM", "GPTXT", "PUBX,00", "PUBX,03", "PUBX,04", "PGRME", "PGRMT",
            "PGRMV", "PGRMZ", "PGRMF", "PSTI,030", "PSTI,032", "PSTI,036", "PASHR", "PASHR,POS", "PMTK001", "PQGSV",
        ]
        for round in 0..<4000 {
            var body = Array((addresses[round % addresses.count] + ",").utf8)
            for _ in 0..<Int.random(in: 0...120, using: &random) {
                body.append(alphabet[.random(in: 0..<alphabet.count, using: &random)])
            }
            let text = String(decoding: body, as: UTF8.self)
            let sentence = sentence(text)
            let rmc = RMCSentence(sentence)
            #expect(rmc == nil || sentence.kind == .rmc)
            if let position = rmc?.position ?? GGASentence(sentence)?.position ?? GLLSentence(sentence)?.position {
                #expect((-90...90).contains(position.latitude.degrees))
                #expect((-180...180).contains(position.longitude.degrees))
            }
            if let gsv = GSVSentence(sentence) { #expect(gsv.entries.count <= 60) }
            _ = (GNSSentence(sentence), GSASentence(sentence), VTGSentence(sentence), ZDASentence(sentence))
            _ = (GSTSentence(sentence), GBSSentence(sentence), GRSSentence(sentence), HDTSentence(sentence))
            _ = (THSSentence(sentence), HDMSentence(sentence), HDGSentence(sentence), ROTSentence(sentence))
            _ = (DTMSentence(sentence), TXTSentence(sentence), PUBXPositionSentence(sentence))
            _ = (PUBXSatellitesSentence(sentence), PUBXTimeSentence(sentence), PGRMESentence(sentence))
            _ = (PGRMTSentence(sentence), PGRMVSentence(sentence), PGRMZSentence(sentence), PGRMFSentence(sentence))
            _ = (PSTIVelocitySentence(sentence), PSTIBaselineSentence(sentence), PSTIAttitudeSentence(sentence))
            _ = (PASHRAttitudeSentence(sentence), PASHRPositionSentence(sentence), MediaTekSentence(sentence))
        }
    }
}
