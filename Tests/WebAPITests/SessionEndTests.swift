// SPDX-License-Identifier: Apache-2.0

import ControlModel
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import Access
@testable import WebAPI

/// The end of streams whose session expires.
@Suite(.timeLimit(.minutes(1))) struct SessionEndTests {
    private func open(_ cookie: String, _ trial: AccessTrial) async throws -> NIOAsyncTestingChannel {
        let channel = NIOAsyncTestingChannel()
        #expect(try await trial.ask("GET", "/v1/live", ["Cookie": cookie], channel: channel).status == 200)
        return channel
    }

    private func waitForEnd(of channel: NIOAsyncTestingChannel) async throws {
        let isClosed = Mutex(false)
        channel.closeFuture.whenComplete { _ in isClosed.withLock { $0 = true } }
        while !isClosed.withLock({ $0 }) {
            await channel.testingEventLoop.run()
            // The loop runs only when it is asked to, and the end comes from another task.
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test func `a stream ends when its session expires, not at the next regular count`() async throws {
        let trial = AccessTrial()
        let coordinator = trial.coordinator
        let admin = try await trial.signIn(InvitationRequest(role: .admin))
        let viewer = try await trial.signIn(InvitationRequest(role: .viewer))
        let (short, long) = (try await open(admin, trial), try await open(viewer, trial))
        let isLongClosed = Mutex(false)
        long.closeFuture.whenComplete { _ in isLongClosed.withLock { $0 = true } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await coordinator.keepTime() }
            trial.clock.advance(.seconds(12 * 3600) - .milliseconds(50))
            // A change of any kind counts the remaining times.
            _ = try await coordinator.set("Bert", to: PersonChange())
            trial.clock.advance(.milliseconds(50))
            try await waitForEnd(of: short)
            group.cancelAll()
        }
        #expect(coordinator.browsers(own: nil).sessions.map(\.role) == [.viewer])
        await long.testingEventLoop.run()
        #expect(!isLongClosed.withLock { $0 })
    }

    @Test func `a role that shortens a session's life shortens the wait too`() async throws {
        let trial = AccessTrial()
        let coordinator = trial.coordinator
        _ = try await coordinator.set("Anna", to: PersonChange(role: .operator))
        _ = try await coordinator.set("Carl", to: PersonChange(role: .admin))
        let anna = try await trial.signIn(InvitationRequest(name: "Anna"))
        trial.clock.advance(.seconds(100))
        _ = try await trial.signIn(InvitationRequest(name: "Carl"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await coordinator.keepTime() }
            // Carl's session gets a timer of 100 s. As an admin, Anna has less time left.
            trial.clock.advance(.seconds(12 * 3600 - 100) - .milliseconds(50))
            _ = try await coordinator.set("Bert", to: PersonChange())
            _ = try await coordinator.set("Anna", to: PersonChange(role: .admin))
            let stream = try await open(anna, trial)
            trial.clock.advance(.milliseconds(50))
            try await waitForEnd(of: stream)
            group.cancelAll()
        }
        #expect(coordinator.browsers(own: nil).sessions.map(\.name) == ["Carl"])
    }

    @Test func `there is no timer while no session is near its end`() async throws {
        let trial = AccessTrial()
        let coordinator = trial.coordinator
        _ = try await trial.signIn(InvitationRequest(role: .admin))
        #expect(coordinator.state.withLock { $0.nextEnd } == nil)
        trial.clock.advance(.seconds(12 * 3600) - AccessCoordinator.pause * 2)
        await coordinator.storeTime()
        #expect(coordinator.state.withLock { $0.nextEnd } == nil)
        trial.clock.advance(.seconds(1))
        await coordinator.storeTime()
        #expect(coordinator.state.withLock { $0.nextEnd } != nil)
    }
}
