// SPDX-License-Identifier: Apache-2.0

import ControlModel
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

@testable import Access
@testable import WebAPI

/// Requests whose body arrives slowly, while their sender loses the right to make them.
struct SlowBodyTests {
    /// The way in which Carl stops being an admin.
    enum Loss: CaseIterable {
        case removal, demotion, signingOut, newPassword
    }

    private func apply(_ loss: Loss, _ coordinator: AccessCoordinator) async throws {
        switch loss {
        case .removal: try await coordinator.remove("Carl")
        case .demotion: _ = try await coordinator.set("Carl", to: PersonChange(role: .operator))
        case .signingOut:
            let id = try #require(coordinator.browsers(own: nil).sessions.first { $0.name == "Carl" }?.id)
            try await coordinator.close(session: id)
        case .newPassword: _ = try await coordinator.set("Carl", to: PersonChange(password: "correct horse battery"))
        }
    }

    /// A body in two pieces.
    ///
    /// - Parameters:
    ///   - number: The piece before which `change` happens; 3 is the end of the body.
    private func body(
        _ text: String, before number: Int, _ change: @escaping @Sendable () async throws -> Void
    ) -> RequestBody {
        let last = Mutex(0)
        return RequestBody(
            asyncSequence: AsyncThrowingStream<ByteBuffer, any Error>(unfolding: {
                let current = last.withLock { last -> Int in
                    last += 1
                    return last
                }
                if current == number { try await change() }
                switch current {
                case 1: return ByteBuffer(string: String(text.prefix(5)))
                case 2: return ByteBuffer(string: String(text.dropFirst(5)))
                default: return nil
                }
            }))
    }

    @Test(arguments: Loss.allCases, 1...3)
    func `an admin who stops being one while the body arrives changes nothing`(loss: Loss, number: Int) async throws {
        let trial = AccessTrial()
        let coordinator = trial.coordinator
        _ = try await coordinator.set("Carl", to: PersonChange(role: .admin))
        let cookie = try await trial.signIn(InvitationRequest(name: "Carl"))
        let answer = try await trial.ask(
            "PUT", "/v1/users/Backdoor", ["Cookie": cookie],
            pieces: body(#"{"role":"admin"}"#, before: number) { try await apply(loss, coordinator) })
        #expect([401, 403].contains(answer.status), "\(answer)")
        #expect(!coordinator.people().users.contains { $0.name == "Backdoor" })
    }

    @Test func `an admin who stays one completes the body`() async throws {
        let trial = AccessTrial()
        let coordinator = trial.coordinator
        let cookie = try await trial.signIn(InvitationRequest(role: .admin))
        let answer = try await trial.ask(
            "PUT", "/v1/users/Anna", ["Cookie": cookie],
            pieces: body(#"{"role":"viewer"}"#, before: 2) {
                _ = try await coordinator.set("Bert", to: PersonChange(role: .viewer))
            })
        #expect(answer.status == 200, "\(answer)")
        #expect(coordinator.people().users.map(\.name) == ["Anna", "Bert"])
    }

    @Test func `a change that waited behind its sender's removal has no effect`() async throws {
        let trial = AccessTrial()
        let coordinator = trial.coordinator
        _ = try await coordinator.set("Carl", to: PersonChange(role: .admin))
        let cookie = try await trial.signIn(InvitationRequest(name: "Carl"))
        let carl = try #require(coordinator.visitor(String(cookie.dropFirst("gnss_session=".count))))
        try await coordinator.remove("Carl")
        // The role was examined before the removal, and the change gets its turn after it.
        await #expect(throws: ControlError.self) {
            try await coordinator.set("Backdoor", to: PersonChange(role: .admin), by: carl)
        }
        await #expect(throws: ControlError.self) { try await coordinator.remove("Backdoor", by: carl) }
        #expect(coordinator.people().users.isEmpty)
    }

    @Test func `a body that breaks off is answered with a problem and the headers of all answers`() async throws {
        let trial = AccessTrial()
        let errors: [(error: any Error, status: Int)] = [
            (HTTPParserError.invalidEOFState, 400), (ChannelError.inputClosed, 500),
        ]
        for (error, status) in errors {
            let broken = RequestBody(
                asyncSequence: AsyncThrowingStream<ByteBuffer, any Error>(unfolding: { throw error }))
            let answer = try await trial.ask("POST", "/v1/session", pieces: broken)
            #expect(answer.status == status && answer.headers[.contentType] == Problem.mediaType, "\(answer)")
            for field in AnswerGuard.fields { #expect(answer.headers[field.name] == field.value, "\(answer)") }
        }
    }

    @Test(.timeLimit(.minutes(1))) func `a small body that does not arrive in time is refused`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
        continuation.yield(ByteBuffer(string: "{"))
        let request = Request(
            head: HTTPRequest(method: .put, scheme: "http", authority: "192.0.2.1", path: "/v1/users/Anna"),
            body: RequestBody(asyncSequence: stream))
        let problem = await #expect(throws: Problem.self) {
            let _: PersonChange = try await CommandRoutes.body(request, form: "{}", within: .milliseconds(20))
        }
        #expect(problem?.number == 408)
        continuation.finish()
    }
}
