// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import NMEA
import Wire

@testable import ReceiverStream

/// Keeps what a demultiplexer found.
struct FrameCollector: FrameSink, Equatable {
    struct Entry: Hashable {
        var format: FrameFormat
        var offset: Int
        var bytes: [UInt8]
    }

    var entries: [Entry] = []

    mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int) { keep(frame, .nmea, offset) }

    mutating func take(_ frame: Span<UInt8>, format: FrameFormat, at offset: Int) { keep(frame, format, offset) }

    private mutating func keep(_ frame: Span<UInt8>, _ format: FrameFormat, _ offset: Int) {
        entries.append(Entry(format: format, offset: offset, bytes: (0..<frame.count).map { frame[$0] }))
    }

    var frames: [[UInt8]] { entries.map(\.bytes) }
}

/// What a demultiplexer makes of bytes that come in feeds of the given sizes, and at last the rest.
func demultiplex(_ bytes: [UInt8], feeds: [Int] = []) -> (found: FrameCollector, statistics: FrameStatistics) {
    var demultiplexer = FrameDemultiplexer()
    var collector = FrameCollector()
    var start = 0
    for feed in feeds + [bytes.count] {
        let end = min(bytes.count, start + feed)
        demultiplexer.consume(bytes.span.extracting(start..<end), into: &collector)
        start = end
    }
    demultiplexer.flush(into: &collector)
    return (collector, demultiplexer.statistics)
}

/// Frames of every format, made by the rules of its checksum.
enum Made {
    static func nmea(_ body: String) -> [UInt8] {
        let sum = XORChecksum.of(Array(body.utf8).span)
        let digits = [Hexadecimal.digit(sum >> 4), Hexadecimal.digit(sum)]
        return Array("$\(body)*".utf8) + digits + [0x0D, 0x0A]
    }

    static func ubx(_ messageClass: UInt8, _ id: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let body = [messageClass, id] + little(payload.count, 2) + payload
        let sum = FletcherChecksum.of(body.span, in: 0..<body.count)
        return [0xB5, 0x62] + body + [sum.a, sum.b]
    }

    static func rtcm3(_ message: [UInt8]) -> [UInt8] {
        let body = [0xD3, UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
        let crc = CRC24Q.of(body.span, in: 0..<body.count)
        return body + [UInt8(crc >> 16), UInt8(crc >> 8 & 0xFF), UInt8(crc & 0xFF)]
    }

    /// - Parameter body: a multiple of four bytes.
    static func sbf(_ id: UInt16, _ body: [UInt8]) -> [UInt8] {
        let checked = little(Int(id), 2) + little(body.count + 8, 2) + body
        return [0x24, 0x40] + little(Int(CRC16.of(checked.span, in: 0..<checked.count)), 2) + checked
    }

    /// - Parameter payload: a multiple of four bytes.
    static func casic(_ payload: [UInt8]) -> [UInt8] {
        var sum: UInt32 = 0x0203 << 16 &+ UInt32(payload.count)
        for start in stride(from: 0, to: payload.count, by: 4) {
            sum = sum &+ payload[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        return [0xBA, 0xCE] + little(payload.count, 2) + [0x03, 0x02] + payload + little(Int(sum), 4)
    }

    static func sirf(_ payload: [UInt8]) -> [UInt8] {
        let sum = payload.reduce(0) { ($0 + Int($1)) & 0x7FFF }
        return [0xA0, 0xA2] + little(payload.count, 2).reversed() + payload + little(sum, 2).reversed() + [0xB0, 0xB3]
    }

    static func skytraq(_ payload: [UInt8]) -> [UInt8] {
        [0xA0, 0xA1] + little(payload.count, 2).reversed() + payload + [payload.reduce(0, ^), 0x0D, 0x0A]
    }

    static func novatel(_ body: [UInt8]) -> [UInt8] {
        let header = [0xAA, 0x44, 0x12, 28] + [UInt8](repeating: 1, count: 4) + little(body.count, 2)
        let frame = header + [UInt8](repeating: 2, count: 18) + body
        return frame + little(Int(CRC32.of(frame.span, in: 0..<frame.count)), 4)
    }

    static func allystar(_ payload: [UInt8]) -> [UInt8] { [0xF1, 0xD9] + ubx(3, 4, payload).dropFirst(2) }

    private static func little(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(value >> (8 * $0) & 0xFF) }
    }

    /// One of each, with start marks and the like within.
    static let all: [[UInt8]] = [
        nmea("GPGGA,,,,,,0,,,,,,,,"), ubx(0x01, 0x61, [0x24, 0x47, 0xB5, 0x62, 1, 0xD3, 0]),
        rtcm3([0x3E, 0xD0, 0xB5, 0x62, 0x24, 0x40, 0x0A]), sbf(4_023, [0x24, 0x47, 0x50, 0xD3, 0, 1, 2, 3]),
        casic([0xBA, 0xCE, 0x04, 0x00]), sirf([2, 0xA0, 0xA2, 0, 1]), skytraq([0x64, 0x24, 0x40, 1]),
        novatel([0xAA, 0x44, 0x12, 28, 9]), allystar([0xF1, 0xD9, 1]),
    ]
}
