// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DeviceDiscovery

struct DiscoveryStateTests {
    private var discovery = DiscoveryState(isSearching: true, policy: ProbePolicy())
    private var table = DeviceTable()
    private static let nmea = DeviceProbeResult(driver: "nmea-serial", certainty: 90, text: "NMEA 0183 at 9600 baud")

    /// The ids of the receivers on the devices.
    private var receivers: Set<String> {
        Set(discovery.entries.values.compactMap { if case .receiver(let id) = $0.phase { id } else { nil } })
    }

    /// What is done once these are there; without `found` all receivers that were found run.
    private mutating func plug(
        _ facts: TTYFacts..., owners: [String: String] = [:], taken: Set<String> = [], found: Set<String>? = nil
    ) -> [DiscoveryState.Action] {
        _ = table.replace(facts)
        return discovery.update(table.devices, owners: owners, taken: taken, found: found ?? receivers)
    }

    private func device(_ node: String) throws -> SerialDevice {
        try #require(table.devices.first { $0.node == node })
    }

    /// The receivers that are to be run.
    private func run(_ actions: [DiscoveryState.Action]) -> [FoundReceiver] {
        actions.compactMap { if case .run(let receiver) = $0 { receiver } else { nil } }
    }

    private func probed(_ actions: [DiscoveryState.Action]) -> [String] {
        actions.compactMap { if case .probe(let device) = $0 { device.node } else { nil } }
    }

    private mutating func find(_ node: String, _ finding: DeviceProbeResult = nmea) throws -> [DiscoveryState.Action] {
        discovery.finished(try device(node), finding, taken: [], now: 0)
    }

    @Test mutating func `a known receiver is listened to once and run with the driver that knows it`() throws {
        let first = plug(Devices.ublox("ttyACM0"))
        #expect(probed(first) == ["/dev/ttyACM0"])
        #expect(first.contains(.announce(["usb:1546:01a9:DBTK4321", "/dev/ttyACM0", "usb:1546:01a9"])))
        let again = plug(Devices.ublox("ttyACM0"))
        #expect(again.isEmpty)
        let found = run(try find("/dev/ttyACM0"))
        #expect(found.map(\.id) == ["u-blox-9-DBTK4321"])
        #expect(found.map(\.driver) == ["nmea-serial"])
        #expect(discovery.nextDue == nil, "nothing is left to be done at rest")
    }

    @Test mutating func `a receiver that returns under another name is announced, not asked again`() throws {
        _ = plug(Devices.ublox("ttyACM0"))
        _ = try find("/dev/ttyACM0")
        let gone = plug()
        #expect(gone.isEmpty)
        let back = plug(Devices.ublox("ttyACM3"))
        #expect(back == [.announce(["usb:1546:01a9:DBTK4321", "/dev/ttyACM3", "usb:1546:01a9"])])
        #expect(discovery.entries.values.map(\.phase) == [.receiver(id: "u-blox-9-DBTK4321")])
    }

    @Test mutating func `nothing found: it is asked again after 15 s, then ever later, and at a change at once`() throws
    {
        _ = plug(Devices.ublox("ttyACM0"))
        _ = try find("/dev/ttyACM0", .nothing("silence"))
        #expect(discovery.nextDue == 15_000_000_000)
        let early = discovery.due(now: 14_000_000_000)
        #expect(early.isEmpty)
        let due = discovery.due(now: 15_000_000_000)
        #expect(probed(due) == ["/dev/ttyACM0"])
        _ = try find("/dev/ttyACM0", .nothing("silence"))
        #expect(discovery.nextDue == 30_000_000_000)
        var changed = Devices.ublox("ttyACM0")
        changed.links = ["/dev/serial/by-id/x"]
        let change = plug(changed)
        #expect(probed(change) == ["/dev/ttyACM0"])
        #expect((1...20).map { DiscoveryState.pause(afterTries: $0) }.max() == 900_000_000_000)
    }

    @Test mutating func `a device that this process may not open is asked as soon as it may`() throws {
        var facts = Devices.ublox("ttyACM0")
        facts.isOpenToUs = false
        _ = plug(facts)
        _ = try find("/dev/ttyACM0", .nothing("may not be opened"))
        facts.isOpenToUs = true
        let change = plug(facts)
        #expect(probed(change) == ["/dev/ttyACM0"])
    }

    @Test mutating func `a receiver whose driver no longer fits is probed again and may get another driver`() throws {
        _ = plug(Devices.ublox("ttyACM0"))
        let id = try #require(run(try find("/dev/ttyACM0")).first).id
        let other = discovery.doesNotFit(id: "another", now: 0)
        #expect(other.isEmpty)
        let misfit = discovery.doesNotFit(id: id, now: 0)
        #expect(misfit.contains(.forget(id: id)))
        let again = discovery.doesNotFit(id: id, now: 0)
        #expect(again.isEmpty, "it is noted once")
        let next = try #require(discovery.nextDue)
        #expect(next > 0 && next <= 5_000_000_000, "the driver needs a moment to release the device")
        let due = discovery.due(now: next)
        #expect(probed(due) == ["/dev/ttyACM0"])
        let ubx = DeviceProbeResult(driver: "ubx", certainty: 90, text: "UBX")
        let found = run(try find("/dev/ttyACM0", ubx))
        #expect(found.map(\.id) == [id] && found.map(\.driver) == ["ubx"])
        _ = discovery.doesNotFit(id: id, now: 0)
        #expect(discovery.nextDue == 15_000_000_000, "a receiver that never fits is not probed constantly")
    }

    @Test mutating func `a receiver that was found late is soon probed again if its driver does not fit`() throws {
        _ = plug(Devices.ublox("ttyACM0"))
        for _ in 0..<7 {
            _ = try find("/dev/ttyACM0", .nothing("silence"))
            _ = discovery.due(now: try #require(discovery.nextDue))
        }
        let id = try #require(run(try find("/dev/ttyACM0")).first).id
        _ = discovery.doesNotFit(id: id, now: 0)
        #expect(discovery.nextDue == 3_000_000_000)
    }

    @Test mutating func `what was pulled out while it was listened to is not run, and asked when it is back`() throws {
        _ = plug(Devices.ublox("ttyACM0"))
        let first = try device("/dev/ttyACM0")
        _ = plug()
        let late = discovery.finished(first, Self.nmea, taken: [], now: 0)
        #expect(late.isEmpty)
        #expect(discovery.entries.isEmpty)
        _ = plug(Devices.ublox("ttyACM0"))
        let second = try device("/dev/ttyACM0")
        _ = plug()
        let back = plug(Devices.ublox("ttyACM1"))
        #expect(probed(back).isEmpty, "it is still being listened to")
        let finished = discovery.finished(second, Self.nmea, taken: [], now: 0)
        #expect(probed(finished) == ["/dev/ttyACM1"])
    }

    @Test(arguments: ["/dev/ttyACM0", "/dev/serial/by-id/usb-u-blox", "usb:1546:01a9:DBTK4321", "usb:1546:01a9"])
    mutating func `the device of a configured receiver is announced and not asked`(name: String) throws {
        var facts = Devices.ublox("ttyACM0")
        facts.links = ["/dev/serial/by-id/usb-u-blox"]
        let actions = plug(facts, owners: [name: "rover"])
        #expect(probed(actions).isEmpty)
        #expect(actions.contains { if case .announce(let names) = $0 { names.contains(name) } else { false } })
        #expect(discovery.entries.values.map(\.phase) == [.configured(id: "rover")])
    }

    @Test mutating func `one that was found is forgotten when it is configured, and asked when it no more is`() throws {
        _ = plug(Devices.ublox("ttyACM0"))
        _ = try find("/dev/ttyACM0")
        let configured = plug(Devices.ublox("ttyACM0"), owners: ["/dev/ttyACM0": "rover"])
        #expect(configured == [.forget(id: "u-blox-9-DBTK4321")])
        let freed = plug(Devices.ublox("ttyACM0"))
        #expect(probed(freed) == ["/dev/ttyACM0"])
    }

    @Test mutating func `one whose id went to a configured receiver runs under another id at once`() throws {
        let facts = Devices.ublox("ttyACM0", serial: "A1")
        _ = plug(facts)
        _ = try find("/dev/ttyACM0")
        let renamed = plug(facts, taken: ["u-blox-9-A1"], found: [])
        #expect(run(renamed).map(\.id) == ["u-blox-9-A1-2"])
        #expect(run(renamed).map(\.driver) == ["nmea-serial"])
        #expect(run(renamed).map(\.formerID) == ["u-blox-9-A1"])
        #expect(receivers == ["u-blox-9-A1-2"])
        let again = plug(facts, taken: ["u-blox-9-A1", "u-blox-9-A1-2"])
        #expect(again.isEmpty)
        // One that is away runs under another id when it is back.
        _ = plug()
        let back = plug(facts, taken: ["u-blox-9-A1", "u-blox-9-A1-2"], found: [])
        #expect(run(back).map(\.id) == ["u-blox-9-A1-3"])
    }

    @Test mutating func `two receivers that need other ids in one step do not get the same one`() throws {
        let facts = (0...1).map { number in
            // Ids have at most 64 characters, so these two differ only after the end of their ids.
            Devices.usb(
                "ttyUSB\(number)", 0x0403, 0x6001, serial: String(repeating: "s", count: 63) + "\(number)",
                port: "1-\(number)")
        }
        _ = plug(facts[0], facts[1])
        let first = run(try find("/dev/ttyUSB0")).map(\.id)
        _ = discovery.finished(try device("/dev/ttyUSB1"), Self.nmea, taken: Set(first), now: 0)
        let taken = receivers
        #expect(taken.count == 2)
        let renamed = plug(facts[0], facts[1], taken: taken, found: [])
        #expect(Set(run(renamed).map(\.id)).count == 2)
        #expect(receivers.isDisjoint(with: taken) && receivers.count == 2)
    }

    @Test mutating func `one that cannot run is probed again after a pause, not at each step`() throws {
        _ = plug(Devices.ublox("ttyACM0"))
        let receiver = try #require(run(try find("/dev/ttyACM0")).first)
        discovery.couldNotRun(receiver, now: 1_000_000_000)
        #expect(discovery.nextDue == 16_000_000_000)
        let again = plug(Devices.ublox("ttyACM0"), found: [])
        #expect(again.isEmpty)
        let due = discovery.due(now: 16_000_000_000)
        #expect(probed(due) == ["/dev/ttyACM0"])
    }

    @Test mutating func `found receivers end when receivers are no more looked for, those included that are away`()
        throws
    {
        _ = plug(Devices.ublox("ttyACM0", serial: "A1"), Devices.ublox("ttyACM1", serial: "B2", port: "1-2"))
        _ = try find("/dev/ttyACM0")
        _ = try find("/dev/ttyACM1")
        _ = plug(Devices.ublox("ttyACM0", serial: "A1"))
        discovery.isSearching = false
        let actions = plug(Devices.ublox("ttyACM0", serial: "A1"))
        #expect(actions == [.forget(id: "u-blox-9-B2"), .forget(id: "u-blox-9-A1")])
        let again = plug(Devices.ublox("ttyACM0", serial: "A1"))
        #expect(again.isEmpty)
    }

    @Test mutating func `of found receivers that are away, the ones longest away are forgotten beyond a limit`() throws
    {
        let limit = DiscoveryState.absentLimit
        for number in 1000...1000 + limit {
            let before = plug(Devices.ublox("ttyACM0", serial: "DBTK\(number)"))
            #expect(!before.contains { if case .forget = $0 { true } else { false } })
            _ = try find("/dev/ttyACM0")
        }
        #expect(receivers.count == limit + 1)
        // The first one returns for a while, so the second one is the one longest away.
        let returned = plug(Devices.ublox("ttyACM0", serial: "DBTK1000"))
        #expect(returned == [.announce(["usb:1546:01a9:DBTK1000", "/dev/ttyACM0", "usb:1546:01a9"])])
        let unplugged = plug()
        #expect(unplugged.contains(.forget(id: "u-blox-9-DBTK1001")))
        let again = plug()
        #expect(again.isEmpty)
        #expect(receivers.count == limit && receivers.contains("u-blox-9-DBTK1000"))
        let back = plug(Devices.ublox("ttyACM0", serial: "DBTK1001"))
        #expect(probed(back) == ["/dev/ttyACM0"])
    }

    @Test mutating func `without searching nothing is asked, and devices are still announced`() throws {
        discovery.isSearching = false
        let actions = plug(Devices.ublox("ttyACM0"))
        #expect(actions.count == 1)
        #expect(probed(actions).isEmpty)
        discovery.isSearching = true
        let searching = plug(Devices.ublox("ttyACM0"))
        #expect(probed(searching) == ["/dev/ttyACM0"])
    }

    @Test mutating func `two receivers that swap names stay what they are`() throws {
        _ = plug(
            Devices.ublox("ttyACM0", serial: "A1", port: "1-1"), Devices.ublox("ttyACM1", serial: "B2", port: "1-2"))
        _ = try find("/dev/ttyACM0")
        _ = try find("/dev/ttyACM1")
        let swapped = plug(
            Devices.ublox("ttyACM1", serial: "A1", port: "1-1"), Devices.ublox("ttyACM0", serial: "B2", port: "1-2"))
        #expect(run(swapped).isEmpty && probed(swapped).isEmpty)
        let phases = discovery.entries.mapValues(\.phase)
        #expect(phases[DeviceIdentity(rawValue: "usb:1546:01a9:A1")] == .receiver(id: "u-blox-9-A1"))
        #expect(phases[DeviceIdentity(rawValue: "usb:1546:01a9:B2")] == .receiver(id: "u-blox-9-B2"))
    }

    @Test mutating func `the only receiver of its model without a serial number may change its USB port`() throws {
        _ = plug(Devices.usb("ttyACM0", 0x1546, 0x01A8, port: "1-1"))
        let id = try #require(run(try find("/dev/ttyACM0")).first).id
        #expect(id == "u-blox-8-1-1")
        _ = plug()
        let moved = plug(Devices.usb("ttyACM0", 0x1546, 0x01A8, port: "1-2"))
        #expect(run(moved).map(\.id) == [id])
        #expect(run(moved).first?.device.identity.rawValue == "usb:1546:01a8@1-2")
        #expect(probed(moved).isEmpty)
        // A second one while the first is there is another receiver.
        let second = plug(
            Devices.usb("ttyACM0", 0x1546, 0x01A8, port: "1-2"), Devices.usb("ttyACM1", 0x1546, 0x01A8, port: "1-1"))
        #expect(probed(second) == ["/dev/ttyACM1"])
    }

    @Test mutating func `a receiver that is away is no configured or ignored device of its model`() throws {
        _ = plug(Devices.usb("ttyACM0", 0x1546, 0x01A8, port: "1-1"))
        let id = try #require(run(try find("/dev/ttyACM0")).first).id
        _ = plug()
        let other = Devices.usb("ttyACM0", 0x1546, 0x01A8, port: "1-2")
        let configured = plug(other, owners: ["usb:1546:01a8@1-2": "rover"])
        #expect(!configured.contains(.forget(id: id)) && receivers == [id])
        _ = plug()
        discovery.policy = ProbePolicy(ignored: ["usb:1546:01a8@1-2"])
        let ignored = plug(other)
        #expect(!ignored.contains(.forget(id: id)) && receivers == [id])
    }

    @Test func `ids are valid, short and not in use`() throws {
        let long = Devices.usb(
            "ttyUSB0", 0x1234, 0x5678, serial: String(repeating: "s", count: 99), model: "Ünï «x» GPS")
        let id = ReceiverNaming.id(for: try Devices.device(long), taken: [])
        #expect(id.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,63}/) != nil, "\(id)")
        let ublox = try Devices.device(Devices.ublox("ttyACM0"))
        #expect(ReceiverNaming.id(for: ublox, taken: ["u-blox-9-DBTK4321"]) == "u-blox-9-DBTK4321-2")
        let ftdi = try Devices.device(Devices.usb("ttyUSB0", 0x0403, 0x6001, serial: "A50285BI"))
        #expect(ReceiverNaming.id(for: ftdi, taken: []) == "ft232r-A50285BI")
    }

    @Test func `the most certain driver is taken, and where none is certain all is told`() {
        let weak = DeviceProbeResult(driver: "other", certainty: 20, text: "perhaps")
        #expect(DeviceProbeResult.best(of: [weak, Self.nmea, .nothing("no")]).driver == "nmea-serial")
        let none = DeviceProbeResult.best(of: [.nothing("no UBX"), .nothing("no NMEA"), .nothing("no UBX")])
        #expect(none == .nothing("no UBX; no NMEA"))
    }
}
