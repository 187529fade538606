// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Outbox
import Synchronization
import Testing

@testable import MQTTUplink

/// The positions of the history: how they are stored, in which messages they are sent, and when they leave the queue.
struct SparkplugHistoryTests {
    private static let rover = SourceID(rawValue: "rover")

    /// A message as a reader sees it.
    private struct Seen {
        var topic: String
        var sequence: UInt64?
        var values: [String: ProtobufReader.Value?] = [:]
        var times: Set<ProtobufReader.Value> = []
        var historical = 0
        var id: ProtobufReader.Value? { values["fix/id"] ?? nil }
    }

    private var settings: MQTTUplinkSettings {
        var settings = MQTTUplinkSettings(
            server: "mqtt://broker:1883", host: "broker", port: 1883, prefix: "gnss", gateway: "tractor")
        settings.sparkplugGroup = "farm"
        return settings
    }

    private func time(_ seconds: Double) -> HostTime {
        HostTime(
            monotonicNanoseconds: Int64(seconds * 1e9),
            wallNanoseconds: 1_800_000_000_000_000_000 + Int64(seconds * 1e9))
    }

    private func observation(_ payload: Payload, _ seconds: Double, from source: SourceID = rover) -> Observation {
        Observation(source: source, sequence: UInt64(seconds * 1000), hostTime: time(seconds), payload: payload)
    }

    private func state(_ state: DriverState, _ seconds: Double, from source: SourceID = rover) -> Observation {
        observation(.driverState(DriverStateReport(state, reason: "because")), seconds, from: source)
    }

    private func fix(_ seconds: Double, latitude: Double = 48, time: Int64? = nil) -> Observation {
        var fix = Fix(kind: .threeDimensional, quality: .rtkFixed)
        fix.position = GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: 11))
        fix.time = time.map { UTCTime(nanosecondsSince1970: $0) }
        fix.satellitesUsed = 12
        return observation(.fix(fix), seconds)
    }

    private func node() -> SparkplugNode {
        var node = SparkplugNode()
        node.apply(settings, group: "farm")
        return node
    }

    private func position(_ id: String, of receiver: String = "rover", _ seconds: Double = 0) throws
        -> SparkplugPosition
    {
        var position = try #require(SparkplugPosition(StoredItem(number: 1, content: try stored(fix(seconds)).content)))
        (position.id, position.receiver) = (id, receiver)
        return position
    }

    /// What the collector stores for a position.
    private func stored(_ observation: Observation, with others: [Observation] = []) throws -> OutboxItem {
        var collector = PositionCollector()
        collector.apply(settings)
        let active = ActiveReceiver(current: Self.rover, previous: nil, reason: "first")
        collector.requirement = OSNMARequirement(satellites: 0)
        let output = collector.take(
            [self.observation(.activeReceiver(active), 0, from: .gateway)] + others + [observation])
        let items = try #require(output.stored[.sparkplug])
        #expect(items.count == 1 && output.stored[.history]?.count == 1)
        return try #require(items.first)
    }

    private func seen(_ message: SparkplugNode.Message) throws -> Seen {
        let fields = try #require(ProtobufReader.fields(message.payload[...]))
        var seen = Seen(topic: String(message.topic.dropFirst("spBv1.0/farm/".count)))
        for field in fields {
            switch (field.number, field.value) {
            case (3, .varint(let number)): seen.sequence = number
            case (2, .bytes(let bytes)):
                let metric = try #require(ProtobufReader.fields(bytes))
                guard case .bytes(let name) = metric.first(where: { $0.number == 1 })?.value else { continue }
                seen.values[String(decoding: name, as: UTF8.self)] = .some(metric.first { $0.number >= 10 }?.value)
                seen.times.formUnion(metric.filter { $0.number == 3 }.map(\.value))
                seen.historical += metric.count { $0.number == 5 && $0.value == .varint(1) }
            default: break
            }
        }
        return seen
    }

    /// All messages in the order in which the publisher asks for them.
    private func all(_ node: inout SparkplugNode, at seconds: Double) throws -> [Seen] {
        var all: [Seen] = []
        while let message = node.next(at: time(seconds)) ?? node.nextHistorical(at: time(seconds)) {
            all.append(try seen(message))
        }
        return all
    }

    private func text(_ text: String) -> ProtobufReader.Value { .bytes(ArraySlice(text.utf8)) }

    // MARK: The stored position

    @Test func `a position keeps its id, its time and the verdict of its arrival`() throws {
        var verdict = Authentication(receiver: Self.rover)
        (verdict.state, verdict.reason) = (.authenticated, .authenticated)
        verdict.clock = AuthenticationClock(source: .synchronised, use: .all)
        let judged = observation(.authentication(verdict), 1, from: .stage("osnma", of: Self.rover))
        let item = try stored(fix(1, latitude: 48.123456789, time: 1_799_999_999_123_000_000), with: [judged])
        #expect(item.verdict == .authenticated)
        let position = try #require(SparkplugPosition(StoredItem(number: 7, content: item.content)))
        #expect(position.authentication.authenticated && position.receiver == "rover" && position.id.count == 36)
        // It is sent an hour later, when the verdict on the receiver is another one.
        var node = node()
        node.take([state(.running, 3600)], OSNMARequirement(), at: time(3600))
        node.add([position], isLast: true, at: time(3600))
        let messages = try all(&node, at: 3600)
        #expect(messages.map(\.topic) == ["NBIRTH/tractor", "DBIRTH/tractor/rover", "DDATA/tractor/rover"])
        let (birth, data) = (messages[1], messages[2])
        #expect(birth.historical == 0 && birth.values["fix/id"] == .some(nil))
        #expect(data.historical == data.values.count && data.times == [.varint(1_799_999_999_123)])
        #expect(Set(birth.values.keys).isSuperset(of: data.values.keys))
        #expect(Set(birth.values.keys).subtracting(data.values.keys) == ["receiver/state", "receiver/reason"])
        #expect(data.values["fix/id"] == text(position.id))
        #expect(data.values["fix/latitude_deg"] == .fixed64((48.123456789).bitPattern))
        #expect(data.values["fix/speed_m_s"] == .some(nil))
        #expect(data.values["authentication/authenticated"] == .varint(1) && messages.map(\.sequence) == [0, 1, 2])
        #expect(birth.values["authentication/authenticated"] == .varint(0))
    }

    @Test func `a position without the receiver's time has that of its arrival`() throws {
        let item = try stored(fix(2.5))
        let position = try #require(SparkplugPosition(StoredItem(number: 7, content: item.content)))
        #expect(position.metrics.allSatisfy { $0.time == 1_800_000_002_500 && $0.isHistorical })
        #expect(!position.authentication.authenticated)
    }

    @Test func `without a group nothing is stored, and garbage is no position`() {
        var collector = PositionCollector()
        collector.apply(
            MQTTUplinkSettings(server: "", host: "broker", port: 1883, prefix: "gnss", gateway: "tractor"))
        let active = ActiveReceiver(current: Self.rover, previous: nil, reason: "first")
        let output = collector.take([observation(.activeReceiver(active), 0, from: .gateway), fix(1)])
        #expect(output.stored[.history]?.count == 1 && output.stored[.sparkplug] == nil)
        for content in ["", "{}", "[]", "{\"id\":1}", "\u{0}"] {
            #expect(SparkplugPosition(StoredItem(number: 1, content: Array(content.utf8))) == nil)
        }
    }

    // MARK: The messages

    @Test func `live values do not notice the history`() throws {
        var (node, other) = (node(), node())
        let requirement = OSNMARequirement()
        for second in 0..<20 {
            let batch = [state(.running, Double(second)), fix(Double(second), latitude: 40 + Double(second / 3))]
            node.take(batch, requirement, at: time(Double(second)))
            other.take(batch, requirement, at: time(Double(second)))
            let both = try (all(&node, at: Double(second)), all(&other, at: Double(second)))
            #expect(both.0.map(\.values) == both.1.map(\.values))
            node.add([try position("a"), try position("b")], isLast: second % 2 == 0, at: time(Double(second)))
            let sent = try all(&node, at: Double(second))
            #expect(sent.map(\.id) == [text("a"), text("b")])
        }
    }

    @Test func `a receiver that is gone is born once for all its positions`() throws {
        var node = node()
        node.take([state(.running, 0)], OSNMARequirement(), at: time(0))
        _ = try all(&node, at: 0)
        let one = try (0..<6).map { try position("\($0)", of: ["x", "y", "rover"][$0 % 3]) }
        node.add(one, isLast: false, at: time(1))
        var messages = try all(&node, at: 1)
        #expect(
            messages.map(\.topic) == [
                "DBIRTH/tractor/x", "DBIRTH/tractor/y", "DDATA/tractor/x", "DDATA/tractor/x", "DDATA/tractor/y",
                "DDATA/tractor/y", "DDATA/tractor/rover", "DDATA/tractor/rover",
            ])
        #expect(messages[0].values.count == 20 && messages[0].values["receiver/state"] == .some(nil))
        #expect(messages[0].times == [.varint(1_800_000_001_000)])
        #expect(Array(messages.map(\.id).dropFirst(2)) == ["0", "3", "1", "4", "2", "5"].map { text($0) })
        // The next batch has others of x, and none of y.
        node.add([try position("6", of: "x")], isLast: true, at: time(2))
        messages = try all(&node, at: 2)
        #expect(messages.map(\.topic) == ["DDEATH/tractor/y", "DDATA/tractor/x", "DDEATH/tractor/x"])
        #expect(node.devices.count == 1)
        // Whether others wait is known later than the last position is sent.
        node.add([try position("7", of: "x")], isLast: false, at: time(3))
        #expect(try all(&node, at: 3).map(\.topic) == ["DBIRTH/tractor/x", "DDATA/tractor/x"])
        node.add([], isLast: true, at: time(4))
        #expect(try all(&node, at: 4).map(\.topic) == ["DDEATH/tractor/x"] && node.devices.count == 1)
    }

    @Test func `a receiver that is lost or returns meanwhile dies and lives at once`() throws {
        var node = node()
        let requirement = OSNMARequirement()
        node.take([state(.running, 0)], requirement, at: time(0))
        _ = try all(&node, at: 0)
        node.add([try position("1"), try position("2")], isLast: true, at: time(1))
        #expect(node.nextHistorical(at: time(1)) != nil)
        node.take([state(.lost, 2)], requirement, at: time(2))
        #expect(
            try all(&node, at: 2).map(\.topic) == [
                "DDEATH/tractor/rover", "DBIRTH/tractor/rover", "DDATA/tractor/rover", "DDEATH/tractor/rover",
            ])
        // It returns between its birth for the history and its death.
        node.add([try position("3")], isLast: false, at: time(3))
        #expect(try all(&node, at: 3).map(\.topic) == ["DBIRTH/tractor/rover", "DDATA/tractor/rover"])
        node.take([state(.running, 4)], requirement, at: time(4))
        let messages = try all(&node, at: 4)
        #expect(
            messages.map(\.topic) == ["DDATA/tractor/rover"] && messages[0].values["receiver/state"] == text("running"))
        node.add([], isLast: true, at: time(5))
        #expect(try all(&node, at: 5).isEmpty)
    }

    @Test func `births that are repeated come before the rest of the history`() throws {
        var node = node()
        _ = try all(&node, at: 0)
        node.add([try position("1", of: "x"), try position("2", of: "x")], isLast: true, at: time(1))
        _ = node.next(at: time(1))
        _ = node.nextHistorical(at: time(1))
        node.restart()
        #expect(node.nextHistorical(at: time(2)) == nil)
        let messages = try all(&node, at: 2)
        #expect(
            messages.map(\.topic) == ["NBIRTH/tractor", "DBIRTH/tractor/x", "DDATA/tractor/x", "DDEATH/tractor/x"])
        #expect(messages.map(\.sequence) == [0, 1, 2, 3])
        node.add([try position("3", of: "x")], isLast: true, at: time(3))
        node.abandonHistory()
        #expect(try all(&node, at: 3).isEmpty && node.devices.isEmpty)
    }

    @Test func `many receivers that are gone do not displace those that work`() throws {
        var node = node()
        let requirement = OSNMARequirement()
        for number in 0..<64 {
            node.take([state(.running, 0, from: SourceID(rawValue: "r\(number)"))], requirement, at: time(0))
        }
        _ = try all(&node, at: 0)
        for round in 0..<5 {
            let batch = try (0..<100).map { try position("\($0)", of: "gone\(round)-\($0)") }
            node.add(batch, isLast: false, at: time(1))
            #expect(try all(&node, at: 1).count { $0.topic.hasPrefix("DDATA") } == 100)
            #expect(node.devices.count <= 64 + 100)
        }
        node.add([], isLast: true, at: time(2))
        #expect(try all(&node, at: 2).count == 100 && node.devices.count == 64)
    }

    // MARK: The proof

    @Test func `positions leave after the proof of their own batch`() throws {
        var history = SparkplugHistory()
        #expect(history.request() == 100 && history.request() == nil && history.sent() == nil)
        history.borrowed([])
        #expect(history.sent() == nil && history.request() == nil)
        history.borrowed([1, 2])
        #expect(history.request() == nil)
        let sent = history.sent()
        let proof = try #require(sent)
        #expect(proof > 0 && history.sent() == nil && history.proved(proof + 1) == nil)
        let first = history.proved(proof)
        #expect(first?.tokens == [1, 2] && first?.isComplete == true && history.proved(proof) == nil)
        // The connection ends before the proof.
        #expect(history.request() == 100)
        history.borrowed([3])
        let second = history.sent() ?? 0
        #expect(second != proof && history.ended() && !history.ended() && history.proved(second) == nil)
        #expect(history.request() == 50)
        #expect(history.ended() && history.request() == 50, "a request is no fault of the network")
        for _ in 0..<10 {
            history.borrowed([4])
            _ = history.ended()
            _ = history.request()
        }
        #expect(history.size == 1)
        for token in UInt64(10)..<20 {
            history.borrowed([token])
            // The connection refuses a message of every second batch.
            if token % 2 == 0 { history.refused() }
            let end = history.proved(history.sent() ?? 0)
            #expect(end?.tokens == [token] && end?.isComplete == (token % 2 == 1))
            _ = history.request()
        }
        #expect(history.size == 100)
    }

    @Test func `a batch is lent once, and an empty queue is said once`() throws {
        let wakes = Mutex((lender: 0, borrower: 0))
        let handover = SparkplugHandover {
            wakes.withLock { $0.lender += 1 }
        } wakeBorrower: {
            wakes.withLock { $0.borrower += 1 }
        }
        #expect(handover.openRequest == nil)
        handover.request(2)
        let request = try #require(handover.openRequest)
        let empty = SparkplugHandover.Batch(isLast: true)
        for _ in 0..<5 { handover.lend(empty, for: request) }
        #expect(handover.take()?.isLast == true && handover.take() == nil)
        handover.lend(empty, for: request)
        #expect(handover.take() == nil && wakes.withLock { $0.borrower } == 1)
        let item = StoredItem(number: 1, content: [1])
        handover.lend(.init(tokens: [1], items: [item]), for: try #require(handover.openRequest))
        #expect(handover.openRequest == nil && handover.take()?.tokens == [1])
        handover.giveBack([1], isComplete: true)
        handover.giveBack([2], isComplete: false)
        #expect(handover.takeReturned() == .init(proved: [1], refused: [2]) && handover.takeReturned() == .init())
        // A request that was withdrawn gets nothing, and what was meant for it is sent again.
        handover.request(2)
        let old = try #require(handover.openRequest)
        handover.abandon()
        handover.lend(.init(tokens: [2], items: [item]), for: old)
        #expect(handover.take() == nil && handover.takeReturned().isAbandoned)
        handover.request(2)
        handover.lend(.init(tokens: [3], items: [item]), for: old)
        #expect(handover.take() == nil && handover.openRequest != nil)
        #expect(wakes.withLock { $0.lender } == 6)
    }
}
