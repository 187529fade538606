// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import Gateway

struct AbilityTests {
    private func shown(_ payload: Payload, besides known: Set<String> = []) -> [Ability] {
        let time = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        let observation = Observation(source: SourceID(rawValue: "x"), sequence: 1, hostTime: time, payload: payload)
        return Ability.shown(by: observation, known.contains)
    }

    private func sky(_ satellites: (Constellation, Int)...) -> Payload {
        let ids = satellites.compactMap { SatelliteID($0.0, $0.1) }.sorted()
        return .satellites(SkyView(satellites: ids.map { Satellite($0) }, sources: ["GAGSV"]))
    }

    @Test func `one Galileo satellite in view is enough, and is the evidence`() {
        let shown = shown(sky((.gps, 5), (.galileo, 24), (.galileo, 25)), besides: ["gps"])
        #expect(shown == [Ability(name: "galileo", evidence: "E24 in view of the receiver (GAGSV)")])
    }

    @Test func `GPS alone shows no Galileo`() {
        #expect(shown(sky((.gps, 5), (.gps, 6))).map(\.name) == ["gps"])
    }

    @Test func `SBAS satellites, a heading and fixed ambiguities show their abilities`() {
        #expect(shown(sky((.sbas, 123))).map(\.name) == ["sbas"])
        var attitude = Attitude()
        #expect(shown(.attitude(attitude)).isEmpty)
        attitude.heading = Angle(degrees: 10)
        #expect(shown(.attitude(attitude)).map(\.name) == ["heading"])
        #expect(shown(.fix(Fix(kind: .threeDimensional, quality: .rtkFixed))).map(\.name) == ["rtk"])
        #expect(shown(.fix(Fix(kind: .threeDimensional, quality: .autonomous))).isEmpty)
    }
}
