// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

struct TopicTextTests {
    @Test func `sentences of one topic appear in English, and one of another topic as its code`() {
        let rate = CodedText(ProvisionText.baud, ["rate": .number(38_400)])
        let text = CodedText(ProvisionText.notKept, ["value": .sentence(rate)])
        #expect(text.text(of: ProvisionText.self) == "acknowledged, but the receiver has 38400 baud")
        let other = CodedText(ProvisionText.notKept, ["value": .sentence(CodedText(code: "other.rate"))])
        #expect(other.text(of: ProvisionText.self) == "acknowledged, but the receiver has other.rate")
    }
}
