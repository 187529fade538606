// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import AgrirouterSimulator
@testable import StrictFormats

@Suite struct EnvelopeTests {
    /// What one changed message is said to be wrong with.
    private func found(
        _ type: String = "gps:info", payload: [UInt8]? = TestPayload.positions([0]), mode: Int64 = 1,
        _ change: (inout TestMessage) -> Void
    ) -> [String] {
        let bench = Bench()
        bench.join()
        var message = bench.message(type, payload, mode: mode)
        change(&message)
        _ = bench.send(message)
        return bench.violations()
    }

    @Test func `a good message has no violation`() {
        #expect(found { _ in }.isEmpty)
        #expect(found { $0.typeURL = FormTable.gpsList.name }.isEmpty)
        #expect(found("dke:ping", payload: nil, mode: 0) { _ in }.isEmpty)
        #expect(
            found("dke:feed_delete", payload: TestPayload.ids(["40ec82f6-0f7e-46e8-8a22-52e62b130ea7"]), mode: 0) {
                $0.typeURL = FormTable.messageQuery.name
            }.isEmpty)
    }

    @Test func `ids and sequence numbers are checked`() {
        #expect(found { $0.id = "1" } == ["M-7 application_message_id \"1\" is not a UUID"])
        #expect(found { $0.sequence = 0 } == ["M-7 application_message_seq_no is 0"])
        #expect(found { $0.sequence = 2 } == ["M-7 application_message_seq_no 2 follows 2"])
        #expect(found { $0.sequence = 1 }.isEmpty)
        #expect(found { $0.sequence = 99 }.isEmpty)
    }

    @Test func `a message that comes again keeps its sequence number`() {
        let bench = Bench()
        bench.join()
        var message = bench.message("gps:info", TestPayload.positions([0]), mode: 1)
        _ = bench.send(message)
        _ = bench.send(bench.message("dke:ping"))
        _ = bench.send(message)
        #expect(bench.violations().isEmpty)
        message.sequence += 5
        _ = bench.send(message)
        #expect(bench.violations("M-7").count == 1)
    }

    @Test func `mode and recipients fit the type`() {
        let partner = "40ec82f6-0f7e-46e8-8a22-52e62b130ea7"
        #expect(found { $0.mode = 0 }.count == 1)
        #expect(found { $0.recipients = [partner] }.count == 1)
        #expect(found { $0.mode = 2 }.count == 1)
        #expect(found { ($0.mode, $0.recipients) = (0, ["somebody"]) }.count == 1)
        #expect(found("dke:ping", payload: nil, mode: 1) { _ in }.count == 1)
        #expect(found("dke:ping", payload: nil, mode: 0) { $0.recipients = [partner] }.count == 1)
    }

    @Test func `the timestamp is there and right to a minute`() {
        #expect(found { $0.time = nil } == ["M-7 the envelope has no valid timestamp"])
        #expect(found { $0.time = Bench.start.adding(61) }.count == 1)
        #expect(found { $0.time = Bench.start.adding(-61) }.count == 1)
        #expect(found { $0.time = Bench.start.adding(-59) }.isEmpty)
    }

    @Test func `chunks, foreign type URLs, payloads that are missing or unknown are found`() {
        #expect(found { $0.hasChunk = true } == ["M-7 gps:info has a chunk_info"])
        #expect(found { $0.typeURL = "types.agrirouter.com/efdi.TimeLog" }.count == 1)
        #expect(found { $0.payload = nil }.contains("M-7 gps:info has no payload"))
        #expect(found { $0.payload = [0x0A, 0x05] }.contains { $0.hasPrefix("M-7 the payload: ") })
        #expect(
            found { $0.payload = [0x18, 0x01] } == ["M-7 GPSList: unknown field 3", "M-8 a list without positions"])
        #expect(found { $0.extra = [0x78, 0x01] }.first?.contains("unknown field 15") == true)
        #expect(found("gps:Info", mode: 1) { _ in }.contains("M-7 unknown technical_message_type \"gps:Info\""))
    }

    @Test func `what a message must not be is also refused`() {
        let bench = Bench()
        bench.join()
        func answers(
            _ type: String, _ payload: [UInt8]?, _ mode: Int64, _ change: (inout TestMessage) -> Void = { _ in }
        ) -> [String] {
            var message = bench.message(type, payload, mode: mode)
            change(&message)
            return bench.send(message).map(\.summary)
        }
        #expect(answers("gps:info", TestPayload.positions([0]), 1) { $0.hasChunk = true } == ["400 VAL_000019"])
        #expect(answers("gps:Info", TestPayload.positions([0]), 1) == ["400 VAL_000003"])
        #expect(answers("dke:cloud_onboard_endpoints", [0x08, 0x01], 0) == ["400 VAL_000303"])
        #expect(answers("gps:info", [0x0A, 0x05], 1) == ["400 VAL_000300"])
    }
}

@Suite struct PositionTests {
    private func found(_ payload: [UInt8]) -> [String] {
        let bench = Bench()
        bench.join()
        _ = bench.send(bench.message("gps:info", payload, mode: 1))
        return bench.violations().map { String($0.dropFirst(4).drop { $0 != ":" }.dropFirst(2)) }
    }

    @Test func `positions are checked`() {
        #expect(found(TestPayload.positions([-2, -1, 0])).isEmpty)
        #expect(found(TestPayload.positions([0], north: 0, east: 0)) == ["a fix at 0/0"])
        #expect(found(TestPayload.positions([0], north: 91)) == ["position_north is out of range"])
        #expect(found(TestPayload.positions([0], east: -181)) == ["position_east is out of range"])
        #expect(found(TestPayload.positions([0], north: .nan)) == ["a number is not finite"])
        #expect(
            found(TestPayload.positions([0], up: 30_000_000)) == [
                "position_up has an implausible value: is it in millimetres?"
            ])
        #expect(found(TestPayload.positions([0], status: 0)) == ["coordinates without a fix"])
        #expect(found(TestPayload.positions([61])) == ["a time in the future"])
        #expect(found(TestPayload.positions([0, -1])) == ["the times are not in ascending order"])
        #expect(found(TestPayload.positions([-1_795_000_000 + 5])) == ["a time before 2000"])
        #expect(found([0x0A, 0x02, 0x20, 0x0F]) == ["no gps_utc_timestamp"])
    }

    @Test func `an undefined status is found`() {
        let bench = Bench()
        bench.join()
        _ = bench.send(bench.message("gps:info", TestPayload.positions([0], status: 12), mode: 1))
        #expect(bench.violations().count == 1)
        #expect(bench.violations().first?.contains("position_status is 12") == true)
    }
}
