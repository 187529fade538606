// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import Records
import Synchronization

let startTime = HostTime(monotonicNanoseconds: 7_000, wallNanoseconds: 1_700_000_000_000_000_000)

func observation(_ sequence: Int, from source: String = "rover", _ payload: Payload) -> Observation {
    let time = HostTime(monotonicNanoseconds: Int64(sequence) * 1_000, wallNanoseconds: Int64(sequence) * 2_000)
    return Observation(
        source: SourceID(rawValue: source), sequence: UInt64(sequence), hostTime: time, payload: payload)
}

/// A sentence whose text is its number and so many zeros.
func sentence(_ sequence: Int, from source: String = "rover", zeros: Int = 0) -> Observation {
    let bytes = Array("\(sequence)".utf8) + Array(repeating: 0, count: zeros)
    return observation(sequence, from: source, .sentence(Sentence(format: .nmea, bytes: bytes)))
}

func sentences(_ range: ClosedRange<Int>, from source: String = "rover", zeros: Int = 0) -> [Observation] {
    range.map { sentence($0, from: source, zeros: zeros) }
}

/// One of each kind.
func oneOfEach(from source: String) -> [Observation] {
    var fix = Fix(kind: .threeDimensional, quality: .rtkFixed)
    fix.position = GeodeticPosition(latitude: Angle(degrees: 52.5), longitude: Angle(degrees: 13.25))
    fix.height.ellipsoidal = Length(metres: 112.5)
    fix.sources = ["GNRMC", "GNGGA"]
    var timing = Timing()
    timing.leapSeconds = 18
    let satellites = [SatelliteID(.galileo, 24), SatelliteID(.gps, 5)].compactMap { $0 }.sorted()
    var verdict = Authentication(receiver: SourceID(rawValue: source))
    verdict.isNews = true
    let payloads: [Payload] = [
        .fix(fix), .satellites(SkyView(satellites: satellites.map { Satellite($0, isUsed: true) })), .timing(timing),
        .sentence(Sentence(format: .ubx, bytes: [0xB5, 0x62, 0])),
        .driverState(DriverStateReport(.running, reason: "data flows")), .authentication(verdict),
    ]
    return payloads.enumerated().map { observation($0.offset + 1, from: source, $0.element) }
}

/// A recording of so many sentences; the source is named before each fourth.
func recordingBytes(_ count: Int, zeros: Int = 100) -> [UInt8] {
    var writer = RecordWriter()
    for observation in sentences(1...count, zeros: zeros) {
        if observation.sequence % 4 == 1 { writer.append(source: observation.source, hostTime: startTime) }
        writer.append(observation.payload, sequence: observation.sequence, hostTime: observation.hostTime)
    }
    return RecordingHeader(start: startTime).bytes + writer.bytes
}

/// A recording, read whole.
struct Recording {
    var start: HostTime?
    var observations: [Observation] = []
    var sources: [String] = []

    init(_ bytes: [UInt8]) throws {
        start = RecordingHeader(bytes)?.start
        var reader = RecordReader(Array(bytes.dropFirst(RecordingHeader.size)))
        var source = SourceID(rawValue: "")
        while let record = try reader.next() {
            switch record.content {
            case .source(let id):
                source = id
                sources.append(id.rawValue)
            case .observation(let payload):
                observations.append(
                    Observation(
                        source: source, sequence: record.sequence, hostTime: record.hostTime, payload: payload))
            case .result(let result):
                guard result.kind == .authentication else {
                    throw RecordError.malformed(result.kind, "unknown", atOffset: reader.offset)
                }
                let payload = Payload.authentication(try Authentication(json: result.json))
                observations.append(
                    Observation(
                        source: source, sequence: record.sequence, hostTime: record.hostTime, payload: payload))
            case .unknown(let kind): throw RecordError.malformed(kind, "unknown", atOffset: reader.offset)
            }
        }
    }

    var sequences: [Int] { observations.map { Int($0.sequence) } }
}

/// Chunks as they came.
final class Collector: Sendable {
    private let collected = Mutex<[UInt8]>([])

    var bytes: [UInt8] { collected.withLock { $0 } }

    func take(_ chunk: [UInt8]) -> Bool {
        collected.withLock { $0 += chunk }
        return true
    }

    /// What stands before a record that is cut.
    func recording() throws -> Recording {
        let bytes = bytes
        var end = min(RecordingHeader.size, bytes.count)
        while let size = try RecordReader.size(of: bytes, atOffset: end), end + size <= bytes.count { end += size }
        return try Recording(Array(bytes[..<end]))
    }
}
