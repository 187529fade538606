// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import Records
import Testing

/// Stages' results as they stand in recordings and on the control socket.
@Suite struct StageResultTests {
    private static let time = HostTime(monotonicNanoseconds: 5, wallNanoseconds: 1_700_000_000_123_456_789)
    private static let latest: Int64 = 7_258_118_400_000_000_000

    /// What is read of what was written.
    private func again<Result: StageResult>(_ result: Result) throws -> Result {
        var writer = RecordWriter()
        let json = try result.json()
        let isWritten = writer.append(EncodedResult(kind: Result.kind, json: json), sequence: 7, hostTime: Self.time)
        #expect(isWritten)
        var reader = RecordReader(writer.bytes)
        let record = try #require(try reader.next())
        #expect(record.sequence == 7 && record.hostTime == Self.time)
        guard case .result(let read) = record.content else {
            Issue.record("\(record.content)")
            return result
        }
        #expect(read.kind == Result.kind && read.json == json)
        return try Result(json: read.json)
    }

    private func readsAgain(_ result: some StageResult) throws -> Bool { try again(result) == result }

    @Test func `every result is read back as it was written`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            for result in ResultGenerator.all(using: &generator) { #expect(try readsAgain(result), "\(result)") }
        }
    }

    @Test func `each kind has a number of its own, from 256 on, and a name that clients may ask for`() {
        var generator = SystemRandomNumberGenerator()
        let kinds = ResultGenerator.all(using: &generator).map { type(of: $0).kind }
        #expect(Set(kinds).count == kinds.count && kinds.allSatisfy { !$0.isPublishedByDrivers })
        // The names themselves are on the page docs/names.md, which another test compares.
        #expect(Set(kinds) == Set(ObservationRequest.knownKinds.filter { !$0.isPublishedByDrivers }))
    }

    @Test func `results are equal where type and content are`() throws {
        let alert = Alert(code: "a", severity: .warning, text: "")
        var other = alert
        other.isOver = true
        #expect(Payload(alert) == .alert(alert) && Payload(alert) != .alert(other))
        #expect(Payload(alert).hashValue == Payload.alert(alert).hashValue)
        let change = ActiveReceiver(current: nil, previous: nil, reason: "")
        #expect(Payload(alert) != .activeReceiver(change))
        #expect(Payload(change).result(ActiveReceiver.self) == change && Payload(change).result(Alert.self) == nil)
    }

    /// A result of each kind that states an instant.
    private static func results(_ nanoseconds: Int64) throws -> [any StageResult] {
        let time = UTCTime(nanosecondsSince1970: nanoseconds)
        let place = try #require(GeodeticPosition(latitude: Angle(degrees: 48), longitude: Angle(degrees: 11)))
        var verdict = Authentication(receiver: SourceID(rawValue: "rover"))
        verdict.since = nanoseconds
        var judged = Authentication(receiver: SourceID(rawValue: "rover"))
        judged.fix = FixAuthentication(sequence: 1, time: time)
        var sampling = SampledCentroid(
            receiver: SourceID(rawValue: "rover"), session: 1, event: .accepted, state: .collecting, method: .robust,
            wanted: 2, count: 1)
        sampling.estimate = CentroidEstimate(method: .robust, count: 1, used: 1, robust: place, compatible: place)
        sampling.estimate?.first = time
        let member = MemberReport(
            id: "one", name: nil, position: place, status: 1, time: time, age: 1, isOutdated: false)
        return [
            verdict, judged, sampling, MemberChanges(changed: [member], gone: [], count: 1),
        ]
    }

    /// The uplink's reports, each with an instant, in milliseconds, at another place.
    private static func uplinks(_ text: String) throws -> [UplinkReport] {
        let time = try #require(Timestamp(text))
        let report = UplinkReport(.online, since: UTCTime(nanosecondsSince1970: 1), environment: "qa")
        let changes: [(inout UplinkReport) -> Void] = [
            { $0.since = time }, { $0.queue.oldest = time }, { $0.lastSuccess = time }, { $0.nextAttempt = time },
            { $0.certificate = UplinkReport.Certificate(end: time) },
            {
                $0.error = UplinkReport.UplinkError("offline", "", at: UTCTime(nanosecondsSince1970: 1))
                $0.error?.time = time
            },
        ]
        return changes.map { change in
            var changed = report
            change(&changed)
            return changed
        }
    }

    @Test func `the uplink's report is in recordings as the control interface reports it`() throws {
        var uplink = try #require(try Self.uplinks("2026-05-04T12:30:05.250Z").first)
        uplink.state = ReportCode(.notOnboarded)
        #expect(String(decoding: try uplink.json(), as: UTF8.self).contains(#""state":"not_onboarded""#))
        #expect(String(decoding: try uplink.json(), as: UTF8.self).contains(#""since":"2026-05-04T12:30:05.250Z""#))
        for uplink in try Self.uplinks("1970-01-01T00:00:00.000Z") + Self.uplinks("2200-01-01T00:00:00.000Z") {
            #expect(try readsAgain(uplink))
        }
    }

    @Test(arguments: [
        "1969-12-31T23:59:59.999Z", "2200-01-01T00:00:00.001Z", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z",
    ])
    func `an impossible time of the uplink is neither written nor read`(time: String) throws {
        let mark = "2026-05-04T12:30:05.250Z"
        for result in try Self.uplinks(time) { #expect(throws: StageResultError.self) { try result.json() } }
        for result in try Self.uplinks(mark) { try refuses(mark, as: time, in: result) }
    }

    @Test func `the first and the last instant are read as they were written`() throws {
        for time in [0, Self.latest] {
            for result in try Self.results(time) { #expect(try readsAgain(result)) }
        }
    }

    @Test(arguments: [-1, .min, .min / 2, latest + 1, .max] as [Int64])
    func `an impossible time is neither written nor read`(time: Int64) throws {
        let mark: Int64 = 1_700_000_000_123_456_789
        for result in try Self.results(time) { #expect(throws: StageResultError.self) { try result.json() } }
        for result in try Self.results(mark) { try refuses("\(mark)", as: "\(time)", in: result) }
    }

    @Test(arguments: ["1e999", "-1e300", "NaN", "\"NaN\"", "null", "[]", "{}", String(repeating: "[", count: 100_000)])
    func `a number that is none is not read`(text: String) throws {
        var generator = SystemRandomNumberGenerator()
        var uplink = ResultGenerator.uplink(using: &generator)
        uplink.collectInterval = 5.25
        try refuses("5.25", as: text, in: uplink)
        var sampling = try #require(try Self.results(1).lazy.compactMap { $0 as? SampledCentroid }.first)
        sampling.estimate?.distanceToCompatible = Length(metres: 5.25)
        try refuses("5.25", as: text, in: sampling)
    }

    /// Reads what was written with a different value in it.
    private func refuses<Result: StageResult>(_ old: String, as new: String, in result: Result) throws {
        let text = String(decoding: try result.json(), as: UTF8.self)
        let place = try #require(text.firstRange(of: old), "\(Result.kind)")
        let changed = Array((text[..<place.lowerBound] + new + text[place.upperBound...]).utf8)
        #expect(throws: StageResultError.self, "\(Result.kind)") { try Result(json: changed) }
    }

    @Test func `numbers that cannot be are neither written nor make another result impossible`() {
        var uplink = UplinkReport(.online, since: UTCTime(nanosecondsSince1970: 1), environment: "qa")
        for seconds in [-1, .nan, .infinity, 1e300] {
            uplink.sendInterval = seconds
            #expect(throws: StageResultError.unsound(.uplink)) { try uplink.json() }
        }
        uplink.sendInterval = 10
        let observations = [1.0, .nan, 2].map { seconds in
            uplink.clockAhead = seconds
            return Observation(source: .uplink, sequence: 1, hostTime: Self.time, payload: .uplink(uplink))
        }
        var encoder = BatchEncoder { try? $0.json() }
        var reader = RecordReader((try? encoder.encode(observations)) ?? [])
        var results = 0
        while let record = try? reader.next() { if case .result = record.content { results += 1 } }
        #expect(results == 2 && encoder.leftOut == 1)
    }

    @Test func `damage anywhere never traps`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<400 {
            for result in ResultGenerator.all(using: &generator) {
                var bytes = try result.json()
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
                readDamaged(result, bytes)
            }
        }
    }

    private func readDamaged<Result: StageResult>(_ result: Result, _ bytes: [UInt8]) {
        // What is read all the same can be written.
        if let read = try? Result(json: bytes) { #expect(throws: Never.self) { try read.json() } }
    }
}
