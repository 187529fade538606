// SPDX-License-Identifier: Apache-2.0

import ControlModel
import HTTPTypes
import SystemSupport
import Testing

@testable import Access
@testable import WebAPI

/// Wrong passwords with many names, and floods of sign-ins.
@Suite(.timeLimit(.minutes(5))) struct PasswordGuessTests {
    private let password = "correct horse battery"

    private func signIn(
        _ name: String, _ password: String, _ trial: AccessTrial, from address: String = AccessTrial.lan
    ) async throws -> AccessTrial.Answer {
        try await trial.ask(
            "POST", "/v1/session", body: #"{"name":"\#(name)","password":"\#(password)"}"#, from: address)
    }

    @Test func `one password tried with many names is delayed like many passwords with one name`() async throws {
        let trial = AccessTrial()
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .viewer, password: password))
        var statuses: [Int] = []
        for number in 1...7 { statuses.append(try await signIn("N\(number)", password, trial).status) }
        #expect(statuses == Array(repeating: 403, count: 6) + [429])
        #expect(try await signIn("Anna", password, trial).status == 429)
        #expect(try await signIn("Anna", password, trial, from: "192.0.2.99").status == 200)
        // A guesser who knows one password does not guess others faster.
        trial.clock.advance(.seconds(1))
        #expect(try await signIn("Anna", password, trial).status == 200)
        #expect(try await signIn("N9", password, trial).status == 403)
        trial.clock.advance(.seconds(1))
        #expect(try await signIn("N10", password, trial).status == 429)
    }

    @Test func `a flood from one address does not keep others from signing in`() async throws {
        let trial = AccessTrial()
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .viewer, password: password))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<30 {
                group.addTask {
                    let answer = try await signIn("N\(number)", password, trial)
                    #expect([403, 429].contains(answer.status), "\(answer)")
                }
            }
            #expect(try await signIn("Anna", password, trial, from: "192.0.2.99").status == 200)
            try await group.waitForAll()
        }
    }

    @Test func `a flood from many addresses is refused with a code of its own, and admins can set passwords`()
        async throws
    {
        let trial = AccessTrial()
        let password = password
        // The examination of a password that takes until seven others wait and the rest is refused.
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Void>.makeStream()
        let coordinator = trial.coordinator
        let slow = Task {
            await coordinator.passwords.run {
                begin.finish()
                for await _ in ended {}
            }
        }
        for await _ in begun {}
        let answers = try await withThrowingTaskGroup(of: AccessTrial.Answer.self) { group in
            for number in 1...20 {
                group.addTask { try await signIn("Anna", password, trial, from: "198.51.100.\(number)") }
            }
            _ = try await trial.coordinator.set("Bert", to: PersonChange(password: password))
            var answers: [AccessTrial.Answer] = []
            for try await answer in group {
                answers.append(answer)
                if answers.count == 13 { end.finish() }
            }
            return answers
        }
        await slow.value
        let refused = answers.filter { $0.status == 429 }
        #expect(answers.allSatisfy { [403, 429].contains($0.status) } && refused.count == 13, "\(answers)")
        #expect(refused.allSatisfy { $0.text.contains(#""too_many_sign_ins""#) && $0.headers[.retryAfter] != nil })
    }
}
