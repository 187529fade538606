// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ReceiverStream
import Testing

/// Which sentence is heard on which part of a fix.
@Suite struct FixMergeTests {
    private static let rmc = "GPRMC,120000.00,A,4552.6540,S,17030.0066,E,1.00,12.5,120419,3.5,W,A"
    private static let gga = "GPGGA,120000.00,4552.65411,S,17030.00661,E,4,12,0.64,14.2,M,1.8,M,2.5,0042"

    private static func fix(_ bodies: String...) throws -> Fix { try #require(decode(bodies).first?.fix) }

    @Test func `the position with the most decimals counts`() throws {
        for bodies in [[Self.rmc, Self.gga], [Self.gga, Self.rmc]] {
            let fix = try #require(decode(bodies)[0].fix)
            #expect(abs((fix.position?.latitude.degrees ?? 0) + 45 + 52.65411 / 60) < 1e-12)
        }
    }

    @Test func `quality and corrections are GGA's`() throws {
        let fix = try Self.fix(Self.rmc, Self.gga)
        #expect(fix.quality == .rtkFixed && fix.corrections == CorrectionsUsed(age: 2.5, station: 42))
        #expect(fix.magneticVariation?.degrees == -3.5 && fix.speed == Speed(knots: 1))
    }

    @Test func `two dimensions and a height that was not solved for`() throws {
        let gga = Self.gga.replacing("4,12,", with: "1,03,")
        #expect(try Self.fix(gga, "GPGSA,A,2,01,02,03,,,,,,,,,,1,1,1").kind == .twoDimensional)
        #expect(try Self.fix(gga).kind == .twoDimensional)
        #expect(try Self.fix(Self.rmc).kind == .twoDimensional)
        #expect(try Self.fix(Self.gga).kind == .threeDimensional)
        #expect(try Self.fix(Self.rmc, "GPGSA,A,3,01,02,03,04,,,,,,,,,1,1,1").kind == .threeDimensional)
    }

    @Test func `an accuracy that is only modelled of a dilution says so, and is never the dilution itself`() throws {
        let gga = Self.gga.replacing("E,4,12,", with: "E,1,12,")
        let gsa = "GPGSA,A,3,01,02,03,04,,,,,,,,,1.2,0.8,0.9"
        let plain = try Self.fix(gga, gsa)
        #expect(plain.horizontalAccuracy == Accuracy(Length(metres: 0.8 * 15), origin: .dilutionOfPrecision))
        #expect(plain.verticalAccuracy == Accuracy(Length(metres: 0.9 * 23), origin: .dilutionOfPrecision))
        let differential = try Self.fix(Self.gga.replacing("E,4,12,", with: "E,2,12,"), gsa)
        #expect(differential.horizontalAccuracy?.value.metres == 0.8 * 15 * 0.25)
        #expect(try Self.fix(Self.gga, gsa).horizontalAccuracy == nil, "for RTK the model means nothing")
    }

    @Test func `dead reckoning is no satellite fix`() throws {
        let gga = Self.gga.replacing("E,4,12,", with: "E,6,00,")
        #expect(try Self.fix(gga).quality == .deadReckoning)
        let antaris = try Self.fix(Self.rmc, "GPGSA,A,E,,,,,,,,,,,,,1,1,1")
        #expect(antaris.quality == .deadReckoning && antaris.kind == .twoDimensional)
    }

    @Test func `accuracies say where they came from`() throws {
        let gst = "GPGST,120000.00,5.4,,,,3.0,4.0,2.1"
        let statistics = try Self.fix(Self.gga, gst)
        #expect(statistics.horizontalAccuracy == Accuracy(Length(metres: 5), origin: .errorStatistics))
        #expect(
            statistics.verticalAccuracy?.value.metres == 2.1 && statistics.errorStatistics?.rangeResidual?.metres == 5.4
        )
        let garmin = try Self.fix(Self.gga, gst, "PGRME,15.0,M,45.0,M,25.0,M")
        #expect(garmin.horizontalAccuracy == Accuracy(Length(metres: 15), origin: .receiver))
    }

    @Test func `u-blox's own position sentence alone makes a fix`() throws {
        let body = "PUBX,00,120000.00,5327.03942,N,00214.42462,W,104.461,G3,29,31,36.0,39.63,-0.5,,5.88,7.62,8.09,6,0,0"
        let epoch = try #require(decode([body, "PUBX,04,120000.00,060321,556567.00,2147,18,-384839,-53.623,16"]).first)
        let fix = try #require(epoch.fix)
        #expect(fix.kind == .threeDimensional && fix.height.ellipsoidal?.metres == 104.461 && fix.satellitesUsed == 6)
        #expect(fix.time == UTCTime(iso: "2021-03-06T12:00:00.000Z") && fix.leapSeconds == 18)
        #expect(epoch.payloads.map(\.kind) == [.fix, .timing])
    }

    @Test func `velocity by components is Skytraq's or Garmin's`() throws {
        let skytraq = try Self.fix(
            Self.gga, "PSTI,030,120000.00,A,4552.6541123,S,17030.0066123,E,14.25,1,2,3,120419,R,1,4")
        #expect(
            skytraq.velocity
                == Velocity(
                    north: Speed(metresPerSecond: 2), east: Speed(metresPerSecond: 1), up: Speed(metresPerSecond: 3)))
        #expect(skytraq.height.orthometric?.metres == 14.25)
        #expect(try Self.fix(Self.gga, "PGRMV,1,2,3").velocity?.east.metresPerSecond == 1)
    }

    @Test func `a height in feet is taken only where there is no other`() throws {
        let both = try Self.fix(Self.gga, "PGRMZ,100,f,3")
        #expect(both.height.orthometric?.metres == 14.2)
        let alone = try Self.fix("GPGLL,4552.65,S,17030.00,E,120000,A", "PGRMZ,100,f,3")
        #expect(abs((alone.height.orthometric?.metres ?? 0) - 30.48) < 1e-9 && alone.kind == .threeDimensional)
    }

    @Test func `a datum is named`() throws {
        #expect(try Self.fix(Self.gga, "GPDTM,W84,,0,N,0,E,0,W84").datum == "WGS84")
        #expect(try Self.fix(Self.gga, "GPDTM,NAD,,0,N,0,E,0,W84").datum == "NAD")
    }

    @Test func `a receiver introduces itself`() throws {
        let epoch = try #require(
            decode([
                "GNTXT,01,01,02,u-blox AG - www.u-blox.com", "GNTXT,01,01,02,FWVER=SPG 3.01",
                "GNTXT,01,01,02,MOD=NEO-M8N-0", Self.gga,
            ])
            .first)
        #expect(
            epoch.payloads.last
                == .receiver(ReceiverIdentity(vendor: "u-blox", model: "NEO-M8N-0", firmware: "SPG 3.01")))
    }
}
