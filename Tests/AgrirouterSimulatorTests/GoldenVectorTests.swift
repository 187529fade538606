// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing
import Wire

@testable import AgrirouterSimulator
@testable import StrictFormats

/// Bytes that independent tools wrote.
enum Golden {
    static let fixList =
        "0a39097958a835cd234a40110ebe30992a1820401890b00a200429333333333333f33f31666666666666e63f3811420b08c08df6d706108084af5f"
    static let noFix = "0a08420608c58df6d706"
    static let noReceiver = "0a0a200f420608ca8df6d706"
    static let south = "0a20090000000000c040c01100000000009051c018f1c0012001420608c08df6d706"
    static let timeLog =
        "080122370a0608c08df6d70620042a2b097958a835cd234a40110ebe30992a1820401890b00a200431666666666666e63f3811420608c08df6d706"
    static let positions =
        "PAokMTExMTExMTEtMjIyMi00MzMzLTg0NDQtNTU1NTU1NTU1NTU1EAcaCGdwczppbmZvKAFCBgjBjfbXBn0Kewo8dHlwZXMuYWdyaXJvdXRlci5jb20vYWdyaXJvdXRlci50ZWNobmljYWxtZXNzYWdldHlwZS5HUFNMaXN0EjsKOQl5WKg1zSNKQBEOvjCZKhggQBiQsAogBCkzMzMzMzPzPzFmZmZmZmbmPzgRQgsIwI321wYQgISvXw=="
    static let capabilities =
        "QgokMTExMTExMTEtMjIyMi00MzMzLTg0NDQtNTU1NTU1NTU1NTU2EAEaEGRrZTpjYXBhYmlsaXRpZXNCBgjBjfbXBrMBCrABClB0eXBlcy5hZ3Jpcm91dGVyLmNvbS9hZ3Jpcm91dGVyLnJlcXVlc3QucGF5bG9hZC5lbmRwb2ludC5DYXBhYmlsaXR5U3BlY2lmaWNhdGlvbhJcCgwKCGdwczppbmZvEAISJGFhYWFhYWFhLTAwMDAtNDAwMC04MDAwLTAwMDAwMDAwMDAwMRokYWFhYWFhYWEtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAyIAE="
    static let acknowledged =
        "WQjJARABGiQxMTExMTExMS0yMjIyLTQzMzMtODQ0NC01NTU1NTU1NTU1NTUiJDk5OTk5OTk5LTIyMjItNDMzMy04NDQ0LTU1NTU1NTU1NTU1NSoGCMKN9tcG"
    static let refused =
        "MwiQAxADGiQxMTExMTExMS0yMjIyLTQzMzMtODQ0NC01NTU1NTU1NTU1NTUqBgjCjfbXBpoBCpcBCjB0eXBlcy5hZ3Jpcm91dGVyLmNvbS9hZ3Jpcm91dGVyLmNvbW1vbnMuTWVzc2FnZXMSYwphCjVFbmRwb2ludCBjYW5ub3Qgc2VudCBUZWNobmljYWwgTWVzc2FnZSB0eXBlIGdwczppbmZvLhIKVkFMXzAwMDAwMhocChB0ZWNobmljYWxNc2dUeXBlEghncHM6aW5mbw=="
    static let pushed =
        "MwjIARAMIiQ3Nzc3Nzc3Ny0yMjIyLTQzMzMtODQ0NC01NTU1NTU1NTU1NTUqBgjDjfbXBuICCt8CCkd0eXBlcy5hZ3Jpcm91dGVyLmNvbS9hZ3Jpcm91dGVyLmZlZWQucHVzaC5ub3RpZmljYXRpb24uUHVzaE5vdGlmaWNhdGlvbhKTAgqQAgqQAQokYmJiYmJiYmItMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAxEghncHM6aW5mbyg7MgYIwY321wY4B0IkYmJiYmJiYmItMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAySgYIwo321wZSJGNjY2NjY2NjLTAwMDAtNDAwMC04MDAwLTAwMDAwMDAwMDAwMRJ7Cjx0eXBlcy5hZ3Jpcm91dGVyLmNvbS9hZ3Jpcm91dGVyLnRlY2huaWNhbG1lc3NhZ2V0eXBlLkdQU0xpc3QSOwo5CXlYqDXNI0pAEQ6+MJkqGCBAGJCwCiAEKTMzMzMzM/M/MWZmZmZmZuY/OBFCCwjAjfbXBhCAhK9f"

    static func hex(_ text: String) -> [UInt8] {
        let digits = Array(text)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) }
    }

    static func base64(_ text: String) -> [UInt8] { Base64.decode(text) ?? [] }
}

@Suite struct GoldenVectorTests {
    private func decode(_ text: String, _ form: MessageForm) throws -> (DecodedMessage, [String]) {
        var decoder = StrictDecoder()
        let message = try decoder.decode(Golden.hex(text)[...], as: form)
        return (message, decoder.findings)
    }

    @Test func `positions of other tools are read without findings`() throws {
        let (list, findings) = try decode(Golden.fixList, FormTable.gpsList)
        #expect(findings.isEmpty)
        let entry = try #require(list.messages(1).first)
        #expect(entry.real(1) == 52.2797)
        #expect(entry.real(2) == 8.0472)
        #expect(entry.integer(3) == 85_000)
        #expect(entry.integer(4) == 4)
        #expect(entry.integer(7) == 17)
        #expect(entry.message(8)?.time?.iso8601 == "2026-11-18T11:06:40.200Z")
    }

    @Test(arguments: [(Golden.noFix, 0), (Golden.noReceiver, 15)] as [(String, Int64)])
    func `an entry without a fix has a status and a time alone`(_ vector: String, _ status: Int64) throws {
        let (list, findings) = try decode(vector, FormTable.gpsList)
        #expect(findings.isEmpty)
        let entry = try #require(list.messages(1).first)
        #expect(entry.integer(4) == status)
        #expect(entry[1] == nil)
        #expect(PositionCheck.faults(entry, now: Bench.start).isEmpty)
    }

    @Test func `a height below the ellipsoid and southern latitudes are read`() throws {
        let (list, findings) = try decode(Golden.south, FormTable.gpsList)
        #expect(findings.isEmpty)
        #expect(list.messages(1).first?.integer(3) == -12_345)
        #expect(list.messages(1).first?.real(1) == -33.5)
    }

    @Test func `a time log is read`() throws {
        let (log, findings) = try decode(Golden.timeLog, EFDIFormTable.timeLog)
        #expect(findings.isEmpty)
        #expect(log.messages(4).first?.message(5)?.integer(3) == 85_000)
    }

    @Test(arguments: [Golden.positions, Golden.capabilities])
    func `messages of other tools are read without findings`(_ vector: String) throws {
        let message = try RequestMessage(Golden.base64(vector))
        #expect(message.findings.isEmpty)
        #expect(message.payload != nil)
        #expect(message.timestamp == Bench.start.adding(1))
    }

    @Test func `an acknowledgement is written as other tools write it`() {
        let bytes = ResponseWriter.envelope(
            code: 201, kind: 1, answers: "11111111-2222-4333-8444-555555555555",
            messageID: "99999999-2222-4333-8444-555555555555", at: Bench.start.adding(2))
        #expect(WireWriter.delimited(bytes) == Golden.base64(Golden.acknowledged))
    }

    @Test func `a failure is written as other tools write it`() {
        let envelope = ResponseWriter.envelope(
            code: 400, kind: 3, answers: "11111111-2222-4333-8444-555555555555", messageID: nil,
            at: Bench.start.adding(2))
        let result = ResultMessage(
            code: "VAL_000002", text: "Endpoint cannot sent Technical Message type gps:info.",
            arguments: ["technicalMsgType": "gps:info"])
        let wrapper = ResponseWriter.wrapper(Outcome.messagesName, ResponseWriter.messages([result]))
        #expect(WireWriter.delimited(envelope) + WireWriter.delimited(wrapper) == Golden.base64(Golden.refused))
    }

    @Test func `a push is written as other tools write it`() {
        let entry = FeedEntry(
            messageID: "cccccccc-0000-4000-8000-000000000001", applicationMessageID: "",
            sender: "bbbbbbbb-0000-4000-8000-000000000002", receiver: "bbbbbbbb-0000-4000-8000-000000000001",
            type: "gps:info", teamSet: "", typeURL: FormTable.gpsList.name, content: Golden.hex(Golden.fixList),
            sent: Bench.start.adding(1), sequence: 7, created: Bench.start.adding(2))
        var writer = WireWriter()
        writer.message(1) { FeedWriter.message(entry, &$0) }
        let envelope = ResponseWriter.envelope(
            code: 200, kind: 12, answers: nil, messageID: "77777777-2222-4333-8444-555555555555",
            at: Bench.start.adding(3))
        let wrapper = ResponseWriter.wrapper("agrirouter.feed.push.notification.PushNotification", writer.bytes)
        #expect(WireWriter.delimited(envelope) + WireWriter.delimited(wrapper) == Golden.base64(Golden.pushed))
    }

    @Test(arguments: [Golden.positions, Golden.capabilities])
    func `damage is refused or found, and never traps`(_ vector: String) {
        let whole = Golden.base64(vector)
        for count in 0..<whole.count {
            #expect(throws: MessageError.self) { try RequestMessage(Array(whole[..<count])) }
        }
        for place in whole.indices {
            for bit in 0..<8 {
                var damaged = whole
                damaged[place] ^= 1 << bit
                _ = try? RequestMessage(damaged)
            }
        }
        var random = SeededRandom(seed: 3)
        for _ in 0..<2000 {
            let noise = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            _ = try? RequestMessage(noise)
        }
    }
}
