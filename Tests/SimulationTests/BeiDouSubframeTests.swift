// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ReceiverStream
import Testing
import UBX

@testable import Simulation

/// D1 of BeiDou in RXM-SFRBX, read with the tables of its interface document (B1I, 3.0).
@Suite struct BeiDouSubframeTests {
    /// A subframe, its information behind each other without parity: bits 0..<26 of the first word, 22 of each other.
    private struct Read {
        var data = SentBits()
        let codewords: [UInt32]

        init(_ words: [UInt32]) {
            data.append(words[0] >> 4, 26)
            for word in words.dropFirst() { data.append(word >> 8, 22) }
            var codewords = [words[0] & 0x7FFF]
            for word in words.dropFirst() {
                let (high, low) = (word >> 19, word >> 8 & 0x7FF)
                codewords.append(high << 4 | word >> 4 & 15)
                codewords.append(low << 4 | word & 15)
            }
            self.codewords = codewords
        }

        var number: Int { data.unsigned(15, 3) }
        var second: Int { data.unsigned(18, 20) }
        var page: Int { data.unsigned(39, 7) }
    }

    /// Whether a word of 15 bits is a codeword: as a polynomial it is zero at α, with α⁴ = α + 1.
    private static func isCodeword(_ word: UInt32) -> Bool {
        let powers: [UInt32] = [1, 2, 4, 8, 3, 6, 12, 11, 5, 10, 7, 14, 15, 13, 9]
        return powers.indices.filter { word >> UInt32($0) & 1 == 1 }.reduce(0) { $0 ^ powers[$1] } == 0
    }

    /// A frame begins 14 s after a half minute of GPS time: 2026-09-21, 07:59:56 UTC is one.
    private static let start = LeapSeconds.announced.gps(utc(2026, 9, 21, 7, 59, 56)).wholeSeconds

    private static func subframe(
        _ second: Int, of satellite: SimulatedSatellite = SimulatedConstellations.beidou[3],
        _ leap: LeapSeconds = LeapSeconds.announced
    ) -> Read? {
        BeiDouSubframe(satellite, start: second, leap).map { Read($0.words) }
    }

    @Test func `The parities of all subframes of a superframe are right, and no turned bit escapes them`() throws {
        for second in stride(from: Self.start, to: Self.start + 720, by: 6) {
            let subframe = try #require(
                BeiDouSubframe(SimulatedConstellations.beidou[3], start: second, LeapSeconds.announced))
            let read = Read(subframe.words)
            #expect(subframe.words.count == 10 && subframe.words.allSatisfy { $0 < 1 << 30 })
            #expect(read.codewords.count == 19 && read.codewords.allSatisfy(Self.isCodeword))
            guard second < Self.start + 30 else { continue }
            for word in read.codewords {
                for bit in UInt32(0)..<15 { #expect(!Self.isCodeword(word ^ 1 << bit)) }
            }
        }
    }

    @Test(.enabled(if: ReceivedSubframes.areThere))
    func `Subframes that a receiver received have the same form`() {
        let subframes = ReceivedSubframes.of(.beidou)
        #expect(subframes.count == 11)
        for subframe in subframes {
            let read = Read(subframe.words)
            #expect(read.codewords.allSatisfy(Self.isCodeword))
            #expect(read.codewords.allSatisfy { BeiDouSubframe.parity($0 >> 4) == $0 & 15 })
            #expect(read.data.unsigned(0, 15) == 0b111_0001_0010 << 4)
            #expect(read.second % 30 == 6 * (read.number - 1))
            if read.number == 1 {
                // 2020-06-10 was in week 753; the hour of t_oc is the one that goes on, and the data an hour old.
                #expect(read.data.unsigned(48, 13) == 753)
                #expect(read.data.unsigned(61, 17) * 8 == read.second / 3600 * 3600)
                #expect(read.data.unsigned(39, 5) == 1 && read.data.unsigned(219, 5) == 1)
            }
            if read.number == 5 { #expect(read.page == read.second / 30 % 24 + 1) }
        }
    }

    @Test func `The ephemeris in the subframes is the one that ranges are computed with`() throws {
        // The hour of BeiDou's time changes at 08:00:14 GPS, which is 07:59:56 UTC.
        for satellite in SimulatedConstellations.beidou {
            for second in [Self.start - 30, Self.start] {
                let time = GPSTime(wholeSeconds: second + 15)
                let sent = try #require(satellite.ephemeris(at: time, leapSeconds: 18).keplerian)
                let frames = try (0..<3).map { try #require(Self.subframe(second + 6 * $0, of: satellite)) }
                #expect(frames.map(\.number) == [1, 2, 3])
                let (clock, orbit, angles) = (frames[0].data, frames[1].data, frames[2].data)
                #expect(clock.unsigned(38, 1) == 0 && clock.unsigned(44, 4) == 0)
                #expect(clock.unsigned(61, 17) * 8 == sent.referenceSecond)
                #expect(clock.signed(78, 10) == Int(sent.groupDelay))
                #expect(clock.signed(88, 10) == Int(sent.secondGroupDelay))
                #expect((0..<8).map { clock.signed(98 + 8 * $0, 8) } == Atmosphere.alpha + Atmosphere.beta)
                #expect(clock.signed(162, 11) == 0)
                #expect(clock.signed(173, 24) == Int(sent.clockOffset))
                #expect(clock.signed(197, 22) == Int(sent.clockDrift))
                #expect(clock.unsigned(219, 5) == sent.issue)

                #expect(orbit.signed(38, 16) == Int(sent.meanMotionDifference))
                #expect(orbit.signed(54, 18) == Int(sent.cuc))
                #expect(orbit.signed(72, 32) == Int(sent.meanAnomaly))
                #expect(orbit.unsigned(104, 32) == Int(sent.eccentricity))
                #expect(orbit.signed(136, 18) == Int(sent.cus))
                #expect(orbit.signed(154, 18) == Int(sent.crc))
                #expect(orbit.signed(172, 18) == Int(sent.crs))
                #expect(orbit.unsigned(190, 32) == Int(sent.rootSemiMajor))

                #expect((orbit.unsigned(222, 2) << 15 | angles.unsigned(38, 15)) * 8 == sent.referenceSecond)
                #expect(angles.signed(53, 32) == Int(sent.inclination))
                #expect(angles.signed(85, 18) == Int(sent.cic))
                #expect(angles.signed(103, 24) == Int(sent.ascendingNodeRate))
                #expect(angles.signed(127, 18) == Int(sent.cis))
                #expect(angles.signed(145, 14) == Int(sent.inclinationRate))
                #expect(angles.signed(159, 32) == Int(sent.ascendingNode))
                #expect(angles.signed(191, 32) == Int(sent.perigee))
            }
        }
    }

    @Test func `Subframes tell BeiDou's time, 14 s behind GPS`() throws {
        // Monday, 07:59:56 UTC is 08:00:00 there: four leap seconds since 2006; GPS week 2437 is week 1081.
        let first = try #require(Self.subframe(Self.start))
        #expect(first.second == 86_400 + 8 * 3600 && first.data.unsigned(48, 13) == 1081)
        let begins = (0..<30).compactMap { Self.subframe(Self.start + $0) }
        #expect(begins.map(\.number) == [1, 2, 3, 4, 5])
        #expect(begins.map(\.second) == (0..<5).map { first.second + 6 * $0 })
        // Its week ends 14 s after that of GPS.
        let week = 2438 * 604_800
        #expect(Self.subframe(week + 8)?.second == 604_794)
        #expect(Self.subframe(week + 14)?.second == 0)
        #expect(Self.subframe(week + 14)?.data.unsigned(48, 13) == 1082)
        #expect(Self.subframe(week + 14)?.number == 1)
    }

    private static func pages(_ leap: LeapSeconds = LeapSeconds.announced) throws -> [[Int: Read]] {
        // From the beginning of a superframe on three of them: 08:00 is the 3840th frame of the week.
        var pages: [[Int: Read]] = [[:], [:], [:]]
        for frame in 0..<72 {
            let begin = start + 30 * frame
            let (fourth, fifth) = (
                try #require(subframe(begin + 18, of: SimulatedConstellations.beidou[0], leap)),
                try #require(subframe(begin + 24, of: SimulatedConstellations.beidou[0], leap))
            )
            #expect(fourth.number == 4 && fifth.number == 5 && fourth.page == fifth.page)
            #expect(fourth.page == frame % 24 + 1)
            pages[frame / 24][fourth.page] = fourth
            pages[frame / 24][100 + fifth.page] = fifth
        }
        return pages
    }

    @Test func `The almanac finds all satellites within 300 m, and health says which there are`() throws {
        let pages = try Self.pages()
        let real = Dictionary(uniqueKeysWithValues: SimulatedConstellations.beidou.map { (Int($0.id.number), $0) })
        var healthy: Set<Int> = []
        var expanded: [Int: Read] = [:]
        for superframe in pages {
            let last = try #require(superframe[124])
            let part = last.data.unsigned(46 + 9 * 13, 2)
            let from = [31, 44, 57]
            try #require((1...3).contains(part))
            let numbers = part == 3 ? Array(57...63) : Array(from[part - 1]..<from[part - 1] + 13)
            if part < 3 {
                for (index, number) in numbers.enumerated() where last.data.unsigned(46 + 9 * index, 9) == 0 {
                    healthy.insert(number)
                }
            }
            for (index, number) in numbers.enumerated() { expanded[number] = superframe[111 + index] }
        }
        let (early, late) = (try #require(pages[0][107]), try #require(pages[0][108]))
        for number in 1...19 where early.data.unsigned(46 + 9 * (number - 1), 9) == 0 { healthy.insert(number) }
        for number in 20...30 where late.data.unsigned(46 + 9 * (number - 20), 9) == 0 { healthy.insert(number) }
        #expect(healthy == Set(real.keys))
        #expect(late.data.unsigned(46 + 99, 8) == 1081 % 256)
        let reference = late.data.unsigned(46 + 107, 8)

        for (number, satellite) in real {
            let read = number <= 24 ? pages[0][number] : number <= 30 ? pages[0][76 + number] : expanded[number]
            let data = try #require(read).data
            #expect(data.unsigned(222, 2) == (number <= 30 ? 3 : number <= 43 ? 1 : 2))
            #expect(data.unsigned(149, 8) == reference)
            let instant = GPSTime(wholeSeconds: (1081 + 1356) * 604_800 + reference * 4096 + 14)
            let almanac = KeplerianEphemeris(
                satellite: satellite.id, issue: 0, reference: instant,
                meanAnomaly: Int32(truncatingIfNeeded: data.signed(198, 24) << 8),
                eccentricity: UInt32(data.unsigned(116, 17) << 12), rootSemiMajor: UInt32(data.unsigned(46, 24) << 8),
                ascendingNode: Int32(truncatingIfNeeded: data.signed(92, 24) << 8),
                inclination: Int32(data.signed(133, 16) << 12 + Int(0.3 * 0x1p31)),
                perigee: Int32(truncatingIfNeeded: data.signed(174, 24) << 8),
                ascendingNodeRate: Int32(data.signed(157, 17) << 5), inclinationRate: 0, meanMotionDifference: 0,
                cuc: 0, cus: 0, cic: 0, cis: 0, crc: 0, crs: 0, clockOffset: Int32(data.signed(81, 11) << 13),
                clockDrift: Int32(data.signed(70, 11) << 12), groupDelay: 0, secondGroupDelay: 0)
            for hour in stride(from: -12, through: 12, by: 3) {
                let time = GPSTime(wholeSeconds: instant.wholeSeconds + 3600 * hour)
                let (place, truth) = (
                    almanac.state(at: time), satellite.ephemeris(at: time, leapSeconds: 18).state(at: time)
                )
                #expect((place.position - truth.position).length < 300, "\(satellite.id) \(hour) h")
                #expect(abs(place.clockError - truth.clockError) < 2e-6)
            }
        }
    }

    @Test func `UTC is as many seconds behind as have been put in since 2006`() throws {
        let now = try #require(try Self.pages()[0][110]).data
        // The last one that was put in: at the end of 2016-12-31, the Saturday of GPS week 1929.
        #expect(now.signed(46, 8) == 3 && now.signed(54, 8) == 4)
        #expect(now.unsigned(62, 8) == (1929 - 1356) % 256 && now.unsigned(126, 8) == 6)
        #expect(now.unsigned(70, 56) == 0)
        let leap = LeapSeconds.announced.adding(isInserted: true, atEndOfDayOf: utc(2026, 12, 31))
        let then = try #require(try Self.pages(leap)[0][110]).data
        // The Thursday of GPS week 2451.
        #expect(then.signed(46, 8) == 4 && then.signed(54, 8) == 5)
        #expect(then.unsigned(62, 8) == (2451 - 1356) % 256 && then.unsigned(126, 8) == 4)
        // No fractions of a second between the systems.
        let differences = try #require(try Self.pages()[0][109]).data
        #expect(differences.bits[46...].allSatisfy { $0 == 0 })
    }

    @Test func `A receiver hands the subframes over as they come, and the decoder takes them`() throws {
        var scenario = fieldWork(62)
        scenario.receiver.constellations = [.gps, .glonass, .beidou]
        let played = play(scenario, ubx: .generation9)
        let subframes = Frames(played).subframes(.beidou)
        let heard = Set(subframes.map(\.svID))
        #expect(heard.count >= 5 && subframes.count >= 10 * heard.count)
        #expect(subframes.allSatisfy { $0.sigID == 0 && $0.freqID == 0 && $0.words.count == 10 })
        for (index, entry) in played.enumerated().dropFirst() {
            let seconds = Set(Frames([entry]).subframes(.beidou).map { Read($0.words).second })
            // 08:00:00 UTC is 08:00:04 in BeiDou's time.
            let own = 86_400 + 8 * 3600 + 4 + index
            #expect(seconds == (own % 6 == 0 ? [own - 6] : []))
        }
        var counts: [NavigationMessage: Int] = [:]
        for case .navigationPage(let page) in decodeAll(played).flatMap(\.payloads) {
            counts[page.message, default: 0] += 1
            #expect(page.check == (page.message == .lnav ? .passed : .notChecked))
            #expect(page.bitCount == (page.message == .glonass ? 85 : 300))
            guard page.message == .d1 else { continue }
            // BeiDou's seconds, with the 14 that GPS is ahead.
            let data = Read((0..<10).map { Self.word(page.bytes, $0) })
            #expect(page.time?.tow == data.second + 14)
        }
        #expect(counts[.d1] == subframes.count && counts[.lnav, default: 0] > 40)
        #expect(counts[.glonass] == Frames(played).subframes(.glonass).count)
    }

    private static func word(_ bytes: [UInt8], _ index: Int) -> UInt32 {
        (30 * index..<30 * index + 30).reduce(0) { $0 << 1 | UInt32(bytes[$1 / 8] >> UInt8(7 - $1 % 8) & 1) }
    }
}
