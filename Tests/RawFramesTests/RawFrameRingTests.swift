// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import ReceiverStream
import Testing

@testable import RawFrames

@Suite struct RawFrameRingTests {
    static let station: [UInt8] = [
        0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD, 0x62, 0xAC, 0x09,
        0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
    ]

    static func host(_ seconds: Double) -> HostTime {
        let nanoseconds = Int64(seconds * 1e9)
        return HostTime(monotonicNanoseconds: nanoseconds, wallNanoseconds: 1_777_897_805_250_000_000 + nanoseconds)
    }

    /// A sentence with this body and its checksum.
    static func sentence(_ body: String) -> Sentence {
        let sum = body.utf8.reduce(0, ^)
        let digits = String(sum, radix: 16, uppercase: true)
        return Sentence(format: .nmea, bytes: Array("$\(body)*\(sum < 16 ? "0" : "")\(digits)\r\n".utf8))
    }

    /// A UBX frame with this class, number and payload, and its checksum.
    static func ubx(_ group: UInt8, _ number: UInt8, _ payload: [UInt8]) -> Sentence {
        let length = UInt16(payload.count)
        let body = [group, number, UInt8(length & 0xFF), UInt8(length >> 8)] + payload
        var (a, b): (UInt8, UInt8) = (0, 0)
        for byte in body {
            a &+= byte
            b &+= a
        }
        return Sentence(format: .ubx, bytes: [0xB5, 0x62] + body + [a, b])
    }

    private func report(
        _ ring: RawFrameRing, after number: UInt64? = nil, _ change: (inout RawFrameRequest) -> Void = { _ in }
    ) throws -> [String: Any] {
        var request = RawFrameRequest()
        change(&request)
        let text = RawFrameReport.text(
            of: "rover", ring, watch: "w", after: number, request, at: Self.host(100))
        return try #require(try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
    }

    @Test func `frames are shown as decode shows them, with their content`() throws {
        var ring = RawFrameRing(since: Self.host(0))
        let gga = Self.sentence("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
        let ack = Self.ubx(0x05, 0x01, [0x06, 0x8A])
        for (index, frame) in [gga, ack, Sentence(format: .rtcm3, bytes: Self.station)].enumerated() {
            ring.append(frame, at: Self.host(Double(index)))
        }
        let report = try report(ring)
        let frames = try #require(report["frames"] as? [[String: Any]])
        let messages = frames.compactMap { $0["message"] as? [String: Any] }
        #expect(messages.map { $0["protocol"] as? String } == ["NMEA", "UBX", "RTCM3"])
        #expect(messages.map { $0["name"] as? String } == ["GPGGA", "ACK-ACK", "1005"])
        #expect(frames[0]["text"] as? String == String(decoding: gga.bytes.dropLast(2), as: UTF8.self))
        #expect(frames[1]["hex"] as? String == "b562050102000" + "68a98c1")
        #expect((messages[2]["fields"] as? [String: Any])?["DF003"] as? Int == 2003)
        #expect(frames.map { $0["number"] as? Int } == [1, 2, 3])
        #expect(frames.map { $0["bytes"] as? Int } == [gga.bytes.count, 10, 25])
        #expect(frames[1]["time"] as? String == Timestamp(Self.host(1)).description)
        let counts = try #require(report["messages"] as? [[String: Any]])
        #expect(counts.map { $0["name"] as? String } == ["GPGGA", "ACK-ACK", "1005"])
        #expect(counts.map { $0["count"] as? Int } == [1, 1, 1])
        #expect(counts[2]["bytes"] as? Int == 25 && counts[2]["last"] as? String == Timestamp(Self.host(2)).description)
        #expect(report["next"] as? String == "w.3" && report["skipped"] as? Int == 0)
        #expect(ring.file == gga.bytes + ack.bytes + Self.station)
        #expect(ring.suffix == "ubx")
    }

    @Test func `a rare message is seen among frequent ones, and what is left out is counted`() throws {
        var ring = RawFrameRing(since: Self.host(0))
        ring.append(Self.sentence("GPTXT,01,01,02,rare"), at: Self.host(0))
        for index in 0..<500 { ring.append(Self.sentence("GPHDT,\(index),T"), at: Self.host(Double(index) / 100)) }
        let some = try report(ring, after: 0) { $0.limit = 10 }
        let numbers = try #require(some["frames"] as? [[String: Any]]).compactMap { $0["number"] as? Int }
        #expect(numbers == [1] + Array(493...501))
        #expect(some["skipped"] as? Int == 491)
        // The next question continues there; the newest frames of the first question leave nothing out.
        #expect(try report(ring, after: 501)["frames"] as? [[String: String]] == [])
        #expect(try report(ring) { $0.limit = 10 }["skipped"] as? Int == 0)
        let rare = try #require(try report(ring, after: 0) { $0.only = "nmea gpTX" }["frames"] as? [[String: Any]])
        #expect(rare.count == 1)
        #expect(try report(ring, after: 0) { $0.only = "UBX" }["frames"] as? [[String: String]] == [])
    }

    @Test func `a minute is kept, and never more than the limits`() throws {
        var ring = RawFrameRing(since: Self.host(0))
        for second in 0...100 { ring.append(Self.sentence("GPHDT,\(second),T"), at: Self.host(Double(second))) }
        #expect(ring.frames.first?.number == 41 && ring.frames.count == 61)
        let late = try report(ring, after: 10) { $0.limit = 200 }
        // 30 frames are gone.
        #expect(late["skipped"] as? Int == 30 && (late["frames"] as? [Any])?.count == 61)
        ring.drop(at: Self.host(1000))
        #expect(ring.frames.isEmpty && ring.count == 101 && ring.file.isEmpty)
        #expect(try report(ring, after: 10)["skipped"] as? Int == 91)
        let large = Sentence(format: .other, bytes: [UInt8](repeating: 7, count: 100_000))
        for _ in 0..<100 { ring.append(large, at: Self.host(1000)) }
        #expect(ring.file.count <= RawFrameRing.byteLimit && ring.frames.count == 41)
        let tiny = Sentence(format: .other, bytes: [7])
        for _ in 0..<30_000 { ring.append(tiny, at: Self.host(1000)) }
        #expect(ring.frames.count <= RawFrameRing.frameLimit)
    }

    @Test func `names from outside stay text, and there are never too many`() throws {
        var ring = RawFrameRing(since: Self.host(0))
        for number in 0..<1000 { ring.append(Self.sentence("P\(number)\"<b>\\,1"), at: Self.host(0)) }
        ring.append(Sentence(format: .nmea, bytes: Array("no sentence".utf8)), at: Self.host(0))
        ring.append(Sentence(format: .ubx, bytes: []), at: Self.host(0))
        ring.append(Sentence(format: .ubx, bytes: [0xB5, 0x62, 0, 0, 0xFF, 0xFF]), at: Self.host(0))
        let report = try report(ring) { $0.limit = 200 }
        let messages = try #require(report["messages"] as? [[String: Any]])
        #expect(messages.count <= RawFrameRing.messageLimit + 1)
        #expect(messages.compactMap { $0["count"] as? Int }.reduce(0, +) == 1003)
        #expect(messages.contains { $0["protocol"] as? String == "other" })
        #expect((report["frames"] as? [Any])?.count == 200)
    }

    @Test func `any bytes make a valid report`() throws {
        var random = SystemRandomNumberGenerator()
        var ring = RawFrameRing(since: Self.host(0))
        let formats: [FrameFormat] = [.nmea, .ubx, .rtcm3, .sbf, .other, FrameFormat(rawValue: 77)]
        for round in 0..<2000 {
            var bytes: [UInt8] = (0..<Int.random(in: 0...60)).map { _ in random.next() }
            if round % 3 == 0 { bytes = Self.ubx(random.next(), random.next(), bytes).bytes }
            if round % 3 == 1 {
                bytes = Self.sentence(String(decoding: bytes.map { $0 % 0x5E + 0x20 }, as: UTF8.self)).bytes
            }
            ring.append(
                Sentence(format: formats[round % formats.count], bytes: bytes), at: Self.host(Double(round) / 50))
            if round % 50 == 0 { _ = try report(ring, after: UInt64.random(in: 0...UInt64(round + 1))) }
        }
        _ = try report(ring) { $0.limit = 200 }
    }

    @Test func `a report of the longest frames stays short`() throws {
        var ring = RawFrameRing(since: Self.host(0))
        for _ in 0..<100 { ring.append(Self.ubx(0x01, 0x77, [UInt8](repeating: 1, count: 8000)), at: Self.host(0)) }
        let text = RawFrameReport.text(
            of: "rover", ring, watch: "w", after: 0, RawFrameRequest(), at: Self.host(0))
        #expect(text.count < 2 * RawFrameRing.reportLimit)
        let all = try report(ring, after: 0)
        #expect((all["skipped"] as? Int ?? 0) + ((all["frames"] as? [Any])?.count ?? 0) == 100)
    }
}
