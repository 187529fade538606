// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import NMEA
import Testing

@Suite struct ProprietarySentenceTests {
    @Test func `PUBX,00 has km/h, downward velocity and the height above the ellipsoid`() throws {
        let body = "PUBX,00,103607.00,5327.03942,N,00214.42462,W,104.461,G3,29,31,36.0,39.63,-0.5,,5.88,7.62,8.09,6,0,0"
        let pubx = try #require(read(PUBXPositionSentence.self, body))
        #expect(pubx.speed?.metresPerSecond == 10 && pubx.climb?.metresPerSecond == 0.5)
        #expect(pubx.ellipsoidalHeight?.metres == 104.461 && pubx.fixKind == .threeDimensional)
        #expect(pubx.horizontalAccuracy?.metres == 29 && pubx.satellitesUsed == 6 && pubx.dop.tdop == 8.09)
        for (status, kind, quality) in [
            ("NF", FixKind.none, FixQuality.invalid), ("DR", .twoDimensional, .deadReckoning),
            ("G2", .twoDimensional, .autonomous), ("D3", .threeDimensional, .differential),
            ("RK", .threeDimensional, .combinedDeadReckoning), ("TT", .none, .invalid),
        ] {
            let other = try #require(read(PUBXPositionSentence.self, body.replacing(",G3,", with: ",\(status),")))
            #expect(other.fixKind == kind && other.fixQuality == quality)
        }
    }

    @Test func `PUBX,03 numbers in its own range`() throws {
        let body = "PUBX,03,04,12,U,207,43,28,009,14,-,049,06,,000,48,-,,,15,000,211,U,010,10,20,000"
        let pubx = try #require(read(PUBXSatellitesSentence.self, body))
        #expect(pubx.satellites.map(\.id.description) == ["G12", "G14", "C21", "E01"])
        #expect(pubx.satellites.map(\.isUsed) == [true, false, false, true])
        #expect(pubx.satellites[1].cn0 == nil && pubx.satellites[2].azimuth == nil)
    }

    @Test func `PUBX,04 says whether its leap seconds are a default`() throws {
        let body = "PUBX,04,073731.00,091202,113851.00,1196,15D,1930035,-2660.664,43,"
        let pubx = try #require(read(PUBXTimeSentence.self, body))
        #expect(pubx.leapSeconds == 15 && pubx.leapSecondsAreDefault && pubx.clockBias == 1_930_035)
        #expect(read(PUBXTimeSentence.self, body.replacing("15D", with: "18"))?.leapSecondsAreDefault == false)
    }

    @Test func `Garmin's sentences`() throws {
        #expect(read(PGRMESentence.self, "PGRME,15.0,M,45.0,M,25.0,M")?.vertical?.metres == 45)
        #expect(read(PGRMVSentence.self, "PGRMV,0.5,-1.5,0.1")?.north?.metresPerSecond == -1.5)
        let height = try #require(read(PGRMZSentence.self, "PGRMZ,100,f,3"))
        #expect(abs((height.orthometricHeight?.metres ?? 0) - 30.48) < 1e-9 && height.fixKind == .threeDimensional)
        #expect(
            read(PGRMTSentence.self, "PGRMT,GPS 18x Software Version 3.60,,,,,,,,")?.product?.hasPrefix("GPS") == true)
        let body = "PGRMF,223,424035,090102,214034,13,5012.3456,N,01012.3456,E,A,2,36,289,1,1"
        let fix = try #require(read(PGRMFSentence.self, body))
        #expect(fix.leapSeconds == 13 && fix.fixKind == .threeDimensional && fix.speed?.metresPerSecond == 10)
    }

    @Test func `Skytraq's sentences`() throws {
        let body = "PSTI,030,033010.000,A,2447.0924110,N,12100.5227860,E,94.615,1.5,-0.5,0.25,180915,R,1.2,4.2"
        let psti = try #require(read(PSTIVelocitySentence.self, body))
        #expect(psti.isValid && psti.mode == .rtkFixed && psti.ratio == 4.2 && psti.up?.metresPerSecond == 0.25)
        let baseline = try #require(
            read(PSTIBaselineSentence.self, "PSTI,032,041457.000,170316,A,R,0.603,-0.837,-0.089,1.036,144.22,,,,,"))
        #expect(baseline.length?.metres == 1.036 && baseline.course?.degrees == 144.22 && !baseline.isMovingBase)
        let attitude = try #require(
            read(PSTIAttitudeSentence.self, "PSTI,036,054314.000,030521,191.69,-16.35,0.00,R,,,,,,,"))
        #expect(attitude.heading?.degrees == 191.69 && attitude.pitch?.degrees == -16.35)
    }

    @Test func `PASHR is an attitude or Ashtech's position`() throws {
        let attitude = try #require(
            read(PASHRAttitudeSentence.self, "PASHR,204132.000,010.51,T,+00.39,-00.79,-00.84,0.151,0.075,0.555,1,0"))
        #expect(
            attitude.heading?.degrees == 10.51 && attitude.pitch?.degrees == -0.79 && attitude.heave?.metres == -0.84)
        let body =
            "PASHR,POS,0,03,183530.00,2037.76012,N,08704.07373,W,058.48,,359.4,000.5,+000.1,2.2,2.1,0.0,1.0,BQ00"
        #expect(read(PASHRAttitudeSentence.self, body) == nil)
        let position = try #require(read(PASHRPositionSentence.self, body))
        #expect(position.ellipsoidalHeight?.metres == 58.48 && position.speed == Speed(knots: 0.5))
    }

    @Test func `answers and firmware of MediaTek and Airoha`() throws {
        #expect(
            read(MediaTekSentence.self, "PMTK001,314,3")?.content == .acknowledgement(command: 314, result: 3))
        #expect(
            read(MediaTekSentence.self, "PMTK705,AXN_5.1.7_3333,5632,GT01")?.content == .firmware("AXN_5.1.7_3333"))
        let airoha = try #require(read(MediaTekSentence.self, "PAIR001,050,0"))
        #expect(airoha.isAiroha && airoha.content == .acknowledgement(command: 50, result: 0))
        #expect(read(MediaTekSentence.self, "PMTK010,001")?.content == .other)
    }
}
