// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@Suite struct PageTimeTests {
    /// The pages of three satellites that begin at a second, which they say themselves where `says` is set.
    private func burst(_ start: Int, says: Bool = false, from satellites: [UInt8] = [3, 7, 9]) -> [UInt8] {
        satellites.flatMap { satellite in
            inavSubframe(satellite, inavPage(says ? wordFive(week: 1401, tow: start) : wordTwo(start + Int(satellite))))
        }
    }

    private func times(_ stream: [UInt8]) -> [Int?] { pages(of: stream).map { $0.time?.tow } }

    @Test func `of several statements in a page's time the one before it counts`() {
        // Five epochs a second; a page ends at 101 and 103.
        let stream =
            timeGPS(week: 2425, milliseconds: 101_200) + burst(99) + timeGPS(week: 2425, milliseconds: 101_400)
            + timeGPS(week: 2425, milliseconds: 102_800) + timeGPS(week: 2425, milliseconds: 103_000) + burst(101)
        #expect(times(stream) == [99, 99, 99, 101, 101, 101])
        #expect(pages(of: stream).allSatisfy { $0.timeOrigin == .gpsTime && $0.time?.week == 1401 })
    }

    @Test func `a satellite's next page is not its last one, though it comes before the statement of its epoch`() {
        // The page that ended at 103 comes ahead of the statement of 103.
        var stream = timeGalileo(week: 1401, tow: 101) + burst(99) + timeGalileo(week: 1401, tow: 102)
        stream += burst(101, from: [3, 7]) + timeGalileo(week: 1401, tow: 103) + burst(101, from: [9])
        stream += timeGalileo(week: 1401, tow: 104) + burst(103) + timeGalileo(week: 1401, tow: 105)
        #expect(times(stream) == [99, 99, 99, 101, 101, 101, 103, 103, 103])
    }

    @Test func `a receiver whose pages always come before their epoch is learnt`() {
        var stream: [UInt8] = []
        for start in stride(from: 99, to: 119, by: 2) {
            // 9 begins to be heard late.
            stream += timeGalileo(week: 1401, tow: start + 1)
            stream += burst(start, says: true, from: start < 111 ? [3, 7] : [3, 7, 9])
        }
        let found = pages(of: stream).filter { $0.satellite.number == 9 }
        #expect(found.first?.time?.tow == 111)
        #expect(pages(of: stream).last?.time?.tow == 117)
    }

    @Test func `where statements are lost pages are not dated until the next`() {
        let lost = timeGalileo(week: 1401, tow: 101) + burst(99) + burst(101) + burst(103) + burst(105)
        let again = timeGalileo(week: 1401, tow: 109) + burst(107)
        #expect(times(lost + again).map { $0 ?? 0 } == [99, 99, 99, 101, 101, 101, 0, 0, 0, 0, 0, 0, 107, 107, 107])
    }

    @Test func `without statements the pages' own times count, and say so`() {
        let stream = burst(99) + burst(101, says: true) + burst(103) + burst(105, from: [7]) + burst(107)
        let found = pages(of: stream)
        #expect(found.map { $0.time?.tow ?? 0 } == [0, 0, 0, 101, 101, 101, 103, 103, 103, 105, 105, 107, 107])
        #expect(found.prefix(3).allSatisfy { $0.timeOrigin == .unknown })
        #expect(found.dropFirst(3).allSatisfy { $0.timeOrigin == .pages && $0.time?.week == 1401 })
    }

    @Test func `pages are counted on for half a minute, no longer`() {
        var stream = burst(101, says: true, from: [3])
        for start in stride(from: 103, through: 141, by: 2) { stream += burst(start, from: [3]) }
        let found = pages(of: stream)
        #expect(found.last { $0.time != nil }?.time?.tow == 131)
        #expect(found.last?.time == nil)
    }

    @Test func `statements that are not valid do not count`() {
        #expect(times(timeGalileo(week: 1401, tow: 101, valid: 5) + burst(99)) == [nil, nil, nil])
        #expect(times(timeGalileo(week: 1401, tow: 700_000) + burst(99)) == [nil, nil, nil])
    }

    @Test func `what is so little before a second is the second`() {
        #expect(times(timeGalileo(week: 1401, tow: 101, nanoseconds: -400) + burst(99, from: [3])) == [99])
        #expect(times(timeGalileo(week: 1401, tow: 102, nanoseconds: -200_000_000) + burst(99, from: [3])) == [99])
        #expect(times(timeGPS(week: 2425, milliseconds: 100_999) + burst(99, from: [3])) == [99])
    }

    @Test func `Galileo's own time counts more than GPS time`() {
        let stream =
            timeGalileo(week: 1401, tow: 101) + timeGPS(week: 2425, milliseconds: 102_000) + burst(99, from: [3])
        #expect(times(stream) == [99])
        #expect(pages(of: stream).first?.timeOrigin == .galileoTime)
        // It was not stated for long: GPS time is taken again.
        let later = stream + timeGPS(week: 2425, milliseconds: 111_000) + burst(109, from: [3])
        #expect(pages(of: later).last?.time?.tow == 109)
        #expect(pages(of: later).last?.timeOrigin == .gpsTime)
    }

    @Test func `a week ends between two pages`() {
        let stream =
            timeGalileo(week: 1401, tow: 604_799) + burst(604_797, from: [3]) + timeGalileo(week: 1402, tow: 0)
            + timeGalileo(week: 1402, tow: 1) + burst(604_799, from: [3]) + timeGalileo(week: 1402, tow: 3)
            + burst(1, from: [3])
        let expected = [GST(week: 1401, tow: 604_797), GST(week: 1401, tow: 604_799), GST(week: 1402, tow: 1)]
        #expect(pages(of: stream).map(\.time) == expected)
    }

    @Test func `the date and the milliseconds of an epoch make a time`() {
        // 2026-07-01T00:00:00 UTC is second 259218 of GPS week 2425.
        var payload = little(UInt32(259_219_000)) + little(UInt16(2026)) + [7, 1, 0, 0, 1, 7]
        payload += [UInt8](repeating: 0, count: 92 - payload.count)
        let found = pages(of: ubx(0x01, 0x07, payload) + burst(259_217, from: [3]))
        #expect(found.first?.time == GST(week: 1401, tow: 259_217))
        #expect(found.first?.timeOrigin == .epoch)
    }

    @Test func `one satellite whose pages say another time does not move the others`() {
        var stream: [UInt8] = []
        for start in stride(from: 99, to: 139, by: 2) {
            stream += timeGalileo(week: 1401, tow: start + 2) + burst(start)
            stream += inavSubframe(12, inavPage(wordFive(week: 1401, tow: start - 30)))
        }
        let others = pages(of: stream).filter { $0.satellite.number != 12 }
        #expect(others.map { $0.time?.tow } == stride(from: 99, to: 139, by: 2).flatMap { [$0, $0, $0] })
    }
}
