// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ReceiverStream

@Suite struct FrameLinesTests {
    private func lines(_ bytes: [UInt8], feeds: Int = 64) -> String {
        var demultiplexer = FrameDemultiplexer(allowsMissingChecksum: true)
        var lines = FrameLines()
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: feeds) {
            demultiplexer.consume(bytes.span.extracting(start..<min(bytes.count, start + feeds)), into: &lines)
            lines.move(to: &text)
        }
        demultiplexer.flush(into: &lines)
        lines.move(to: &text)
        #expect(lines.pending == 0)
        #expect(text.count { $0 == 0x0A } == lines.count)
        return String(decoding: text, as: UTF8.self)
    }

    @Test func `every format has its line, in the order of the stream`() {
        let expected = #"""
            {"protocol":"NMEA","name":"GPGGA","offset":0,"fields":{"time":null,"lat":null,"NS":null,"lon":null,\#
            "EW":null,"quality":0,"numSV":null,"HDOP":null,"alt":null,"altUnit":null,"sep":null,"sepUnit":null,\#
            "diffAge":null,"diffStation":null}}
            {"protocol":"UBX","name":"0x77-0x61","offset":26,"fields":{"undecoded":"unknown message",\#
            "payload":"2447b56201d300"}}
            {"protocol":"RTCM3","name":"1005","offset":41,"fields":{"undecoded":"no whole message: 7 bytes",\#
            "payload":"3ed0b56224400a"}}
            {"protocol":"SBF","name":"GALRawINAV","offset":54,"fields":{"ID":4023,"Revision":0,\#
            "payload":"244750d300010203"}}
            {"protocol":"CASIC","name":"03-02","offset":70,"fields":{"payload":"bace0400"}}
            {"protocol":"SiRF","name":"2","offset":84,"fields":{"payload":"02a0a20001"}}
            {"protocol":"Skytraq","name":"64","offset":97,"fields":{"payload":"64244001"}}
            {"protocol":"NovAtel","name":"257","offset":108,"fields":{"payload":"aa44121c09"}}
            {"protocol":"Allystar","name":"03-04","offset":145,"fields":{"payload":"f1d901"}}

            """#
        var bytes = Made.all
        bytes[1] = Made.ubx(0x77, 0x61, [0x24, 0x47, 0xB5, 0x62, 1, 0xD3, 0])
        #expect(lines(bytes.flatMap { $0 }) == expected)
    }

    @Test func `noise is passed over, and offsets count it; what has no checksum is told so`() {
        let noise = Array("noise".utf8)
        let text = lines(noise + Made.nmea("GPZDA,1") + noise + Array("$GPZDA,2\r\n".utf8))
        #expect(
            text == #"{"protocol":"NMEA","name":"GPZDA","offset":5,"fields":{"time":"1"}}"# + "\n"
                + #"{"protocol":"NMEA","name":"GPZDA","offset":23,"checksum":false,"fields":{"time":"2"}}"# + "\n")
    }

    @Test func `however the bytes are split, the lines are the same, and each is an object`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            var bytes: [UInt8] = []
            for _ in 0..<20 {
                bytes += Made.all.randomElement() ?? []
                bytes += Made.rtcm3(
                    (0..<Int.random(in: 0...60)).map { _ in UInt8.random(in: 0...255, using: &generator) })
                bytes += Made.nmea(
                    String((0..<20).map { _ in "GPSVRMCUBX0123,,,,,.-\"\\".randomElement() ?? "," }))
                if Bool.random() { bytes.removeLast(Int.random(in: 0..<9)) }
            }
            let text = lines(bytes)
            #expect(lines(bytes, feeds: 1) == text)
            for line in text.split(separator: "\n") {
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                let members = object ?? [:]
                #expect(["protocol", "name", "offset", "fields"].allSatisfy { members[$0] != nil }, "\(line)")
            }
        }
    }
}
