// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import NMEA
import Testing

@Suite struct MadeSentencesTests {
    private var fix: Fix {
        var fix = Fix(kind: .threeDimensional, quality: .differential)
        fix.time = UTCTime(nanosecondsSince1970: 1_787_227_200_250_000_000)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 47.0707), longitude: Angle(degrees: -15.4395))
        fix.height = Height(ellipsoidal: Length(metres: 869.16), geoidSeparation: Length(metres: 42.6))
        fix.speed = Speed(knots: 2.916)
        fix.course = Angle(degrees: 2.5)
        fix.dop.hdop = 0.52
        return fix
    }

    private func satellites() throws -> SkyView {
        let ids = [(Constellation.gps, 5), (.galileo, 24), (.beidou, 30), (.glonass, 7), (.sbas, 123)]
        return SkyView(
            satellites: try ids.map { system, number in
                Satellite(
                    try #require(SatelliteID(system, number)), elevation: Angle(degrees: 30),
                    azimuth: Angle(degrees: 120), cn0: 41, isUsed: system != .sbas)
            })
    }

    private func text(_ sentences: [[UInt8]]) -> [String] { sentences.map { String(decoding: $0, as: UTF8.self) } }

    @Test func `an epoch becomes the sentences that old programs read`() throws {
        let lines = text(MadeSentences.of(fix, try satellites()))
        #expect(lines.allSatisfy { $0.hasSuffix("\r\n") })
        #expect(
            lines.map { String($0.dropLast(4)) } == [
                "$GPRMC,120000.25,A,4704.24200,N,01526.37000,W,2.916,2.50,200826,,,D",
                "$GPGGA,120000.25,4704.24200,N,01526.37000,W,2,04,0.52,826.6,M,42.6,M,,",
                "$GPGSA,A,3,05,324,430,71,,,,,,,,,,0.52,",
                "$GPGSV,2,1,05,05,30,120,41,324,30,120,41,430,30,120,41,71,30,120,41",
                "$GPGSV,2,2,05,36,30,120,41", "$GPZDA,120000.25,20,08,2026,00,00",
            ])
        // Whoever reads them back finds the same place.
        let line = try #require(MadeSentences.of(fix, nil).first)
        let rmc = try #require(RMCSentence(line: line))
        #expect(abs((rmc.position?.latitude.degrees ?? 0) - 47.0707) < 1e-7)
    }

    @Test func `without a fix there is no position in them`() {
        var none = fix
        none.kind = .none
        let lines = text(MadeSentences.of(none, nil))
        #expect(lines[0].hasPrefix("$GPRMC,120000.25,V,,,,,"))
        #expect(lines[1].hasPrefix("$GPGGA,120000.25,,,,,0,"))
        #expect(MadeSentences.of(nil, nil).isEmpty)
    }

    @Test func `times are those of the nearest hundredth of a second, with its date`() {
        var early = fix
        func times(_ nanoseconds: Int64, isLeapSecond: Bool = false) -> [String] {
            early.time = UTCTime(nanosecondsSince1970: nanoseconds, isLeapSecond: isLeapSecond)
            let fields = text(MadeSentences.of(early, nil)).map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
            return [fields[0][1], fields[0][9], fields[1][1], fields[2][1], fields[2][2]].map(String.init)
        }
        // UBX-NAV-PVT with a negative `nano`.
        let midnight: Int64 = 1_795_996_800_000_000_000
        #expect(times(midnight - 1) == ["000000.00", "301126", "000000.00", "000000.00", "30"])
        #expect(times(midnight - 127_759) == ["000000.00", "301126", "000000.00", "000000.00", "30"])
        #expect(times(midnight - 10_000_000) == ["235959.99", "291126", "235959.99", "235959.99", "29"])
        // A leap second is neither lost nor made the next day's midnight.
        let leap: Int64 = 1_483_228_800_000_000_000
        #expect(times(leap, isLeapSecond: true) == ["235960.00", "311216", "235960.00", "235960.00", "31"])
        #expect(
            times(leap + 997_000_000, isLeapSecond: true) == ["235960.99", "311216", "235960.99", "235960.99", "31"])
    }

    @Test func `satellites without a fix state the dimension of the receiver's last one, or none`() throws {
        let kinds = { (sentences: [[UInt8]]) in self.text(sentences).map { $0.dropFirst(3).prefix(3) } }
        let sky = try satellites()
        #expect(kinds(MadeSentences.of(nil, sky)) == ["GSV", "GSV"])
        let recent = MadeSentences.of(nil, sky, recent: fix)
        #expect(kinds(recent) == ["GSA", "GSV", "GSV"])
        #expect(text(recent)[0].hasPrefix("$GPGSA,A,3,05,324,430,71,"))
        var later = sky
        later.dop.hdop = 0.75
        #expect(text(MadeSentences.of(nil, later, recent: fix))[0].contains(",,0.75,*"))
        #expect(text(MadeSentences.of(fix, later))[2].contains(",,0.52,*"))
        var lost = fix
        lost.kind = .none
        #expect(text(MadeSentences.of(lost, sky, recent: fix))[2].hasPrefix("$GPGSA,A,1,"))
    }

    @Test func `the kinds that a receiver sends itself are left out`() throws {
        let all = MadeSentences.of(fix, try satellites(), omitting: [.gsa, .gsv, .zda])
        #expect(text(all).map { $0.dropFirst(3).prefix(3) } == ["RMC", "GGA"])
    }

    @Test func `a receiver's sentences are known by their kinds, whatever the talker`() {
        for line in ["$GPRMC,1*00\r\n", "$GNGGA,", "$GAGNS,1", "$GNGLL,1"] {
            #expect(SentenceHabit.Kind(Array(line.utf8)) == .position, "\(line)")
        }
        for (line, kind) in [("$GNGSA,A", SentenceHabit.Kind.gsa), ("$GPGSV,1", .gsv), ("$GNZDA,1", .zda)] {
            #expect(SentenceHabit.Kind(Array(line.utf8)) == kind, "\(line)")
        }
        for line in ["$GNTXT,01,01,02,HW*00", "$GP", "", "!AIVDM,1", "$PUBX,00", "$GPVTG,1"] {
            #expect(SentenceHabit.Kind(Array(line.utf8)) == nil, "\(line)")
        }
    }
}
