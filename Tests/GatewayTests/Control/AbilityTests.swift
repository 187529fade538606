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

    private func page(_ message: NavigationMessage, _ signal: Signal, check: PageCheck = .passed) throws -> Payload {
        let satellite = try #require(SatelliteID(signal.constellation, 24))
        return .navigationPage(
            NavigationPage(
                satellite: satellite, signal: signal, message: message, bytes: [UInt8](repeating: 0, count: 30),
                bitCount: 240, check: check, sources: ["RXM-SFRBX"]))
    }

    @Test func `a page of I/NAV shows raw pages and Galileo, and no second frequency`() throws {
        let evidence = "received a raw I/NAV page from E24 (RXM-SFRBX)"
        let expected = [
            Ability(name: "galileo", evidence: evidence), Ability(name: "raw_navigation", evidence: evidence),
        ]
        #expect(shown(try page(.inav, .galileoE1B)) == expected)
        #expect(shown(try page(.inav, .galileoE5bI)) == expected)
        #expect(shown(try page(.inav, .galileoE1B), besides: ["galileo", "raw_navigation"]).isEmpty)
    }

    @Test func `other messages, and pages that are damaged, show no raw pages`() throws {
        #expect(shown(try page(.lnav, .gpsL1CA)).map(\.name) == ["gps"])
        #expect(shown(try page(.fnav, .galileoE5aI)).map(\.name) == ["galileo"])
        #expect(shown(try page(.inav, .galileoE1B, check: .failed)).isEmpty)
    }

    @Test func `a signal that is received in a second band shows two frequencies, and only that`() throws {
        func shown(_ signal: Signal, cn0: Double? = 40, quality: SignalQuality? = nil) throws -> [Ability] {
            let satellite = try #require(SatelliteID(signal.constellation, 24))
            let tracked = TrackedSignal(satellite, signal, cn0: cn0, quality: quality)
            return self.shown(.signals(SignalView(signals: [tracked], sources: ["NAV-SIG"])))
        }
        let expected = [Ability(name: "dual_frequency", evidence: "G24 received on L5 Q (NAV-SIG)")]
        #expect(try shown(.gpsL5Q) == expected)
        #expect(try shown(.galileoE5aQ, quality: .codeLocked).map(\.name) == ["dual_frequency"])
        #expect(try shown(.gpsL1CA).isEmpty)
        #expect(try shown(.galileoE1C).isEmpty)
        #expect(try shown(.gpsL5Q, cn0: nil).isEmpty)
        #expect(try shown(.gpsL5Q, quality: .searching).isEmpty)
        #expect(try shown(Signal(.gps, 60)).isEmpty)
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
