// SPDX-License-Identifier: Apache-2.0

import ReceiverStream
import Wire

// Input: a receiver's bytes, or the payload of one frame, to which the fuzzer adds a correct checksum. The frames are
// demultiplexed and written field by field.
//
// Requirements: the lines are the same however the bytes are split; each is one JSON object with protocol, name, offset
// and fields.

func run(_ input: FuzzInput) {
    var input = input
    let format = input.choice(of: 5)
    let split = input.choice(of: 65_536)
    let bytes = Framed.bytes(input.bytes, format: format)
    let whole = lines(of: bytes, cut: bytes.count)
    let parts = lines(of: bytes, cut: bytes.isEmpty ? 0 : split % bytes.count)
    require(whole == parts, "split at \(split): \(parts)\nwhole: \(whole)")
    // A payload of a few bytes has at most some hundred fields, each with a name and a value.
    require(whole.count <= 400 * bytes.count + 4096, "\(whole.count) bytes of \(bytes.count)")
}

private func lines(of bytes: [UInt8], cut: Int) -> [UInt8] {
    var demultiplexer = FrameDemultiplexer(allowsMissingChecksum: true)
    var lines = FrameLines()
    var text: [UInt8] = []
    for range in [0..<cut, cut..<bytes.count] {
        demultiplexer.consume(bytes.span.extracting(range), into: &lines)
        lines.move(to: &text)
    }
    demultiplexer.flush(into: &lines)
    lines.move(to: &text)
    let found = text.split(separator: 0x0A)
    require(found.count == lines.count, "\(lines.count) frames, \(found.count) lines")
    for line in found {
        require(line.starts(with: Array("{\"protocol\":\"".utf8)), String(decoding: line, as: UTF8.self))
        require(JSONText.isValid(line), "not JSON: \(String(decoding: line, as: UTF8.self))")
    }
    return text
}

/// Wraps payloads in frames with correct checksums.
enum Framed {
    /// The choices of a frame format; 0 and all other values select a stream.
    enum Choice {
        static let rtcm3: UInt8 = 1
        static let ubx: UInt8 = 2
        static let nmea: UInt8 = 3
        static let sbf: UInt8 = 4
    }

    static func bytes(_ payload: [UInt8], format: Int) -> [UInt8] {
        switch UInt8(truncatingIfNeeded: format) {
        case Choice.rtcm3: rtcm3(Array(payload.prefix(1023)))
        case Choice.ubx: ubx(payload)
        case Choice.nmea: nmea(payload)
        case Choice.sbf: sbf(payload)
        default: payload
        }
    }

    private static func rtcm3(_ payload: [UInt8]) -> [UInt8] {
        let body = [0xD3, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
        let crc = CRC24Q.of(body.span, in: 0..<body.count)
        return body + [UInt8(crc >> 16 & 0xFF), UInt8(crc >> 8 & 0xFF), UInt8(crc & 0xFF)]
    }

    /// The first two bytes are class and id.
    private static func ubx(_ bytes: [UInt8]) -> [UInt8] {
        let payload = Array(bytes.dropFirst(2))
        let body = [bytes.first ?? 0, bytes.dropFirst().first ?? 0] + little(payload.count) + payload
        let sum = FletcherChecksum.of(body.span, in: 0..<body.count)
        return [0xB5, 0x62] + body + [sum.a, sum.b]
    }

    private static func nmea(_ bytes: [UInt8]) -> [UInt8] {
        let body = bytes.map { $0 & 0x7F < 0x20 || $0 & 0x7F == 0x24 ? UInt8(ascii: ",") : $0 & 0x7F }
        let sum = body.reduce(0, ^)
        let end = [UInt8(ascii: "*"), Hexadecimal.digit(sum >> 4), Hexadecimal.digit(sum), 0x0D, 0x0A]
        return [UInt8(ascii: "$")] + body + end
    }

    /// The first two bytes are number and revision.
    private static func sbf(_ bytes: [UInt8]) -> [UInt8] {
        let filled = bytes + [UInt8](repeating: 0, count: 2 + (8 - (bytes.count + 2) % 4) % 4)
        let body = Array(filled.dropFirst(2))
        let checked = Array(filled.prefix(2)) + little(body.count / 4 * 4 + 8) + body.prefix(body.count / 4 * 4)
        return [0x24, 0x40] + little(Int(CRC16.of(checked.span, in: 0..<checked.count))) + checked
    }

    private static func little(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
}
