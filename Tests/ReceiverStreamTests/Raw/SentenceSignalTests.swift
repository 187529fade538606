// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import NMEA
import ReceiverStream
import Testing

@Suite struct SentenceSignalTests {
    private let rmc = "GNRMC,120000.00,A,4807.0380,N,01131.3240,E,0.0,0.0,200826,,,A"

    private func views(_ bodies: [String]) -> [SignalView] {
        decode(bodies).flatMap(\.payloads).compactMap { if case .signals(let view) = $0 { view } else { nil } }
    }

    @Test func `groups that name their signal make a view of signals`() throws {
        let view = try #require(
            views([
                rmc, "GAGSV,1,1,02,24,40,100,41,25,10,200,,7", "GAGSV,1,1,01,24,40,100,38,2",
                "GPGSV,1,1,01,05,50,060,44,8",
            ]).first)
        #expect(
            view.signals.map { "\($0.satellite) \($0.signal)" } == ["G05 L5 Q", "E24 E1 C", "E24 E5b I", "E25 E1 C"])
        #expect(view.signals.map(\.cn0) == [44, 41, 38, nil])
        #expect(view.sources == ["GAGSV", "GPGSV"])
        #expect(view.time == UTCTime(iso: "2026-08-20T12:00:00.000Z"))
    }

    @Test func `groups of no signal in particular make none`() {
        #expect(views([rmc, "GPGSV,1,1,01,05,50,060,44"]).isEmpty)
        #expect(views([rmc, "GPGSV,1,1,01,05,50,060,44,0"]).isEmpty)
    }

    @Test func `a receiver with a message for its signals states them once`() {
        let signals = ubx(
            0x01, 0x43, little(UInt32(0)) + [0, 1, 0, 0] + [2, 24, 0, 0, 0, 0, 40, 7, 0, 0, 9, 0, 0, 0, 0, 0])
        let stream = signals + nmea([rmc, "GAGSV,1,1,01,24,40,100,41,7"])
        let views = decode(stream).flatMap(\.payloads).compactMap { payload in
            if case .signals(let view) = payload { view } else { nil }
        }
        #expect(views.map(\.sources) == [["NAV-SIG"]])
    }

    @Test func `satellites in use of a system that no group lists are in the view of the sky`() {
        let bodies = [rmc, "GNGSA,A,3,05,,,,,,,,,,,,1.5,0.9,1.2,1", "GNGSA,A,3,24,,,,,,,,,,,,1.5,0.9,1.2,3"]
        #expect(decode(bodies).compactMap(\.skyView).first?.satellites.map(\.id.description) == ["E24"])
        let sky = decode(bodies + ["GPGSV,1,1,02,05,50,060,44,07,20,010,30"]).compactMap(\.skyView).first
        #expect(sky?.satellites.map(\.id.description) == ["G05", "G07", "E24"])
        #expect(sky?.satellites.map(\.isUsed) == [true, false, true])
    }
}
