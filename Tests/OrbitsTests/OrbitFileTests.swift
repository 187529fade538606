// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import Orbits

/// Almanac files.
@Suite struct OrbitFileTests {
    private static let yuma = """
        ******** Week 360 almanac for PRN-02 ********
        ID:                         02
        Health:                     000
        Eccentricity:               0.1534700394E-001
        Time of Applicability(s):  147456.0000
        Orbital Inclination(rad):   0.9655437960
        Rate of Right Ascen(r/s):  -0.7783181343E-008
        SQRT(A)  (m 1/2):           5153.602051
        Right Ascen at Week(rad):  -0.2190487236E+001
        Argument of Perigee(rad):  -1.162540693
        Mean Anom(rad):            -0.1487226890E+001
        Af0(s):                    -0.3938674927E-003
        Af1(s/s):                   0.0000000000E+000
        week:                        360

        ******** Week 360 almanac for PRN-33 ********
        ID:                         33
        Eccentricity:               0.1E-001
        """
    private static let sem = """
        31  CURRENT.ALM
         360 147456

        2
        61
        0
         1.53470039367676E-02 7.34195709228516E-03 -2.47746357671350E-09
         5.15360205078125E+03 -6.97253736190000E-01 -3.70048195000000E-01
         -4.73398989000000E-01 -3.93867492675781E-04 0.00000000000000E+00
        0
        11
        """

    @Test func `YUMA and SEM give the same orbit`() throws {
        let near = GPSTime(secondsSince1970: 1_773_000_000)
        let yuma = try #require(OrbitFile(Array(Self.yuma.utf8), near: near))
        let sem = try #require(OrbitFile(Array(Self.sem.utf8), near: near))
        #expect(yuma.form == .yuma && sem.form == .sem && yuma.ignored == 1 && sem.ignored == 0)
        let (a, b) = (try #require(yuma.orbits.first), try #require(sem.orbits.first))
        #expect(a.satellite.description == "G02" && b.satellite == a.satellite && a.source == .almanac)
        // Week 360 of the third period of 1024 weeks.
        #expect(
            a.reference == GPSTime(week: 2408, nanosecondsOfWeek: 147_456_000_000_000) && b.reference == a.reference)
        let time = GPSTime(wholeSeconds: a.reference.wholeSeconds + 86_400)
        let (first, second) = (try #require(a.position(at: time)), try #require(b.position(at: time)))
        #expect((first - second).length < 20_000, "\(first) \(second)")
        #expect((25e6...28e6).contains(first.length))
    }

    @Test(arguments: [
        "", "hello", "\n\n\n", "1 2\n3 4\n5 6", "31 x\n1 2 3", "99999999999999999999 y\n360 1\n1", "ID: 1",
        "ID: nan\nweek: 1e400",
        "-5 t\n1 2\n3",
    ])
    func `other files are refused or empty`(text: String) {
        #expect(OrbitFile(Array(text.utf8), near: GPSTime(wholeSeconds: 0))?.orbits.isEmpty ?? true)
    }

    @Test func `hostile values give no orbit or no position`() {
        for value in ["nan", "inf", "-inf", "1e308", "-1e308", "0", "1e-308", "0.999999", "99999999999999999999"] {
            for key in [
                "ID", "Eccentricity", "Time of Applicability", "SQRT(A)", "Mean Anom", "week", "Right Ascen at Week",
            ] {
                let lines = Self.yuma.split(separator: "\n").map { line in
                    line.hasPrefix(key) ? "\(line.prefix { $0 != ":" }): \(value)" : String(line)
                }
                let file = OrbitFile(Array(lines.joined(separator: "\n").utf8), near: GPSTime(wholeSeconds: 1 << 30))
                for orbit in file?.orbits ?? [] {
                    let position = orbit.position(at: orbit.reference)
                    #expect(position?.isFinite ?? true)
                }
            }
        }
    }

    @Test func `damaged bytes never trap`() {
        var random = SystemRandomNumberGenerator()
        for text in [Self.yuma, Self.sem, ReferenceTable.file] {
            for _ in 0..<300 {
                var bytes = Array(text.utf8)
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
                let file = OrbitFile(bytes, near: GPSTime(secondsSince1970: 1_790_000_000))
                for orbit in file?.orbits ?? [] { _ = orbit.position(at: orbit.reference) }
            }
        }
        let large = [UInt8](repeating: 0x31, count: OrbitFile.sizeLimit + 1)
        #expect(OrbitFile(large, near: GPSTime(wholeSeconds: 0)) == nil)
    }
}
