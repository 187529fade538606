// SPDX-License-Identifier: Apache-2.0

import DriverKit
import GNSSTypes
import Testing

@Suite struct EpochJoinerTests {
    static let first = [
        "GNRMC,003956.00,A,4552.65403,S,17030.00668,E,0.025,12.5,120419,,,A,V",
        "GNGGA,003956.00,4552.65403,S,17030.00668,E,1,12,0.64,14.2,M,1.8,M,,",
        "GNGSA,A,3,13,16,21,15,,,,,,,,,1.05,0.64,0.83,1",
        "GNGSA,A,3,82,66,81,,,,,,,,,,1.05,0.64,0.83,2",
        "GPGSV,1,1,02,13,37,124,29,15,63,083,11,1", "GPGSV,1,1,02,13,37,124,35,15,63,083,,6",
        "GLGSV,1,1,01,66,58,305,32,1", "GNGLL,4552.65403,S,17030.00668,E,003956.00,A,A",
    ]
    static let second = first.map { $0.replacing("003956.00", with: "003957.00") }

    @Test func `an epoch makes one fix and one sky view`() throws {
        let epochs = decode(Self.first + Self.second)
        #expect(epochs.count == 2)
        for epoch in epochs { #expect(epoch.payloads.map(\.kind) == [.fix, .satellites]) }
        let fix = try #require(epochs[0].fix)
        #expect(fix.time == UTCTime(iso: "2019-04-12T00:39:56.000Z"))
        #expect(fix.kind == .threeDimensional && fix.quality == .autonomous)
        #expect(fix.height.orthometric?.metres == 14.2 && fix.height.ellipsoidal?.metres == 16)
        #expect(fix.course?.degrees == 12.5 && fix.dop.vdop == 0.83 && fix.satellitesUsed == 12)
        #expect(fix.sources == ["GNRMC", "GNGGA", "GNGSA", "GPGSV", "GLGSV", "GNGLL"])
    }

    @Test func `satellites of several signals are one row with the best C/N0`() throws {
        let view = try #require(decode(Self.first)[0].skyView)
        #expect(view.satellites.map(\.id.description) == ["G13", "G15", "R02"])
        #expect(view.satellites.map(\.cn0) == [35, 11, 32])
        #expect(view.usedCount == 3)
    }

    @Test func `epochs are the same however the stream is split`() {
        let bytes = nmea(Self.first + Self.second)
        let whole = decode(bytes, configuration: .init())
        for feed in [1, 3, 50, 299] { #expect(decode(bytes, configuration: .init(), feed: feed) == whole) }
        let sentences = whole[0].payloads.compactMap { payload -> [UInt8]? in
            if case .sentence(let sentence) = payload { sentence.bytes } else { nil }
        }
        #expect(sentences.flatMap { $0 } == nmea(Self.first))
    }
}
