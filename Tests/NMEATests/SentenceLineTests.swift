// SPDX-License-Identifier: Apache-2.0

import NMEA
import Testing

/// The bytes that servers pass on as NMEA.
@Suite struct SentenceLineTests {
    @Test(arguments: [
        "$GPGLL,5230.00000,N,01324.00000,E,120000.00,A*00\r\n", "$GPTXT,01*00\n", "$GPTXT,01*00\r", "$GPTXT,01*00",
        "$GPTXT,01*00\r\r\n", "!AIVDM,1,1,,A,x,0*00\r\n", "$PUBX,00 ~{}\r\n", "$",
    ])
    func `what receivers send is one line`(text: String) { #expect(SentenceLine.isOne(Array(text.utf8))) }

    @Test(arguments: [
        #"{"class":"TPV","device":"other","mode":3,"lat":1,"lon":2}"# + "\r\n", "", "\r\n", "\n", "GPTXT,01*00\r\n",
        "$GPTXT,01*00\r\n{\"class\":\"TPV\"}\r\n", "$GPTXT,01*00\r\n\r\n", "$GPTXT\u{0}*00\r\n", "$GPTXT,é*00\r\n",
        "$GPTXT\t*00\r\n", "$GPTXT\u{7F}*00\r\n", "$GPTXT,01*00\r\r\r\n", " $GPTXT,01*00\r\n",
    ])
    func `anything else is none`(text: String) { #expect(!SentenceLine.isOne(Array(text.utf8))) }

    @Test func `the longest sentence has 1024 characters`() {
        let longest = "$P" + String(repeating: "X", count: 1022)
        #expect(SentenceLine.isOne(Array(longest.utf8)) && SentenceLine.isOne(Array((longest + "\r\r\n").utf8)))
        #expect(!SentenceLine.isOne(Array((longest + "X\r\n").utf8)))
    }
}
