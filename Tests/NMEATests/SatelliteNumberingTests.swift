// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import NMEA
import Testing

@Suite struct SatelliteNumberingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var number: Int
        var talker: Talker
        var system: Int?
        var name: String?

        var testDescription: String { "\(talker) \(number) \(system.map(String.init) ?? "-")" }

        init(_ number: Int, _ talker: Talker, _ system: Int, _ name: String?) {
            (self.number, self.talker, self.system, self.name) = (number, talker, system, name)
        }

        init(_ number: Int, _ talker: Talker, _ name: String?) {
            (self.number, self.talker, self.name) = (number, talker, name)
        }
    }

    @Test(arguments: [
        // One range for all systems.
        Case(5, .gps, "G05"), Case(33, .gps, "S120"), Case(64, .gps, "S151"), Case(152, .gps, "S152"),
        Case(65, .gps, "R01"), Case(96, .combined, "R32"), Case(193, .gps, "J01"), Case(173, .combined, "M01"),
        Case(301, .combined, "E01"), Case(336, .combined, "E36"), Case(401, .combined, "C01"),
        Case(463, .combined, "C63"), Case(214, .combined, "C14"), Case(903, .combined, "I03"),
        Case(97, .combined, nil), Case(0, .gps, nil), Case(-3, .gps, nil), Case(999, .gps, nil), Case(300, .gps, nil),
        // By talker.
        Case(5, .galileo, "E05"), Case(103, .galileo, "E03"), Case(136, .galileo, "E36"), Case(5, .beidou, "C05"),
        Case(60, .beidou, "C60"), Case(214, .beidouNational, "C14"), Case(412, .beidouNational, "C12"),
        Case(7, .glonass, "R07"), Case(70, .glonass, "R06"), Case(2, .qzss, "J02"), Case(193, .qzssNational, "J01"),
        Case(3, .navic, "I03"),
        // By system id, which counts more than the talker.
        Case(5, .combined, 1, "G05"), Case(40, .combined, 1, "S127"), Case(82, .combined, 2, "R18"),
        Case(33, .combined, 3, "E33"), Case(301, .combined, 3, "E01"), Case(13, .combined, 4, "C13"),
        Case(3, .combined, 5, "J03"), Case(193, .combined, 5, "J01"), Case(3, .combined, 6, "I03"),
        Case(5, .quectel, 4, "C05"), Case(2, .quectel, 5, "J02"),
        // A wrong system id (Furuno): the range decides.
        Case(310, .combined, 4, "E10"),
    ])
    func `a number names a satellite by system id, talker or range`(row: Case) {
        let found = SatelliteNumbering.satellite(row.number, talker: row.talker, system: row.system)
        #expect(found?.description == row.name)
    }

    @Test(arguments: [NMEAVersion.v23, .v411])
    func `a number that is written reads back`(version: NMEAVersion) throws {
        for system: Constellation in [.gps, .sbas, .galileo, .beidou, .qzss, .glonass, .navic] {
            for number in 1...158 {
                guard let id = SatelliteID(system, number) else { continue }
                let made = SatelliteNumbering.number(of: id, version: version)
                // 201 and 202 are BeiDou's for some makers, so they are not written for J09 and J10.
                guard version >= .v410 || id.description != "J09" && id.description != "J10" else {
                    #expect(made == nil, "\(id)")
                    continue
                }
                let written = try #require(made)
                let systemID = version >= .v410 ? SatelliteNumbering.systemID(system) : nil
                for talker in [Talker.combined, .gps] {
                    let read = SatelliteNumbering.satellite(written, talker: talker, system: systemID)
                    #expect(read == id, "\(id)")
                }
            }
        }
    }
}
