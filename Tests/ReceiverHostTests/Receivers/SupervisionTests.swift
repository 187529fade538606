// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import PluginHosting
import Synchronization
import SystemSupport
import Testing

@testable import DaemonRuntime
@testable import ReceiverHost

@Suite struct SupervisionTests {
    private func plan(_ id: String = "rover", device: String? = nil) -> ReceiverPlan {
        let section = device.map { "{\"device\":\"\($0)\",\"baud\":9600}" } ?? "{}"
        var plan = ReceiverPlan(id: id, driver: "fake", configuration: section)
        plan.device = device
        return plan
    }

    @Test func `a lost receiver is tried again, and says how long it waits`() async throws {
        let fleet = TestFleet(.end(.lost("the cable is out")), .publish(1))
        try await fleet.run {
            fleet.fleet.add(plan())
            #expect(await eventually { fleet.state("rover") == .lost })
            #expect(fleet.reason("rover").contains(/the cable is out; trying again in [01]\.\d s/))
            #expect(await eventually { fleet.state("rover") == .running })
            #expect(fleet.fleet.receivers.first?.restarts == 1)
        }
    }

    @Test func `a driver that ends without a reason is started again`() async throws {
        let fleet = TestFleet(.end(.stopped), .publish(1))
        try await fleet.run {
            fleet.fleet.add(plan())
            #expect(await eventually { fleet.state("rover") == .lost })
            #expect(fleet.reason("rover").contains(/the driver ended unexpectedly; trying again in [01]\.\d s/))
            #expect(await eventually { fleet.state("rover") == .running })
        }
    }

    @Test func `a replay that has ended is not started again`() async throws {
        let fleet = TestFleet(.end(.finished), .publish(1))
        try await fleet.run {
            fleet.fleet.add(plan())
            #expect(
                await eventually { fleet.state("rover") == .stopped && fleet.reason("rover") == "the source ended" })
            // Longer than the pause after which a driver would start again.
            try await Task.sleep(for: .milliseconds(1500))
            #expect(fleet.runners.count == 1)
        }
    }

    @Test func `a receiver that refuses is not asked again for a minute`() async throws {
        let fleet = TestFleet(.end(.refused("the PIN is wrong")), .publish(1))
        try await fleet.run {
            fleet.fleet.add(plan())
            #expect(await eventually { fleet.reason("rover") == "the PIN is wrong; trying again in 60.0 s" })
            #expect(fleet.state("rover") == .lost)
            try await Task.sleep(for: .milliseconds(1500))
            #expect(fleet.runners.count == 1)
            fleet.fleet.deviceAppeared(["/nowhere"])
            #expect(fleet.fleet.restart("rover"))
            #expect(await eventually { fleet.state("rover") == .running })
        }
    }

    @Test func `a receiver whose device is gone waits for it, and runs as soon as it is back`() async throws {
        let device = NSTemporaryDirectory() + "gnss-device-\(UUID().uuidString)"
        let fleet = TestFleet(.end(.lost("gone")), .publish(1))
        try await fleet.run {
            fleet.fleet.add(plan(device: device))
            #expect(await eventually { fleet.reason("rover") == "gone; waiting for the device to come back" })
            try await Task.sleep(for: .milliseconds(1500))
            #expect(fleet.runners.count == 1, "it was tried without its device")
            #expect(FileManager.default.createFile(atPath: device, contents: nil))
            #expect(await eventually { fleet.state("rover") == .running })
        }
        try FileManager.default.removeItem(atPath: device)
    }

    @Test func `a receiver whose device goes during the pause waits for it`() async throws {
        let device = NSTemporaryDirectory() + "gnss-device-\(UUID().uuidString)"
        #expect(FileManager.default.createFile(atPath: device, contents: nil))
        // More than one: a slow machine may come to the second before the device is taken away.
        let noAnswer = FakeRunners.Script.end(.lost("no answer"))
        let fleet = TestFleet(noAnswer, noAnswer, noAnswer, .publish(1))
        try await fleet.run {
            fleet.fleet.add(plan(device: device))
            #expect(await eventually { fleet.reason("rover").contains("trying again in") })
            try FileManager.default.removeItem(atPath: device)
            #expect(await eventually { fleet.reason("rover") == "no answer; waiting for the device to come back" })
            #expect(FileManager.default.createFile(atPath: device, contents: nil))
            #expect(await eventually { fleet.state("rover") == .running })
        }
        try FileManager.default.removeItem(atPath: device)
    }

    @Test func `word of a device ends the pause at once`() async throws {
        let fleet = TestFleet(.end(.lost("gone")), .publish(1))
        try await fleet.run {
            fleet.fleet.add(plan(device: "/nowhere/ttyACM0"))
            #expect(await eventually { fleet.state("rover") == .lost })
            fleet.fleet.deviceAppeared(["/nowhere/ttyACM1"])
            try await Task.sleep(for: .milliseconds(300))
            #expect(fleet.runners.count == 1)
            fleet.fleet.deviceAppeared(["/nowhere/ttyACM0"])
            #expect(await eventually { fleet.state("rover") == .running })
        }
    }

    private final class Nodes: DeviceNodes {
        let present = Mutex<String?>("/dev/ttyACM0")
        func node(for identity: String, isWhole: Bool) -> String? {
            identity == "usb:1546:01a9:A1" || (!isWhole && identity == "usb:1546:01a9")
                ? present.withLock { $0 } : nil
        }
    }

    @Test func `a receiver that is named by its identity is opened where it is now`() async throws {
        let nodes = Nodes()
        let fleet = TestFleet(.untilReleased(.lost("unplugged")), nodes: nodes)
        try await fleet.run {
            fleet.fleet.add(plan(device: "usb:1546:01a9:A1"))
            #expect(await eventually { fleet.state("rover") == .running })
            nodes.present.withLock { $0 = nil }
            fleet.runners.release()
            #expect(await eventually { fleet.state("rover") == .lost })
            nodes.present.withLock { $0 = "/dev/ttyACM7" }
            fleet.fleet.deviceAppeared(["usb:1546:01a9:A1"])
            #expect(await eventually { fleet.state("rover") == .running })
            let sections = fleet.runners.runs.withLock { $0.map(\.plan.configuration) }
            #expect(sections.first == "{\"device\":\"/dev/ttyACM0\",\"baud\":9600}")
            #expect(sections.last == "{\"device\":\"/dev/ttyACM7\",\"baud\":9600}")
        }
    }

    @Test func `a found receiver is never opened by a shorter form of another identity`() async throws {
        let fleet = TestFleet(.publish(1), nodes: Nodes())
        try await fleet.run {
            var found = plan("found", device: "usb:1546:01a9")
            found.origin = .found
            fleet.fleet.add(found)
            #expect(await eventually { fleet.state("found") == .lost })
            fleet.fleet.add(plan(device: "usb:1546:01a9"))
            #expect(await eventually { fleet.state("rover") == .running })
            #expect(fleet.runners.count == 1)
        }
    }

    @Test func `a receiver without data is quiet, not lost, and its driver is left alone`() async throws {
        let fleet = TestFleet(.publish(1))
        try await fleet.run {
            var quick = plan()
            quick.silence = .milliseconds(200)
            fleet.fleet.add(quick)
            #expect(await eventually { fleet.state("rover") == .degraded })
            #expect(fleet.reason("rover").contains("the driver is still running"))
            fleet.runners.runs.withLock { $0.last }?.publish()
            #expect(await eventually { fleet.state("rover") == .running })
            #expect(fleet.runners.count == 1)
        }
    }

    @Test(arguments: [DriverState.degraded, .connecting, .lost])
    func `a silence does not take the place of the driver's own reason`(state: DriverState) async throws {
        let fleet = TestFleet(.publish(0))
        try await fleet.run {
            var quick = plan()
            quick.silence = .milliseconds(100)
            fleet.fleet.add(quick)
            #expect(await eventually { fleet.runners.count == 1 })
            let runner = try #require(fleet.runners.runs.withLock { $0.last })
            runner.report(state, "the rate is wrong (try 'baud: auto')")
            try await Task.sleep(for: .milliseconds(500))
            #expect(fleet.state("rover") == state)
            #expect(fleet.reason("rover") == "the rate is wrong (try 'baud: auto')")
            // Data that flows again changes nothing of it: that is the driver's to say.
            if state == .degraded {
                runner.publish()
                #expect(fleet.reason("rover") == "the rate is wrong (try 'baud: auto')")
            }
        }
    }

    @Test func `a start of which the driver says nothing is told to be without data`() async throws {
        let fleet = TestFleet(.publish(0))
        try await fleet.run {
            var quick = plan()
            quick.silence = .milliseconds(100)
            fleet.fleet.add(quick)
            #expect(await eventually { fleet.state("rover") == .degraded })
            #expect(fleet.reason("rover").contains("the driver is still running"))
        }
    }

    @Test func `a driver that gives up over a refused batch is started again, though it is the first`() async throws {
        let fleet = TestFleet(.refused(.failed("the host refused a batch")), .publish(1))
        try await fleet.run {
            fleet.fleet.add(plan())
            #expect(await eventually { fleet.state("rover") == .lost })
            #expect(
                fleet.reason("rover").hasPrefix(
                    "the host refused a batch (speed_mps is out of its range); trying again in "))
            #expect(await eventually { fleet.state("rover") == .running })
        }
    }

    /// A pseudo-terminal whose end for programs is open.
    private final class HeldPort {
        let path: String
        private let line: Int32
        private var holder: Int32

        init() throws {
            line = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var (number, isLocked) = (CInt(-1), CInt(0))
            // TIOCSPTLCK and TIOCGPTN, which Swift cannot read from the header.
            let isOpen = ioctl(line, 0x4004_5431, &isLocked) == 0 && ioctl(line, 0x8004_5430, &number) == 0
            try #require(isOpen)
            path = "/dev/pts/\(number)"
            holder = open(path, O_RDWR | O_NOCTTY)
            try #require(holder >= 0)
        }

        func release() {
            close(holder)
            holder = -1
        }

        deinit {
            if holder >= 0 { close(holder) }
            close(line)
        }
    }

    @Test(arguments: ["close", "rights", "link"])
    func `a port that becomes usable is tried at once, long before its pause is over`(change: String) async throws {
        let port = try HeldPort()
        let link = NSTemporaryDirectory() + "gnss-port-\(UUID().uuidString)"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: port.path)
        defer { try? FileManager.default.removeItem(atPath: link) }
        // The pause after this end is a minute.
        let fleet = TestFleet(.end(.refused("\(port.path) is in use by minicom")), .publish(1))
        try await fleet.run {
            fleet.fleet.add(plan(device: change == "link" ? link : port.path))
            #expect(await eventually { fleet.state("rover") == .lost })
            #expect(fleet.runners.count == 1)
            let begin = ContinuousClock.now
            if change == "rights" { chmod(port.path, 0o666) } else { port.release() }
            #expect(await eventually { fleet.state("rover") == .running })
            #expect(begin.duration(to: .now) < .seconds(40))
        }
    }

    @Test func `what cannot be helped is not tried again until somebody asks`() async throws {
        let fleet = TestFleet(.publish(1), .end(.failed("not a terminal")), .publish(1))
        try await fleet.run {
            fleet.fleet.add(plan("other"))
            #expect(await eventually { fleet.state("other") == .running })
            fleet.fleet.add(plan())
            #expect(await eventually { fleet.state("rover") == .stopped && fleet.reason("rover") == "not a terminal" })
            fleet.fleet.retry("rover")
            #expect(await eventually { fleet.state("rover") == .running })
        }
    }

    @Test func `what was found by itself is tried again, whatever its driver says`() async throws {
        let fleet = TestFleet(.end(.failed("not a terminal")), .publish(1))
        try await fleet.run {
            var found = plan(device: "/dev/null")
            found.origin = .found
            fleet.fleet.add(found)
            #expect(await eventually { fleet.reason("rover").hasPrefix("not a terminal; trying again in ") })
            #expect(await eventually { fleet.state("rover") == .running })
        }
    }

    @Test func `where no configured receiver can ever run the daemon ends and says why`() async throws {
        let fleet = TestFleet(.end(.failed("no such file")))
        fleet.fleet.add(plan("a"))
        fleet.fleet.add(plan("b"))
        let failure = await #expect(throws: GatewayError.self) { try await fleet.fleet.run() }
        #expect(failure?.status == .unavailable)
        #expect(failure?.description == "no receiver can run:\na: no such file\nb: no such file")
    }

    @Test func `a new configuration leaves alone what did not change`() async throws {
        let fleet = TestFleet(.publish(1))
        try await fleet.run {
            fleet.fleet.apply([plan("a"), plan("b")])
            #expect(await eventually { fleet.state("a") == .running && fleet.state("b") == .running })
            let before = fleet.runners.runs.withLock { $0 }
            var changed = plan("b")
            changed.configuration = "{\"baud\":9600}"
            fleet.fleet.apply([plan("a"), changed, plan("c")])
            #expect(await eventually { fleet.runners.count == 4 })
            #expect(before.first { $0.plan.id == "a" }?.isStopped.withLock { $0 } == false)
            #expect(before.first { $0.plan.id == "b" }?.isStopped.withLock { $0 } == true)
            #expect(fleet.fleet.receivers.map(\.plan.id) == ["a", "b", "c"])
        }
    }

    @Test func `a device is opened anew only once its driver has let go of it`() async throws {
        let fleet = TestFleet(.hang, .publish(1))
        try await fleet.run {
            fleet.fleet.add(plan())
            #expect(await eventually { fleet.runners.count == 1 })
            let begin = ContinuousClock.now
            #expect(fleet.fleet.restart("rover"))
            #expect(await eventually { fleet.runners.count == 2 })
            #expect(begin.duration(to: .now) > .seconds(1), "the second was started beside the first")
        }
    }

    @Test func `changes of a node that lead to nothing are heeded later, and at once again after a pause`() {
        var pace = RetryPace()
        var floors: [Duration] = []
        for _ in 0..<8 {
            floors.append(pace.floor)
            pace.note(isWoken: true)
        }
        #expect(floors == [1, 1, 1, 1, 2, 4, 8, 8].map { .seconds($0) })
        for _ in 0..<3 { pace.note(isWoken: false) }
        #expect(pace.floor == .seconds(1))
        // A port that is held for hours is taken as soon as one that is held for seconds.
        for _ in 0..<1000 { pace.note(isWoken: false) }
        #expect(pace.floor == .seconds(1))
    }

    @Test func `pauses grow to half a minute and begin anew`() {
        var pace = RetryPace()
        let pauses = (0..<7).map { _ in pace.pause(jitter: 1) }
        #expect(pauses == [1, 2, 4, 8, 16, 30, 30].map { Duration.seconds($0) })
        pace.reset()
        #expect(pace.pause(jitter: 0) == .milliseconds(750))
    }

    @Test func `on the replay's clock pauses last as long as the replay says`() async throws {
        let clock = GatewayClock(.replay)
        let sleep = Task { await clock.sleep(until: 3_600_000_000_000) }
        try await Task.sleep(for: .milliseconds(50))
        clock.advance(to: HostTime(monotonicNanoseconds: 1_800_000_000_000, wallNanoseconds: 0))
        let cancelled = Task { await clock.sleep(until: 7_200_000_000_000) }
        cancelled.cancel()
        #expect(await cancelled.value == false)
        clock.advance(to: HostTime(monotonicNanoseconds: 3_600_000_000_000, wallNanoseconds: 0))
        #expect(await sleep.value)
    }
}
