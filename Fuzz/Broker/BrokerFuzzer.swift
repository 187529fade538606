// SPDX-License-Identifier: Apache-2.0

import ControlModel
import FoundationEssentials
import GNSSTypes
import Synchronization

@testable import MQTTUplink

// Input: what a broker sends: messages of other gateways, commands, and Sparkplug's commands to an edge node. Zero bytes divide
// a run's messages; the first byte of a message of a gateway says from whom it comes and what it is.
//
// Requirements: reports are JSON, and their texts are one short line; no position that the broker had kept, or that is old, is
// called authenticated; the changes make up the whole; a command has a printable id; what is written in the format of Protocol
// Buffers is read again unchanged.

func run(_ input: FuzzInput) {
    var input = input
    switch input.choice(of: 4) {
    case 0: command(input.bytes)
    case 1: sparkplug(input.bytes)
    default: fleet(&input)
    }
}

private let second: Int64 = 1_000_000_000

private func fleet(_ input: inout FuzzInput) {
    let clock = Clock(wall: Int64(input.choice(of: 65_536)) * 86_400 * second)
    let table = FleetTable(own: "g0", after: nil) { clock.now }
    var known: [String: FleetGatewayReport] = [:]
    var revision: Int64?
    /// The gateways whose newest position came live, and when.
    var live: [String: Int64] = [:]
    for message in input.bytes.split(separator: 0, maxSplits: 60, omittingEmptySubsequences: true) {
        let (head, payload) = (message[message.startIndex], Array(message.dropFirst()))
        let gateway = head & 4 == 0 ? "g\(head & 3)" : String(decoding: payload.prefix(8), as: UTF8.self)
        let isRetained = head & 8 != 0
        let names: [GatewayTopics.Name] = [.status, .state, .position, .answer]
        let name = names[Int(head >> 4 & 3)]
        clock.pass(head & 64 == 0 ? 0 : 5 * second)
        table.take(gateway, name, payload, isRetained: isRetained)
        // What is not a position leaves the one before.
        if name == .position, FleetMessage.decode(payload, as: FleetMessage.Position.self)?.fix.sound != nil {
            live[gateway] = isRetained ? nil : clock.now.monotonicNanoseconds
        }
        guard head & 128 != 0 else { continue }
        let changes = report(table, since: revision)
        if changes.isFull { known = [:] }
        for name in changes.removed { known[name] = nil }
        for gateway in changes.gateways { known[gateway.name] = gateway }
        revision = changes.revision
        let whole = report(table, since: nil)
        require(
            whole.isFull && whole.total == whole.gateways.count,
            "a whole report that is not marked so, or with a wrong total")
        // Ages and the loss of currency go on between two changes.
        require(whole.gateways.map(\.name) == known.keys.sorted(), "the changes do not make up the whole")
        for gateway in whole.gateways where gateway.authentication?.authenticated == true {
            let age = live[gateway.name].map { clock.now.monotonicNanoseconds - $0 } ?? .max
            require(age <= longestAge && gateway.isOnline != false, "an old position is called authenticated")
        }
    }
}

private let longestAge = 10 * second

private func report(_ table: FleetTable, since revision: Int64?) -> FleetReport {
    var report = FleetReport()
    table.write(to: &report, since: revision, longestAge: longestAge)
    guard let json = try? JSONEncoder().encode(report), let text = String(validating: json, as: UTF8.self) else {
        require(false, "a report that is no JSON")
        return report
    }
    // JSON writes control characters as escapes of this form.
    require(!text.contains("\\u00") && !text.contains("\\n"), "a text that is not one line")
    for gateway in report.gateways {
        let texts =
            [gateway.name, gateway.program, gateway.receiver, gateway.authentication?.text].compactMap { $0 }
            + gateway.receivers.flatMap { [$0.id, $0.state, $0.reason] }
            + gateway.uplinks.flatMap { [$0.name, $0.state] }
        require(texts.allSatisfy { $0.utf8.count <= 1000 }, "a text that is too long")
        let position = gateway.position
        require((-90...90).contains(position?.latitude ?? 0), "a latitude of \(position?.latitude ?? 0)")
        require((-180...180).contains(position?.longitude ?? 0), "a longitude of \(position?.longitude ?? 0)")
        require((gateway.age ?? 0) >= 0 && (position?.age ?? 0) >= 0, "an age below zero")
    }
    return report
}

private func command(_ bytes: [UInt8]) {
    for command in RemoteCommand.allCases {
        guard let (id, order) = RemoteMessage.order(command, bytes) else { continue }
        require(order.command == command && !id.isEmpty && id.utf8.count <= 64, "an id that is too long")
        require(id.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "an id that is not one line")
        require(command != .restartReceiver || order.receiver != nil, "no receiver to restart")
        let answer = RemoteMessage.Answer(gateway: "g", id: id, command: command.rawValue, done: true).json
        require(!answer.isEmpty, "a command without an answer")
    }
}

private func sparkplug(_ bytes: [UInt8]) {
    let asks = SparkplugCommand.asksForRebirth(bytes)
    guard let fields = ProtobufReader.fields(bytes[...]) else { return require(!asks, "bytes that are no message ask") }
    var writer = ProtobufWriter()
    for field in fields {
        // Numbers above are valid, but the writer needs none.
        guard field.number < 1 << 29 else { return }
        switch field.value {
        case .varint(let value): writer.add(Int(field.number), varint: value)
        case .fixed64(let value): writer.add(Int(field.number), double: Double(bitPattern: value))
        case .bytes(let value): writer.add(Int(field.number), bytes: value)
        case .fixed32: return
        }
    }
    require(ProtobufReader.fields(writer.bytes[...]) == fields, "the fields have changed")
}

/// A clock that the target sets.
private final class Clock: Sendable {
    private let time: Mutex<HostTime>

    init(wall: Int64) { time = Mutex(HostTime(monotonicNanoseconds: 0, wallNanoseconds: wall)) }

    var now: HostTime { time.withLock { $0 } }

    func pass(_ nanoseconds: Int64) {
        time.withLock { time in
            time.monotonicNanoseconds += nanoseconds
            time.wallNanoseconds += nanoseconds
        }
    }
}
