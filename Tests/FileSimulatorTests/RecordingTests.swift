// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import FileSimulator
import GNSSTypes
import PluginHosting
import Records
import Testing

@Suite struct RecordingTests {
    /// A recording of what a replay published, as `gnss-gateway record` makes one.
    private func recording(
        of observations: [Observation], sources: [String] = ["rover"], start: HostTime? = nil
    ) -> [UInt8] {
        let start = start ?? observations.first?.hostTime ?? HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        var writer = RecordWriter()
        for observation in observations {
            for source in sources {
                if sources.count > 1 || writer.recordCount == 0 {
                    writer.append(source: SourceID(rawValue: source), hostTime: observation.hostTime)
                }
                writer.append(
                    observation.payload, sequence: observation.sequence, hostTime: observation.hostTime)
            }
        }
        return RecordingHeader(start: start).bytes + writer.bytes
    }

    private func original() throws -> [Observation] {
        let capture = try Capture(Capture.drive(epochs: 40))
        return try replay(#"{"file":"\#(capture.path)","speed":0}"#).contents.observations
    }

    @Test func `a recording is replayed as it was, times included, at every speed`() throws {
        let original = try original()
        let file = try Capture(recording(of: original))
        let fastest = try replay(#"{"file":"\#(file.path)","speed":0}"#)
        let fast = try replay(#"{"file":"\#(file.path)","speed":400}"#)
        #expect(fastest.outcome == .finished)
        #expect(fastest.contents.observations == original)
        #expect(fast.contents.observations == original)
    }

    @Test(arguments: [72_581_183, -5] as [Int64])
    func `a single damaged time does not move the times after it`(seconds: Int64) throws {
        let original = try original()
        let damaged = Set(original.map(\.hostTime.monotonicNanoseconds)).sorted()[20]
        let observations = original.map { observation in
            var changed = observation
            if observation.hostTime.monotonicNanoseconds == damaged {
                changed.hostTime.monotonicNanoseconds += seconds * 1_000_000_000
            }
            return changed
        }
        let file = try Capture(recording(of: observations))
        let replayed = try replay(#"{"file":"\#(file.path)","speed":0}"#).contents.observations
        #expect(replayed.map(\.payload) == original.map(\.payload))
        let others = zip(replayed, original).filter { $1.hostTime.monotonicNanoseconds != damaged }
        #expect(others.allSatisfy { $0.hostTime == $1.hostTime })
    }

    /// Observations of a receiver whose clock is an hour ahead of that of the machine that recorded it.
    private func late() throws -> (observations: [Observation], start: HostTime) {
        let hour: Int64 = 3_600_000_000_000
        let observations = try original().map { observation in
            var late = observation
            late.hostTime.monotonicNanoseconds += hour
            late.hostTime.wallNanoseconds += hour
            return late
        }
        return (observations, try #require(try original().first).hostTime)
    }

    @Test func `a replay begins with the first record, however long before it the recording began`() throws {
        let (observations, start) = try late()
        let file = try Capture(recording(of: observations, start: start))
        let begin = ContinuousClock.now
        let once = try replay(#"{"file":"\#(file.path)","speed":100}"#)
        // The hour would take 36 s.
        #expect(begin.duration(to: .now) < .seconds(20))
        #expect(once.outcome == .finished && once.contents.observations == observations)
        let sought = try replay(#"{"file":"\#(file.path)","speed":0,"seek_s":20}"#)
        #expect(sought.contents.fixes.count == 20)
    }

    @Test func `a loop over a recording goes on a second after its last record`() throws {
        let (observations, start) = try late()
        let file = try Capture(recording(of: observations, start: start))
        let looped = try replay(
            #"{"file":"\#(file.path)","speed":1000,"loop":true}"#, stoppingAfter: .seconds(4))
        let times = looped.contents.observations.map(\.hostTime.monotonicNanoseconds)
        #expect(times.count > 2 * observations.count)
        #expect(zip(times, times.dropFirst()).allSatisfy { 0...1_500_000_000 ~= $1 - $0 })
    }

    @Test func `of several receivers the first is replayed, or the one that is named`() throws {
        let original = try original()
        let file = try Capture(recording(of: original, sources: ["rover", "base"]))
        let first = try replay(#"{"file":"\#(file.path)","speed":0}"#)
        #expect(first.contents.observations == original)
        #expect(first.contents.log.contains { $0.contains("base") })
        let named = try replay(#"{"file":"\#(file.path)","speed":0,"receiver":"base"}"#)
        #expect(named.contents.observations == original)
    }

    @Test func `what the gateway itself said is no receiver and is not replayed`() throws {
        let original = try original()
        var writer = RecordWriter()
        let time = try #require(original.first).hostTime
        writer.append(source: .gateway, hostTime: time)
        let change = EncodedResult(
            kind: .activeReceiver, json: Array(#"{"current":"rover","reason":"the first"}"#.utf8))
        writer.append(change, hostTime: time)
        let rest = recording(of: original)
        let file = try Capture(
            Array(rest.prefix(RecordingHeader.size)) + writer.bytes + rest.dropFirst(RecordingHeader.size))
        #expect(try replay(#"{"file":"\#(file.path)","speed":0}"#).contents.observations == original)
    }

    @Test func `a receiver that is not in the recording is named with those that are`() throws {
        let file = try Capture(recording(of: try original(), sources: ["rover", "base"]))
        let outcome = try replay(#"{"file":"\#(file.path)","speed":0,"receiver":"tractor"}"#).outcome
        #expect(
            outcome == .failed("config.receiver: \(file.path) contains no receiver tractor; it contains: base, rover"))
    }

    @Test func `a recording that was cut is replayed as far as it is whole`() throws {
        let original = try original()
        let bytes = recording(of: original)
        let file = try Capture(Array(bytes.dropLast(5)))
        let result = try replay(#"{"file":"\#(file.path)","speed":0}"#)
        #expect(result.outcome == .finished)
        #expect(result.contents.observations == Array(original.dropLast()))
        #expect(result.contents.log.contains { $0.contains("ends within a record") })
    }

    @Test func `a recording of another version is refused`() throws {
        var bytes = recording(of: try original())
        bytes[8] = 2
        let file = try Capture(bytes)
        guard case .failed(let reason) = try replay(#"{"file":"\#(file.path)"}"#).outcome else {
            Issue.record("it ran")
            return
        }
        #expect(reason.contains("version"))
    }

    @Test func `damage in a recording never traps`() throws {
        let bytes = recording(of: Array(try original().prefix(60)))
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0..<4 {
                damaged[Int.random(in: 64..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let file = try Capture(damaged)
            _ = try replay(#"{"file":"\#(file.path)","speed":0}"#)
        }
    }

    @Test func `times at the ends of the clocks' range never trap, in several passes neither`() throws {
        let observations = try original()
        let times: [Int64] = [0, .max, .min, .max, 0, .min]
        let extreme = zip(observations, times).map { observation, time in
            var extreme = observation
            extreme.hostTime = HostTime(monotonicNanoseconds: time, wallNanoseconds: time)
            return extreme
        }
        let file = try Capture(recording(of: Array(extreme)))
        #expect(try replay(#"{"file":"\#(file.path)","speed":0}"#).contents.observations.count == times.count)
        let looped = try replay(#"{"file":"\#(file.path)","speed":0,"loop":true}"#, stoppingAfter: .milliseconds(200))
        #expect(looped.outcome == .stopped)
        #expect(looped.contents.observations.count > times.count)
    }

    @Test func `the place of damage is that in the file`() throws {
        var bytes = recording(of: try original())
        // Far enough for the file to be read in several pieces.
        bytes += bytes.dropFirst(RecordingHeader.size) + bytes.dropFirst(RecordingHeader.size)
        while bytes.count < 600_000 { bytes += bytes.dropFirst(RecordingHeader.size) }
        let file = try Capture(bytes + [UInt8](repeating: 0, count: 64))
        guard case .failed(let reason) = try replay(#"{"file":"\#(file.path)","speed":0}"#).outcome else {
            Issue.record("it ran")
            return
        }
        #expect(reason.contains("at offset \(bytes.count) states a size of 0"))
    }

    @Test func `of a fault in every record, and in every pass, a person is told a few times`() throws {
        let fixes = try original().filter { $0.kind == .fix }
        var writer = RecordWriter()
        writer.append(source: SourceID(rawValue: "rover"), hostTime: fixes[0].hostTime)
        let begin = writer.bytes.count
        for fix in fixes { writer.append(fix.payload, hostTime: fix.hostTime) }
        var records = writer.bytes
        let size = (records.count - begin) / fixes.count
        // The kind of fix, of all but the first.
        for index in fixes.indices.dropFirst() { records[begin + index * size + 32 + 16] = 9 }
        let file = try Capture(RecordingHeader(start: fixes[0].hostTime).bytes + records)
        let result = try replay(#"{"file":"\#(file.path)","speed":0,"loop":true}"#, stoppingAfter: .milliseconds(200))
        #expect(result.contents.fixes.count > 1)
        let warnings = result.contents.log.filter { $0.hasPrefix("warning") }
        #expect(warnings.count == 21)
        #expect(warnings.first?.contains("fix record at offset \(RecordingHeader.size + begin + size)") == true)
    }

    @Test func `an epoch larger than a batch is published in parts with one time`() throws {
        let time = HostTime(monotonicNanoseconds: 5, wallNanoseconds: 5)
        let frames = (0..<40).map { number in
            Observation(
                source: SourceID(rawValue: "rover"), sequence: UInt64(number) + 1, hostTime: time,
                payload: .sentence(Sentence(format: .other, bytes: [UInt8](repeating: UInt8(number), count: 100_000))))
        }
        let file = try Capture(recording(of: frames))
        let contents = try replay(#"{"file":"\#(file.path)","speed":0}"#).contents
        #expect(contents.observations.map(\.payload) == frames.map(\.payload))
        #expect(contents.observations.allSatisfy { $0.hostTime == time })
    }
}
