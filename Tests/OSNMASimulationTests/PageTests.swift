// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import OSNMAFiles
import Simulation
import Testing

@testable import OSNMASimulation

/// Pages and words bit by bit, and the files they go into.
@Suite struct PageTests {
    private func bits(_ hexadecimal: String) -> UInt128 { UInt128(hexadecimal, radix: 16) ?? 0 }

    @Test func `parity words are those that satellites sent`() throws {
        // Words of one satellite and issue, received on the air.
        let words = [
            "0468384300f9d51000283cd2a8134a1f", "08680900a19727244c7f94321021f501",
            "0c68ffc01025a3f3ff0e4c1852f0776b", "106814007c000ce1009a5d85a000fe01",
        ]
        let parity = ReedSolomonParity(words.map { INAVWord(bits: bits($0)) })
        #expect(parity.word(17).bits == bits("46c882c3d91575048e05eb3a0e8a3eb5"))
        #expect(parity.word(18).bits == bits("4b4c2daedfd30517ef41a79b281f5e4a"))
        #expect(parity.word(19).bits == bits("4f6ceb3cc7334fb27753ce6b5974e501"))
        #expect(parity.word(20).bits == bits("518c37d37a45f64e1767deff5de81321"))
    }

    @Test func `a page bears its word, its OSNMA field, its check and its place in six seconds`() throws {
        let word = INAVWord(bits: bits("0468384300f9d51000283cd2a8134a1f"))
        let page = INAVPage.bytes(word: word, osnma: 0xA1_0203_04B5, start: 33)
        func field(_ start: Int, _ width: Int) -> UInt64 {
            (start..<start + width).reduce(0) { $0 << 1 | UInt64(page[$1 / 8] >> UInt8(7 - $1 % 8) & 1) }
        }
        #expect(page.count == 30)
        #expect(field(0, 2) == 0b00 && field(120, 2) == 0b10 && field(114, 6) == 0 && field(234, 6) == 0)
        #expect(field(2, 56) << 8 | field(58, 8) == word.field(0..<64))
        #expect(field(66, 48) << 16 | field(122, 16) == word.field(64..<128))
        #expect(field(138, 40) == 0xA1_0203_04B5)
        #expect(field(226, 8) == 0x2B)
        var check: UInt64 = 0
        for bit in Array(0..<114) + Array(120..<202) {
            check = check << 1 ^ field(bit, 1) << 24
            if check & 1 << 24 != 0 { check ^= 0x186_4CFB }
        }
        #expect(field(202, 24) == check & 0xFF_FFFF)
    }

    @Test func `words say what the simulated satellite broadcasts`() throws {
        let satellite = try #require(SimulatedConstellations.galileo.first { $0.id.number == 7 })
        let time = try #require(
            GPSTime(week: Moment.noon.week + 1024, nanosecondsOfWeek: Int64(Moment.noon.tow) * 1_000_000_000))
        let ephemeris = try #require(satellite.ephemeris(at: time, leapSeconds: 18).keplerian)
        let content = try #require(SimulatedSource().content(satellite: 7, subframe: Moment.noon))
        let first = content.ephemerisWord(1)
        #expect(first.field(6..<16) == UInt64(ephemeris.issue))
        #expect(first.field(16..<30) == UInt64(ephemeris.referenceSecond / 60))
        #expect(UInt32(first.field(30..<62)) == UInt32(bitPattern: ephemeris.meanAnomaly))
        #expect(first.field(62..<94) == UInt64(ephemeris.eccentricity))
        #expect(first.field(94..<126) == UInt64(ephemeris.rootSemiMajor))
        let third = content.ephemerisWord(3)
        #expect((Int32(truncatingIfNeeded: third.field(16..<40)) << 8) >> 8 == ephemeris.ascendingNodeRate)
        let clock = content.clockWord(satellite: 7)
        #expect(clock.field(16..<22) == 7)
        #expect((Int32(truncatingIfNeeded: clock.field(68..<99)) << 1) >> 1 == ephemeris.clockOffset)
        let utc = content.utcWord(at: PageTime(Moment.noon.secondsSinceEpoch))
        #expect(utc.field(62..<70) == 18 && utc.field(105..<125) == UInt64(Moment.noon.tow))
    }

    @Test func `every simulated satellite has its orbit and clock in brief`() throws {
        let source = SimulatedSource()
        #expect(source.numbers.count == 24)
        for number in source.numbers {
            let content = try #require(source.content(satellite: number, subframe: Moment.noon))
            #expect(ReducedEphemeris(content).word(tow: Moment.noon.tow) != nil, "E\(number)")
        }
    }

    @Test func `orbit and clock in brief lead to the place that the ephemeris leads to`() throws {
        var content = PlainSource().content(satellite: 3, subframe: Moment.noon)
        content?.t0e = Moment.noon.tow / 60
        let plain = try #require(content)
        let word = try #require(ReducedEphemeris(plain).word(tow: Moment.noon.tow))
        func signed(_ range: Range<Int>) -> Double {
            let value = Int(word.field(range))
            return Double(value >= 1 << (range.count - 1) ? value - 1 << range.count : value)
        }
        // Of a nearly round orbit the argument of latitude is the mean anomaly and the perigee.
        let argument = Double(plain.m0 + plain.omega) * 0x1p-31
        #expect(abs((signed(77..<100) * 0x1p-22 - argument).remainder(dividingBy: 2)) < 1e-4)
        #expect(abs((signed(54..<77) * 0x1p-22 - Double(plain.omega0) * 0x1p-31).remainder(dividingBy: 2)) < 1e-6)
        let axis = Double(plain.sqrtA) * 0x1p-19
        #expect(abs(29_600_000 + signed(6..<11) * 256 - axis * axis) <= 128)
        // The clock is off by as much as the coarse axis makes the orbit too high.
        let high = 29_600_000 + signed(6..<11) * 256 - axis * axis
        let bias = Double(plain.af0) * 0x1p-34 + high / 299_792_458
        #expect(abs(signed(100..<122) * 0x1p-26 - bias) < 2 * 0x1p-26)
        // Galileo's orbits are round; one that is not has no such word.
        var oval = plain
        oval.e = 80_000_000
        #expect(ReducedEphemeris(oval).word(tow: 0) == nil)
        #expect(ReducedEphemeris(INAVContent()).word(tow: 0) == nil)
        #expect(INAVAlmanac.Entry(INAVContent(), satellite: 1, t0a: 0).m0 == 0)
    }

    @Test func `a test vector is read as the official ones are`() throws {
        var signal = try OSNMASignal(
            OSNMAScenario(start: Moment.noon + 600, duration: 180, satellites: [2, 3, 5]), source: PlainSource())
        var vector = TestVector(begin: Moment.noon + 601)
        for second in stride(from: 1, to: 180, by: 2) {
            for satellite in [2, 3, 5] {
                guard let page = signal.page(satellite: satellite, at: Moment.noon + (600 + second)) else { continue }
                vector.append(page, satellite: satellite)
            }
        }
        #expect(vector.name == "25_JUL_2024_GST_12_10_01.csv")
        var verdict = Judgement(signal.trustFiles(at: Moment.noon))
        for page in try PageFile(Array(vector.text.utf8), name: vector.name).pages {
            verdict.take(Int(page.satellite.number), page.start, page.bits)
        }
        #expect(verdict.failures.isEmpty && verdict.tags[.inavEphemeris] ?? 0 > 20)
    }

    @Test("streams of receivers are read as theirs are", arguments: ["sky.ubx", "sky.sbf"])
    func streams(_ name: String) throws {
        let scenario = OSNMAScenario(start: Moment.noon + 600, duration: 180, satellites: [2, 3, 5])
        var signal = try OSNMASignal(scenario, source: PlainSource())
        var bytes: [UInt8] = []
        for second in stride(from: 1, to: 180, by: 2) {
            let time = scenario.start + second
            bytes += name.hasSuffix("ubx") ? PageRecording.ubxTime(time + 2) : []
            for satellite in [2, 3, 5] {
                guard let page = signal.page(satellite: satellite, at: time) else { continue }
                bytes +=
                    name.hasSuffix("ubx")
                    ? PageRecording.ubx(page, satellite: satellite)
                    : PageRecording.sbf(page, satellite: satellite, start: time)
            }
        }
        var verdict = Judgement(signal.trustFiles(at: scenario.start))
        let read = try PageFile(bytes, name: name).pages
        #expect(read.count > 3 * 85)
        for page in read { verdict.take(Int(page.satellite.number), page.start, page.bits) }
        #expect(verdict.failures.isEmpty && verdict.anomalies.isEmpty)
        #expect(verdict.tags[.inavEphemeris] ?? 0 > 20)
    }
}
