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
