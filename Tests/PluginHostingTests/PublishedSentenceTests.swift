// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import PluginHosting
import Records
import Testing

/// The NMEA sentences that drivers publish reach clients unchanged.
@Suite struct PublishedSentenceTests {
    private func refusal(_ bytes: [UInt8], _ format: FrameFormat = .nmea) -> PublishError? {
        var writer = RecordWriter()
        let time = HostTime(monotonicNanoseconds: 5_000_000_001, wallNanoseconds: 1_700_000_000_123_456_789)
        writer.append(.sentence(Sentence(format: format, bytes: bytes)), hostTime: time)
        return writer.bytes.withUnsafeBytes { batch in
            do throws(PublishError) {
                return try PublishedBatch.read(batch, recordCount: 1, delivers: [.sentence]).isEmpty
                    ? .malformed("nothing was read") : nil
            } catch {
                return error
            }
        }
    }

    private func refusal(_ text: String, _ format: FrameFormat = .nmea) -> PublishError? {
        refusal(Array(text.utf8), format)
    }

    @Test(arguments: [
        "$GPGLL,5230.00000,N,01324.00000,E,120000.00,A*00\r\n", "$GPTXT,01*00\n", "$GPTXT,01*00\r", "$GPTXT,01*00",
        "$GPTXT,01*00\r\r\n", "!AIVDM,1,1,,A,x,0*00\r\n", "$PUBX,00 ~{}\r\n", "$",
    ])
    func `what receivers send passes`(text: String) { #expect(refusal(text) == nil) }

    @Test(arguments: [
        #"{"class":"TPV","device":"other","mode":3,"lat":1,"lon":2}"# + "\r\n", "", "\r\n", "\n", "GPTXT,01*00\r\n",
        "$GPTXT,01*00\r\n{\"class\":\"TPV\"}\r\n", "$GPTXT,01*00\r\n\r\n", "$GPTXT\u{0}*00\r\n", "$GPTXT,é*00\r\n",
        "$GPTXT\t*00\r\n", "$GPTXT\u{7F}*00\r\n", "$GPTXT,01*00\r\r\r\n", " $GPTXT,01*00\r\n",
    ])
    func `what is no sentence is refused`(text: String) {
        guard case .malformed(let words) = refusal(text) else {
            Issue.record("\(text) was accepted")
            return
        }
        #expect(words.contains("NMEA sentence"))
        // Other frames consist of any bytes.
        #expect(refusal(text, .ubx) == nil && refusal(text, .other) == nil)
    }

    @Test func `the longest sentence has 1024 characters`() {
        let longest = "$P" + String(repeating: "X", count: 1022)
        #expect(refusal(longest) == nil && refusal(longest + "\r\r\n") == nil)
        #expect(refusal(longest + "X\r\n") != nil)
        #expect(refusal("$" + String(repeating: "X", count: 120_000) + "\r\n") != nil)
    }
}
