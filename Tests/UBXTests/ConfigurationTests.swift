// SPDX-License-Identifier: Apache-2.0

import Testing
import UBX
import Wire

@Suite("Configuration")
struct ConfigurationTests {
    private func key(_ name: String) throws -> ConfigurationKey { try #require(ConfigurationKey(name: name)) }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String([Hexadecimal.digit($0 >> 4), Hexadecimal.digit($0)].map { Character(Unicode.Scalar($0)) }) }
            .joined(separator: " ")
    }

    @Test func `the frames of the reference come out byte for byte`() throws {
        #expect(
            hexadecimal(try UBXWriter.frame(.cfgVALSET, fields: ["ram": 1, "CFG_MSGOUT_UBX_NAV_PVT_USB": 1]))
                == "B5 62 06 8A 09 00 00 01 00 00 09 00 91 20 01 55 52")
        #expect(
            hexadecimal(try UBXWriter.frame(.cfgVALSET, fields: ["ram": 1, "CFG_RATE_MEAS": 200]))
                == "B5 62 06 8A 0A 00 00 01 00 00 01 00 21 30 C8 00 B5 81")
        #expect(
            hexadecimal(try UBXWriter.frame(.cfgVALSET, fields: ["ram": 1, "CFG_UART1_BAUDRATE": 115_200]))
                == "B5 62 06 8A 0C 00 00 01 00 00 01 00 52 40 00 C2 01 00 F3 A5")
        #expect(
            hexadecimal(
                try UBXWriter.frame(.cfgVALGET, fields: ["keys": ["CFG_SIGNAL_GAL_E1_ENA", "CFG_SIGNAL_GAL_ENA"]]))
                == "B5 62 06 8B 0C 00 00 00 00 00 07 00 31 10 21 00 31 10 47 D1")
        #expect(
            hexadecimal(try UBXWriter.frame(.cfgMSG, fields: ["msgClass": 1, "msgID": 7, "rate": 1]))
                == "B5 62 06 01 03 00 01 07 01 13 51")
        #expect(
            hexadecimal(try UBXWriter.frame(.cfgRATE, fields: ["measRate": 200, "navRate": 1, "timeRef": 1]))
                == "B5 62 06 08 06 00 C8 00 01 00 01 00 DE 6A")
        #expect(
            hexadecimal(try UBXWriter.frame(.cfgPRT, fields: ["portID": 1])) == "B5 62 06 00 01 00 01 08 22")
        #expect(hexadecimal(UBXWriter.frame(.secUNIQID)) == "B5 62 27 03 00 00 2A A5")
        #expect(
            hexadecimal(try UBXWriter.frame(.ackAck, fields: ["clsID": 0x06, "msgID": 0x8A]))
                == "B5 62 05 01 02 00 06 8A 98 C1")
        #expect(
            hexadecimal(try UBXWriter.frame(.ackNak, fields: ["clsID": 0x06, "msgID": 0x8A]))
                == "B5 62 05 00 02 00 06 8A 97 BC")
    }

    @Test(arguments: [
        ("CFG-RATE-NAV", 0x3021_0002), ("CFG-UART1-ENABLED", 0x1052_0005), ("CFG-USBINPROT-RTCM3X", 0x1077_0004),
        ("CFG-GAL-USE_OSNMA", 0x1035_0005), ("CFG-GAL-OSNMA_INAVPRIM", 0x1035_0010),
        ("CFG-NAVSPG-DYNMODEL", 0x2011_0021), ("CFG-MSGOUT-UBX_RXM_SFRBX_USB", 0x2091_0234),
        ("CFG-MSGOUT-UBX_SEC_OSNMA_UART1", 0x2091_06CB), ("CFG-MSGOUT-UBX_MON_COMMS_I2C", 0x2091_034F),
        ("CFG-MSGOUT-NMEA_ID_GGA_I2C", 0x2091_00BA), ("CFG-MSGOUT-RTCM_3X_TYPE1077_SPI", 0x2091_02D0),
        ("CFG-TMODE-LAT", 0x4003_0009), ("CFG-SEC-CFG_LOCK", 0x10F6_0009),
    ])
    func `keys have the numbers of the reference`(name: String, number: UInt32) throws {
        #expect(try key(name).rawValue == number)
        #expect(ConfigurationKey(rawValue: number).name == name)
    }

    @Test func `keys have sizes by their number, and values must fit`() throws {
        #expect(try key("CFG-RATE-MEAS").size == 2)
        #expect(ConfigurationKey(rawValue: 0).size == nil)
        #expect(
            ConfigurationKey(rawValue: 0xF021_0001).size == nil || ConfigurationKey(rawValue: 0xF021_0001).size == 2)
        #expect(ConfigurationValue(try key("CFG-RATE-MEAS"), 65_536) == nil)
        #expect(ConfigurationValue(try key("CFG-RATE-MEAS"), -1) == nil)
        #expect(ConfigurationValue(try key("CFG-SIGNAL-GAL_ENA"), 2) == nil)
        #expect(ConfigurationValue(try key("CFG-TMODE-LAT"), -900_000_000) != nil)
        #expect(ConfigurationValue(try key("CFG-TMODE-LAT_HP"), 200) == nil)
    }

    @Test func `values are shown by the names of their keys and read back`() throws {
        let fields: FieldRecord = [
            "version": 0, "ram": 1, "CFG_RATE_MEAS": 100, "CFG_SIGNAL_GAL_ENA": 1, "CFG_TMODE_LAT": -5,
            "CFG_0x20999999": 7,
        ]
        let payload = try UBXWriter.payload(.cfgVALSET, fields: fields)
        #expect(payload.count == 4 + 6 + 5 + 8 + 5)
        let read = UBXMessage.fields(.cfgVALSET, payload.span)
        #expect(read["CFG_RATE_MEAS"] == 100)
        #expect(read["CFG_TMODE_LAT"] == -5)
        #expect(read["CFG_0x20999999"] == 7)
        #expect(try UBXWriter.payload(.cfgVALSET, fields: read) == payload)
        let asked: FieldRecord = ["keys": ["CFG_RATE_MEAS", "CFG_0x0fffffff"]]
        let question = try UBXWriter.payload(.cfgVALGET, fields: asked)
        #expect(question == [0, 0, 0, 0, 1, 0, 0x21, 0x30, 0xFF, 0xFF, 0xFF, 0x0F])
        #expect(UBXMessage.fields(.cfgVALGET, question.span)["keys"] == asked["keys"])
    }

    @Test func `an answer is read up to what is no value`() {
        let answer = UBXMessage.fields(
            .cfgVALGET,
            [1, 0, 64, 0, 0x01, 0x00, 0x21, 0x30, 0xC8, 0x00, 0x21, 0x00, 0x31, 0x10, 0x01, 0x01, 0x00, 0x52].span)
        #expect(answer["position"] == 64)
        #expect(answer["CFG_RATE_MEAS"] == 200)
        #expect(answer["CFG_SIGNAL_GAL_ENA"] == 1)
        #expect(answer["undecoded"] == .bytes([0x01, 0x00, 0x52]))
        // A cut value does not end the program, and is shown.
        let cut = UBXMessage.fields(.cfgVALGET, [1, 0, 0, 0, 0x01, 0x00, 0x21, 0x30, 0xC8].span)
        #expect(cut["undecoded"] == .bytes([0x01, 0x00, 0x21, 0x30, 0xC8]))
    }
}
