// SPDX-License-Identifier: Apache-2.0

import NMEA
import Testing

@Suite struct FramerSplitTests {
    /// Sentences with all kinds of damage between and in them.
    static let mixed = Array(
        ("# head $GPGGA\r\n#\r\n" + line("GPRMC,003956.00,A,4552.65403,S,17030.00668,E,0.025,,120419,,,A")
            + "\\c:1*00\\" + line("GPGGA,,,,,,0,,,,,,,,") + "noise\r\n$GPGGA,1,2$GPGLL,1*00\r\r\n"
            + "$GPGGA,,,,,,0,,,,,,,,*66\r\r\n$GPTXT,none\n\u{B5}b\u{1}$GPGGA,,,,,,0,,,,,,,,*66\u{1}\\bad\r"
            + "$GPGGA,,,,,,0,,,,,,,,*66!AIVDM,1*00\r$" + String(repeating: "B", count: 257) + "\r\n"
            + line("PUBX,03," + String(repeating: "1,", count: 300)) + "$P" + String(repeating: "B", count: 1100)
            + line("GPZDA,000000.00,01,01,2026,00,00") + "$GPGGA,,,,,,0,,,,,,,,*6").utf8)

    @Test func `every split into two feeds gives the same sentences and counts`() {
        let whole = frame(Self.mixed)
        #expect(whole.1.valid == 7)
        for split in 0...Self.mixed.count {
            let halves = frame(Self.mixed, feeds: [split])
            #expect(halves.0 == whole.0 && halves.1 == whole.1, "split at \(split)")
        }
    }

    @Test(arguments: [1, 2, 3, 7, 64, 255, 256, 257])
    func `feeds of one size give the same sentences and counts`(size: Int) {
        let whole = frame(Self.mixed)
        let parts = frame(Self.mixed, feeds: Array(repeating: size, count: Self.mixed.count / size))
        #expect(parts.0 == whole.0 && parts.1 == whole.1)
    }

    @Test func `random bytes never trap, and any split gives the same`() {
        var random = SplitMix(seed: 183)
        let alphabet = Array("$$!*,\r\n\\#GPA01\u{1}".utf8) + [0xB5, 0xFF]
        for round in 0..<300 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...1400, using: &random) {
                bytes.append(
                    round % 2 == 0
                        ? .random(in: 0...255, using: &random)
                        : alphabet[.random(in: 0..<alphabet.count, using: &random)])
            }
            if round % 3 == 0 { bytes += Array(line("GPGGA,,,,,,0,,,,,,,,").utf8) }
            let whole = frame(bytes)
            let feeds = (0..<40).map { _ in Int.random(in: 0...60, using: &random) }
            let parts = frame(bytes, feeds: feeds)
            #expect(parts.0 == whole.0 && parts.1 == whole.1, "round \(round)")
            #expect(whole.0.frames.allSatisfy { $0.count <= NMEAFramer.longestProprietaryFrame + 3 })
        }
    }
}

/// Random numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
