// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Testing
import UBX

@testable import Simulation

/// The navigation message of GLONASS in RXM-SFRBX, read with the tables of its interface document (edition 5.1).
@Suite struct GLONASSStringTests {
    /// A string with its bits as the document numbers them, 85 first.
    private struct Read {
        var bits = SentBits()
        let superframe: Int, frame: Int

        init(_ words: [UInt32]) {
            for word in words.prefix(3) { bits.append(word, 32) }
            superframe = Int(words[3] >> 16)
            frame = Int(words[3] & 0xFF)
        }

        func unsigned(_ high: Int, _ low: Int) -> Int { bits.unsigned(85 - high, high - low + 1) }
        func magnitude(_ high: Int, _ low: Int) -> Int { bits.magnitude(85 - high, high - low + 1) }
        var number: Int { unsigned(84, 81) }

        /// Table 4.13: the bits that each checksum is taken over besides its check bit.
        private static let sums: [[ClosedRange<Int>]] = [
            [9, 10, 12, 13, 15, 17, 19, 20, 22, 24, 26, 28, 30, 32, 34, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57]
                .map { $0...$0 } + [59, 61, 63, 65, 66, 68, 70, 72, 74, 76, 78, 80, 82, 84].map { $0...$0 },
            [9...9, 11...12, 14...15, 18...19, 21...22, 25...26, 29...30, 33...34, 36...37, 40...41, 44...45, 48...49]
                + [52...53, 56...57, 60...61, 64...65, 67...68, 71...72, 75...76, 79...80, 83...84],
            [10...12, 16...19, 23...26, 31...34, 38...41, 46...49, 54...57, 62...65, 69...72, 77...80, 85...85],
            [13...19, 27...34, 42...49, 58...65, 73...80],
            [20...34, 50...65, 81...85],
            [35...65],
            [66...85],
        ]

        /// Whether all checksums are zero.
        var isWhole: Bool {
            func sum(_ ranges: [ClosedRange<Int>]) -> Int {
                ranges.flatMap { $0 }.reduce(0) { $0 ^ unsigned($1, $1) }
            }
            let single = Self.sums.enumerated().allSatisfy { index, ranges in
                sum(ranges) ^ unsigned(index + 1, index + 1) == 0
            }
            return single && sum([1...85]) == 0
        }
    }

    /// 2026-09-21, 08:00 UTC, which is 11:00 in Moscow.
    private static let start = LeapSeconds.announced.gps(utc(2026, 9, 21, 8)).wholeSeconds
    private static let satellite = SimulatedConstellations.glonass[10]

    private static func string(
        _ second: Int, of satellite: SimulatedSatellite = satellite, _ leap: LeapSeconds = LeapSeconds.announced
    ) -> Read? {
        GLONASSString(satellite, start: second, leap).map { Read($0.words) }
    }

    @Test func `The checksums of all strings of a superframe are right, and no turned bit escapes them`() throws {
        for second in stride(from: Self.start, to: Self.start + 150, by: 2) {
            var string = try #require(Self.string(second))
            #expect(string.isWhole && string.unsigned(85, 85) == 0)
            #expect(string.bits.unsigned(85, 11) == 0)
            // One frame will do for these.
            guard second < Self.start + 30 else { continue }
            for bit in 0..<85 {
                string.bits.bits[bit] ^= 1
                #expect(!string.isWhole, "bit \(85 - bit)")
                string.bits.bits[bit] ^= 1
            }
        }
    }

    @Test(.enabled(if: ReceivedSubframes.areThere))
    func `Strings that a receiver received have the same form`() {
        let strings = ReceivedSubframes.of(.glonass)
        #expect(strings.count == 10)
        for subframe in strings {
            let read = Read(subframe.words)
            #expect(read.isWhole)
            let data = Array(read.bits.bits.prefix(77))
            #expect(GLONASSString.check(data) == read.unsigned(8, 1))
            #expect(subframe.words.count == 4 && subframe.freqID == 6)
        }
        // From string 13 of a frame at 21:27:54 on, which is 00:27:54 on Thursday in Moscow.
        for (index, read) in strings.map({ Read($0.words) }).enumerated() {
            let time = GLONASSTime(Self.second(utc(2020, 6, 10, 21, 27, 54)) + 2 * index, leapSeconds: 18)
            #expect(read.number == time.seconds % 30 / 2 + 1)
            #expect(read.frame == time.seconds % 150 / 30 + 1)
            #expect(read.superframe == time.secondOfWeek / 150 + 1)
            if read.number == 4 { #expect(read.unsigned(26, 16) == time.dayOfInterval) }
            if read.number == 5 {
                // The almanac is of a day before.
                #expect((time.dayOfInterval - 7...time.dayOfInterval).contains(read.unsigned(80, 70)))
                #expect(read.unsigned(36, 32) == time.interval)
            }
        }
    }

    private static func second(_ time: UTCTime) -> Int { LeapSeconds.announced.gps(time).wholeSeconds }

    @Test func `The ephemeris in the strings is the one that ranges are computed with`() throws {
        // Over two changes of it, a minute before and after each.
        let seconds = [0, 1800].flatMap { [$0 - 60, $0 - 30, $0, $0 + 30, $0 + 60] }
        for satellite in SimulatedConstellations.glonass {
            for second in seconds.map({ Self.start + $0 }) {
                let time = GPSTime(wholeSeconds: second + 8)
                guard case .glonass(let sent) = satellite.ephemeris(at: time, leapSeconds: 18) else {
                    Issue.record("no ephemeris of GLONASS")
                    continue
                }
                let strings = try (0..<5).map { try #require(Self.string(second + 2 * $0, of: satellite)) }
                #expect(strings.map(\.number) == [1, 2, 3, 4, 5])
                for (axis, string) in strings.prefix(3).enumerated() {
                    #expect(string.magnitude(64, 41) == Int(sent.velocity[axis]))
                    #expect(string.magnitude(40, 36) == Int(sent.acceleration[axis]))
                    #expect(string.magnitude(35, 9) == Int(sent.position[axis]))
                }
                #expect(strings[1].unsigned(76, 70) == sent.quarter)
                #expect(strings[1].unsigned(77, 77) == sent.quarter % 2)
                #expect(strings[2].magnitude(79, 69) == Int(sent.frequencyOffset))
                #expect(strings[3].magnitude(80, 59) == Int(sent.clockOffset))
                #expect(strings[3].unsigned(15, 11) == Int(satellite.id.number))
                // Healthy, in all three places.
                #expect(strings[1].unsigned(80, 78) == 0)
                #expect(strings[2].unsigned(65, 65) == 0 && strings[4].unsigned(9, 9) == 0)
                #expect(strings[0].unsigned(78, 77) == ((second - Self.start) % 1800 == 0 ? 1 : 0))
            }
        }
    }

    @Test func `Frames tell the time of Moscow`() throws {
        let first = try #require(Self.string(Self.start))
        #expect((first.unsigned(76, 72), first.unsigned(71, 66), first.unsigned(65, 65)) == (11, 0, 0))
        let half = try #require(Self.string(Self.start + 30))
        #expect((half.unsigned(76, 72), half.unsigned(71, 66), half.unsigned(65, 65)) == (11, 0, 1))
        // The eighth interval of four years began in 2024; two of its years were over, and 263 days.
        let (fourth, fifth) = (try #require(Self.string(Self.start + 6)), try #require(Self.string(Self.start + 8)))
        #expect(fourth.unsigned(26, 16) == 366 + 365 + 264)
        #expect(fifth.unsigned(80, 70) == 366 + 365 + 264 && fifth.unsigned(36, 32) == 8)
        // UTC(SU) and GPS time: no fraction of a second.
        #expect(fifth.unsigned(69, 38) == 0 && fifth.unsigned(31, 10) == 0)
        // At 21:00 UTC the next day begins.
        let night = Self.second(utc(2026, 9, 21, 21))
        #expect(Self.string(night)?.unsigned(76, 65) == 0)
        #expect(Self.string(night + 8)?.unsigned(80, 70) == 366 + 365 + 265)
        #expect(Self.string(night - 22)?.unsigned(80, 70) == 366 + 365 + 264)
        // Strings begin with even seconds of UTC, and GPS is ahead by an even number of them.
        #expect((0..<30).compactMap { Self.string(Self.start + $0)?.number } == Array(1...15))
        #expect(Self.string(Self.start + 1) == nil)
        #expect((0..<6).map { Self.string(Self.start + 30 * $0)?.frame } == [1, 2, 3, 4, 5, 1])
    }

    @Test(arguments: [true, false])
    func `A leap second breaks a string off, and is announced`(isInserted: Bool) {
        let leap = LeapSeconds.announced.adding(isInserted: isInserted, atEndOfDayOf: utc(2026, 12, 31))
        let midnight = Self.second(utc(2026, 12, 31, 23, 59, 58)) + (isInserted ? 3 : 1)
        let begins = (midnight - 6..<midnight + 8).filter { Self.string($0, leap) != nil }.map { $0 - midnight }
        #expect(begins == (isInserted ? [-5, -3, 0, 2, 4, 6] : [-5, -3, 0, 2, 4, 6]))
        let first = Self.string(midnight, leap)
        #expect(first?.number == 1 && first?.unsigned(76, 65) == 3 << 7)
        // KP, in string 14 of the fifth frame.
        func notice(_ time: UTCTime) -> Int? {
            let begin = leap.gps(time).wholeSeconds + 4 * 30 + 13 * 2
            let string = Self.string(begin, leap)
            return string?.number == 14 && string?.frame == 5 ? string?.unsigned(59, 58) : nil
        }
        #expect(notice(utc(2026, 12, 31, 23, 55)) == (isInserted ? 1 : 3))
        #expect(notice(utc(2026, 10, 1)) == (isInserted ? 1 : 3))
        #expect(notice(utc(2026, 9, 30, 20, 55)) == 0)
        #expect(notice(utc(2027, 1, 1)) == 0)
    }

    @Test func `The almanac finds all satellites within a kilometre`() throws {
        var found: Set<Int> = []
        for frame in 0..<5 {
            for entry in 0..<(frame == 4 ? 4 : 5) {
                let begin = Self.start + 30 * frame + 10 + 4 * entry
                let (even, odd) = (try #require(Self.string(begin)), try #require(Self.string(begin + 2)))
                #expect((even.number, odd.number) == (6 + 2 * entry, 7 + 2 * entry))
                let slot = even.unsigned(77, 73)
                found.insert(slot)
                let satellite = SimulatedConstellations.glonass[slot - 1]
                let channel = odd.unsigned(14, 10)
                #expect((channel > 24 ? channel - 32 : channel) == satellite.frequencyChannel)
                #expect(even.unsigned(80, 80) == 1 && odd.unsigned(9, 9) == 0)
                // A circle from node to node, 0 h in Moscow being 21 h of the day before in UTC.
                let midnight = Self.second(utc(2026, 9, 20, 21))
                let passed = Double(odd.unsigned(64, 44)) / 32
                let period = 43_200 + Double(odd.magnitude(43, 22)) / 512
                #expect((0..<period).contains(passed))
                let tilt = (63.0 / 180 + Double(even.magnitude(41, 24)) * 0x1p-20) * .pi
                let node = Double(even.magnitude(62, 42)) * 0x1p-20 * .pi
                for hour in 0..<24 {
                    let time = GPSTime(wholeSeconds: midnight + 3600 * hour)
                    let elapsed = Double(3600 * hour) - passed
                    let angle = 2 * .pi * elapsed / period
                    let mean = pow(398_600.44e9 * period * period / (4 * .pi * .pi), 1 / 3.0)
                    // The bulge turns the plane (appendix 3.2.2).
                    let drift = 7.292115e-5 + 2 * .pi / period * 1.5 * 1.0826e-3 * pow(6_378_136 / mean, 2) * cos(tilt)
                    let longitude = node - drift * elapsed
                    let place = SIMD3(
                        mean * (cos(angle) * cos(longitude) - sin(angle) * cos(tilt) * sin(longitude)),
                        mean * (cos(angle) * sin(longitude) + sin(angle) * cos(tilt) * cos(longitude)),
                        mean * sin(angle) * sin(tilt))
                    let real = satellite.ephemeris(at: time, leapSeconds: 18).state(at: time)
                    #expect((place - real.position).length < 1000, "\(slot) \(hour) h")
                }
                let clock = Double(even.magnitude(72, 63)) * 0x1p-18
                let time = GPSTime(wholeSeconds: begin)
                let real = satellite.ephemeris(at: time, leapSeconds: 18).state(at: time)
                #expect(abs(clock + real.clockError) < 0x1p-18)
            }
        }
        #expect(found == Set(1...24))
    }

    @Test func `A receiver hands the strings over as they come`() throws {
        var scenario = fieldWork(62)
        scenario.receiver.constellations = [.gps, .glonass]
        let played = play(scenario, ubx: .generation9)
        let strings = Frames(played).subframes(.glonass)
        let heard = Set(strings.map(\.svID))
        #expect(heard.count >= 5 && strings.count > 29 * heard.count)
        for string in strings {
            let read = Read(string.words)
            let channel = SimulatedConstellations.glonass[Int(string.svID) - 1].frequencyChannel
            #expect(string.sigID == 0 && Int(string.freqID) - 7 == channel)
            #expect(read.isWhole && string.words.count == 4)
        }
        // The string that ends with an epoch, of every satellite once.
        for (index, entry) in played.enumerated().dropFirst() {
            let numbers = Frames([entry]).subframes(.glonass).map { Read($0.words).number }
            #expect(Set(numbers) == (index % 2 == 0 ? [(index / 2 + 14) % 15 + 1] : []))
        }
    }
}
