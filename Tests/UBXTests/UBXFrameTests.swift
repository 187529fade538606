// SPDX-License-Identifier: Apache-2.0

import Testing
import UBX
import Wire

struct UBXFrameTests {
    private let poll: [UInt8] = [0xB5, 0x62, 0x0A, 0x04, 0x00, 0x00, 0x0E, 0x34]

    @Test func `a frame is found, and what is missing of it is told`() {
        #expect(UBXFrame.candidate((poll + [1]).span) == .frame(count: 8))
        let needs = (1..<8).map { UBXFrame.candidate(Array(poll[..<$0]).span) }
        #expect(
            needs == [
                .incomplete(needed: 2), .incomplete(needed: 6), .incomplete(needed: 6), .incomplete(needed: 6),
                .incomplete(needed: 6), .incomplete(needed: 8), .incomplete(needed: 8),
            ])
    }

    @Test func `each wrong byte is noticed`() {
        for index in poll.indices {
            var bytes = poll
            bytes[index] ^= 0x01
            #expect(UBXFrame.candidate(bytes.span) != .frame(count: 8))
        }
    }

    @Test func `a length that no receiver sends is noise at once`() {
        #expect(UBXFrame.candidate([0xB5, 0x62, 1, 2, 0xFF, 0xFF].span) == .none)
    }
}
