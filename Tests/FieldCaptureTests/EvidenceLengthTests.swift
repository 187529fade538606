// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import FieldCapture

/// How much of what a receiver sent is kept as evidence.
@Suite struct EvidenceLengthTests {
    @Test func `with a full sky and the longest countdown, all pages of five minutes before the request are there`()
        throws
    {
        let satellites = (1...36).compactMap { SatelliteID(.galileo, $0) }
        let pages = satellites.flatMap { satellite in
            [Signal.galileoE1B, .galileoE5bI].map { signal in
                NavigationPage(
                    satellite: satellite, signal: signal, message: .inav, bytes: [UInt8](repeating: 7, count: 30),
                    bitCount: 240, check: .passed)
            }
        }
        try #require(pages.count == 72)
        var evidence = ReceiverEvidence()
        for second in stride(from: 0.0, to: 480, by: 2) {
            let time = instant(second)
            for page in pages {
                evidence.append(
                    Observation(source: rover, sequence: 0, hostTime: time, payload: .navigationPage(page)),
                    at: time.monotonicNanoseconds)
            }
        }
        // The photo of second 478 was requested at second 418.
        let first = instant(418).monotonicNanoseconds - ReceiverEvidence.before
        let oldest = try #require(evidence.pages(of: ObservationOrigin(), from: first, to: first))
        #expect(oldest.ranges(of: [UInt8](repeating: 7, count: 30)).count == pages.count)
    }
}
