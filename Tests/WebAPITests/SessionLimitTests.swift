// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Testing

@testable import Access
@testable import WebAPI

/// The limits on the number of sessions, and the sessions that make room for new ones.
struct SessionLimitTests {
    private func isKnown(_ cookie: String, _ trial: AccessTrial) async throws -> Bool {
        try await trial.ask("GET", "/v1/version", ["Cookie": cookie]).status == 200
    }

    @Test func `a person who signs in again and again signs out only that person's own browsers`() async throws {
        let trial = AccessTrial()
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .viewer))
        _ = try await trial.coordinator.set("Carl", to: PersonChange(role: .admin))
        let others = [
            try await trial.signIn(InvitationRequest(role: .viewer)),
            try await trial.signIn(InvitationRequest(name: "Carl")),
        ]
        var own: [String] = []
        for _ in 0..<AccessCoordinator.sessionLimit + 2 {
            own.append(try await trial.signIn(InvitationRequest(name: "Anna")))
        }
        for cookie in others { #expect(try await isKnown(cookie, trial)) }
        for (index, cookie) in own.enumerated() {
            let isNewest = index >= own.count - AccessCoordinator.sessionsPerPerson
            #expect(try await isKnown(cookie, trial) == isNewest, "\(index)")
        }
    }

    @Test func `beyond the limit the oldest browser of the lowest role makes room, and none of a higher one`()
        async throws
    {
        let trial = AccessTrial()
        let admin = try await trial.signIn(InvitationRequest(role: .admin))
        let viewers = [
            try await trial.signIn(InvitationRequest(role: .viewer)),
            try await trial.signIn(InvitationRequest(role: .viewer)),
        ]
        let first = try await trial.signIn(InvitationRequest(role: .operator))
        for _ in 0..<AccessCoordinator.sessionLimit - 4 {
            _ = try await trial.signIn(InvitationRequest(role: .operator))
        }
        #expect(trial.store.record?.sessions.count == AccessCoordinator.sessionLimit)
        for left in [[false, true], [false, false]] {
            _ = try await trial.signIn(InvitationRequest(role: .operator))
            for (cookie, isLeft) in zip(viewers, left) { #expect(try await isKnown(cookie, trial) == isLeft) }
        }
        // No viewer is left, so a further viewer finds no room, and the code stays good.
        let code = try trial.coordinator.invite(InvitationRequest(role: .viewer)).code
        let body = #"{"code":"\#(code)"}"#
        let refused = try await trial.ask("POST", "/v1/session", body: body)
        #expect(refused.status == 409 && refused.text.contains(#""too_many_browsers""#), "\(refused)")
        #expect(try await isKnown(first, trial))
        _ = try await trial.signIn(InvitationRequest(role: .admin))
        #expect(try await !isKnown(first, trial))
        #expect(try await isKnown(admin, trial))
        let id = try #require(trial.coordinator.browsers(own: nil).sessions.first { $0.role == .operator }?.id)
        try await trial.coordinator.close(session: id)
        #expect(try await trial.ask("POST", "/v1/session", body: body).status == 200)
        #expect(trial.store.record?.sessions.count == AccessCoordinator.sessionLimit)
    }
}
