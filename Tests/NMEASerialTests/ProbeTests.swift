// SPDX-License-Identifier: Apache-2.0

import DriverKit
import DriverTesting
import GNSSTypes
import Glibc
import PluginHosting
import ReceiverFixtures
import Testing
import Transport

@testable import NMEASerial
@testable import SerialReceiver

/// A line on which the same frames always wait to be read, for 20 s.
private final class EagerLine: ReceiverLine {
    let path = "eager"
    let kind = LineKind.usb
    let others: [PortHolder] = []
    let baud: Int? = nil
    let isWritable = false
    let errors: LineErrors? = nil
    private(set) var isOver = false
    private let frames: [UInt8]
    private let end = MonotonicClock.now + 20_000_000_000

    init(_ frames: [UInt8]) { self.frames = frames }

    func configure(_ settings: LineSettings) {}
    func requestLowLatency() {}
    func otherHolders() -> [PortHolder] { [] }

    func read(into room: UnsafeMutableRawBufferPointer, deadline: Int64, stop: Int32, wake: Int32) -> ReadOutcome {
        isOver = MonotonicClock.now >= end
        guard !isOver else { return .timedOut }
        let count = min(frames.count, room.count)
        room.copyBytes(from: frames.prefix(count))
        return .bytes(count)
    }

    func write(_ bytes: Span<UInt8>, deadline: Int64, stop: Int32) -> WriteOutcome { .timedOut(0) }
}

/// The look at a device, through the contract; and the conformance suite.
@Suite struct ProbeTests {
    private func probe(_ path: String, seconds: Int64 = 60) throws -> ProbeResult {
        let table = try PluginTable(ExportedPlugin(NMEASerialDriver.plugin).table)
        return try table.probe(device: path, deadlineNanoseconds: MonotonicClock.now + seconds * 1_000_000_000)
    }

    @Test func `a receiver is found with its rate, and the line is left as it was`() throws {
        let pty = try #require(Pty(asUART: true))
        let before = pty.baud
        let receiver = FalseReceiver(pty, baud: 115_200, interval: 200_000) { burst($0) }
        defer { receiver.end() }
        let finding = try probe(pty.path)
        #expect(finding == ProbeResult(certainty: 95, text: "NMEA 0183 at 115200 baud"))
        #expect(pty.baud == before)
    }

    @Test func `UBX is not ours, and is named`() throws {
        let pty = try #require(Pty())
        let receiver = FalseReceiver(pty) { _ in ubx() }
        defer { receiver.end() }
        let finding = try probe(pty.path)
        #expect(finding.certainty == 0 && finding.text.contains("UBX here, no NMEA"))
    }

    @Test func `both protocols leave room for a better driver`() throws {
        let pty = try #require(Pty())
        let receiver = FalseReceiver(pty) { burst($0) + ubx() }
        defer { receiver.end() }
        #expect(try probe(pty.path).certainty == 60)
    }

    @Test func `silence is no receiver, within the deadline`() throws {
        let pty = try #require(Pty())
        let finding = try probe(pty.path, seconds: 1)
        #expect(finding.certainty == 0 && finding.text.contains("no byte arrived"))
    }

    @Test func `a deadline that has passed is kept`() throws {
        let pty = try #require(Pty(asUART: true))
        #expect(try probe(pty.path, seconds: -5).certainty == 0)
    }

    @Test(.timeLimit(.minutes(1))) func `a line on which bytes always wait ends the look too`() throws {
        let line = EagerLine(burst(0) + ubx())
        let second: Int64 = 1_000_000_000
        let begin = MonotonicClock.now
        let finding = try LineReceiver.probe(on: line, deadline: begin + second / 2, .nmea)
        #expect(finding.certainty == 60)
        // The line ends by itself, so that a look that does not end fails here.
        #expect(!line.isOver)
    }

    @Test func `what is no port is a failure with words`() {
        #expect(throws: PluginError.self) { try probe("/nonsense") }
        #expect(throws: PluginError.self) { try probe("") }
        #expect(throws: PluginError.self) { try probe("/dev/null") }
    }

    @Test func `the driver keeps the contract`() throws {
        let (pty, noise) = (try #require(Pty()), try #require(Pty()))
        let receiver = FalseReceiver(pty) { burst($0) }
        let garbage = FalseReceiver(noise) { second in (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ second) } }
        defer {
            receiver.end()
            garbage.end()
        }
        var suite = DriverConformance(
            plugin: try PluginTable(ExportedPlugin(NMEASerialDriver.plugin).table),
            configuration: "{\"device\": \"\(pty.path)\"}", garbageConfiguration: "{\"device\": \"\(noise.path)\"}")
        suite.startLimit = .seconds(60)
        suite.stopLimit = .seconds(20)
        let findings = suite.run()
        #expect(findings.count >= 9)
        for finding in findings { #expect(finding.failure == nil, "\(finding)") }
    }
}
