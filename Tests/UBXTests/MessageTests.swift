// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing
import UBX
import Wire

@Suite("Messages as fields and JSON")
struct MessageTests {
    private func text(_ id: MessageID, _ payload: [UInt8]) -> String {
        var writer = FieldWriter()
        writer.beginObject()
        UBXMessage.write(id, payload.span, into: &writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `an unknown message keeps its bytes`() {
        #expect(MessageID(0x0C, 0x31).name == "DBG-0x31")
        #expect(MessageID(0xEE, 0x01).name == "0xEE-0x01")
        #expect(text(MessageID(0x0C, 0x31), [1, 0xAB]) == #"{"undecoded":"unknown message","payload":"01ab"}"#)
    }

    @Test func `what is too short or of an unknown version says so`() {
        #expect(text(.navEOE, [1, 2, 3]) == #"{"undecoded":"too short: 3 bytes","payload":"010203"}"#)
        #expect(
            text(.navSAT, [0, 0, 0, 0, 9, 0, 0, 0])
                == #"{"undecoded":"unknown version or length: 8 bytes","payload":"0000000009000000"}"#)
        // Three satellites are told of, none is there.
        #expect(text(.navSAT, [0, 0, 0, 0, 1, 3, 0, 0]).hasPrefix(#"{"undecoded":"too short: 8 bytes""#))
    }

    @Test func `a poll has no fields`() {
        #expect(text(.monVER, []) == "{}")
        #expect(text(.navPVT, []) == "{}")
    }

    @Test func `scales are exact, groups are arrays of objects, bits have names`() {
        let satellite: [UInt8] = [2, 24, 40, 0xF6, 0x2C, 0x01, 0xFB, 0xFF, 0x1F, 0x19, 0, 0]
        #expect(
            text(.navSAT, [0x10, 0x27, 0, 0, 1, 1, 0, 0] + satellite)
                == #"{"iTOW":10000,"version":1,"numSvs":1,"satellites":[{"gnssId":2,"svId":24,"cno":40,"elev":-10,"#
                + #""azim":300,"prRes":-0.5,"qualityInd":7,"svUsed":1,"health":1,"diffCorr":0,"smoothed":0,"#
                + #""orbitSource":1,"ephAvail":1,"almAvail":1,"anoAvail":0,"aopAvail":0,"sbasCorrUsed":0,"#
                + #""rtcmCorrUsed":0,"slasCorrUsed":0,"spartnCorrUsed":0,"prCorrUsed":0,"crCorrUsed":0,"#
                + #""doCorrUsed":0,"clasCorrUsed":0,"lppCorrUsed":0,"hasCorrUsed":0}]}"#)
    }

    @Test func `coarse and fine parts are one number, also where their signs differ`() throws {
        let fields: FieldRecord = ["lon": -0.000_000_101, "lat": 48.123_456_789, "height": 29_233.6, "hMSL": -0.3]
        let payload = try UBXWriter.payload(.navHPPOSLLH, fields: fields)
        let position = NavigationHPPOSLLH(payload.span)
        #expect(position?.longitude.degrees == -1.01e-7)
        #expect(position?.latitude.degrees == 48.123_456_789)
        #expect(position?.ellipsoidalHeight.metres == 29.2336)
        #expect(position?.orthometricHeight.metres == -0.0003)
        #expect(text(.navHPPOSLLH, payload).contains(#""lon":-0.000000101,"lat":48.123456789,"height":29233.6"#))
        var other = payload
        (other[12], other[25]) = (other[12] &+ 1, other[25] &- 100)
        #expect(NavigationHPPOSLLH(other.span)?.latitude == position?.latitude)
    }

    @Test func `words of a navigation message are digits, texts end with their NUL`() {
        #expect(
            text(.rxmSFRBX, [2, 24, 1, 0, 1, 7, 2, 0, 0x78, 0x56, 0x34, 0x12])
                == #"{"gnssId":2,"svId":24,"sigId":1,"freqId":0,"numWords":1,"chn":7,"version":2,"dwrd":["12345678"]}"#)
        let version = Array("EXT \"1\"".utf8) + [UInt8](repeating: 0, count: 33) + Array("MOD=X".utf8)
        #expect(
            text(.monVER, version + [UInt8](repeating: 0, count: 25))
                == #"{"swVersion":"EXT \"1\"","hwVersion":"","extension":["MOD=X"]}"#)
    }

    @Test func `forms of a message are told apart by length, type and version`() {
        #expect(text(.cfgMSG, [1, 7, 1]) == #"{"msgClass":1,"msgID":7,"rate":1}"#)
        #expect(text(.cfgMSG, [1, 7]) == #"{"msgClass":1,"msgID":7}"#)
        #expect(text(.secUNIQID, [2, 0, 0, 0, 1, 2, 3, 4, 5, 6]) == #"{"version":2,"uniqueId":"010203040506"}"#)
        let assistance = MessageID(0x13, 0x00)
        #expect(UBXMessage.name(assistance, ([1] + [UInt8](repeating: 0, count: 67)).span) == "MGA-GPS-EPH")
        #expect(UBXMessage.name(assistance, [9].span) == "MGA-GPS")
    }

    @Test func `fields that a message does not have are refused, and numbers out of range`() {
        #expect(throws: UBXEncodingError.self) { try UBXWriter.payload(.navEOE, fields: ["tow": 1]) }
        #expect(throws: UBXEncodingError.badValue(field: "iTOW")) {
            try UBXWriter.payload(.navEOE, fields: ["iTOW": -1])
        }
        #expect(throws: UBXEncodingError.badValue(field: "carrSoln")) {
            try UBXWriter.payload(.navPVT, fields: ["carrSoln": 4])
        }
        #expect(throws: UBXEncodingError.unknownMessage(MessageID(0xEE, 1))) {
            try UBXWriter.payload(MessageID(0xEE, 1), fields: [:])
        }
    }

    @Test func `groups set their counts, and the form that has the fields is taken`() throws {
        let block: FieldRecord = ["gnssId": 2, "resTrkCh": 4, "maxTrkCh": 8, "enable": 1, "sigCfMask": 0x21]
        let payload = try UBXWriter.payload(.cfgGNSS, fields: ["blocks": .list([.record(block), .record(block)])])
        #expect(payload == [0, 0, 0, 2, 2, 4, 8, 0, 1, 0, 0x21, 0, 2, 4, 8, 0, 1, 0, 0x21, 0])
        #expect(try UBXWriter.payload(.cfgMSG, fields: ["msgClass": 1, "msgID": 7, "rate": 1]) == [1, 7, 1])
        #expect(try UBXWriter.payload(.cfgMSG, fields: ["msgClass": 1, "rateUSB": 1]) == [1, 0, 0, 0, 0, 1, 0, 0])
    }

    @Test func `the state of OSNMA is read in version 3 of the exact length alone`() {
        var payload = [UInt8](repeating: 0, count: 32)
        (payload[0], payload[24], payload[30]) = (3, 1, 24)
        #expect(text(.secOSNMA, payload).hasSuffix(#""satellites":[{"IODE":0,"authNum":0,"authStatus":0,"svId":24}]}"#))
        #expect(text(.secOSNMA, payload + [0]).hasPrefix(#"{"undecoded""#))
    }
}
