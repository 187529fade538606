// SPDX-License-Identifier: Apache-2.0

import NMEA
import Testing

@Suite struct FramerTests {
    static let rmc = "GPRMC,003956.00,A,4552.65403,S,17030.00668,E,0.025,,120419,,,A"
    static let gga = "GPGGA,,,,,,0,,,,,,,,"

    @Test func `a sentence comes out as it went in`() {
        let (found, statistics) = frame(line(Self.rmc))
        #expect(found.bodies == [Self.rmc])
        #expect(found.frames == [Array(line(Self.rmc).utf8)])
        #expect(statistics.valid == 1 && statistics.noiseBytes == 0)
    }

    @Test(arguments: [
        ("lower-case checksum", "$GPGGA,,,,,,0,,,,,,,,*66\r\n$PMGNCMD,a*4d\n", 1),
        ("line feed alone", "$GPGGA,,,,,,0,,,,,,,,*66\n", 1),
        ("CR CR LF", "$GPGGA,,,,,,0,,,,,,,,*66\r\r\n$GPGGA,,,,,,0,,,,,,,,*66\r\r\n", 2),
        ("bytes behind the checksum", "$GPGGA,,,,,,0,,,,,,,,*66,relay,1\r\n", 1),
        ("no line end, then another", "$GPGGA,,,,,,0,,,,,,,,*66$GPGGA,,,,,,0,,,,,,,,*66\r\n", 2),
        ("no line end at all", "$GPGGA,,,,,,0,,,,,,,,*66", 1),
        ("cut by another", "$GPGGA,,,,,$GPGGA,,,,,,0,,,,,,,,*66\r\n", 1),
        ("a binary byte behind it", "$GPGGA,,,,,,0,,,,,,,,*66\u{1}\u{2}", 1),
        ("TAG block", "\\c:1609459200,s:rcv1*0A\\$GPGGA,,,,,,0,,,,,,,,*66\r\n", 1),
        ("wrong checksum", "$GPGGA,,,,,,0,,,,,,,,*67\r\n", 0),
        ("comments before it", "# $GPGGA is\r\n# said\r\n$GPGGA,,,,,,0,,,,,,,,*66\r\n", 1),
    ])
    func `sentences are found whatever stands around them`(name: String, text: String, count: Int) {
        #expect(frame(text).1.valid == count, "\(name)")
    }

    @Test func `lower-case hexadecimal digits are right`() {
        let text = line("PMGNST,01.75,3,T,816,11.0,-02327,00").lowercasedChecksum
        #expect(frame(text).1.valid == 1)
    }

    @Test func `the last asterisk counts`() {
        let text = line("GNTXT,01,01,02,a*b*00 c")
        #expect(frame(text).0.bodies == ["GNTXT,01,01,02,a*b*00 c"])
    }

    @Test func `damage is counted by its kind`() {
        let (_, statistics) = frame(
            "xx$GPGGA,,,,,,0,,,,,,,,*67\r\n$GPTXT,no sum\r\n$" + String(repeating: "A", count: 300) + "\r\n")
        #expect(statistics.valid == 0)
        #expect(statistics.badChecksum == 1)
        #expect(statistics.missingChecksum == 1)
        #expect(statistics.overlong == 1)
        #expect(statistics.noiseBytes == 2 + 24 + 13 + 301)
    }

    @Test func `comments and TAG blocks are no noise`() {
        let (_, statistics) = frame("# gr\u{FC}n\n\\c:1*00\\$GPGGA,,,,,,0,,,,,,,,*66\r\n\r\n")
        #expect(statistics.noiseBytes == 0)
        #expect(statistics.valid == 1)
    }

    @Test func `a sentence without a checksum is passed on only if that is allowed`() {
        let text = "$GPGGA,,,,,,0,,,,,,,,\r\n"
        #expect(frame(text).0.bodies.isEmpty)
        #expect(frame(text, allowsMissingChecksum: true).0.bodies == ["GPGGA,,,,,,0,,,,,,,,"])
        #expect(frame(text, allowsMissingChecksum: true).1.missingChecksum == 1)
    }

    @Test func `a line end that comes late belongs to its sentence`() {
        let bytes = Array(line(Self.gga).utf8)
        let (found, _) = frame(bytes, feeds: [bytes.count - 1])
        #expect(found.frames == [bytes])
    }
}

extension String {
    fileprivate var lowercasedChecksum: String {
        guard let star = lastIndex(of: "*") else { return self }
        return self[..<star] + self[star...].lowercased()
    }
}
