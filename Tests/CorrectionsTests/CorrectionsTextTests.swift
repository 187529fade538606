// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import MessageTexts
import Testing

struct CorrectionsTextTests {
    @Test(arguments: CorrectionsReport.Cause.allCases)
    func `each cause has a sentence`(_ cause: CorrectionsReport.Cause) {
        #expect(CorrectionsText(cause: cause.code)?.english.isEmpty == false)
    }
}
