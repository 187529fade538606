// SPDX-License-Identifier: Apache-2.0

import ControlModel
import SystemSupport
import Testing

@testable import Access
@testable import WebAPI

/// One-time codes whose person is removed or gets another password.
@Suite(.timeLimit(.minutes(3))) struct CodeRevocationTests {
    private let password = "correct horse battery"

    private func use(_ code: String, _ trial: AccessTrial) async throws -> Int {
        // No attempt waits for an earlier one.
        trial.clock.advance(.seconds(60))
        return try await trial.ask("POST", "/v1/session", body: #"{"code":"\#(code)"}"#).status
    }

    private func wait(forChanges count: Int, _ trial: AccessTrial) async throws {
        // The queue only states its length; nothing tells when a change begins to wait in it.
        while await trial.coordinator.turns.waiting < count { try await Task.sleep(for: .milliseconds(5)) }
    }

    private func errorOfRemoval(_ name: String, _ coordinator: AccessCoordinator) async -> ControlError? {
        do throws(ControlError) { try await coordinator.remove(name) } catch { return error }
        return nil
    }

    @Test func `a code is void as soon as its person's removal or new password waits to be stored`() async throws {
        let changes: [@Sendable (AccessCoordinator) async throws -> Void] = [
            { try await $0.remove("Rita") },
            { _ = try await $0.set("Rita", to: PersonChange(password: "correct horse battery")) },
        ]
        for change in changes {
            let trial = AccessTrial()
            let coordinator = trial.coordinator
            _ = try await coordinator.set("Rita", to: PersonChange(role: .viewer))
            let code = try coordinator.invite(InvitationRequest(name: "Rita")).code
            let hold = trial.store.hold()
            async let other = coordinator.set("Bert", to: PersonChange())
            try await wait(forChanges: 1, trial)
            async let removal: Void = change(coordinator)
            try await wait(forChanges: 2, trial)
            #expect(try await use(code, trial) == 403)
            hold.finish()
            _ = try await (other, removal)
            _ = try await coordinator.set("Rita", to: PersonChange(role: .admin))
            #expect(try await use(code, trial) == 403)
            #expect(trial.store.record?.sessions == [])
        }
    }

    @Test func `a code whose session could not be stored stays void if its person was removed meanwhile`() async throws
    {
        let trial = AccessTrial()
        let coordinator = trial.coordinator
        _ = try await coordinator.set("Rita", to: PersonChange(role: .viewer))
        let code = try coordinator.invite(InvitationRequest(name: "Rita")).code
        trial.store.setFull(true)
        let hold = trial.store.hold()
        async let status = use(code, trial)
        try await wait(forChanges: 1, trial)
        async let error = errorOfRemoval("Rita", coordinator)
        try await wait(forChanges: 2, trial)
        hold.finish()
        #expect(try await status == 507)
        #expect(await error?.code == "unsaved")
        trial.store.setFull(false)
        _ = try await coordinator.set("Rita", to: PersonChange(role: .admin))
        #expect(try await use(code, trial) == 403)
    }

    @Test func `a code belongs to one person with one password, even if another one has that name later`() async throws
    {
        let hash = try PasswordHash(password)
        let changes: [@Sendable (inout AccessRecord) -> Void] = [
            { $0.people[0].password = hash }, { $0.people.removeAll() },
        ]
        for change in changes {
            let trial = AccessTrial()
            let coordinator = trial.coordinator
            _ = try await coordinator.set("Rita", to: PersonChange(role: .viewer))
            let code = try coordinator.invite(InvitationRequest(name: "Rita")).code
            // This changes the record without revoking codes.
            try await coordinator.change { record throws(ControlError) in change(&record) }
            _ = try await coordinator.set("Rita", to: PersonChange(role: .admin))
            #expect(try await use(code, trial) == 403)
            #expect(trial.store.record?.sessions == [])
        }
    }

    @Test func `a person of an older version has no id, and can use a code`() async throws {
        let trial = AccessTrial()
        let coordinator = trial.coordinator
        _ = try await coordinator.set("Rita", to: PersonChange(role: .viewer))
        try await coordinator.change { record throws(ControlError) in record.people[0].id = nil }
        let first = try coordinator.invite(InvitationRequest(name: "Rita")).code
        #expect(try await use(first, trial) == 200)
        let second = try coordinator.invite(InvitationRequest(name: "Rita")).code
        try await coordinator.change { record throws(ControlError) in record.people.removeAll() }
        _ = try await coordinator.set("Rita", to: PersonChange(role: .viewer))
        #expect(try await use(second, trial) == 403)
    }
}
