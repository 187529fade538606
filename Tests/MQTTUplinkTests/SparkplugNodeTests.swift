// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import MQTTUplink

/// The order of the messages and what they say, read with the gateway's own reader.
struct SparkplugNodeTests {
    private static let rover = SourceID(rawValue: "rover")

    /// A message as a reader sees it: the last levels of its topic, its number, and the metrics that it has.
    private struct Seen {
        var topic: String
        var sequence: UInt64?
        var metrics: [String: ProtobufReader.Value?]
    }

    private var settings: MQTTUplinkSettings {
        MQTTUplinkSettings(server: "mqtt://broker:1883", host: "broker", port: 1883, prefix: "gnss", gateway: "tractor")
    }

    private func time(_ seconds: Double) -> HostTime {
        HostTime(
            monotonicNanoseconds: Int64(seconds * 1e9),
            wallNanoseconds: 1_800_000_000_000_000_000 + Int64(seconds * 1e9))
    }

    private func observation(_ payload: Payload, _ seconds: Double, from source: SourceID = rover) -> Observation {
        Observation(
            source: source, sequence: UInt64(seconds * 1000), hostTime: time(seconds), payload: payload)
    }

    private func state(_ state: DriverState, _ seconds: Double, from source: SourceID = rover) -> Observation {
        observation(.driverState(DriverStateReport(state, reason: "because")), seconds, from: source)
    }

    private func fix(_ seconds: Double, latitude: Double = 48, from source: SourceID = rover) -> Observation {
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.position = GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: 11))
        return observation(.fix(fix), seconds, from: source)
    }

    private func verdict(_ seconds: Double) -> Observation {
        var verdict = Authentication(receiver: Self.rover)
        (verdict.state, verdict.reason) = (.authenticated, .authenticated)
        verdict.clock = AuthenticationClock(source: .synchronised, use: .all)
        return observation(.authentication(verdict), seconds, from: .stage("osnma", of: Self.rover))
    }

    private func seen(_ message: SparkplugNode.Message) throws -> Seen {
        let fields = try #require(ProtobufReader.fields(message.payload[...]))
        var seen = Seen(topic: String(message.topic.dropFirst("spBv1.0/farm/".count)), metrics: [:])
        for field in fields {
            switch (field.number, field.value) {
            case (3, .varint(let number)): seen.sequence = number
            case (2, .bytes(let bytes)):
                let metric = try #require(ProtobufReader.fields(bytes))
                guard case .bytes(let name) = metric.first(where: { $0.number == 1 })?.value else { continue }
                #expect(metric.contains { $0.number == 3 && $0.value != .varint(0) })
                seen.metrics[String(decoding: name, as: UTF8.self)] =
                    .some(metric.first { $0.number >= 10 }?.value)
            default: break
            }
        }
        return seen
    }

    private func all(_ node: inout SparkplugNode, at seconds: Double) throws -> [Seen] {
        var all: [Seen] = []
        while let message = node.next(at: time(seconds)) { all.append(try seen(message)) }
        return all
    }

    private func node(_ settings: MQTTUplinkSettings, connection: Int = 0) -> SparkplugNode {
        var node = SparkplugNode()
        node.apply(settings, group: "farm")
        for _ in 0..<connection { node.used() }
        return node
    }

    private func node() -> SparkplugNode { node(settings, connection: 254) }

    @Test func `births come before data, and a receiver that is gone dies`() throws {
        var node = node()
        let requirement = OSNMARequirement()
        node.take([state(.connecting, 1)], requirement, at: time(1))
        var messages = try all(&node, at: 1)
        #expect(messages.map(\.topic) == ["NBIRTH/tractor"])
        #expect(messages[0].metrics["bdSeq"] == .varint(254) && messages[0].sequence == 0)
        #expect(messages[0].metrics["Node Control/Rebirth"] == .varint(0))
        node.take([state(.running, 2), fix(2)], requirement, at: time(2))
        messages = try all(&node, at: 2)
        #expect(messages.map(\.topic) == ["DBIRTH/tractor/rover"] && messages[0].metrics.count == 20)
        #expect(messages[0].metrics["fix/speed_m_s"] == .some(nil))
        // Within the interval nothing follows; after it only what has changed.
        node.take([fix(2.5, latitude: 49)], requirement, at: time(2.5))
        #expect(try all(&node, at: 2.5).isEmpty)
        node.take([fix(3, latitude: 49)], requirement, at: time(3))
        messages = try all(&node, at: 3)
        #expect(
            messages.map(\.topic) == ["DDATA/tractor/rover"] && Set(messages[0].metrics.keys) == ["fix/latitude_deg"])
        node.take([state(.lost, 4)], requirement, at: time(4))
        node.take([fix(4, latitude: 1)], requirement, at: time(4))
        messages = try all(&node, at: 4)
        #expect(messages.map(\.topic) == ["DDEATH/tractor/rover"] && messages[0].sequence == 3)
        node.take([state(.running, 5)], requirement, at: time(5))
        messages = try all(&node, at: 5)
        #expect(messages.map(\.topic) == ["DBIRTH/tractor/rover"])
        let change = ActiveReceiver(current: Self.rover, previous: nil, reason: "first")
        node.take([observation(.activeReceiver(change), 5, from: .gateway)], requirement, at: time(5))
        #expect(try all(&node, at: 5).map(\.topic) == ["NDATA/tractor"])
        // All begins again.
        node.restart()
        messages = try all(&node, at: 6)
        #expect(messages.map(\.topic) == ["NBIRTH/tractor", "DBIRTH/tractor/rover"])
        #expect(messages.map(\.sequence) == [0, 1])
    }

    @Test func `numbers go round, and the death has none`() throws {
        var node = node()
        let requirement = OSNMARequirement()
        node.take([state(.running, 0)], requirement, at: time(0))
        var numbers: [UInt64?] = []
        for second in 0..<600 {
            node.take([fix(Double(second), latitude: Double(second) / 10)], requirement, at: time(Double(second)))
            numbers += try all(&node, at: Double(second)).map(\.sequence)
        }
        #expect(numbers == (0..<601).map { UInt64($0 % 256) })
        let death = try seen(node.death(at: time(1)))
        #expect(death.topic == "NDEATH/tractor" && death.sequence == nil && death.metrics["bdSeq"] == .varint(254))
        node.used()
        node.used()
        #expect(node.connection == 0)
    }

    @Test func `names become one level, and receivers have a limit`() throws {
        var settings = settings
        settings.gateway = "a/b+c#"
        var node = self.node(settings)
        let requirement = OSNMARequirement()
        for number in 0..<200 {
            node.take([state(.running, 0, from: SourceID(rawValue: "r/\(number)"))], requirement, at: time(0))
        }
        let topics = try all(&node, at: 0).map(\.topic)
        #expect(topics.count == 65 && topics[0] == "NBIRTH/a-b-c-")
        #expect(topics.dropFirst().allSatisfy { $0.hasPrefix("DBIRTH/a-b-c-/r%2F") })
        // One that is gone makes room.
        node.take([state(.stopped, 1, from: SourceID(rawValue: "r/0"))], requirement, at: time(1))
        #expect(try all(&node, at: 1).map(\.topic) == ["DDEATH/a-b-c-/r%2F0"])
        node.take([state(.running, 2, from: SourceID(rawValue: "new"))], requirement, at: time(2))
        #expect(try all(&node, at: 2).map(\.topic) == ["DBIRTH/a-b-c-/new"])
    }

    @Test func `receivers whose names differ have topics that differ`() {
        let topics = SparkplugTopics(group: "farm", gateway: "tractor")
        let names = [
            "", "%", "%%", "%25", "a/b", "a-b", "a+b", "a#b", "a%2Fb", "a%2fb", "A%2FB", "é", "e\u{301}", "a\u{7}b",
            "a\u{200B}b", "a\u{2028}b", String(repeating: "a", count: 64), String(repeating: "a", count: 65),
        ]
        let all = names.map { topics.topic(.deviceData, of: SourceID(rawValue: $0)) }
        // Topics are compared as bytes: Swift's strings are equal if they look the same.
        #expect(Set(all.map { Array($0.utf8) }).count == names.count, "\(all)")
        #expect(all.allSatisfy { $0.split(separator: "/", omittingEmptySubsequences: false).count == 5 })
        #expect(
            all.allSatisfy {
                !$0.hasSuffix("/") && $0.unicodeScalars.allSatisfy { !"+#\u{7}".unicodeScalars.contains($0) }
            })
        // The names that a configuration permits stay as they are.
        #expect(
            topics.topic(.deviceData, of: SourceID(rawValue: "rover_1.a-b")) == "spBv1.0/farm/DDATA/tractor/rover_1.a-b"
        )
    }

    @Test func `a verdict in the batch of a position counts, and is withdrawn when nothing follows`() throws {
        var node = node()
        let requirement = OSNMARequirement(satellites: 0)
        node.take([fix(1), verdict(1), state(.running, 1)], requirement, at: time(1))
        var messages = try all(&node, at: 1)
        #expect(messages.last?.metrics["authentication/authenticated"] == .varint(1), "\(messages)")
        let end = try #require(node.nextTime(requirement))
        #expect(end == 11_001_000_000)
        node.judge(requirement, at: time(10.5))
        #expect(try all(&node, at: 10.5).isEmpty)
        node.judge(requirement, at: time(11.1))
        messages = try all(&node, at: 11.1)
        #expect(messages.map(\.topic) == ["DDATA/tractor/rover"])
        #expect(messages[0].metrics["authentication/authenticated"] == .varint(0))
        #expect(messages[0].metrics["authentication/cause"] == .bytes(ArraySlice("outdated".utf8)))
        #expect(node.nextTime(requirement) == nil)
        // Without a verdict nothing is authenticated.
        var other = self.node()
        other.take([fix(1), state(.running, 1)], requirement, at: time(1))
        #expect(try all(&other, at: 1).last?.metrics["authentication/authenticated"] == .varint(0))
    }
}
