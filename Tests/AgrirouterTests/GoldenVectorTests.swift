// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing
import Wire

@testable import Agrirouter

struct GoldenVectorTests {
    @Test("Entries are written and read as other tools write them", arguments: Values.entries)
    func entries(_ hex: String, _ entry: GPSEntry) throws {
        #expect(GPSList([entry]).bytes == hex.bytes)
        #expect(try GPSList(decoding: hex.bytes).entries == [entry])
    }

    @Test("A time log is written and read as other tools write it")
    func timeLog() throws {
        var position = Values.fix
        position.pdop = nil
        position.time = Values.time(1_795_000_000)
        let log = TimeLog([TimeLog.Entry(position)])
        #expect(log.bytes == Golden.timeLog.bytes)
        #expect(try TimeLog(decoding: Golden.timeLog.bytes) == log)
    }

    @Test("A publication is the very bytes that other tools make")
    func publication() throws {
        let request = Request(
            id: Values.id("11111111-2222-4333-8444-555555555555"), sequence: 7, time: Values.time(1_795_000_001),
            .content(.gpsInfo, Golden.fix.bytes))
        #expect(try request.measure().message == Golden.publication)
        #expect(try request.bytes().count == 187)
    }

    @Test("Capabilities are the very bytes that other tools make")
    func capabilities() throws {
        let capabilities = Capabilities(
            [Capabilities.Item(.gpsInfo, .sendReceive)], applicationID: "aaaaaaaa-0000-4000-8000-000000000001",
            versionID: "aaaaaaaa-0000-4000-8000-000000000002")
        let request = Request(
            id: Values.id("11111111-2222-4333-8444-555555555556"), sequence: 1, time: Values.time(1_795_000_001),
            .capabilities(capabilities))
        #expect(try request.measure().message == Golden.capabilities)
        #expect(try request.bytes().count == 248)
    }

    @Test("An acknowledgement is read, with no second part and with an empty one")
    func acknowledgement() throws {
        let expected = Response(
            code: 201, type: .ack, requestID: Values.id("11111111-2222-4333-8444-555555555555"),
            messageID: "99999999-2222-4333-8444-555555555555", time: Values.time(1_795_000_002))
        let bytes = try #require(Base64.decode(Golden.ack))
        #expect(try Response(decoding: bytes) == expected)
        #expect(try Response(decoding: bytes + [0]) == expected)
        #expect(Base64.encode(bytes + [0]).hasSuffix("CMKN9tcGAA=="))
    }

    @Test("A refusal is read with its code and what it is about")
    func failure() throws {
        let response = try Response(decoding: #require(Base64.decode(Golden.failure)))
        #expect(response.code == 400)
        #expect(response.type == .ackWithFailure)
        #expect(response.requestID == Values.id("11111111-2222-4333-8444-555555555555"))
        #expect(response.messageID == nil)
        #expect(response.time == Values.time(1_795_000_002))
        guard case .results(let results) = response.body else {
            Issue.record("no results: \(response.body)")
            return
        }
        #expect(results.map(\.code) == ["VAL_000002"])
        #expect(results.first?.arguments == ["technicalMsgType": "gps:info"])
    }

    @Test("A push is read: who sent what, and the id to confirm is the header's")
    func push() throws {
        let response = try Response(decoding: #require(Base64.decode(Golden.push)))
        #expect(response.code == 200)
        #expect(response.type == .push)
        #expect(response.requestID == nil)
        #expect(response.messageID == "77777777-2222-4333-8444-555555555555")
        let header = FeedHeader(
            messageID: "cccccccc-0000-4000-8000-000000000001", type: .gpsInfo,
            sender: "bbbbbbbb-0000-4000-8000-000000000002", receiver: "bbbbbbbb-0000-4000-8000-000000000001",
            size: 59, sequence: 7, sent: Values.time(1_795_000_001), created: Values.time(1_795_000_002))
        #expect(response.body == .push([FeedMessage(header, .positions(GPSList([Values.fix])))]))
    }
}

/// Values that tests share.
enum Values {
    static func id(_ text: String) -> MessageID {
        var zeros = Sequence64(state: 0)
        return MessageID(text) ?? MessageID(random: &zeros)
    }

    static func time(_ seconds: Double) -> UTCTime {
        UTCTime(nanosecondsSince1970: Int64(seconds * 10) * 100_000_000)
    }

    static func place(_ north: Double, _ east: Double) -> GeodeticPosition? {
        GeodeticPosition(latitude: Angle(degrees: north), longitude: Angle(degrees: east))
    }

    static let fix = GPSEntry(
        position: place(52.2797, 8.0472), ellipsoidalHeight: 85_000, status: .rtkFixed, pdop: 1.2, hdop: 0.7,
        satellites: 17, time: time(1_795_000_000.2))

    static let entries: [(String, GPSEntry)] = [
        (Golden.fix, fix),
        (Golden.noFix, GPSEntry(absence: .noGPS, at: time(1_795_000_005))),
        (Golden.noReceiver, GPSEntry(absence: .notAvailable, at: time(1_795_000_010))),
        (
            Golden.southWest,
            GPSEntry(
                position: place(-33.5, -70.25), ellipsoidalHeight: -12_345, status: .gnss,
                time: time(1_795_000_000))
        ),
    ]
}

/// Random numbers that are the same in every run (SplitMix64).
struct Sequence64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

extension String {
    /// The bytes of hexadecimal digits.
    var bytes: [UInt8] {
        let digits = Array(utf8)
        return stride(from: 0, to: digits.count - 1, by: 2)
            .compactMap { Hexadecimal.value(digits[$0], digits[$0 + 1]) }
    }
}
