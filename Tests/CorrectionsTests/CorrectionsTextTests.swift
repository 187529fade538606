// SPDX-License-Identifier: Apache-2.0

import Corrections
import GNSSTypes
import Testing

struct CorrectionsTextTests {
    @Test(arguments: CasterError.Cause.allCases)
    func `each cause has a sentence`(_ cause: CasterError.Cause) {
        #expect(CorrectionsText(cause: cause.rawValue)?.english.isEmpty == false)
    }
}
