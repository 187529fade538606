// SPDX-License-Identifier: Apache-2.0

import ClientAdmission
import ControlModel
import Foundation
import GNSSTypes
import NIOCore
import NIOEmbedded
import ObservationBus
import Synchronization
import SystemSupport
import Testing
import Translations

@testable import WebAPI

struct LiveTests {
    // MARK: What is asked for

    private func request(_ parameters: [(String, String)]) throws(ControlError) -> LiveRequest {
        try LiveRequest(parameters.map { (name: $0.0, value: $0.1) })
    }

    @Test(arguments: [
        ("fix:10", 10.0), ("fix:7.5", 5), ("fix:1000", 10), ("fix:0.5", 0.5), ("fix", 1), ("fix:0.6,fix:3", 2),
    ])
    func `a rate is rounded down to one that there is, and of two the faster one holds`(
        topics: String, rate: Double
    ) throws {
        #expect(try request([("topics", topics)]).topics == [.fix: rate])
    }

    @Test func `no topic is faster than it is made, and without any there is a selection`() throws {
        let all = LiveRequest.Topic.allCases.map { "\($0.rawValue):10" }.joined(separator: ",")
        #expect(try request([("topics", all)]).topics.allSatisfy { $0.value <= $0.key.fastest })
        #expect(try request([]).topics.keys.contains(.fix))
        #expect(try request([("receiver", "rover")]).receiver == "rover")
    }

    @Test(arguments: [
        ("topics", "fix,"), ("topics", "fox"), ("topics", "fix:0"), ("topics", "fix:-1"), ("topics", "fix:nan"),
        ("topics", "fix:inf"), ("topics", "fix:"), ("topics", "fix:1:2"), ("topics", ""), ("receiver", ""),
        ("topics", "fix:0x5"), ("rate", "1"),
    ])
    func `what is wrong is refused with what is allowed`(name: String, value: String) {
        #expect(throws: ControlError.self) { try request([(name, value)]) }
    }

    @Test func `any text is a request within the limits, or is refused`() {
        var random = SystemRandomNumberGenerator()
        let words = [
            "fix", "sky", "state", ":", ",", "10", "0.5", "-1", "1e9", "nan", " ", "é", "\u{0}", "events", "", ":5",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
            }
            .joined()
            guard let wanted = try? request([("topics", text)]) else { continue }
            #expect(
                wanted.topics.allSatisfy { LiveRequest.rates.contains($0.value) && $0.value <= $0.key.fastest },
                "\(text)")
        }
    }

    // MARK: What a slow viewer gets

    private func viewer(_ topics: [LiveRequest.Topic: Double] = [.fix: 1]) throws -> LiveViewer {
        var wanted = try request([])
        wanted.topics = topics
        return LiveViewer(wanted, .english, EmbeddedChannel())
    }

    @Test func `of a topic a slow viewer gets the newest value, and learns how many it skipped`() throws {
        let viewer = try viewer()
        let begin = ContinuousClock.now
        for number in 1...1000 {
            _ = viewer.offer(
                .init(string: "fix \(number)\n"), of: .fix, version: UInt64(number), at: begin + .seconds(number),
                rate: 1)
        }
        _ = viewer.offer(.init(string: "sky\n"), of: .sky, version: 1, at: begin, rate: 1)
        viewer.offer(beat: "beat ")
        #expect(viewer.take().map { String(buffer: $0) } == "fix 1000\nsky\nbeat \"skipped\":999}\n\n")
        #expect(viewer.take() == nil)
    }

    @Test func `a viewer gets no value twice and none before its time`() throws {
        let viewer = try viewer([.fix: 2])
        let begin = ContinuousClock.now
        // Ten a second come, two are wanted.
        for number in 0..<30 {
            let time = begin + .milliseconds(100 * number)
            _ = viewer.offer(.init(string: "\(number) "), of: .fix, version: UInt64(number), at: time, rate: 2)
            _ = viewer.offer(.init(string: "twice "), of: .fix, version: UInt64(number), at: time, rate: 2)
            guard let text = viewer.take().map({ String(buffer: $0) }) else { continue }
            #expect(number.isMultiple(of: 4) && text == "\(number) ", "\(number): \(text)")
        }
    }

    @Test func `events wait in their order, the oldest are missed, and that is said`() throws {
        let viewer = try viewer()
        for number in 1...100 { viewer.offer(event: .init(string: "\(number)\n")) }
        let lines = try #require(viewer.take().map { String(buffer: $0) }).split(separator: "\n").map(String.init)
        #expect(lines.prefix(2) == ["event: missed", "data: {\"count\":36}"])
        #expect(lines.dropFirst(2) == ArraySlice((37...100).map(String.init)))
    }

    /// Notes that its connection is to be closed.
    private final class EvictionNote: ChannelOutboundHandler, Sendable {
        typealias OutboundIn = Any
        let count = Mutex(0)

        func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
            if event is ClientEviction { count.withLock { $0 += 1 } }
        }
    }

    @Test func `a viewer that takes nothing for 30 s is closed, and one that takes something is not`() throws {
        let channel = EmbeddedChannel()
        let note = EvictionNote()
        try channel.pipeline.syncOperations.addHandler(note)
        let viewer = LiveViewer(try request([]), .english, channel)
        let begin = ContinuousClock.now
        func send(after seconds: Int, isWritable: Bool) {
            channel.isWritable = isWritable
            viewer.offer(beat: "beat ")
            LiveViewer.send(to: [viewer], at: begin + .seconds(seconds))
            channel.embeddedEventLoop.run()
        }
        for seconds in stride(from: 0, to: 29, by: 2) { send(after: seconds, isWritable: false) }
        send(after: 29, isWritable: true)
        for seconds in stride(from: 30, to: 60, by: 2) { send(after: seconds, isWritable: false) }
        #expect(note.count.withLock { $0 } == 0)
        send(after: 60, isWritable: false)
        #expect(note.count.withLock { $0 } == 1)
    }

    @Test func `a viewer that comes while the last one leaves is not sent away`() async throws {
        let feed = LiveFeed(
            hub: ObservationHub(), source: ControlSource(control: FalseControl()), now: { startTime })
        for _ in 0..<50 {
            let viewers = [NIOAsyncTestingChannel(), NIOAsyncTestingChannel()].map {
                LiveViewer(LiveRequest(topics: [.fix: 1]), .english, $0)
            }
            await feed.add(viewers[0])
            feed.remove(viewers[0])
            await feed.add(viewers[1])
            // What was ended has time to say so.
            try await Task.sleep(for: .milliseconds(5))
            viewers[1].offer(beat: "beat ")
            #expect(viewers[1].take() != nil, "its stream is over")
            feed.remove(viewers[1])
        }
    }

    @Test func `a viewer that leaves with a request behind its stream leaves nothing running`() async throws {
        try await withDaemon(control: FalseControl()) { daemon in
            do {
                let viewer = try RawClient.send(
                    "GET /v1/live HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/version HTTP/1.1\r\nHost: x\r\n\r\n",
                    to: daemon.socketPath)
                try await daemon.waitForStreams(2)
                _ = consume viewer
            }
            try await daemon.waitForStreams(0)
        }
    }

    @Test func `an epoch that no viewer followed meanwhile is not shown as the newest`() async throws {
        let answers = try await withDaemon(control: FalseControl()) { daemon in
            let path = "/v1/live?topics=fix:10&receiver="
            let other = try RawClient.send("GET \(path)rover HTTP/1.1\r\nHost: x\r\n\r\n", to: daemon.socketPath)
            try await daemon.waitForStreams(2)
            do {
                let first = try RawClient.send("GET \(path)base HTTP/1.1\r\nHost: x\r\n\r\n", to: daemon.socketPath)
                try await Task.sleep(for: .milliseconds(500))
                daemon.hub.publish([fix(1, from: "base", latitude: 10)])
                try await Task.sleep(for: .milliseconds(500))
                _ = consume first
            }
            try await Task.sleep(for: .milliseconds(500))
            async let text = RawClient.get("\(path)base", from: daemon.socketPath)
            // Nothing tells that the answer has begun; on a busy machine that takes a while.
            try await Task.sleep(for: .seconds(5))
            daemon.hub.finish()
            let answer = try await text
            _ = consume other
            return answer
        }
        let latitudes = events(answers).filter { $0.name == "fix" }.compactMap { $0.data["latitude_deg"] as? Double }
        // What the receiver reports now.
        #expect(latitudes == [52.5])
    }

    // MARK: The stream

    /// Events of a stream in their order: name and data.
    private func events(_ answer: String) -> [(name: Substring, data: [String: Any])] {
        answer.split(separator: "\r\n").joined().components(separatedBy: "event: ").dropFirst().compactMap { event in
            guard let name = event.split(separator: "\n").first,
                let start = event.range(of: "data: "), let end = event.range(of: "\n\n")
            else { return nil }
            let json = try? JSONSerialization.jsonObject(with: Data(event[start.upperBound..<end.lowerBound].utf8))
            return (name, json as? [String: Any] ?? [:])
        }
    }

    private func fix(_ number: Int, from source: String, latitude: Double) -> Observation {
        var fix = Fix(kind: .threeDimensional, quality: .rtkFixed)
        fix.position = GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: 13))
        return observation(number, from: source, .fix(fix))
    }

    @Test func `a viewer sees at once how things stand, then each epoch of its receiver, and signs of life`()
        async throws
    {
        let answer = try await withDaemon(control: FalseControl()) { daemon in
            async let text = RawClient.get(
                "/v1/live?topics=state,fix:10,sky,osnma,events&receiver=base", from: daemon.socketPath)
            try await daemon.waitForStreams(2)
            // Time for the first look, and for a sign of life.
            try await Task.sleep(for: .seconds(3))
            daemon.hub.publish([fix(1, from: "base", latitude: 10), fix(1, from: "rover", latitude: 20)])
            try await Task.sleep(for: .seconds(1))
            daemon.hub.finish()
            return try await text
        }
        #expect(answer.lowercased().contains("content-type: text/event-stream"))
        let events = events(answer)
        #expect(events.first?.name == "hello")
        #expect(events.first?.data["beat_s"] as? Double == 2 && events.first?.data["role"] as? String == "admin")
        for topic in ["state", "fix", "sky", "osnma", "beat"] {
            #expect(events.contains { $0.name == topic }, "\(topic) in \(events.map(\.name))")
        }
        let fixes = events.filter { $0.name == "fix" }
        #expect(fixes.allSatisfy { $0.data["receiver"] as? String == "base" })
        #expect(fixes.compactMap { $0.data["latitude_deg"] as? Double } == [52.5, 10])
        let sky = try #require(events.first { $0.name == "sky" }).data
        #expect(sky["id"] as? [String] == ["E24", "R255"])
        #expect((sky["elevation_deg"] as? [Any])?.last is NSNull)
    }

    /// A viewer whose data wait until they are taken.
    private func idleViewer(_ topics: [LiveRequest.Topic: Double]) -> LiveViewer {
        let channel = NIOAsyncTestingChannel()
        channel.isWritable = false
        return LiveViewer(LiveRequest(topics: topics), .english, channel)
    }

    private func taken(_ viewer: LiveViewer) -> [(name: Substring, data: [String: Any])] {
        viewer.take().map { events(String(buffer: $0)) } ?? []
    }

    @Test func `positions reach a slow viewer while a report takes long`() async throws {
        let (hub, paths) = (ObservationHub(), BusyPaths())
        let feed = LiveFeed(
            hub: hub, source: ControlSource(control: FalseControl(), paths: paths), now: { startTime })
        let viewer = idleViewer([.fix: 1, .path: 1])
        let adding = Task { await feed.add(viewer) }
        defer {
            paths.isReady.change { $0 = true }
            feed.remove(viewer)
        }
        var (number, latitudes) = (0, Set<Double>())
        let deadline = ContinuousClock.now + .seconds(60)
        while latitudes.count < 3 {
            number += 1
            try #require(ContinuousClock.now < deadline, "\(latitudes)")
            hub.publish([fix(number, from: "rover", latitude: Double(number % 90))])
            // Twenty epochs a second.
            try await Task.sleep(for: .milliseconds(50))
            let fixes = taken(viewer).filter { $0.name == "fix" }.compactMap { $0.data["latitude_deg"] as? Double }
            // One that the receiver reported before is no epoch of the bus.
            latitudes.formUnion(fixes.filter { $0 != 52.5 })
        }
        #expect(!paths.isReady.value)
        paths.isReady.change { $0 = true }
        await adding.value
    }

    @Test func `a report that takes long for a viewer that has left delays no later viewer`() async throws {
        let paths = BusyPaths()
        let feed = LiveFeed(
            hub: ObservationHub(), source: ControlSource(control: FalseControl(), paths: paths), now: { startTime })
        let (first, second) = (idleViewer([.path: 1]), idleViewer([.state: 1]))
        let adding = Task { await feed.add(first) }
        defer {
            paths.isReady.change { $0 = true }
            feed.remove(second)
        }
        // Once for the new viewer, and once by a regular check.
        try await waited { paths.asked.value > 1 }
        feed.remove(first)
        await feed.add(second)
        _ = second.take()
        // An unchanged state comes again after 20 checks.
        try await waited { taken(second).contains { $0.name == "state" } }
        #expect(!paths.isReady.value)
        paths.isReady.change { $0 = true }
        await adding.value
    }

    @Test func `a heartbeat states the age of the position that its viewer has`() async throws {
        let hub = ObservationHub()
        let feed = LiveFeed(hub: hub, source: ControlSource(control: FalseControl()), now: { startTime })
        // The first one gets no other position for more than a minute.
        let (slow, fast) = (idleViewer([.fix: 0.01]), idleViewer([.fix: 10]))
        for viewer in [slow, fast] { await feed.add(viewer) }
        defer { for viewer in [slow, fast] { feed.remove(viewer) } }
        hub.publish([fix(1, from: "rover", latitude: 10)])
        try await waited { taken(fast).contains { $0.data["latitude_deg"] as? Double == 10 } }
        _ = slow.take()
        var ages: [[String: Double]] = []
        try await waited {
            ages += taken(slow).filter { $0.name == "beat" }.compactMap { $0.data["age_s"] as? [String: Double] }
            return !ages.isEmpty
        }
        // The receiver's report states an age of 4.125 s.
        #expect(ages.allSatisfy { $0["fix"] ?? 0 > 4 }, "\(ages)")
    }

    @Test func `a silent receiver's last values come to a new viewer with their age`() async throws {
        let answers = try await withDaemon(control: FalseControl()) { daemon in
            async let first = RawClient.get("/v1/live?topics=fix,sky", from: daemon.socketPath)
            try await daemon.waitForStreams(2)
            // Long enough for a regular heartbeat, and for a second viewer of values that are known by then.
            try await Task.sleep(for: .seconds(3))
            async let second = RawClient.get("/v1/live?topics=fix,sky", from: daemon.socketPath)
            try await Task.sleep(for: .milliseconds(500))
            daemon.hub.finish()
            return try await [first, second]
        }
        for answer in answers {
            let events = events(answer)
            #expect(events.first { $0.name == "fix" || $0.name == "beat" }?.name == "fix")
            let ages = events.filter { $0.name == "beat" }.compactMap { $0.data["age_s"] as? [String: Double] }
            #expect(!ages.isEmpty && ages.allSatisfy { $0["fix"] ?? 0 >= 4 && $0["sky"] ?? 0 >= 50 }, "\(ages)")
        }
    }

    @Test func `an examination that takes long is made once for all who ask`() async throws {
        let count = Mutex(0)
        let gate = AsyncStream.makeStream(of: Void.self)
        let examine: @Sendable () async -> String = {
            count.withLock { $0 += 1 }
            for await _ in gate.stream {}
            return #"{"healthy":true,"findings":[]}"#
        }
        let answers = try await withDaemon(control: FalseControl(), examine: examine) { daemon in
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await RawClient.get("/v1/doctor", from: daemon.socketPath) }
                }
                try await waited { count.withLock { $0 } == 1 }
                gate.continuation.finish()
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(answers.count == 20 && answers.allSatisfy { $0.contains(#"{"healthy":true,"findings":[]}"#) })
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `nothing runs when the last viewer has left`() async throws {
        try await withDaemon(control: FalseControl()) { daemon in
            do {
                let first = try RawClient.send("GET /v1/live HTTP/1.1\r\nHost: x\r\n\r\n", to: daemon.socketPath)
                let second = try RawClient.send("GET /v1/live HTTP/1.1\r\nHost: x\r\n\r\n", to: daemon.socketPath)
                try await daemon.waitForStreams(2)
                _ = consume first
                _ = consume second
            }
            try await daemon.waitForStreams(0)
            let again = try RawClient.send("GET /v1/live HTTP/1.1\r\nHost: x\r\n\r\n", to: daemon.socketPath)
            try await daemon.waitForStreams(2)
            _ = consume again
            try await daemon.waitForStreams(0)
        }
    }

    @Test func `the snapshot is the same once`() async throws {
        try await withDaemon(control: FalseControl()) { daemon in
            let answer = try await RawClient.get(
                "/v1/live/snapshot?topics=state,fix,sky,path,members", from: daemon.socketPath)
            let body = try #require(answer.components(separatedBy: "\r\n\r\n").last)
            let json = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
            #expect(Set((json ?? [:]).keys).isSuperset(of: ["boot", "time", "state", "fix", "sky"]))
            #expect(((json?["fix"] as? [String: Any])?["receiver"] as? String) == "rover")
            #expect(json?["age_s"] as? [String: Double] == ["fix": 4.125, "sky": 50])
            let wrong = try await RawClient.get("/v1/live/snapshot?topics=fox", from: daemon.socketPath)
            #expect(wrong.hasPrefix("HTTP/1.1 400 ") && wrong.contains("the topics are state, fix"))
        }
    }
}
