// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Outbox
import Synchronization
import Testing

@testable import AgrirouterUplink

/// People who pause, resume and disconnect at the same moment, and a disk that is out of order meanwhile.
struct DisconnectionTests {
    private func sending() async -> Rig {
        let rig = await Rig()
        await rig.onboard()
        await rig.run(60)
        return rig
    }

    @Test func `a pause that a disconnection overtakes on its way to the disk does not hold for the next endpoint`()
        async throws
    {
        let rig = await sending()
        let (coordinator, gate) = (rig.coordinator, rig.disk.hold(.pause))
        async let pause = coordinator.setPaused(true)
        await gate.waitForCall()
        try await coordinator.forget()
        gate.open()
        #expect(try await pause)
        #expect(await coordinator.report().state == .notOnboarded && rig.disk.record == OutboxRecord())
        await rig.restart()
        await rig.run(60)
        #expect(await rig.coordinator.report().state == .online)
    }

    @Test(arguments: [true, false])
    func `a pause that comes while a disconnection waits for the disk is refused`(_ isPaused: Bool) async throws {
        let rig = await sending()
        let (coordinator, gate) = (rig.coordinator, rig.disk.hold(.wipe))
        async let disconnection: Void = coordinator.forget()
        await gate.waitForCall()
        #expect(try await !coordinator.setPaused(isPaused))
        gate.open()
        try await disconnection
        #expect(try await !coordinator.setPaused(isPaused))
        #expect(rig.disk.record == OutboxRecord())
        await rig.onboard("new")
        await rig.run(60)
        #expect(await coordinator.report().state == .online)
        #expect(try await coordinator.setPaused(true))
        #expect(await coordinator.report().state == .paused)
    }

    @Test(arguments: [true, false])
    func `of a pause and a resumption at once the later one is on the disk, however they get there`(_ isPaused: Bool)
        async throws
    {
        let rig = await sending()
        let coordinator = rig.coordinator
        if !isPaused { #expect(try await coordinator.setPaused(true)) }
        let gate = rig.disk.hold(.pause)
        async let first = coordinator.setPaused(isPaused)
        await gate.waitForCall()
        #expect(try await coordinator.setPaused(!isPaused))
        gate.open()
        #expect(try await first)
        #expect(rig.disk.record.isPaused == !isPaused)
        #expect((await coordinator.report().state == .paused) == !isPaused)
    }

    @Test(arguments: [true, false])
    func `what a disk that is out of order keeps of a disconnected endpoint goes to no other one`(isWaiting: Bool)
        async throws
    {
        let rig = await sending()
        rig.router.setReachable(false)
        await rig.run(60)
        let old = Set(rig.disk.entries.map(\.entry.time))
        #expect(old.count > 3)
        rig.disk.state.withLock { $0.isBroken = true }
        await #expect(throws: OutboxStoreError.self) { try await rig.coordinator.forget() }
        #expect(rig.disk.waiting >= old.count)
        let exchanges = rig.router.postTimes.count + rig.router.getTimes.count
        await rig.run(60)
        #expect(rig.router.postTimes.count + rig.router.getTimes.count == exchanges)
        rig.disk.state.withLock { $0.isBroken = false }
        rig.router.setReachable(true)
        if isWaiting {
            await rig.run(10)
            #expect(rig.disk.waiting == 0 && rig.disk.record == OutboxRecord())
        }
        await rig.onboard("new")
        await rig.run(60)
        #expect(await rig.coordinator.report().state == .online)
        #expect(old.isDisjoint(with: rig.router.seenTimes))
    }

    @Test(arguments: [true, false])
    func `what it keeps goes to no other endpoint after a restart either`(isAnnounced: Bool) async throws {
        let rig = await Rig()
        rig.router.setReachable(isAnnounced)
        await rig.onboard()
        await rig.run(60)
        rig.router.setReachable(false)
        await rig.run(60)
        let old = Set(rig.disk.entries.map(\.entry.time))
        #expect(old.count > 3)
        rig.disk.state.withLock { $0.isBroken = true }
        await #expect(throws: OutboxStoreError.self) { try await rig.coordinator.forget() }
        // The process dies before the disk is mended.
        rig.disk.state.withLock { $0.isBroken = false }
        #expect(rig.disk.waiting >= old.count)
        rig.router.setReachable(true)
        await rig.restart("new")
        await rig.run(120)
        #expect(await rig.coordinator.report().state == .online)
        #expect(old.isDisjoint(with: rig.router.seenTimes) && !rig.router.seenTimes.isEmpty)
    }

    @Test(arguments: ["me", "new"], [true, false])
    func `without its key a queue is deleted at the start, and the next endpoint sends none of it`(
        next: String, isBroken: Bool
    ) async throws {
        let rig = await sending()
        rig.router.setReachable(false)
        await rig.run(60)
        let old = Set(rig.disk.entries.map(\.entry.time))
        #expect(old.count > 3)
        // The key is deleted, and the process dies before it deletes the queue.
        rig.router.setReachable(true)
        rig.disk.state.withLock { $0.isBroken = isBroken }
        await rig.restart(nil)
        if isBroken {
            await rig.run(30)
            rig.disk.state.withLock { $0.isBroken = false }
            await rig.run(30)
        }
        #expect(rig.disk.waiting == 0)
        await rig.onboard(next)
        await rig.run(120)
        #expect(await rig.coordinator.report().state == .online)
        #expect(old.isDisjoint(with: rig.router.seenTimes) && !rig.router.seenTimes.isEmpty)
    }

    @Test func `the same endpoint sends after a restart what waits`() async throws {
        let rig = await sending()
        rig.router.setReachable(false)
        await rig.run(60)
        let old = Set(rig.disk.entries.map(\.entry.time))
        rig.router.setReachable(true)
        await rig.restart()
        await rig.run(120)
        #expect(old.count > 3 && old.isSubset(of: rig.router.seenTimes))
    }

    @Test func `a disk that is out of order keeps no pause, which holds until the end and is said`() async throws {
        let rig = await sending()
        rig.disk.state.withLock { $0.isBroken = true }
        await #expect(throws: OutboxStoreError.self) { try await rig.coordinator.setPaused(true) }
        #expect(await rig.coordinator.report().state == .paused)
        rig.disk.state.withLock { $0.isBroken = false }
        await rig.restart()
        await rig.run(30)
        #expect(await rig.coordinator.report().state == .online)
    }
}
