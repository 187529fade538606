// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import Orbits

/// Two-line elements against sgp4 and skyfield of PyPI; see reference.py.
@Suite struct TwoLineTests {
    private static let sets: [DeepSpaceModel?] = {
        let lines = ReferenceTable.file.split(separator: "\n")
        return stride(from: 0, to: lines.count, by: 3).map { index in
            TwoLineElements(lines[index + 1], lines[index + 2]).flatMap(DeepSpaceModel.init)
        }
    }()

    @Test func `positions are those of sgp4`() throws {
        #expect(Self.sets.count == 12)
        for row in ReferenceTable.positions {
            let model = try #require(Self.sets[row.set])
            let position = try #require(model.position(after: row.minutes))
            let error = (position - SIMD3(row.x, row.y, row.z)).length
            #expect(error < 1e-3, "set \(row.set) at \(row.minutes) min: \(error) km")
        }
    }

    @Test func `directions are those of skyfield`() throws {
        let file = try #require(
            OrbitFile(Array(ReferenceTable.file.utf8), near: GPSTime(secondsSince1970: 1_790_000_000)))
        #expect(file.form == .twoLine && file.ignored == 0)
        #expect(
            file.orbits.map(\.satellite.description)
                == ["G16", "G24", "E01", "E14", "C01", "C02", "C03", "C04", "C19", "C38", "J02", "R07"])
        let names = ["G24", "E01", "E14", "C19", "C38", "C03", "R07", "J02"]
        for row in ReferenceTable.directions {
            let orbit = try #require(file.orbits.first { $0.satellite.description == names[row.set] })
            let position = try #require(orbit.position(at: GPSTime(secondsSince1970: row.time)))
            let viewpoint = Viewpoint(place(row.latitude, row.longitude), height: Length(metres: row.height))
            let expected = Direction(elevation: Angle(degrees: row.elevation), azimuth: Angle(degrees: row.azimuth))
            let error = separation(viewpoint.direction(of: position), expected)
            #expect(error < 0.02, "\(orbit.satellite) at \(row.time): \(error)°")
        }
    }

    @Test func `an orbit ends at its reach`() throws {
        let file = try #require(OrbitFile(Array(ReferenceTable.file.utf8), near: GPSTime(wholeSeconds: 0)))
        let orbit = try #require(file.orbits.first { $0.satellite.description == "G24" })
        let reference = orbit.reference.wholeSeconds
        #expect(orbit.position(at: GPSTime(wholeSeconds: reference + 29 * 86_400)) != nil)
        #expect(orbit.position(at: GPSTime(wholeSeconds: reference + 31 * 86_400)) == nil)
        #expect(orbit.position(at: GPSTime(wholeSeconds: reference - 31 * 86_400)) == nil)
        #expect(orbit.position(at: GPSTime(wholeSeconds: 0)) == nil)
    }

    @Test(arguments: [
        ("GPS BIIF-3  (PRN 24)", "G24"), ("NAVSTAR 43 (PRN 13)", "G13"), ("BEIDOU-3 M1 (C19)", "C19"),
        ("GSAT0219 (GALILEO 23)", "E36"), ("GSAT0101 (PRN E11)", "E11"), ("QZS-1R (QZSS/PRN 196)", "J04"),
        ("COSMOS 2433 (720)", nil), ("0 R07", "R07"), ("ISS (ZARYA)", nil), ("GPS (PRN 99)", nil), ("", nil),
        ("GPS PRN", nil), ("STARLINK (PRN 7)", nil), ("C99", nil), ("X01", nil),
    ])
    func `a name tells the satellite`(name: String, id: String?) {
        #expect(TwoLineFile.satellite(named: name[...])?.description == id)
    }

    @Test func `a damaged set is counted and skipped`() throws {
        let lines = ReferenceTable.file.split(separator: "\n").map(String.init)
        // Each character of both lines in turn: the checksum does not see letters, the fields do.
        for line in 1...2 {
            for column in lines[line].indices {
                for mark in ["x", "9", " ", "\0", "é"] {
                    var damaged = Array(lines[0..<6])
                    damaged[line].replaceSubrange(column...column, with: mark)
                    let file = OrbitFile(Array(damaged.joined(separator: "\r\n").utf8), near: GPSTime(wholeSeconds: 0))
                    for orbit in file?.orbits ?? [] { _ = orbit.position(at: orbit.reference) }
                    #expect(file?.orbits.contains { $0.satellite.description == "E01" } == true)
                }
            }
        }
        let wrong = lines[0..<6].joined(separator: "\n").replacing("2.00563891 12344", with: "2.00563891 12345")
        let file = try #require(OrbitFile(Array(wrong.utf8), near: GPSTime(wholeSeconds: 0)))
        #expect(file.ignored == 1 && file.orbits.map(\.satellite.description) == ["E01"])
    }
}
