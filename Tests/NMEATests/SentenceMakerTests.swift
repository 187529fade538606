// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import NMEA
import Testing

@Suite struct SentenceMakerTests {
    private static let second: Int64 = 1_000_000_000

    private func fix(_ latitude: Double = 47) -> Fix {
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.time = UTCTime(nanosecondsSince1970: 1_787_227_200_000_000_000)
        fix.position = GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: 15))
        return fix
    }

    private func sky() throws -> SkyView {
        SkyView(satellites: [Satellite(try #require(SatelliteID(.gps, 5)), isUsed: true)])
    }

    /// The sentences' kinds, in order.
    private func kinds(of sentences: [[UInt8]]) -> [String] {
        sentences.map { String(decoding: $0[3..<6], as: UTF8.self) }
    }

    @Test func `satellites in a batch of their own have the dimension of the last fix, until it is old`() throws {
        var maker = SentenceMaker()
        func kinds() -> [String] { self.kinds(of: maker.sentences()) }
        maker.note(try sky(), at: 0)
        #expect(kinds() == ["GSV"])
        maker.note(fix(), at: Self.second)
        #expect(kinds() == ["RMC", "GGA", "ZDA"])
        maker.note(try sky(), at: 2 * Self.second)
        let lines = maker.sentences().map { String(decoding: $0, as: UTF8.self) }
        #expect(lines.count == 2 && lines[0].hasPrefix("$GPGSA,A,3,05,"))
        maker.note(try sky(), at: 7 * Self.second)
        #expect(kinds() == ["GSV"])
    }

    @Test func `each fix of a batch gets its sentences, with the satellites of its epoch`() throws {
        var maker = SentenceMaker()
        func kinds() -> [String] { self.kinds(of: maker.sentences()) }
        maker.note(fix(47), at: 1)
        maker.note(fix(48), at: 1)
        maker.note(try sky(), at: 1)
        let lines = maker.sentences().map { String(decoding: $0, as: UTF8.self) }
        #expect(lines.map { $0.dropFirst(3).prefix(3) } == ["RMC", "GGA", "ZDA", "RMC", "GGA", "GSA", "GSV", "ZDA"])
        #expect(lines[0].contains(",4700.00000,N") && lines[3].contains(",4800.00000,N"))
        // A receiver may list the satellites before the fix.
        for _ in 0..<2 {
            maker.note(try sky(), at: 2)
            maker.note(fix(), at: 2)
        }
        #expect(kinds() == Array(repeating: ["RMC", "GGA", "GSA", "GSV", "ZDA"], count: 2).flatMap { $0 })
        #expect(kinds().isEmpty)
        maker.note(fix(), at: 3)
        maker.skip()
        #expect(kinds().isEmpty)
    }

    @Test func `what the receiver sends itself is left out, until it has not sent it for ten seconds`() throws {
        var maker = SentenceMaker()
        func kinds() -> [String] { self.kinds(of: maker.sentences()) }
        for line in ["$GNGSA,A,3*00\r\n", "$GPGSV,1,1,00*79\r\n", "$GNZDA,,,,,,*56\r\n"] {
            maker.note(Array(line.utf8), at: 0)
        }
        maker.note(fix(), at: Self.second)
        maker.note(try sky(), at: Self.second)
        #expect(kinds() == ["RMC", "GGA"])
        maker.note(Array("$GNZDA,,,,,,*56\r\n".utf8), at: 5 * Self.second)
        maker.note(fix(), at: 11 * Self.second)
        maker.note(try sky(), at: 11 * Self.second)
        #expect(kinds() == ["RMC", "GGA", "GSA", "GSV"])
        maker.note(Array("$GNGGA,,,,,,0,,,,,,,,*78\r\n".utf8), at: 12 * Self.second)
        maker.note(fix(), at: 12 * Self.second)
        maker.note(try sky(), at: 12 * Self.second)
        #expect(kinds().isEmpty)
    }
}
