// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DeviceDiscovery

struct DeviceTableTests {
    private var table = DeviceTable()

    private mutating func insert(_ facts: TTYFacts) throws -> DeviceEvent {
        let event = table.insert(facts)
        return try #require(event)
    }

    @Test mutating func `what is told twice is added once`() throws {
        let facts = Devices.ublox("ttyACM0")
        let first = try insert(facts)
        guard case .added = first else {
            Issue.record("\(first)")
            return
        }
        let second = table.insert(facts)
        #expect(second == nil)
        #expect(table.devices.count == 1)
    }

    @Test mutating func `new links are a change of the same appearance`() throws {
        var facts = Devices.ublox("ttyACM0")
        let added = try insert(facts).device
        facts.links = ["/dev/serial/by-id/usb-u-blox-if00"]
        guard case .changed(let device) = try insert(facts) else {
            Issue.record("not a change")
            return
        }
        #expect(device.appearance == added.appearance)
        #expect(device.stablePath == "/dev/serial/by-id/usb-u-blox-if00")
    }

    @Test mutating func `a device that returns under another name has its identity and a new appearance`() throws {
        let before = try insert(Devices.ublox("ttyACM0")).device
        let removed = table.remove(sysPath: Devices.ublox("ttyACM0").sysPath)
        #expect(removed == .removed(before))
        let after = try insert(Devices.ublox("ttyACM1")).device
        #expect(after.identity == before.identity)
        #expect(after.node == "/dev/ttyACM1")
        #expect(after.appearance != before.appearance)
    }

    @Test mutating func `two receivers that swap names keep their identities`() throws {
        _ = table.replace([
            Devices.ublox("ttyACM0", serial: "A1", port: "1-1"), Devices.ublox("ttyACM1", serial: "B2", port: "1-2"),
        ])
        let before = Dictionary(uniqueKeysWithValues: table.devices.map { ($0.identity, $0.node) })
        let events = table.replace([
            Devices.ublox("ttyACM1", serial: "A1", port: "1-1"), Devices.ublox("ttyACM0", serial: "B2", port: "1-2"),
        ])
        #expect(events.count == 4)
        let after = Dictionary(uniqueKeysWithValues: table.devices.map { ($0.identity, $0.node) })
        #expect(Set(before.keys) == Set(after.keys))
        #expect(before.values.sorted() == after.values.sorted())
        #expect(before != after)
    }

    @Test mutating func `of two devices with one serial number the second is known by its port`() throws {
        let one = Devices.usb("ttyUSB1", 0x0403, 0x6001, serial: "FTDI7", port: "1-1")
        let other = Devices.usb("ttyUSB0", 0x0403, 0x6001, serial: "FTDI7", port: "1-2")
        _ = table.replace([other, one])
        let names = ["usb:0403:6001:FTDI7@1-2", "usb:0403:6001:FTDI7"]
        #expect(table.devices.map(\.identity.rawValue) == names)
        // Told again, and looked for again: nothing changes.
        let again = [table.insert(other), table.insert(one)]
        #expect(again == [nil, nil])
        let events = table.replace([one, other])
        #expect(events.isEmpty)
    }

    @Test mutating func `the name of a device that was unplugged never leads to its twin`() throws {
        let one = Devices.usb("ttyUSB0", 0x0403, 0x6001, serial: "TWIN", port: "1-1")
        let other = Devices.usb("ttyUSB1", 0x0403, 0x6001, serial: "TWIN", port: "1-2")
        _ = table.replace([one, other])
        #expect(table.device(named: "usb:0403:6001:TWIN", isWhole: false)?.node == "/dev/ttyUSB0")
        _ = table.replace([other])
        #expect(table.device(named: "usb:0403:6001:TWIN", isWhole: false) == nil)
        #expect(table.device(named: "usb:0403:6001:TWIN@1-2", isWhole: false)?.node == "/dev/ttyUSB1")
        #expect(table.device(named: "usb:0403:6001", isWhole: false)?.node == "/dev/ttyUSB1")
        #expect(table.device(named: "usb:0403:6001", isWhole: true) == nil)
        _ = table.replace([one, other])
        #expect(table.device(named: "usb:0403:6001:TWIN", isWhole: false)?.node == "/dev/ttyUSB0")
    }

    @Test mutating func `a device that is plugged in again does not get the identity of its absent twin`() throws {
        let one = Devices.usb("ttyUSB0", 0x0403, 0x6001, serial: "TWIN", port: "1-1")
        let other = Devices.usb("ttyUSB1", 0x0403, 0x6001, serial: "TWIN", port: "1-2")
        _ = table.replace([one, other])
        _ = table.replace([])
        // udev may report any of them first, at any node.
        for node in ["ttyUSB0", "ttyUSB1"] {
            var returned = other
            returned.node = "/dev/\(node)"
            let device = try insert(returned).device
            #expect(device.identity.rawValue == "usb:0403:6001:TWIN@1-2")
            #expect(table.device(named: "usb:0403:6001:TWIN", isWhole: false) == nil)
            _ = table.remove(sysPath: returned.sysPath)
        }
        // The first one has it at its port only; elsewhere nothing distinguishes it from a third device.
        let back = try insert(one).device
        #expect(back.identity.rawValue == "usb:0403:6001:TWIN")
        _ = table.replace([])
        let moved = try insert(Devices.usb("ttyUSB0", 0x0403, 0x6001, serial: "TWIN", port: "1-3")).device
        #expect(moved.identity.rawValue == "usb:0403:6001:TWIN@1-3")
    }

    @Test mutating func `a device without a twin keeps its identity at another port`() throws {
        _ = try insert(Devices.ublox("ttyACM0", serial: "A1", port: "1-1"))
        _ = table.replace([])
        let moved = try insert(Devices.ublox("ttyACM0", serial: "A1", port: "1-2")).device
        #expect(moved.identity.rawValue == "usb:1546:01a9:A1")
    }

    @Test mutating func `of very many devices only the last ones are remembered`() throws {
        let one = Devices.usb("ttyUSB0", 0x0403, 0x6001, serial: "TWIN", port: "1-1")
        let other = Devices.usb("ttyUSB1", 0x0403, 0x6001, serial: "TWIN", port: "1-2")
        _ = table.replace([one, other])
        _ = table.replace([])
        for number in 1...DeviceTable.memoryLimit {
            let stranger = Devices.ublox("ttyACM0", serial: "S\(number)", port: "1-3")
            _ = table.insert(stranger)
            _ = table.remove(sysPath: stranger.sysPath)
        }
        let device = try insert(other).device
        #expect(device.identity.rawValue == "usb:0403:6001:TWIN")
    }

    @Test mutating func `what is not there any more is removed first, and a stranger's removal is nothing`() throws {
        _ = table.replace([Devices.ublox("ttyACM0")])
        let stranger = table.remove(sysPath: "/sys/devices/virtual/tty/tty1")
        #expect(stranger == nil)
        let events = table.replace([Devices.ublox("ttyACM0", serial: "OTHER")])
        #expect(events.count == 1)
        let gone = table.replace([])
        #expect(gone.count == 1)
        #expect(table.devices.isEmpty)
    }
}
