// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import Foundation
import GNSSTypes
import PluginHosting
import Records
import Testing

/// A recording of the time when the contract had layouts of stages' results (1.3). It holds each kind six times, 256 to
/// 261 as C structs among them; that program wrote it, and what it replayed of it.
@Suite struct OldRecordingTests {
    private struct Line: Codable, Equatable {
        var kind: String
        var monotonic: Int64
        var record: String
        var wall: Int64

        enum CodingKeys: String, CodingKey {
            case kind, record
            case monotonic = "monotonic_ns"
            case wall = "wall_ns"
        }
    }

    private static func file(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Golden/recordings/\(name)")
            .standardizedFileURL
    }

    @Test func `an old recording is replayed as the old program did`() throws {
        let played = try replay(#"{"file":"\#(Self.file("contract-1.3.gnss").path)","speed":0}"#)
        let lines = played.contents.observations.map { observation in
            var writer = RecordWriter()
            writer.append(observation.payload, hostTime: observation.hostTime)
            return Line(
                kind: "\(observation.kind)", monotonic: observation.hostTime.monotonicNanoseconds,
                record: writer.bytes.map { String(format: "%02x", $0) }.joined(),
                wall: observation.hostTime.wallNanoseconds)
        }
        let text = try String(contentsOf: Self.file("contract-1.3.json"), encoding: .utf8)
        let expected = try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        #expect(expected.count == 54 && lines == expected)
        #expect(played.outcome == .finished && played.contents.log.isEmpty)
    }

    @Test func `every record of an old recording is read or skipped`() throws {
        let bytes = [UInt8](try Data(contentsOf: Self.file("contract-1.3.gnss")))
        var reader = RecordReader(Array(bytes.dropFirst(RecordingHeader.size)))
        var skipped: [UInt16: Int] = [:]
        var read = 0
        while let record = try reader.next() {
            if case .unknown(let kind) = record.content { skipped[kind.rawValue, default: 0] += 1 } else { read += 1 }
        }
        #expect(skipped == [256: 6, 257: 6, 258: 6, 259: 6, 260: 6, 261: 6] && read == 42 + 66)
    }
}
