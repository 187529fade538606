// SPDX-License-Identifier: Apache-2.0

import RTCM
import Testing
import Wire

struct RTCMMessageTests {
    /// A message 1005, the example of RTCM 10403.
    private let position: [UInt8] = [
        0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD, 0x62, 0xAC, 0x09, 0x41, 0x98, 0x6F,
        0x33,
    ]

    @Test func `the standard's example of a station reads as it is explained there`() {
        #expect(
            written(position).text
                == #"{"DF002":1005,"DF003":2003,"DF021":0,"DF022":1,"DF023":0,"DF024":0,"DF141":0,"DF025":1114104.5999,"#
                + #""DF142":0,"DF026":-4850729.7108,"DF364":0,"DF027":3975521.4643}"#)
        #expect(RTCMMessage.number(of: position.span) == 1005)
        #expect(RTCMMessage.station(of: position.span) == 2003)
    }

    @Test func `the standard's example of a text reads as it is explained there`() {
        // "UTF-8 проверка wörter"
        let text: [UInt8] = [
            0x40, 0x50, 0x17, 0x00, 0x84, 0x73, 0x6E, 0x15, 0x1E, 0x55, 0x54, 0x46, 0x2D, 0x38, 0x20, 0xD0, 0xBF, 0xD1,
            0x80, 0xD0, 0xBE, 0xD0, 0xB2, 0xD0, 0xB5, 0xD1, 0x80, 0xD0, 0xBA, 0xD0, 0xB0, 0x20, 0x77, 0xC3, 0xB6, 0x72,
            0x74, 0x65, 0x72,
        ]
        #expect(
            written(text).text
                == #"{"DF002":1029,"DF003":23,"DF051":132,"DF052":59100,"DF138":21,"DF139":30,"#
                + #""DF140":"UTF-8 проверка wörter"}"#)
    }

    @Test func `a message that is not known, cut or empty is shown as it stands`() {
        #expect(written([0x3F, 0xF0, 0x12]).text == #"{"undecoded":"unknown message","payload":"3ff012"}"#)
        #expect(written([0x3E]).text == #"{"undecoded":"no whole message: 1 bytes","payload":"3e"}"#)
        #expect(written([]).text == #"{"undecoded":"no whole message: 0 bytes","payload":""}"#)
        #expect(!written([0x3F, 0xF0, 0x12]).isKnown)
        for count in position.indices {
            #expect(!written(Array(position[..<count])).isKnown)
            #expect(written(Array(position[..<count])).text.hasPrefix(#"{"undecoded":"no whole message"#))
        }
        // What is behind the last field is filling.
        #expect(written(position + [0]).text == written(position).text)
    }

    @Test func `u-blox's and the IGS's own have their kind, and their bytes as they stand`() {
        #expect(written([0xFE, 0x80, 0x01, 0x7F]).text == #"{"DF002":4072,"subtype":1,"payload":"fe80017f"}"#)
        #expect(written([0xFE, 0xC2, 0x2A, 0x00]).text.hasPrefix(#"{"DF002":4076,"IDF001":1,"IDF002":21,"#))
    }

    @Test func `values that say not available are null`() {
        var bits = BitWriter()
        for (value, width) in [(1002, 12), (1, 12), (0, 30), (0, 1), (1, 5), (0, 1), (0, 3)] {
            bits.append(Int64(value), width)
        }
        for (value, width) in [(5, 6), (0, 1), (100, 24), (-0x8_0000, 20), (0, 7), (1, 8), (0, 8)] {
            bits.append(Int64(value), width)
        }
        #expect(
            written(bits.bytes).text.hasSuffix(
                #"[{"DF009":5,"DF010":0,"DF011":2,"DF012":null,"DF013":0,"DF014":299792.458,"DF015":null}]}"#))
    }

    @Test func `only the biases that the mask names are there`() {
        var bits = BitWriter()
        for (value, width) in [(1230, 12), (7, 12), (1, 1), (0, 3), (0b1010, 4), (-225, 16), (100, 16)] {
            bits.append(Int64(value), width)
        }
        #expect(
            written(bits.bytes).text == #"{"DF002":1230,"DF003":7,"DF421":1,"DF422":10,"DF423":-4.5,"DF425":2}"#)
    }
}
