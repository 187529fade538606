// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import NMEA
import Testing

/// What is written reads back the same; values are drawn on the grid that the sentences have.
@Suite struct RoundTripTests {
    @Test(arguments: NMEAVersion.allCases)
    func `typed sentences read back as they were written`(version: NMEAVersion) throws {
        var random = SplitMix(seed: 4)
        for _ in 0..<300 {
            let rmc = Drawn.rmc(version, &random)
            let line = rmc.encoded(talker: .combined, version: version, decimals: 7)
            #expect(frame(line).1.valid == 1)
            let read = try #require(RMCSentence(line: line))
            #expect(read.encoded(talker: .combined, version: version, decimals: 7) == line)
            #expect(read.time == rmc.time && read.date == rmc.date && read.mode == rmc.mode)
            #expect(near(read.position, rmc.position, 1e-9))
            #expect(abs((read.speed?.knots ?? 0) - (rmc.speed?.knots ?? 0)) < 1e-9)
            #expect(read.magneticVariation == rmc.magneticVariation)

            let gga = Drawn.gga(&random)
            let line2 = gga.encoded(talker: .gps, version: version, decimals: 7)
            let read2 = try #require(GGASentence(line: line2))
            #expect(near(read2.position, gga.position, 1e-9))
            var same = read2
            same.position = gga.position
            #expect(same == gga)
        }
    }

    @Test func `a position at the edge of a minute or a degree is written whole`() throws {
        for (degrees, text) in [
            (59.99999999999, "6000.00000,N"), (-0.99999999999, "0100.00000,S"), (12.5, "1230.00000,N"),
            (0, "0000.00000,N"), (90, "9000.00000,N"),
        ] {
            var gll = GLLSentence()
            gll.position = GeodeticPosition(latitude: Angle(degrees: degrees), longitude: Angle(degrees: 7))
            let line = String(decoding: gll.encoded(talker: .gps), as: UTF8.self)
            #expect(line.hasPrefix("$GPGLL," + text + ",00700.00000,E,"))
        }
    }

    @Test func `RMC has 11, 12 or 13 fields by its version`() {
        let counts = NMEAVersion.allCases.map { sentence(RMCSentence().encoded(talker: .gps, version: $0)).fieldCount }
        #expect(counts == [12, 13, 14, 14])
    }

    @Test func `GSA and GSV bear ids from 4.10 on`() throws {
        let satellites = try (1...13).map { try #require(SatelliteID(.galileo, $0)) }
        let old = GSASentence.encoded(
            satellites, fixKind: .threeDimensional, dop: .init(pdop: 1.5), talker: .combined, systemID: 3, version: .v23
        )
        #expect(old.count == 2)
        #expect(GSASentence(line: old[0])?.numbers.first == 301)
        let new = GSASentence.encoded(
            satellites, fixKind: .threeDimensional, dop: .init(pdop: 1.5), talker: .combined, systemID: 3)
        let read = try new.map { try #require(GSASentence(line: $0)) }
        #expect(read.flatMap { $0.satellites(talker: .combined) } == satellites)
        #expect(read.allSatisfy { $0.systemID == 3 && $0.dop.pdop == 1.5 && $0.fixKind == .threeDimensional })
    }

    @Test(arguments: NMEAVersion.allCases)
    func `a sky view reads back from its GSV group`(version: NMEAVersion) throws {
        let ids = try [(Constellation.gps, 7), (.sbas, 123), (.gps, 31), (.gps, 9), (.sbas, 158)].map {
            try #require(SatelliteID($0.0, $0.1))
        }
        let view = ids.enumerated().map { index, id in
            Satellite(
                id, elevation: Angle(degrees: Double(index * 10)), azimuth: Angle(degrees: Double(index * 80)),
                cn0: index == 2 ? nil : 40)
        }
        let lines = GSVSentence.encoded(view, talker: .gps, signalID: 1, version: version)
        #expect(lines.count == 2)
        var read: [Satellite] = []
        for line in lines {
            let gsv = try #require(GSVSentence(line: line))
            #expect(gsv.signalID == (version >= .v410 ? 1 : nil))
            for entry in gsv.entries {
                read.append(
                    Satellite(
                        try #require(gsv.satellite(entry, talker: .gps)),
                        elevation: entry.elevation.map(Angle.init(degrees:)),
                        azimuth: entry.azimuth.map(Angle.init(degrees:)), cn0: entry.cn0))
            }
        }
        #expect(read == view)
    }

    @Test(arguments: [359.994, 359.995, 359.999, 0]) func `a written direction is less than 360 degrees`(
        degrees: Double
    ) {
        var vtg = VTGSentence()
        vtg.course = Angle(degrees: degrees)
        let text = String(decoding: vtg.encoded(talker: .gps), as: UTF8.self)
        #expect(text.hasPrefix(degrees == 359.994 ? "$GPVTG,359.99," : "$GPVTG,0.00,"), "\(text)")
    }

    @Test func `the other sentences read back as they were written`() throws {
        var random = SplitMix(seed: 5)
        for _ in 0..<100 {
            var vtg = VTGSentence()
            vtg.course = Angle(degrees: Double(Int.random(in: 0..<36_000, using: &random)) / 100)
            vtg.speed = Speed(knots: Double(Int.random(in: 0..<99_999, using: &random)) / 1000)
            vtg.mode = .differential
            #expect(VTGSentence(line: vtg.encoded(talker: .gps)) == vtg)

            var zda = ZDASentence()
            zda.time = Drawn.time(&random)
            zda.date = CivilDate(daysSince1970: Int.random(in: 0..<40_000, using: &random))
            zda.zoneMinutes = Int.random(in: -780...780, using: &random)
            if let minutes = zda.zoneMinutes, minutes < 0, minutes > -60 { zda.zoneMinutes = 0 }
            #expect(ZDASentence(line: zda.encoded(talker: .gps)) == zda)

            var gst = GSTSentence()
            gst.time = Drawn.time(&random)
            gst.statistics.rangeResidual = Length(metres: 1.5)
            gst.statistics.latitude = Length(metres: Double(Int.random(in: 0..<9999, using: &random)) / 1000)
            gst.statistics.orientation = Angle(degrees: 17.5)
            #expect(GSTSentence(line: gst.encoded(talker: .gps)) == gst)

            var hdt = HDTSentence()
            hdt.heading = vtg.course
            #expect(HDTSentence(line: hdt.encoded(talker: .gps)) == hdt)

            var ths = THSSentence()
            ths.heading = vtg.course
            ths.mode = .autonomous
            #expect(THSSentence(line: ths.encoded(talker: .gps)) == ths)

            var gns = GNSSentence()
            gns.time = zda.time
            gns.modes = [.notValid, .autonomous, .differential]
            gns.position = Drawn.position(&random)
            gns.orthometricHeight = Length(metres: 12.25)
            gns.status = .notValid
            let read = try #require(GNSSentence(line: gns.encoded(talker: .combined, decimals: 7)))
            #expect(near(read.position, gns.position, 1e-9) && read.modes == gns.modes)
            #expect(read.fixQuality == .differential && read.orthometricHeight == gns.orthometricHeight)
        }
    }

    @Test func `a leap second is written as second 60`() {
        var zda = ZDASentence()
        zda.time = TimeOfDay(hour: 23, minute: 59, second: 60, nanosecond: 500_000_000)
        let line = zda.encoded(talker: .gps)
        #expect(String(decoding: line, as: UTF8.self).hasPrefix("$GPZDA,235960.50,"))
        #expect(ZDASentence(line: line)?.time == zda.time)
    }

    @Test func `values that no sentence can hold are left out`() {
        var gga = GGASentence()
        gga.hdop = .infinity
        gga.orthometricHeight = Length(metres: .nan)
        let text = String(decoding: gga.encoded(talker: .gps), as: UTF8.self)
        #expect(text.hasPrefix("$GPGGA,,,,,,0,,,,"))
    }
}

/// Whether two positions are the same to so many degrees.
func near(_ a: GeodeticPosition?, _ b: GeodeticPosition?, _ tolerance: Double) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a.latitude.degrees - b.latitude.degrees) <= tolerance
        && abs(a.longitude.degrees - b.longitude.degrees) <= tolerance
}

/// Sentences drawn at random.
enum Drawn {
    static func time(_ random: inout SplitMix) -> TimeOfDay? {
        TimeOfDay(
            hour: .random(in: 0...23, using: &random), minute: .random(in: 0...59, using: &random),
            second: .random(in: 0...59, using: &random), nanosecond: .random(in: 0...99, using: &random) * 10_000_000)
    }

    static func position(_ random: inout SplitMix) -> GeodeticPosition? {
        GeodeticPosition(
            latitude: Angle(degrees: .random(in: -90...90, using: &random)),
            longitude: Angle(degrees: .random(in: -180...180, using: &random)))
    }

    static func rmc(_ version: NMEAVersion, _ random: inout SplitMix) -> RMCSentence {
        var rmc = RMCSentence()
        rmc.time = time(&random)
        rmc.isValid = .random(using: &random)
        if .random(using: &random) { rmc.position = position(&random) }
        if .random(using: &random) { rmc.speed = Speed(knots: .random(in: 0...500, using: &random).rounded()) }
        if .random(using: &random) { rmc.course = Angle(degrees: .random(in: 0..<359, using: &random).rounded()) }
        rmc.date = CivilDate(daysSince1970: .random(in: 0...30_000, using: &random))
        if .random(using: &random) { rmc.magneticVariation = Angle(degrees: -12.5) }
        if version >= .v23 { rmc.mode = .rtkFixed }
        if version >= .v410 { rmc.status = .safe }
        return rmc
    }

    static func gga(_ random: inout SplitMix) -> GGASentence {
        var gga = GGASentence()
        gga.time = time(&random)
        gga.position = position(&random)
        gga.quality = .random(in: 0...8, using: &random)
        gga.satellitesUsed = .random(in: 0...40, using: &random)
        gga.hdop = Double(Int.random(in: 1...8999, using: &random)) / 100
        gga.orthometricHeight = Length(metres: Double(Int.random(in: -5_000_000...90_000_000, using: &random)) / 10_000)
        gga.geoidSeparation = Length(metres: -47.25)
        gga.correctionAge = .random(using: &random) ? 3.5 : nil
        gga.station = .random(in: 0...4095, using: &random)
        return gga
    }
}
