// SPDX-License-Identifier: Apache-2.0

import RTCM
import Testing
import Wire

struct RTCMFrameTests {
    /// A message 1005, the example of RTCM 10403.
    private let example: [UInt8] = [
        0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD, 0x62, 0xAC, 0x09,
        0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
    ]

    @Test func `a frame is found, each wrong byte noticed, and what is missing told`() {
        #expect(RTCMFrame.candidate((example + [0]).span) == .frame(count: 25))
        for index in example.indices {
            var bytes = example
            bytes[index] ^= 0x01
            #expect(RTCMFrame.candidate(bytes.span) != .frame(count: 25))
            if index > 2 {
                #expect(RTCMFrame.candidate(Array(example[..<index]).span) == .incomplete(needed: 25))
            }
        }
    }
}
