// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

@testable import Orbits

// Input: files with orbits, or a receiver's navigation pages.
//
// Requirements: an orbit gives no position, or one at the distance of navigation satellites; a file gives at most one orbit
// for each satellite, and the collector at most one for each satellite and source.

func run(_ input: FuzzInput) {
    var input = input
    let instants = [0, 1_460_000_000, 3_900_000_000].map { GPSTime(wholeSeconds: $0) }
    if input.flag() {
        guard let file = OrbitFile(input.bytes, near: instants[1]) else { return }
        require(Set(file.orbits.map(\.satellite)).count == file.orbits.count, "the file gives a satellite twice")
        look(file.orbits, instants)
    } else {
        var collector = OrbitCollector()
        for page in pages(input.bytes) { collector.take(page, arrival: instants[1]) }
        let keys = collector.orbits.map { "\($0.satellite) \($0.source)" }
        require(Set(keys).count == keys.count, "the collector has an orbit twice")
        look(collector.orbits, instants)
    }
}

/// Makes pages from 40 bytes each: message, satellite, time, and 37 bytes of content.
private func pages(_ bytes: [UInt8]) -> [NavigationPage] {
    stride(from: 0, to: bytes.count, by: 40).compactMap { start in
        let part = bytes[start..<min(start + 40, bytes.count)]
        guard part.count > 3 else { return nil }
        let kinds: [(NavigationMessage, Signal, Int)] = [
            (.lnav, .gpsL1CA, 300), (.lnav, .qzssL1CA, 300), (.inav, .galileoE1B, 240), (.d1, .beidouB1ID1, 300),
            (.glonass, Signal(.glonass, 0), 85),
        ]
        let (message, signal, bitCount) = kinds[Int(part[start]) % kinds.count]
        guard let satellite = SatelliteID(signal.constellation, Int(part[start + 1]) % 40) else { return nil }
        return NavigationPage(
            satellite: satellite, signal: signal, message: message, bytes: Array(part.dropFirst(3)) + [0],
            bitCount: bitCount, time: GST(week: 1400, tow: 2 * Int(part[start + 2])), check: .passed)
    }
}

private func look(_ orbits: [Orbit], _ instants: [GPSTime]) {
    for orbit in orbits {
        for time in instants + [orbit.reference] {
            guard let position = orbit.position(at: time) else { continue }
            require((15e6...70e6).contains(position.length), "\(orbit.satellite) is at \(position)")
        }
    }
    guard let place = GeodeticPosition(latitude: Angle(degrees: 90), longitude: Angle(degrees: -180)) else { return }
    for time in instants + orbits.prefix(1).map(\.reference) {
        for satellite in ExpectedSky(orbits, from: Viewpoint(place), at: time).satellites {
            let (up, azimuth) = (satellite.direction.elevation.degrees, satellite.direction.azimuth.degrees)
            require((0...90).contains(up) && (0...360).contains(azimuth), "\(satellite.id) at \(up) \(azimuth)")
        }
    }
}
