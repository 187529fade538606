// SPDX-License-Identifier: Apache-2.0

import CGNSSDriver
import GNSSTypes
import Records
import Testing

/// Instants of records lie in 1970 to 2200: what follows reckons with them.
@Suite struct RecordInstantTests {
    /// In nanoseconds.
    private static let latest: Int64 = 7_258_118_400_000_000_000
    private static let impossible: [Int64] = [-1, .min, .min / 2, latest + 1, .max]
    /// Found again among the bytes of a record.
    private static let mark: Int64 = 1_700_000_000_123_456_789

    /// A payload of each kind that states an instant.
    private static func payloads(_ nanoseconds: Int64) throws -> [Payload] {
        let time = UTCTime(nanosecondsSince1970: nanoseconds)
        var fix = Fix(kind: .none, quality: .invalid)
        fix.time = time
        var attitude = Attitude()
        attitude.time = time
        var timing = Timing()
        timing.time = time
        return [
            .fix(fix), .satellites(SkyView(time: time)), .signals(SignalView(time: time, signals: [], sources: [])),
            .attitude(attitude), .timing(timing),
        ]
    }

    @Test(arguments: impossible) func `a record with an impossible time is refused, whatever its kind`(time: Int64)
        throws
    {
        for payload in try Self.payloads(Self.mark) {
            var writer = RecordWriter()
            writer.append(payload, hostTime: RecordTests.time.later)
            var bytes = writer.bytes
            let stated = withUnsafeBytes(of: Self.mark.littleEndian) { Array($0) }
            let place = try #require(
                bytes.indices.dropLast(7).first { Array(bytes[$0...].prefix(8)) == stated }, "\(payload.kind)")
            bytes.replaceSubrange(place..<place + 8, with: withUnsafeBytes(of: time.littleEndian) { Array($0) })
            var reader = RecordReader(bytes)
            #expect(throws: RecordError.self, "\(payload.kind)") { try reader.next() }
        }
    }

    @Test(arguments: impossible)
    func `a record that came at an impossible time is refused, of a kind that is not known too`(time: Int64) throws {
        for (offset, kind) in [(16, 1), (24, 1), (16, 99), (24, 99)] {
            var writer = RecordWriter()
            writer.append(.fix(Fix(kind: .none, quality: .invalid)), hostTime: RecordTests.time)
            var bytes = writer.bytes
            bytes[4] = UInt8(kind)
            bytes.replaceSubrange(offset..<offset + 8, with: withUnsafeBytes(of: time.littleEndian) { Array($0) })
            var reader = RecordReader(bytes)
            #expect(throws: RecordError.self) { try reader.next() }
            // What follows is read all the same.
            #expect(try reader.next() == nil)
        }
    }

    @Test func `the first and the last instant are read as they were written`() throws {
        for time in [0, Self.latest] {
            for payload in try Self.payloads(time) {
                var writer = RecordWriter()
                let arrival = HostTime(monotonicNanoseconds: time, wallNanoseconds: time)
                writer.append(payload, hostTime: arrival)
                var reader = RecordReader(writer.bytes)
                let record = try #require(try reader.next())
                #expect(record.content == .observation(payload))
                #expect(record.hostTime == arrival)
            }
        }
    }

    @Test(arguments: impossible) func `what is written is always read again`(time: Int64) throws {
        for payload in try Self.payloads(time) {
            var writer = RecordWriter()
            writer.append(payload, hostTime: HostTime(monotonicNanoseconds: time, wallNanoseconds: time))
            var reader = RecordReader(writer.bytes)
            let record = try #require(try reader.next(), "\(payload.kind)")
            if case .observation(.fix(let fix)) = record.content { #expect(fix.time == nil) }
        }
        let header = RecordingHeader(start: HostTime(monotonicNanoseconds: time, wallNanoseconds: time))
        #expect(RecordingHeader(header.bytes) != nil)
    }

    @Test(arguments: impossible) func `a recording that begins at an impossible time is none`(time: Int64) {
        for offset in [16, 24] {
            var bytes = RecordingHeader(start: RecordTests.time).bytes
            bytes.replaceSubrange(offset..<offset + 8, with: withUnsafeBytes(of: time.littleEndian) { Array($0) })
            #expect(RecordingHeader(bytes) == nil)
        }
    }

    @Test func `the limit is the beginning of 2200`() throws {
        let time = UTCTime(nanosecondsSince1970: Int64(GNSS_INSTANT_LIMIT))
        #expect(time.nanosecondsSince1970 == Self.latest)
        #expect(time.date == CivilDate(year: 2200, month: 1, day: 1) && time.timeOfDay.nanoseconds == 0)
    }
}

extension HostTime {
    fileprivate var later: HostTime {
        HostTime(monotonicNanoseconds: monotonicNanoseconds + 1, wallNanoseconds: wallNanoseconds + 1)
    }
}
