// SPDX-License-Identifier: Apache-2.0

import NMEA
import ReceiverStream
import Testing

@Suite(.enabled(if: Capture.areThere, "GNSS_TEST_DATA names no receiver captures"))
struct FrameCountTests {
    @Test func `as many frames of each format are found as a plain scanner counts, and as much noise`() throws {
        for capture in try Capture.all() {
            let (found, statistics) = demultiplex(capture.bytes)
            let manifest = capture.manifest
            #expect(statistics.nmea.valid == manifest.nmea, "\(capture.name)")
            #expect(statistics.ubx.valid == manifest.ubx, "\(capture.name)")
            #expect(statistics.rtcm3.valid == manifest.rtcm3, "\(capture.name)")
            #expect(statistics.casic.valid == manifest.casic, "\(capture.name)")
            // The scanner knows no SiRF, and counts no line ends.
            let sirf = found.frames.filter { $0[0] == 0xA0 }.joined().count { $0 != 0x0D && $0 != 0x0A }
            #expect(statistics.noiseBytes + sirf == manifest.noiseBytes, "\(capture.name) \(statistics)")
        }
    }
}
