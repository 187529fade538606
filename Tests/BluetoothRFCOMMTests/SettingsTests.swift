// SPDX-License-Identifier: Apache-2.0

import DriverKit
import DriverTesting
import Glibc
import PluginHosting
import ReceiverFixtures
import Testing
import Transport

@testable import BluetoothRFCOMM
@testable import SerialReceiver

/// The section `config`, the look at a device, and the contract.
@Suite struct SettingsTests {
    private func settings(_ json: String) throws -> BluetoothSettings {
        try BluetoothSettings(DriverConfiguration(json: json))
    }

    @Test func `an address is all that is needed`() throws {
        let settings = try settings(#"{"address": "00:1d:43:5f:a0:2c"}"#)
        #expect(settings.address.description == "00:1D:43:5F:A0:2C")
        #expect(settings.adapter == nil && settings.channel == nil && settings.security == .medium)
        #expect(settings.waitsForAdapter && settings.leave == .listen && settings.silence == 30_000_000_000)
    }

    @Test func `all of it is read`() throws {
        let settings = try settings(
            #"""
            {"address": "00:1D:43:5F:A0:2C", "adapter": "hci1", "channel": 4, "security": "low", "connect_timeout_s": 60,
             "reconnect_after_s": 0, "without_adapter": "exit", "configure": "ram", "checksum": "optional"}
            """#)
        #expect(settings.adapter == .number(1) && settings.channel == 4 && settings.security == .low)
        #expect(settings.connectTimeout == 60_000_000_000 && settings.silence == nil)
        #expect(!settings.waitsForAdapter && settings.leave != .listen && settings.line.allowsMissingChecksum)
    }

    @Test(arguments: [
        (#""channel": 0"#, "config.channel"), (#""channel": 31"#, "config.channel"), (#""channel": "1"#, "config"),
        (#""channel": "none""#, "config.channel"), (#""adapter": "eth0""#, "config.adapter"),
        (#""adapter": "hci""#, "config.adapter"), (#""adapter": "hci-1""#, "config.adapter"),
        (#""security": "high""#, "config.security"), (#""connect_timeout_s": 4"#, "config.connect_timeout_s"),
        (#""reconnect_after_s": -1"#, "config.reconnect_after_s"), (#""without_adapter": "stop""#, "without_adapter"),
        (#""configure": "flash""#, "config.configure"), (#""checksum": "none""#, "config.checksum"),
    ]) func `what is wrong is named`(_ member: String, _ words: String) {
        let error = #expect(throws: DriverError.self) {
            try settings(#"{"address": "00:1D:43:5F:A0:2C", "# + member + "}")
        }
        #expect(error?.description.contains(words) == true)
    }

    @Test func `an address that is none is named`() {
        let error = #expect(throws: DriverError.self) { try settings(#"{"address": "00:1D:43:5F:A0"}"#) }
        #expect(error?.description.contains("'00:1D:43:5F:A0' is not a Bluetooth address") == true)
    }

    // MARK: The look at a device

    private func probe(_ device: String, _ radio: FalseRadio) throws -> ProbeResult {
        let table = try PluginTable(ExportedPlugin(BluetoothRFCOMMDriver.plugin(radio)).table)
        return try table.probe(device: device, deadlineNanoseconds: MonotonicClock.now + 60_000_000_000)
    }

    @Test func `a receiver that speaks is found`() throws {
        let radio = FalseRadio()
        Thread.start {
            for second in 0..<2000 {
                guard radio.link?.meaning != .closed else { return }
                radio.link?.send(burst(second))
                usleep(10_000)
            }
        }
        let finding = try probe("\(newAddress())", radio)
        #expect(finding.certainty == 95 && finding.text == "NMEA 0183 over Bluetooth")
        #expect(radio.link?.receive() == [])
        radio.link?.end(.closed)
    }

    @Test func `what cannot be looked at is told`() throws {
        let radio = FalseRadio()
        radio.change { $0.connections = [.outOfRange] }
        let error = #expect(throws: PluginError.self) { try probe("\(newAddress())", radio) }
        #expect(error?.description.contains("not in range") == true)
        #expect(throws: PluginError.self) { try probe("/dev/ttyUSB0", radio) }
        radio.change { $0.adapters = .failure(.unsupported) }
        #expect(throws: PluginError.self) { try probe("\(newAddress())", radio) }
    }

    @Test func `devices in reach are listed with their names, each once`() throws {
        let radio = FalseRadio()
        let (named, nameless) = (newAddress(), newAddress())
        radio.change {
            $0.neighbours = [
                Neighbour(address: named, deviceClass: 0x1F00), Neighbour(address: nameless, deviceClass: 0),
                Neighbour(address: named, deviceClass: 0x1F00),
            ]
            $0.names = [named: "BT-GPS \"1\""]
        }
        let table = try PluginTable(ExportedPlugin(BluetoothRFCOMMDriver.plugin(radio)).table)
        let found = try table.discover(deadlineNanoseconds: MonotonicClock.now + 60_000_000_000)
        #expect(
            found == [
                DiscoveredDevice(device: "\(named)", name: "BT-GPS \"1\"", deviceClass: 0x1F00),
                DiscoveredDevice(device: "\(nameless)", deviceClass: 0),
            ])
        #expect(radio.log == ["inquire hci0 8"])
        let short = try table.discover(deadlineNanoseconds: MonotonicClock.now + 1_000_000_000)
        #expect(short.isEmpty && radio.log.count == 1)
    }

    @Test func `where nothing can be looked for the reason is told`() throws {
        let radio = FalseRadio()
        let table = try PluginTable(ExportedPlugin(BluetoothRFCOMMDriver.plugin(radio)).table)
        for failure in [BluetoothError.unsupported, .noAdapter] {
            radio.change { $0.adapters = failure == .noAdapter ? .success([]) : .failure(failure) }
            let error = #expect(throws: PluginError.self) {
                try table.discover(deadlineNanoseconds: MonotonicClock.now + 60_000_000_000)
            }
            #expect(error?.description == failure.description)
        }
    }

    @Test func `where one adapter cannot look another one does`() throws {
        let radio = FalseRadio()
        radio.change {
            $0.adapters = .success([3, 1, 2].map { BluetoothAdapter(number: $0, address: nil, isOn: $0 > 1) })
            $0.neighbours = nil
        }
        let table = try PluginTable(ExportedPlugin(BluetoothRFCOMMDriver.plugin(radio)).table)
        #expect(throws: PluginError.self) {
            try table.discover(deadlineNanoseconds: MonotonicClock.now + 60_000_000_000)
        }
        #expect(radio.log == ["inquire hci2 8", "inquire hci3 8"])
    }

    @Test func `the driver keeps the contract`() throws {
        let radio = FalseRadio()
        let isOver = StopSignal()
        defer { isOver.signal() }
        let noise = newAddress()
        Thread.start {
            var second = 0
            while !isOver.isSignalled {
                let garbage = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ second) }
                if let link = radio.link { link.send(link.device == noise ? garbage : burst(second)) }
                second += 1
                usleep(10_000)
            }
        }
        var suite = DriverConformance(
            plugin: try PluginTable(ExportedPlugin(BluetoothRFCOMMDriver.plugin(radio)).table),
            configuration: "{\"address\": \"\(newAddress())\"}", garbageConfiguration: "{\"address\": \"\(noise)\"}")
        suite.startLimit = .seconds(60)
        suite.stopLimit = .seconds(20)
        let findings = suite.run()
        #expect(findings.count >= 10)
        for finding in findings { #expect(finding.failure == nil, "\(finding)") }
    }
}
