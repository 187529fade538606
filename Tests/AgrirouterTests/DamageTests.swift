// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing
import Wire

@testable import Agrirouter

/// Bytes from outside, damaged in ways that are the same in every run.
struct DamageTests {
    private static func damage(_ bytes: [UInt8], _ random: inout Sequence64) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard !bytes.isEmpty else { return [UInt8.random(in: 0...255, using: &random)] }
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = [0, 0x7F, 0x80, 0xFF][Int.random(in: 0..<4, using: &random)]
            case 2: bytes.removeSubrange(place...)
            case 3: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
            default: bytes.remove(at: place)
            }
        }
        return bytes
    }

    @Test("Damaged answers are read or refused, and what is read of them can be acted on")
    func responses() throws {
        var random = Sequence64(state: 11)
        let seeds =
            try [Golden.ack, Golden.failure, Golden.push].map { try #require(Base64.decode($0)) }
            + [Answer(.endpointsListing, body: Answer.listing(["a": "A"])).bytes]
        let run = Run()
        run.settle()
        var (read, refused) = (0, 0)
        for round in 0..<4000 {
            let bytes = Self.damage(seeds[round % seeds.count], &random)
            do throws(ResponseError) {
                let response = try Response(decoding: bytes)
                read += 1
                #expect(!Verdict(response).description.isEmpty)
                run.receive(response)
                run.settle(limit: 10)
                run.session.restart()
            } catch {
                refused += 1
                #expect(!error.description.isEmpty)
            }
        }
        #expect(read > 500 && refused > 500)
    }

    @Test("Damaged content is read or refused; what is read states no impossible place and survives being written")
    func content() throws {
        var random = Sequence64(state: 12)
        var read = 0
        for round in 0..<4000 {
            let seed = round.isMultiple(of: 2) ? GPSList(Values.entries.map(\.1)).bytes : Golden.timeLog.bytes
            let bytes = Self.damage(seed, &random)
            if let list = try? GPSList(decoding: bytes) {
                read += 1
                #expect(try GPSList(decoding: list.bytes).entries.map(\.position) == list.entries.map(\.position))
            }
            if let log = try? TimeLog(decoding: bytes) {
                let again = try TimeLog(decoding: log.bytes)
                #expect(again.entries.map(\.position?.position) == log.entries.map(\.position?.position))
            }
            _ = try? DeviceDescription(decoding: bytes)
            #expect(FieldScan(bytes).message.count <= bytes.count)
        }
        #expect(read > 500)
    }

    @Test("Damaged JSON is read or refused")
    func json() {
        var random = Sequence64(state: 13)
        let item = #"[{"sensorAlternateId":"s","command":{"message":"\#(Golden.ack)"}}]"#
        let refusal = #"{"error":{"code":"0401","message":"m","details":[{"target":"t"}]}}"#
        for round in 0..<2000 {
            let bytes = Self.damage(Array((round.isMultiple(of: 2) ? item : refusal).utf8), &random)
            if let outbox = try? ReceivedMessages(decoding: bytes) { #expect(outbox.faults.count < 50) }
            let text = OnboardingResponseError(status: 400, body: bytes).description
            #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 } && text.count < 1000)
            _ = try? EndpointCredentials(decoding: bytes)
        }
    }

    @Test("JSON that nests without end is refused")
    func deep() {
        let deep = [UInt8](repeating: 0x5B, count: 100_000)
        #expect(throws: ReceivedMessagesError.self) { try ReceivedMessages(decoding: deep) }
        #expect(OnboardingResponseError(status: 500, body: deep).code == nil)
    }
}
