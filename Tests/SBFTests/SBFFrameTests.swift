// SPDX-License-Identifier: Apache-2.0

import SBF
import Testing
import Wire

struct SBFFrameTests {
    @Test func `a length that cannot be is noise`() {
        #expect(SBFFrame.candidate([0x24, 0x40, 0, 0, 1, 0, 9, 0].span) == .none)
        #expect(SBFFrame.candidate([0x24, 0x40, 0, 0, 1, 0, 12, 0].span) == .incomplete(needed: 12))
        #expect(SBFFrame.candidate([0x24, 0x50].span) == .none)
    }
}
