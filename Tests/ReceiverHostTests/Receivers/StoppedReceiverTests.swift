// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import PluginHosting
import Synchronization
import Testing

@testable import DaemonRuntime
@testable import ReceiverHost

/// Receivers that a command stopped.
@Suite struct StoppedReceiverTests {
    private func plan(_ id: String, _ origin: ReceiverPlan.Origin = .configured) -> ReceiverPlan {
        var plan = ReceiverPlan(id: id, driver: "fake", configuration: "{}")
        (plan.device, plan.origin) = ("/nowhere/\(id)", origin)
        return plan
    }

    @Test(arguments: [ReceiverPlan.Origin.configured, .found, .added])
    func `it keeps its plan and its place among the receivers until it is started`(origin: ReceiverPlan.Origin)
        async throws
    {
        let fleet = TestFleet(.publish(1))
        try await fleet.run {
            fleet.fleet.add(plan("rover", origin))
            #expect(await eventually { fleet.state("rover") == .running })
            fleet.fleet.stop("rover")
            #expect(fleet.fleet.receivers.isEmpty)
            let stopped = try #require(fleet.fleet.conditions.first)
            #expect(stopped.plan == plan("rover", origin))
            #expect(stopped.state.state == .stopped && stopped.state.reason == "stopped by a command")
            fleet.fleet.stop("rover")
            let renewed = try #require(fleet.fleet.conditions.first)
            #expect(renewed.since.monotonicNanoseconds > stopped.since.monotonicNanoseconds)
            #expect(await eventually { fleet.runners.runs.withLock { $0.last }?.isStopped.withLock { $0 } == true })
            fleet.fleet.start("rover")
            #expect(await eventually { fleet.state("rover") == .running })
            #expect(fleet.fleet.conditions.count == 1 && fleet.runners.count == 2)
        }
    }

    @Test func `a reload leaves it stopped, knows its new priority, and starts it if its plan is another`() async throws
    {
        let fleet = TestFleet(.publish(1))
        try await fleet.run {
            fleet.fleet.apply([plan("rover"), plan("base")])
            #expect(await eventually { fleet.runners.count == 2 })
            fleet.fleet.stop("rover")
            let since = try #require(fleet.fleet.conditions.last?.since)
            var again = plan("rover")
            (again.priority, again.place) = (90, "gateway.yaml:9:1")
            fleet.fleet.apply([again, plan("base")], origin: .configured)
            #expect(fleet.fleet.receivers.map(\.plan.id) == ["base"])
            let stopped = try #require(fleet.fleet.conditions.last)
            #expect(stopped.plan == again && stopped.state.state == .stopped && stopped.since == since)
            var changed = again
            changed.configuration = "{\"baud\":9600}"
            fleet.fleet.apply([changed, plan("base")], origin: .configured)
            #expect(fleet.fleet.conditions.map(\.plan.id) == ["base", "rover"])
            #expect(await eventually { fleet.runners.count == 3 })
            #expect(fleet.fleet.restart("rover"))
            #expect(await eventually { fleet.runners.count == 4 })
        }
    }

    @Test func `a reload leaves it stopped beside a found one whose ID it took and that a command also stopped`()
        async throws
    {
        let fleet = TestFleet(.publish(1))
        try await fleet.run {
            fleet.fleet.add(plan("rover", .found))
            fleet.fleet.stop("rover")
            fleet.fleet.apply([plan("rover")], origin: .configured)
            fleet.fleet.stop("rover")
            fleet.fleet.apply([plan("rover")], origin: .configured)
            #expect(fleet.fleet.receivers.isEmpty)
            #expect(fleet.fleet.conditions.map(\.plan) == [plan("rover")])
            fleet.fleet.add(plan("rover-2", .found), formerly: "rover")
            #expect(fleet.fleet.receivers.isEmpty)
            fleet.fleet.start("rover")
            #expect(fleet.fleet.receivers.map(\.plan) == [plan("rover")])
            #expect(fleet.fleet.conditions.last?.plan == plan("rover-2", .found))
        }
    }

    @Test func `a reload whose file no longer has it forgets it, and leaves those of other origins stopped`()
        async throws
    {
        let fleet = TestFleet(.publish(1))
        try await fleet.run {
            fleet.fleet.apply([plan("rover"), plan("base")])
            fleet.fleet.add(plan("found", .found))
            for id in ["rover", "found"] { fleet.fleet.stop(id) }
            fleet.fleet.apply([plan("base")], origin: .configured)
            #expect(fleet.fleet.conditions.map(\.plan.id) == ["base", "found"])
            #expect(!fleet.fleet.restart("rover"))
            fleet.fleet.remove("found", origin: .added)
            #expect(fleet.fleet.conditions.map(\.plan.id) == ["base", "found"])
            fleet.fleet.remove("found", origin: .found)
            #expect(fleet.fleet.conditions.map(\.plan.id) == ["base"])
        }
    }

    @Test func `one whose ID a reload gives to another one stays stopped under its next ID`() async throws {
        let fleet = TestFleet(.publish(1))
        try await fleet.run {
            fleet.fleet.add(plan("u-blox-9", .found))
            fleet.fleet.stop("u-blox-9")
            fleet.fleet.apply([plan("u-blox-9")], origin: .configured)
            fleet.fleet.add(plan("u-blox-9-2", .found), formerly: "u-blox-9")
            #expect(fleet.fleet.receivers.map(\.plan.id) == ["u-blox-9"])
            #expect(fleet.fleet.conditions.map(\.plan.id) == ["u-blox-9", "u-blox-9-2"])
            #expect(fleet.fleet.conditions.last?.state.state == .stopped)
            // A reload that gives that ID away too changes nothing, and a command starts it.
            fleet.fleet.apply([plan("u-blox-9"), plan("u-blox-9-2")], origin: .configured)
            fleet.fleet.add(plan("u-blox-9-3", .found), formerly: "u-blox-9-2")
            #expect(fleet.fleet.conditions.last?.state.state == .stopped)
            #expect(fleet.fleet.conditions.map(\.plan.id) == ["u-blox-9", "u-blox-9-2", "u-blox-9-3"])
            fleet.fleet.start("u-blox-9-3")
            #expect(fleet.fleet.receivers.map(\.plan.id) == ["u-blox-9", "u-blox-9-2", "u-blox-9-3"])
        }
    }

    @Test func `one whose ID was taken by an added receiver stays stopped after that one was removed`() async throws {
        let fleet = TestFleet(.publish(1))
        try await fleet.run {
            fleet.fleet.add(plan("rover", .found))
            fleet.fleet.stop("rover")
            fleet.fleet.add(plan("rover", .added))
            fleet.fleet.remove("rover", origin: .added)
            fleet.fleet.add(plan("rover-2", .found), formerly: "rover")
            #expect(fleet.fleet.conditions.map(\.state.state) == [.stopped])
        }
    }

    @Test func `one whose device a reload configures is not stopped when it is found again later`() async throws {
        let fleet = TestFleet(.publish(1))
        try await fleet.run {
            fleet.fleet.add(plan("rover", .found))
            fleet.fleet.stop("rover")
            fleet.fleet.apply([plan("rover")], origin: .configured)
            // Discovery sees that the device now belongs to the configured receiver.
            fleet.fleet.remove("rover", origin: .found)
            #expect(fleet.fleet.receivers.map(\.plan.origin) == [.configured])
            fleet.fleet.apply([], origin: .configured)
            fleet.fleet.add(plan("rover-2", .found), formerly: "rover")
            #expect(fleet.fleet.receivers.map(\.plan.id) == ["rover-2"])
        }
    }

    @Test func `its plan can change while it is stopped, and only a configured receiver replaces a configured one`()
        async throws
    {
        let fleet = TestFleet(.publish(1))
        try await fleet.run {
            fleet.fleet.add(plan("rover"))
            #expect(!fleet.fleet.changeStopped(plan("rover")))
            fleet.fleet.stop("rover")
            fleet.fleet.add(plan("rover", .found))
            #expect(fleet.fleet.receivers.isEmpty)
            var changed = plan("rover")
            changed.configuration = "{\"baud\":9600}"
            #expect(fleet.fleet.changeStopped(changed))
            #expect(fleet.fleet.receivers.isEmpty)
            #expect(fleet.fleet.restart("rover"))
            #expect(fleet.fleet.receivers.map(\.plan) == [changed])
        }
    }

    @Test(arguments: [false, true])
    func `one that is only paused runs under its next ID after the pause`(isRenamedFirst: Bool) async throws {
        let fleet = TestFleet(.publish(1))
        try await fleet.run {
            fleet.fleet.add(plan("rover", .found))
            try #require(await eventually { fleet.state("rover") == .running })
            let pause = try #require(fleet.fleet.pause("rover"))
            #expect(fleet.fleet.pause("rover") == nil && fleet.fleet.pause("base") == nil)
            fleet.fleet.apply([plan("rover")], origin: .configured)
            if isRenamedFirst {
                fleet.fleet.add(plan("rover-2", .found), formerly: "rover")
                #expect(fleet.fleet.receivers.map(\.plan) == [plan("rover")])
            }
            fleet.fleet.endPause(pause, of: "rover")
            if !isRenamedFirst { fleet.fleet.add(plan("rover-2", .found), formerly: "rover") }
            #expect(fleet.fleet.receivers.map(\.plan) == [plan("rover"), plan("rover-2", .found)])
            #expect(fleet.fleet.conditions.count == 2)
        }
    }

    @Test func `the end of a pause starts the paused one, but not one that a command then stopped`() async throws {
        let fleet = TestFleet(.publish(1))
        try await fleet.run {
            fleet.fleet.add(plan("rover"))
            try #require(await eventually { fleet.state("rover") == .running })
            let pause = try #require(fleet.fleet.pause("rover"))
            #expect(fleet.fleet.receivers.isEmpty)
            // A reload that changes only its priority does not end the pause.
            var again = plan("rover")
            again.priority = 90
            fleet.fleet.apply([again], origin: .configured)
            #expect(fleet.fleet.receivers.isEmpty)
            fleet.fleet.endPause(pause, of: "rover")
            #expect(fleet.fleet.receivers.map(\.plan) == [again])
            try #require(await eventually { fleet.state("rover") == .running })
            let next = try #require(fleet.fleet.pause("rover"))
            fleet.fleet.stop("rover")
            for number in [pause, next] { fleet.fleet.endPause(number, of: "rover") }
            #expect(fleet.fleet.receivers.isEmpty)
            #expect(fleet.fleet.conditions.map(\.state.state) == [.stopped])
        }
    }

    @Test func `the daemon runs on where one is stopped and the others can never run`() async throws {
        let fleet = TestFleet(.publish(1), .end(.failed("no such file")), .publish(1))
        fleet.fleet.add(plan("rover"))
        let run = Task { try await fleet.fleet.run() }
        try #require(await eventually { fleet.state("rover") == .running })
        fleet.fleet.stop("rover")
        fleet.fleet.add(plan("base"))
        try #require(await eventually { fleet.reason("base") == "no such file" })
        fleet.fleet.start("rover")
        try #require(await eventually { fleet.runners.count == 3 })
        run.cancel()
        await #expect(throws: Never.self) { try await run.value }
    }
}
