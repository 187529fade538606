// SPDX-License-Identifier: Apache-2.0

import DriverKit
import DriverTesting
import GNSSTypes
import Glibc
import PluginHosting
import ReceiverFixtures
import Testing
import Transport
import UBX

@testable import SerialReceiver
@testable import UBXReceiver

/// What comes over the line; the look at a device; the conformance suite.
@Suite struct StreamTests {
    /// A receiver that sends NAV-PVT, with NMEA or without.
    private func talker(nmea: Bool = false) -> FalseUBXReceiver {
        var receiver = FalseUBXReceiver(.f9)
        for id in [MessageID.navPVT, .navSAT, .navDOP, .navEOE] { receiver.setInterval(of: id, 1) }
        if !nmea { for id in [MessageID(0xF0, 0x04), MessageID(0xF0, 0x00)] { receiver.setInterval(of: id, 0) } }
        return receiver
    }

    private func probe(_ path: String, seconds: Int64 = 60) throws -> ProbeResult {
        let table = try PluginTable(ExportedPlugin(UBXReceiverDriver.plugin).table)
        return try table.probe(device: path, deadlineNanoseconds: MonotonicClock.now + seconds * 1_000_000_000)
    }

    @Test func `UBX alone is read and published`() throws {
        let terminal = try #require(PseudoTerminal(asUART: true))
        let receiver = FalseReceiverLine(talker(), on: terminal, hasRate: true)
        defer { receiver.end() }
        let run = Run(try driver(terminal.path))
        #expect(run.said(.running, "UBX at 38400 baud"))
        #expect(eventually { run.positions >= 5 })
        #expect(run.host.recorded.refusals.isEmpty && run.end() && receiver.state.receivedBytes == 0)
    }

    @Test func `a receiver that changes its rate is found again`() throws {
        let terminal = try #require(PseudoTerminal(asUART: true))
        let receiver = FalseReceiverLine(talker(), on: terminal, hasRate: true)
        defer { receiver.end() }
        var driver = try driver(terminal.path)
        driver.receiver.patience = 300_000_000
        let run = Run(driver)
        #expect(run.said(.running, "UBX at 38400 baud"))
        receiver.change { $0.setBaud(115_200) }
        #expect(run.said(.running, "UBX at 115200 baud") && run.end())
    }

    @Test func `a receiver behind a TCP port is read and set up`() throws {
        let server = try #require(LoopbackServer())
        let run = Run(try driver("tcp://127.0.0.1:\(server.port)", ram))
        let connection = try #require(server.accept())
        let receiver = FalseReceiverLine(FalseUBXReceiver(.f9), on: connection)
        #expect(run.said(.running, "over the network") && run.logged("settings were changed"))
        #expect(eventually { run.positions >= 5 })
        receiver.end()
        server.hangUp()
        #expect(eventually { run.hasEnded })
        guard case .lost(let reason) = run.error else {
            Issue.record("\(String(describing: run.error))")
            return
        }
        #expect(reason.contains("tcp://127.0.0.1:\(server.port) is gone"))
    }

    @Test func `UBX is found with its rate, and the line is left as it was`() throws {
        let terminal = try #require(PseudoTerminal(asUART: true))
        let before = terminal.baud
        let receiver = FalseReceiverLine(talker(), on: terminal, hasRate: true)
        defer { receiver.end() }
        #expect(try probe(terminal.path) == ProbeResult(certainty: 100, text: "UBX at 38400 baud"))
        #expect(terminal.baud == before && receiver.state.receivedBytes == 0)
    }

    @Test func `both protocols are ours, NMEA alone is not`() throws {
        let (both, alone) = (try #require(PseudoTerminal()), try #require(PseudoTerminal()))
        let first = FalseReceiverLine(talker(nmea: true), on: both)
        let second = FalseReceiverLine(FalseUBXReceiver(.f9), on: alone)
        defer {
            first.end()
            second.end()
        }
        let finding = try probe(both.path)
        #expect(finding.certainty == 100 && finding.text.hasPrefix("UBX and NMEA 0183"))
        let none = try probe(alone.path)
        #expect(none.certainty == 0 && none.text.contains("no UBX"))
    }

    @Test func `the driver keeps the contract`() throws {
        let (terminal, noise) = (try #require(PseudoTerminal()), try #require(PseudoTerminal()))
        var damage = FalseReceiverLine.Damage()
        (damage.noise, damage.losesEvery) = (300, 2)
        let receiver = FalseReceiverLine(talker(), on: terminal)
        let garbage = FalseReceiverLine(talker(), on: noise, damage: damage)
        defer {
            receiver.end()
            garbage.end()
        }
        var suite = DriverConformance(
            plugin: try PluginTable(ExportedPlugin(UBXReceiverDriver.plugin).table),
            configuration: "{\"device\": \"\(terminal.path)\"}", garbageConfiguration: "{\"device\": \"\(noise.path)\"}"
        )
        suite.startLimit = .seconds(60)
        suite.stopLimit = .seconds(20)
        let findings = suite.run()
        #expect(findings.count >= 9)
        for finding in findings { #expect(finding.failure == nil, "\(finding)") }
    }
}

/// A TCP server with one client.
final class LoopbackServer {
    let port: Int
    private let listening: Int32
    private var connection: Int32 = -1

    init?() {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound, listen(descriptor, 4) == 0 else { return nil }
        (listening, port) = (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    deinit {
        hangUp()
        close(listening)
    }

    /// The client, once it is there; its descriptor does not block.
    func accept() -> Int32? {
        connection = Glibc.accept(listening, nil, nil)
        guard connection >= 0 else { return nil }
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        return connection
    }

    func hangUp() {
        if connection >= 0 { close(connection) }
        connection = -1
    }
}
