// SPDX-License-Identifier: Apache-2.0

import DriverKit
import GNSSTypes
import Records
import Testing

@testable import PluginHosting

/// What goes over the pipe between the gateway and the process of a driver.
@Suite struct PipeTests {
    static let description = PluginDescription(
        kind: "counting", version: "1.0.0", summary: "counts — always", sampleConfiguration: "a: 1\n\tb\n",
        configurationSchema: "{}", contract: "1.0", delivers: [.fix, .sentence],
        abilities: ["flow-control", "probe"])

    static let reports: [ChildReport] = [
        .described(description), .refused(isNoDriver: true, "no symbol"), .refused(isNoDriver: false, ""), .created,
        .createFailed("config: wrong"), .batch(recordCount: 3, records: [1, 2, 3, 4, 5]),
        .batch(recordCount: 0, records: []), .log(.warning, "slow"),
        .state(DriverStateReport(.running, reason: "9600")),
        .ended(.stopped), .ended(.finished), .ended(.lost("gone")), .ended(.failed("no")),
        .finding(certainty: 80, "NMEA"), .finding(certainty: nil, "cannot be opened"), .gaveUp(7),
    ]

    static let commands: [HostCommand] = [
        .create(configuration: "{\"device\":\"/dev/ttyÄ\"}"), .run, .stop,
        .probe(device: "/dev/ttyUSB0", deadlineNanoseconds: .max), .answer(.accepted), .answer(.wait),
        .answer(.malformed), .answer(.forbidden), .write([0xD3, 0, 0, 0x47, 0xEA, 0x4B]), .write([]),
    ]

    private func read<Message: PipeMessage>(_ bytes: [UInt8], piece: Int, as: Message.Type) throws -> [Message] {
        var reader = PipeReader<Message>()
        var messages: [Message] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { reader.append($0) }
            while let message = try reader.next() { messages.append(message) }
        }
        return messages
    }

    @Test(arguments: [1, 3, 7, 64, 100_000])
    func `what is written is read again, however it is cut`(piece: Int) throws {
        #expect(try read(Self.reports.flatMap(\.frame), piece: piece, as: ChildReport.self) == Self.reports)
        #expect(try read(Self.commands.flatMap(\.frame), piece: piece, as: HostCommand.self) == Self.commands)
    }

    @Test func `a batch of the greatest size passes, one byte more is refused before it is there`() throws {
        let most = [UInt8](repeating: 7, count: RecordLimits.batch)
        let report = ChildReport.batch(recordCount: 1, records: most)
        #expect(try read(report.frame, piece: 65_536, as: ChildReport.self) == [report])
        let frame = ChildReport.batch(recordCount: 1, records: most + [7]).frame
        var reader = PipeReader<ChildReport>()
        frame[..<8].withUnsafeBytes { reader.append($0) }
        #expect(throws: PipeError.tooLong(kind: 5, length: UInt32(most.count + 5), limit: most.count + 4)) {
            _ = try reader.next()
        }
    }

    @Test func `a frame of another kind, a head that says more, and a length of 4 GiB are refused`() {
        for head: [UInt8] in [
            [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 200, 0, 0, 0], [0, 0, 0, 0, 3, 0, 1, 0],
            [255, 255, 255, 255, 6, 0, 0, 0],
        ] {
            var reader = PipeReader<ChildReport>()
            head.withUnsafeBytes { reader.append($0) }
            #expect(throws: PipeError.self) { _ = try reader.next() }
        }
    }

    @Test func `every report and command cut short or too long within its frame is refused`() throws {
        for report in Self.reports {
            if case .batch = report { continue }
            try refuseEveryOtherLength(of: report)
        }
        for command in Self.commands {
            if case .write = command { continue }
            try refuseEveryOtherLength(of: command)
        }
    }

    private func refuseEveryOtherLength<Message: PipeMessage>(of message: Message) throws {
        let frame = message.frame
        let kind = UInt16(frame[4])
        for length in 0..<(frame.count - 8) {
            #expect(throws: PipeError.self, "\(message) with \(length) bytes") {
                _ = try Message(kind: kind, body: frame[8..<(8 + length)])
            }
        }
        #expect(throws: PipeError.self) { _ = try Message(kind: kind, body: frame[8...] + [0]) }
    }

    @Test func `words of a driver lose their control characters and what is not UTF-8, and are cut`() throws {
        let frame = ChildReport.log(.info, "\u{1B}[31mred\u{7F}\u{9B}!\n").frame
        #expect(try read(frame, piece: 100, as: ChildReport.self) == [.log(.info, " [31mred  ! ")])
        var broken = ChildReport.log(.info, "abc").frame
        broken[17] = 0xFF
        #expect(try read(broken, piece: 100, as: ChildReport.self) == [.log(.info, "a\u{FFFD}c")])
        let long = ChildReport.createFailed(String(repeating: "é", count: 5000)).frame
        #expect(try read(long, piece: 100, as: ChildReport.self) == [.createFailed(String(repeating: "é", count: 512))])
    }

    @Test func `a description whose name is none is refused`() {
        var description = Self.description
        description.kind = "Not a name"
        let frame = ChildReport.described(description).frame
        #expect(throws: PipeError.malformed(kind: 1, "a plugin without a valid name")) {
            _ = try ChildReport(kind: 1, body: frame[8...])
        }
    }

    @Test func `a certainty over 100, and codes that do not exist, are refused`() {
        #expect(throws: PipeError.self) { _ = try ChildReport(kind: 9, body: [101, 0, 0, 0, 0]) }
        #expect(throws: PipeError.self) { _ = try ChildReport(kind: 8, body: [9, 0, 0, 0, 0]) }
        #expect(throws: PipeError.self) { _ = try ChildReport(kind: 7, body: [0, 0, 0, 0, 0]) }
        #expect(throws: PipeError.self) { _ = try HostCommand(kind: 5, body: [9, 0, 0, 0]) }
    }
}
