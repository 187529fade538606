// SPDX-License-Identifier: Apache-2.0

import SBF
import Testing
import Wire

struct SBFFrameTests {
    @Test(arguments: [
        (4027, "MeasEpoch"), (4097, "EncapsulatedOutput"), (4109, "Meas3Ranges"), (4219, "BDSRawB2a"),
        (5922, "EndOfMeas"), (5934, "GEOClockEphCovMatrix"), (8191, nil),
    ])
    func `blocks have the names of the reference guide, whatever their revision`(number: Int, name: String?) {
        let id = UInt16(number) | 3 << 13
        let frame: [UInt8] = [0x24, 0x40, 0, 0, UInt8(truncatingIfNeeded: id), UInt8(id >> 8), 16, 0]
        let block = SBFBlock(frame.span)
        #expect(block?.number == UInt16(number) && block?.revision == 3)
        #expect(block?.name == name)
    }

    @Test func `a length that cannot be is noise`() {
        #expect(SBFFrame.candidate([0x24, 0x40, 0, 0, 1, 0, 9, 0].span) == .none)
        #expect(SBFFrame.candidate([0x24, 0x40, 0, 0, 1, 0, 12, 0].span) == .incomplete(needed: 12))
        #expect(SBFFrame.candidate([0x24, 0x50].span) == .none)
    }
}
