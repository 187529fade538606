// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import MQTTUplink

/// The path of protoc; nil if it is not installed.
private let protocPath = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
    "\($0)/protoc"
}
.first { FileManager.default.isExecutableFile(atPath: $0) }

/// The wire format, against the real protoc.
struct SparkplugPayloadTests {
    /// Sparkplug's message with the fields that the gateway uses (Sparkplug 3.0.0, section 6.4).
    private static let schema = """
        syntax = "proto2";
        message Payload {
          message Metric {
            optional string name = 1;
            optional uint64 alias = 2;
            optional uint64 timestamp = 3;
            optional uint32 datatype = 4;
            optional bool is_historical = 5;
            optional bool is_null = 7;
            oneof value {
              uint32 int_value = 10; uint64 long_value = 11; float float_value = 12; double double_value = 13;
              bool boolean_value = 14; string string_value = 15;
            }
          }
          optional uint64 timestamp = 1;
          repeated Metric metrics = 2;
          optional uint64 seq = 3;
        }
        """

    private func run(_ argument: String, _ input: Data) throws -> Data {
        let folder = NSTemporaryDirectory() + "gnss-protoc-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(Self.schema.utf8).write(to: URL(filePath: folder + "/schema.proto"))
        for (name, content) in [("input", input), ("output", Data())] {
            try content.write(to: URL(filePath: "\(folder)/\(name)"))
        }
        let process = Process()
        process.executableURL = URL(filePath: try #require(protocPath))
        process.arguments = ["--\(argument)=Payload", "-I", folder, "schema.proto"]
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: folder + "/input"))
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: folder + "/output"))
        try process.run()
        process.waitForEnd()
        try #require(process.terminationStatus == 0)
        return try Data(contentsOf: URL(filePath: folder + "/output"))
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.utf8.map { byte in "\\" + "000\(String(byte, radix: 8))".suffix(3) }.joined() + "\""
    }

    private func text(_ metric: SparkplugMetric, isTyped: Bool) -> String {
        let (type, value): (Int, String?) =
            switch metric.value {
            case .int32(let value): (3, value.map { "int_value: \(UInt32(bitPattern: $0))" })
            case .int64(let value): (4, value.map { "long_value: \(UInt64(bitPattern: $0))" })
            case .double(let value): (10, value.flatMap { $0.isFinite ? "double_value: \($0)" : nil })
            case .boolean(let value): (11, value.map { "boolean_value: \($0)" })
            case .string(let value): (12, value.map { "string_value: \(quoted($0))" })
            case .dateTime(let value): (13, value.map { "long_value: \($0)" })
            }
        let datatype = isTyped ? "datatype: \(type)" : ""
        return
            "metrics { name: \(quoted(metric.name)) timestamp: \(metric.time) \(datatype) "
            + "\(metric.isHistorical ? "is_historical: true" : "") \(value ?? "is_null: true") }"
    }

    private func metric(_ random: inout SeededGenerator) -> SparkplugMetric {
        let words = ["", "fix/latitude_deg", "é ü\n\"\\", String(repeating: "long ", count: 100), "\u{0}\u{7F}☃"]
        let wholes: [UInt64] = [0, 1, 127, 128, 16_383, 16_384, .max, random.next()]
        let doubles = [0, -0.0, 1e-300, -48.123456789, .greatestFiniteMagnitude, .nan, .infinity]
        let isKnown = random.next() % 4 > 0
        let whole = wholes.randomElement(using: &random) ?? 0
        let value: SparkplugValue =
            switch random.next() % 6 {
            case 0: .int32(isKnown ? Int32(truncatingIfNeeded: whole) : nil)
            case 1: .int64(isKnown ? Int64(bitPattern: whole) : nil)
            case 2: .double(isKnown ? doubles.randomElement(using: &random) : nil)
            case 3: .boolean(isKnown ? whole % 2 == 0 : nil)
            case 4: .string(isKnown ? words.randomElement(using: &random) : nil)
            default: .dateTime(isKnown ? whole : nil)
            }
        return SparkplugMetric(
            name: words.randomElement(using: &random) ?? "", value: value, time: whole,
            isHistorical: random.next() % 2 == 0)
    }

    @Test(.enabled(if: protocPath != nil, "protobuf-compiler is not installed"))
    func `protoc writes the same bytes, and reads them back`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<40 {
            let metrics = (0..<Int(random.next() % 12)).map { _ in metric(&random) }
            let sequence = random.next() % 3 == 0 ? nil : UInt8(truncatingIfNeeded: random.next())
            let payload = SparkplugPayload(time: random.next() >> 20, metrics: metrics, sequence: sequence)
            let isTyped = random.next() % 2 == 0
            let description =
                (["timestamp: \(payload.time)"] + metrics.map { text($0, isTyped: isTyped) }
                + (sequence.map { ["seq: \($0)"] } ?? [])).joined(separator: "\n")
            let bytes = payload.bytes(isTyped: isTyped)
            #expect(try run("encode", Data(description.utf8)) == Data(bytes), "\(description)")
            let back = try run("encode", try run("decode", Data(bytes)))
            #expect(back == Data(bytes), "\(description)")
        }
    }

    private func command(_ name: String, _ value: SparkplugValue) -> [UInt8] {
        SparkplugPayload(time: 1, metrics: [SparkplugMetric(name: name, value: value, time: 1)], sequence: 0)
            .bytes(isTyped: true)
    }

    @Test func `only the sound request is one`() {
        #expect(SparkplugCommand.asksForRebirth(command(SparkplugCommand.rebirth, .boolean(true))))
        #expect(!SparkplugCommand.asksForRebirth(command(SparkplugCommand.rebirth, .boolean(false))))
        #expect(!SparkplugCommand.asksForRebirth(command(SparkplugCommand.rebirth, .boolean(nil))))
        #expect(!SparkplugCommand.asksForRebirth(command(SparkplugCommand.rebirth, .int32(1))))
        #expect(!SparkplugCommand.asksForRebirth(command("Node Control/Reboot", .boolean(true))))
        #expect(!SparkplugCommand.asksForRebirth([]))
        let large =
            command(SparkplugCommand.rebirth, .boolean(true))
            + command(String(repeating: "x", count: 5000), .boolean(true))
        #expect(!SparkplugCommand.asksForRebirth(large))
    }

    @Test func `no bytes trap the reader`() {
        var random = SeededGenerator(seed: 11)
        let sound = command(SparkplugCommand.rebirth, .boolean(true))
        var asked = 0
        for round in 0..<200_000 {
            var bytes =
                round % 2 == 0
                ? sound : (0..<Int(random.next() % 60)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            for _ in 0...(random.next() % 3) where !bytes.isEmpty {
                let index = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 4 {
                case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.removeSubrange(index...)
                case 2:
                    bytes.insert(contentsOf: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], at: index)
                default: bytes[index] ^= 1 << UInt8(random.next() % 8)
                }
            }
            asked += SparkplugCommand.asksForRebirth(bytes) ? 1 : 0
        }
        // Some changes concern only the time.
        #expect(asked > 0 && asked < 100_000)
        #expect(!SparkplugCommand.asksForRebirth([0x12] + [UInt8](repeating: 0xFF, count: 9) + [0x01]))
        #expect(ProtobufReader.fields([0x0A, 0x02, 0x41][...]) == nil)
        #expect(ProtobufReader.fields([0x0B][...]) == nil)
        #expect(ProtobufReader.fields([UInt8](repeating: 0, count: 2)[...]) == nil)
        #expect(ProtobufReader.fields([0x08] + [UInt8](repeating: 0x80, count: 20)[...]) == nil)
        #expect(
            ProtobufReader.fields([0x0D, 1, 0, 0, 0][...]) == [ProtobufReader.Field(number: 1, value: .fixed32(1))])
    }
}

/// A generator whose numbers depend only on its seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
