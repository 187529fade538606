// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Testing

@testable import GPSDServer

@Suite("Dilutions by geometry")
struct SkyGeometryTests {
    private static let captures = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"].map { $0 + "/receivers/" }

    @Test("of one satellite overhead and three on the horizon are the textbook's")
    func tetrahedron() throws {
        let geometry = try #require(SkyGeometry(try SampleEpoch.satellites()))
        // Three directions 120° apart give 2/3 to each horizontal axis; the clock 1/3, the height 1 + 1/3.
        #expect(abs(geometry.xdop - (2.0 / 3).squareRoot()) < 1e-12)
        #expect(abs(geometry.ydop - (2.0 / 3).squareRoot()) < 1e-12)
        #expect(abs(geometry.tdop - (1.0 / 3).squareRoot()) < 1e-12)
        #expect(abs(geometry.vdop - (4.0 / 3).squareRoot()) < 1e-12)
        #expect(abs(geometry.gdop - 3.0.squareRoot()) < 1e-12)
    }

    @Test("are unknown where the satellites do not determine a position")
    func singular() throws {
        let ring = try (1...8).map { try SampleEpoch.satellite(.gps, $0, 30, Double($0) * 45, used: true) }
        #expect(SkyGeometry(ring) == nil)
        #expect(SkyGeometry(Array(try SampleEpoch.satellites().dropFirst())) == nil)
        let blind = try (1...8).map { try SampleEpoch.satellite(.gps, $0, .nan, .infinity, used: true) }
        #expect(SkyGeometry(blind) == nil)
    }

    @Test(
        "are what gpsd computed for real skies", .enabled(if: captures != nil, "GNSS_TEST_DATA is not set"),
        arguments: [
            "nmea-old/com-1289", "nmea-old/garmin38", "nmea-old/garmin48", "nmea-old/gr601-w",
            "nmea-old/venus634lp", "nmea-old/iTrek", "coldboot-nofix/nl402u", "coldboot-nofix/ublox-lea-5h",
            "bluetooth/gpslim236", "foreign-binary/bu303-moving", "malformed/ac12", "ubx/ublox-neo-m8n",
        ])
    func captured(_ name: String) throws {
        let path = try #require(Self.captures) + name + ".log.chk"
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        var compared = 0
        for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix(#"{"class":"SKY""#) {
            let sky = try JSONDecoder().decode(RecordedSky.self, from: Data(line.utf8))
            guard let satellites = sky.satellites, let geometry = SkyGeometry(satellites.compactMap(\.satellite)),
                let gdop = sky.gdop, let tdop = sky.tdop, let xdop = sky.xdop, let ydop = sky.ydop
            else { continue }
            compared += 1
            #expect(abs(geometry.gdop - gdop) < 0.0051, "\(line)")
            #expect(abs(geometry.tdop - tdop) < 0.0051, "\(line)")
            #expect(abs(geometry.xdop - xdop) < 0.0051, "\(line)")
            #expect(abs(geometry.ydop - ydop) < 0.0051, "\(line)")
        }
        #expect(compared >= 3)
    }
}

/// What the comparison needs of a SKY that gpsd wrote.
private struct RecordedSky: Decodable {
    struct Seen: Decodable {
        var gnssid, svid: Int
        var az, el: Double?
        var used: Bool

        var satellite: Satellite? {
            try? SampleEpoch.satellite(Constellation(rawValue: UInt8(gnssid)), svid, el, az, used: used)
        }
    }

    var gdop, tdop, xdop, ydop: Double?
    var satellites: [Seen]?
}
