// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import Orbits

/// Pages that an attacker made: nothing traps, and the number of orbits is bounded.
@Suite struct HostilePageTests {
    private static let kinds: [(NavigationMessage, Signal, Int)] = [
        (.lnav, .gpsL1CA, 300), (.lnav, .qzssL1CA, 300), (.inav, .galileoE1B, 240), (.d1, .beidouB1ID1, 300),
        (.glonass, Signal(.glonass, 0), 85), (.d2, .beidouB1ID2, 300), (.unknown, .gpsL1CA, 64),
    ]

    @Test func `random pages never trap, and orbits are bounded`() {
        var random = SystemRandomNumberGenerator()
        var collector = OrbitCollector()
        for round in 0..<40_000 {
            let (message, signal, bitCount) = Self.kinds[round % Self.kinds.count]
            guard let satellite = SatelliteID(signal.constellation, Int.random(in: 1...10, using: &random)) else {
                continue
            }
            var bytes = (0..<(bitCount + 7) / 8).map { _ in UInt8.random(in: 0...255, using: &random) }
            // A right beginning, so that more than the first field is read.
            switch message {
            case .lnav: bytes[0] = 0x8B
            case .d1: (bytes[0], bytes[1]) = (0xE2, 0x40 | bytes[1] & 0x1F)
            case .inav: (bytes[0], bytes[15]) = (bytes[0] & 0x0F, 0x80 | bytes[15] & 0x3F)
            default: bytes[0] &= 0x7F
            }
            if round % 97 == 0 { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
            let page = NavigationPage(
                satellite: satellite, signal: signal, message: message, bytes: bytes, bitCount: bitCount,
                time: round % 3 == 0 ? nil : GST(week: Int.random(in: 0...65_535, using: &random), tow: 0),
                check: .passed)
            collector.take(page, arrival: GPSTime(wholeSeconds: Int.random(in: 0...Int.max, using: &random)))
        }
        #expect(collector.orbits.count <= 2 * (32 + 36 + 63 + 32 + 10))
        for orbit in collector.orbits {
            for distance in [0, -orbit.reach, orbit.reach, 1e9] {
                let time = GPSTime(wholeSeconds: orbit.reference.wholeSeconds + Int(distance))
                #expect(orbit.position(at: time)?.isFinite ?? true)
            }
        }
    }

    @Test func `each bit of a GLONASS string and a BeiDou subframe is checked`() {
        // Zeros have a right check in both codes.
        let string = NavigationPage(
            satellite: SatelliteID(.glonass, 1)!, signal: Signal(.glonass, 0), message: .glonass,
            bytes: [UInt8](repeating: 0, count: 11), bitCount: 85)
        #expect(GLONASSString(string) != nil)
        for bit in 0..<85 {
            var damaged = string
            damaged.bytes[bit / 8] ^= 0x80 >> (bit % 8)
            #expect(GLONASSString(damaged) == nil, "bit \(bit)")
        }
        let subframe = NavigationPage(
            satellite: SatelliteID(.beidou, 20)!, signal: .beidouB1ID1, message: .d1,
            bytes: [UInt8](repeating: 0, count: 38), bitCount: 300)
        #expect(MessageBits(d1: subframe) != nil)
        // The first word's first fifteen bits have no parity.
        for bit in 15..<300 {
            var damaged = subframe
            damaged.bytes[bit / 8] ^= 0x80 >> (bit % 8)
            #expect(MessageBits(d1: damaged) == nil, "bit \(bit)")
        }
    }

    @Test func `elements at the limits of what is plausible give finite positions`() {
        for eccentricity in [0, 0.2999999] {
            for root in [4000.0, 8000] {
                for anomaly in [-1e6 + 1, 0, .pi, 1e6 - 1] {
                    let elements = KeplerianElements(
                        reference: GPSTime(wholeSeconds: 1 << 30), referenceSecond: 0, rootSemiMajor: root,
                        eccentricity: eccentricity, meanAnomaly: anomaly, perigee: anomaly, ascendingNode: anomaly,
                        ascendingNodeRate: 1, inclination: anomaly, earth: .gps)
                    #expect(elements.isPlausible)
                    #expect(elements.position(at: GPSTime(wholeSeconds: 1)).isFinite)
                }
            }
        }
    }
}
