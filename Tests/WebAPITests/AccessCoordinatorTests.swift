// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import HTTPTypes
import NIOCore
import NIOEmbedded
import Synchronization
import SystemSupport
import Testing

@testable import Access
@testable import WebAPI

/// Codes, people, passwords and the time of sessions, through the routes of another machine.
struct AccessCoordinatorTests {
    private let password = "correct horse battery"

    private func isKnown(_ cookie: String, _ trial: AccessTrial) async throws -> Bool {
        try await trial.ask("GET", "/v1/version", ["Cookie": cookie]).status == 200
    }

    private func signIn(
        _ name: String, _ password: String, _ trial: AccessTrial, from address: String = AccessTrial.lan
    ) async throws -> AccessTrial.Answer {
        try await trial.ask(
            "POST", "/v1/session", body: #"{"name":"\#(name)","password":"\#(password)"}"#, from: address)
    }

    // MARK: Codes

    @Test func `a code signs one browser in, once, also where two come at once`() async throws {
        let trial = AccessTrial()
        let code = try trial.coordinator.invite(InvitationRequest(role: .viewer)).code
        #expect(code.count == 10)
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let body = #"{"code":"\#(code.lowercased())"}"#
                    return try await trial.ask("POST", "/v1/session", body: body, from: "192.0.2.\(number + 10)").status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 == 200 } == 1 && answers.count { $0 == 403 } == 7, "\(answers)")
        #expect(trial.store.record?.sessions.count == 1)
    }

    @Test(arguments: [" ", "-", "\u{2013}", "\u{A0}", "\u{200B}", "\u{200D}", "\u{FE0F}"])
    func `a code may contain blanks, dashes and invisible characters`(separator: String) async throws {
        let trial = AccessTrial()
        let code = try trial.coordinator.invite(InvitationRequest(role: .viewer)).code
        let typed = "\(separator)\(code.prefix(5))\(separator)\(code.dropFirst(5))\(separator)"
        #expect(try await trial.ask("POST", "/v1/session", body: #"{"code":"\#(typed)"}"#).status == 200)
    }

    @Test func `a code is good for 10 minutes, and the oldest of too many goes`() async throws {
        let trial = AccessTrial()
        let old = try trial.coordinator.invite(InvitationRequest(role: .viewer)).code
        trial.clock.advance(InvitationCodes.lifetime)
        #expect(try await trial.ask("POST", "/v1/session", body: #"{"code":"\#(old)"}"#).status == 403)
        let first = try trial.coordinator.invite(InvitationRequest(role: .viewer)).code
        for _ in 0..<InvitationCodes.limit { _ = try trial.coordinator.invite(InvitationRequest(role: .viewer)) }
        trial.clock.advance(.seconds(60))
        #expect(try await trial.ask("POST", "/v1/session", body: #"{"code":"\#(first)"}"#).status == 403)
    }

    @Test(arguments: [
        "{}", "", #"{"code":1}"#, #"{"code":"A","name":"B","password":"C"}"#, #"{"name":"B"}"#, #"{"password":"B"}"#,
        #"["code"]"#, #"{"code":null}"#,
    ])
    func `odd bodies sign nobody in`(body: String) async throws {
        let answer = try await AccessTrial().ask("POST", "/v1/session", body: body)
        #expect(answer.status == 400 && answer.cookie == nil, "\(answer)")
    }

    @Test(arguments: [
        "", "gnss_session", "gnss_session=", "gnss_sessionx=0", "x=gnss_session", String(repeating: ";", count: 5000),
    ])
    func `odd cookies sign nobody in`(text: String) async throws {
        let trial = AccessTrial()
        _ = try await trial.signIn(InvitationRequest(role: .admin))
        #expect(try await !isKnown(text, trial))
    }

    // MARK: Guessing

    @Test func `who guesses waits 1 s, then twice as long each time, up to a minute`() async throws {
        let trial = AccessTrial()
        let code = try trial.coordinator.invite(InvitationRequest(role: .viewer)).code
        for pause in [1, 2, 4, 8, 16, 32, 60, 60] {
            #expect(try await trial.ask("POST", "/v1/session", body: #"{"code":"0000000000"}"#).status == 403)
            trial.clock.advance(.seconds(pause) - .milliseconds(1))
            // The right one is not looked at either.
            let early = try await trial.ask("POST", "/v1/session", body: #"{"code":"\#(code)"}"#)
            #expect(early.status == 429 && early.headers[.retryAfter] == "1", "after \(pause): \(early)")
            trial.clock.advance(.milliseconds(1))
        }
        // Somebody else is not kept waiting.
        let other = try await trial.ask("POST", "/v1/session", body: #"{"code":"\#(code)"}"#, from: "192.0.2.99")
        #expect(other.status == 200)
    }

    @Test func `many guessers take no more memory than some, and a network of IPv6 is one`() {
        var delay = GuessDelay()
        let now = ContinuousClock.now
        for _ in 0..<3 { delay.noteWrong("patient", at: now) }
        for number in 0..<5000 { delay.noteWrong("\(number)", at: now + .milliseconds(number)) }
        #expect(Mirror(reflecting: delay).descendant("guessers").map { Mirror(reflecting: $0).children.count } == 4096)
        // Many guessers with one attempt each do not push out one whose delay has grown.
        #expect(delay.pause(for: "patient", at: now) == .seconds(4) && delay.pause(for: "0", at: now) == .zero)
    }

    @Test func `passwords are guessed no faster with many requests at once`() async throws {
        let trial = AccessTrial()
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .operator, password: password))
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await signIn("Anna", "wrong password", trial).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 == 403 } == 1 && answers.count { $0 == 429 } == 19, "\(answers)")
        // Anna comes from elsewhere.
        #expect(try await signIn("Anna", password, trial, from: "192.0.2.99").status == 200)
    }

    @Test func `a sign-in with the old password that waits behind a new password does not succeed`() async throws {
        let trial = AccessTrial()
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .admin, password: password))
        func wait(forChanges count: Int) async throws {
            // The queue only states its length; nothing tells when a change begins to wait in it.
            while await trial.coordinator.turns.waiting < count { try await Task.sleep(for: .milliseconds(5)) }
        }
        let hold = trial.store.hold()
        async let other = trial.coordinator.set("Bert", to: PersonChange())
        try await wait(forChanges: 1)
        async let change = trial.coordinator.set("Anna", to: PersonChange(password: "another password"))
        try await wait(forChanges: 2)
        async let answer = signIn("Anna", password, trial)
        try await wait(forChanges: 3)
        hold.finish()
        _ = try await (other, change)
        #expect(try await answer.status == 403)
        #expect(trial.store.record?.sessions == [])
        #expect(try await signIn("Anna", "another password", trial).status == 200)
    }

    // MARK: People

    @Test func `a person signs in by password, and nobody learns which names there are`() async throws {
        let trial = AccessTrial()
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .operator, password: password))
        let good = try await signIn("Anna", password, trial)
        #expect(good.status == 200 && good.text.contains(#""name":"Anna","role":"operator""#), "\(good)")
        let wrong = try await signIn("Anna", "wrong password", trial)
        let unknown = try await signIn("Bert", password, trial)
        #expect(wrong.status == 403 && wrong.text == unknown.text, "\(wrong) \(unknown)")
        let kept = String(describing: trial.store.record)
        #expect(!kept.contains(password) && !kept.contains(good.cookie?.dropFirst(13) ?? ""))
    }

    @Test func `a new role holds at once, in codes too`() async throws {
        let trial = AccessTrial()
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .admin))
        let cookie = try await trial.signIn(InvitationRequest(name: "Anna"))
        let code = try trial.coordinator.invite(InvitationRequest(name: "Anna")).code
        #expect(try await trial.ask("GET", "/v1/users", ["Cookie": cookie]).status == 200)
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .viewer))
        #expect(try await trial.ask("GET", "/v1/users", ["Cookie": cookie]).status == 403)
        let later = try await trial.ask("POST", "/v1/session", body: #"{"code":"\#(code)"}"#)
        #expect(later.text.contains(#""role":"viewer""#), "\(later)")
    }

    @Test func `a new password, no password, and removal sign a person's browsers out`() async throws {
        let trial = AccessTrial()
        let changes: [(AccessCoordinator) async throws -> Void] = [
            { _ = try await $0.set("Anna", to: PersonChange(password: password + "2")) },
            { _ = try await $0.set("Anna", to: PersonChange(password: "")) }, { try await $0.remove("Anna") },
        ]
        for change in changes {
            _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .operator, password: password))
            let cookie = try await trial.signIn(InvitationRequest(name: "Anna"))
            let code = try trial.coordinator.invite(InvitationRequest(name: "Anna")).code
            #expect(try await isKnown(cookie, trial))
            try await change(trial.coordinator)
            #expect(try await !isKnown(cookie, trial))
            #expect(try await signIn("Anna", password, trial).status == 403)
            trial.clock.advance(.seconds(60))
            #expect(try await trial.ask("POST", "/v1/session", body: #"{"code":"\#(code)"}"#).status == 403)
            trial.clock.advance(.seconds(60))
        }
    }

    @Test(arguments: [
        ("PUT", "/v1/users/Bert", #"{"rolle":"operator"}"#),
        ("PUT", "/v1/users/Bert", #"{"role":"operator","pasword":"correct horse battery"}"#),
        ("POST", "/v1/session/invitation", #"{"rolle":"viewer"}"#),
    ])
    func `a misspelled key changes nothing`(method: String, path: String, body: String) async throws {
        let trial = AccessTrial()
        let cookie = try await trial.signIn(InvitationRequest(role: .admin))
        let answer = try await trial.ask(method, path, ["Cookie": cookie], body: body)
        #expect(answer.status == 400 && answer.text.contains("role"), "\(answer)")
        #expect(trial.coordinator.people().users.isEmpty)
    }

    @Test(arguments: ["", " Anna", "Anna\n", "a\u{202E}b", String(repeating: "x", count: 101)])
    func `odd names are refused`(name: String) async throws {
        let error = await #expect(throws: ControlError.self) {
            try await AccessTrial().coordinator.set(name, to: PersonChange())
        }
        #expect(error?.code == "bad_name" && error?.message?.code.hasPrefix("problem.bad_name.") == true)
    }

    @Test(arguments: [("An\u{200D}na", "U+200D"), ("\u{646}\u{200C}\u{627}", "U+200C"), ("A\u{AD}b", "U+00AD")])
    func `an invisible character in a name is named`(name: String, character: String) async throws {
        let error = await #expect(throws: ControlError.self) {
            try await AccessTrial().coordinator.set(name, to: PersonChange())
        }
        #expect(error?.description.contains("an invisible character (\(character))") == true, "\(error as Any)")
        #expect(error?.message == CodedText(ProblemText.invisibleCharacter, ["character": .words(character)]))
    }

    @Test func `names that browsers remove from an address are refused, and others with dots are not`() async throws {
        let trial = AccessTrial()
        for name in [".", ".."] {
            let error = await #expect(throws: ControlError.self) {
                try await trial.coordinator.set(name, to: PersonChange())
            }
            #expect(error?.description.contains("must not be") == true, "\(name)")
        }
        for name in ["...", ".a", "a."] { _ = try await trial.coordinator.set(name, to: PersonChange()) }
        #expect(trial.coordinator.people().users.map(\.name) == ["...", ".a", "a."])
    }

    @Test(arguments: ["short", String(repeating: "x", count: 201)])
    func `a password that is too short or too long is refused`(password: String) async throws {
        let trial = AccessTrial()
        await #expect(throws: ControlError.self) {
            try await trial.coordinator.set("A", to: PersonChange(password: password))
        }
        #expect(trial.coordinator.people().users.isEmpty)
    }

    // MARK: Time and storage

    @Test(arguments: [(ControlRole.viewer, 30 * 24), (.operator, 30 * 24), (.admin, 12)])
    func `a browser stays signed in as long as its role says`(role: ControlRole, hours: Int) async throws {
        let trial = AccessTrial()
        let cookie = try await trial.signIn(InvitationRequest(role: role))
        trial.clock.advance(.seconds(hours * 3600 - 1))
        #expect(try await isKnown(cookie, trial))
        trial.clock.advance(.seconds(1))
        #expect(try await !isKnown(cookie, trial))
        await trial.coordinator.storeTime()
        #expect(trial.store.record?.sessions == [])
    }

    @Test func `a browser is known after a restart, for as long as is left`() async throws {
        let first = AccessTrial()
        let cookie = try await first.signIn(InvitationRequest(role: .admin))
        first.clock.advance(.seconds(5 * 3600))
        await first.coordinator.storeTime()
        // Off for an hour, and off with a clock that begins in 1970 or stands still.
        for (wall, left) in [(1_800_000_000 + 6 * 3600, 6), (0, 7), (1_800_000_000 + 5 * 3600, 7)] {
            let second = AccessTrial(store: first.store)
            second.clock.setWall(Int64(wall))
            await second.coordinator.recall()
            second.clock.advance(.seconds(left * 3600 - 1))
            #expect(try await isKnown(cookie, second), "\(wall)")
            second.clock.advance(.seconds(1))
            #expect(try await !isKnown(cookie, second), "\(wall)")
        }
    }

    @Test func `time that was stored before the clock was set does not count`() async throws {
        let first = AccessTrial()
        first.clock.setWall(100)
        let cookie = try await first.signIn(InvitationRequest(role: .viewer))
        let second = AccessTrial(store: first.store)
        await second.coordinator.recall()
        #expect(try await isKnown(cookie, second))
    }

    @Test func `what cannot be stored is not given, and is taken all the same`() async throws {
        let trial = AccessTrial()
        let cookie = try await trial.signIn(InvitationRequest(role: .viewer))
        let id = try #require(trial.coordinator.browsers(own: nil).sessions.first?.id)
        trial.store.setFull(true)
        let code = try trial.coordinator.invite(InvitationRequest(role: .admin)).code
        let refused = try await trial.ask("POST", "/v1/session", body: #"{"code":"\#(code)"}"#)
        #expect(refused.status == 507 && refused.cookie == nil, "\(refused)")
        await #expect(throws: ControlError.self) {
            try await trial.coordinator.set("Anna", to: PersonChange(role: .admin))
        }
        #expect(trial.coordinator.people().users.isEmpty)
        await #expect(throws: ControlError.self) { try await trial.coordinator.close(session: id) }
        #expect(try await !isKnown(cookie, trial))
        // The code was not used up by the attempt that could not be stored.
        trial.store.setFull(false)
        #expect(try await trial.ask("POST", "/v1/session", body: #"{"code":"\#(code)"}"#).status == 200)
    }

    @Test func `a lower role and a new password hold at once, even if they cannot be stored`() async throws {
        let trial = AccessTrial()
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .admin, password: password))
        let cookie = try await trial.signIn(InvitationRequest(name: "Anna"))
        let other = try await trial.signIn(InvitationRequest(role: .admin))
        let id = try #require(trial.coordinator.browsers(own: nil).sessions.first { $0.name == nil }?.id)
        trial.store.setFull(true)
        await #expect(throws: ControlError.self) {
            try await trial.coordinator.set("Anna", to: PersonChange(role: .viewer))
        }
        #expect(try await trial.ask("GET", "/v1/users", ["Cookie": cookie]).status == 403)
        await #expect(throws: ControlError.self) { try await trial.coordinator.set(session: id, to: .viewer) }
        #expect(try await trial.ask("GET", "/v1/users", ["Cookie": other]).status == 403)
        // A right is given only if it is stored.
        await #expect(throws: ControlError.self) {
            try await trial.coordinator.set("Anna", to: PersonChange(role: .admin))
        }
        #expect(try await trial.ask("GET", "/v1/users", ["Cookie": cookie]).status == 403)
        await #expect(throws: ControlError.self) {
            try await trial.coordinator.set("Anna", to: PersonChange(password: password + "2"))
        }
        #expect(try await !isKnown(cookie, trial))
        trial.store.setFull(false)
        #expect(try await signIn("Anna", password, trial).status == 403)
    }

    @Test func `there are no more browsers and people than the limit`() async throws {
        let trial = AccessTrial()
        let first = try await trial.signIn(InvitationRequest(role: .viewer))
        for _ in 0..<AccessCoordinator.sessionLimit { _ = try await trial.signIn(InvitationRequest(role: .viewer)) }
        #expect(try await !isKnown(first, trial))
        for number in 0..<AccessCoordinator.peopleLimit {
            _ = try await trial.coordinator.set("\(number)", to: PersonChange())
        }
        await #expect(throws: ControlError.self) { try await trial.coordinator.set("one more", to: PersonChange()) }
    }

    @Test func `what was taken and could not be stored is stored once there is room, and a restart undoes nothing`()
        async throws
    {
        let trial = AccessTrial()
        let cookie = try await trial.signIn(InvitationRequest(role: .operator))
        let id = try #require(trial.coordinator.browsers(own: nil).sessions.first?.id)
        trial.store.setFull(true)
        let error = await #expect(throws: ControlError.self) { try await trial.coordinator.close(session: id) }
        #expect(error?.code == "unsaved" && error?.kind == .full, "\(String(describing: error))")
        await trial.coordinator.storeTime()
        #expect(try await !isKnown(cookie, trial))
        trial.store.setFull(false)
        // No browser is signed in, and still there is something to store.
        await trial.coordinator.storeTime()
        let saved = trial.store.saved
        await trial.coordinator.storeTime()
        #expect(trial.store.saved == saved, "nothing is left to store")
        let next = AccessTrial(store: trial.store)
        await next.coordinator.recall()
        #expect(try await !isKnown(cookie, next))
    }

    @Test func `taking rights away while state is in memory says that a restart undoes it, where it does`()
        async throws
    {
        let earlier = AccessTrial()
        for name in ["Adam", "Eva"] {
            _ = try await earlier.coordinator.set(name, to: PersonChange(role: .operator, password: password))
        }
        _ = try await earlier.coordinator.set("Ida", to: PersonChange(role: .admin))
        let cookie = try await earlier.signIn(InvitationRequest(role: .operator))
        earlier.store.setLoss("the disk may only be read")
        let trial = AccessTrial(store: earlier.store)
        await trial.coordinator.recall()
        let left = try await trial.ask("DELETE", "/v1/session", ["Cookie": cookie])
        #expect(left.status == 503 && left.text.contains("\"code\":\"unsaved\""), "\(left)")
        #expect(left.text.contains("the disk may only be read"), "\(left)")
        #expect(try await !isKnown(cookie, trial))
        for change in [PersonChange(role: .viewer), PersonChange(password: "another password")] {
            let error = await #expect(throws: ControlError.self) { try await trial.coordinator.set("Eva", to: change) }
            #expect(error?.code == "unsaved" && error?.kind == .unavailable, "\(String(describing: error))")
        }
        // Granting a first password takes the role away at the same time.
        let both = PersonChange(role: .viewer, password: "another password")
        let last = await #expect(throws: ControlError.self) { try await trial.coordinator.set("Ida", to: both) }
        #expect(last?.code == "unsaved", "\(String(describing: last))")
        await #expect(throws: ControlError.self) { try await trial.coordinator.remove("Ida") }
        let error = await #expect(throws: ControlError.self) { try await trial.coordinator.remove("Adam") }
        #expect(error?.code == "unsaved", "\(String(describing: error))")
        #expect(trial.coordinator.people().users.map(\.name) == ["Eva"])

        // A restart brings back nothing that began since the start.
        _ = try await trial.coordinator.set("Bert", to: PersonChange(role: .admin))
        try await trial.coordinator.remove("Bert")
        let new = try await trial.signIn(InvitationRequest(role: .operator))
        #expect(try await trial.ask("DELETE", "/v1/session", ["Cookie": new]).status == 204)
        // The age of sessions is stored without a complaint, and nothing is left to store.
        _ = try await trial.signIn(InvitationRequest(role: .operator))
        let saved = trial.store.saved
        await trial.coordinator.storeTime()
        #expect(trial.store.saved == saved + 1)
    }

    @Test func `signing out on a full disk says so, and the browser forgets its cookie`() async throws {
        let trial = AccessTrial()
        let cookie = try await trial.signIn(InvitationRequest(role: .operator))
        trial.store.setFull(true)
        let answer = try await trial.ask("DELETE", "/v1/session", ["Cookie": cookie])
        #expect(answer.status == 507 && answer.text.contains("\"code\":\"unsaved\""), "\(answer)")
        #expect(answer.headers[.setCookie]?.contains("Max-Age=0") == true, "\(answer.headers)")
        #expect(try await !isKnown(cookie, trial))
    }

    @Test func `a stream ends with its session and with its role, and with nothing else`() async throws {
        let trial = AccessTrial()
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .operator))
        let cookie = try await trial.signIn(InvitationRequest(name: "Anna"))
        let ended = Mutex<[String]>([])
        func open(_ name: String, _ path: String = "/v1/live") async throws -> NIOAsyncTestingChannel {
            let channel = NIOAsyncTestingChannel()
            #expect(try await trial.ask("GET", path, ["Cookie": cookie], channel: channel).status == 200)
            channel.closeFuture.whenComplete { _ in ended.withLock { $0.append(name) } }
            return channel
        }
        let (stream, plain) = (try await open("stream"), try await open("plain", "/v1/status"))
        func run(_ channels: NIOAsyncTestingChannel...) async {
            for one in channels { await one.testingEventLoop.run() }
        }
        _ = try await trial.coordinator.set("Bert", to: PersonChange(role: .admin))
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .operator))
        await run(stream, plain)
        #expect(ended.withLock { $0 } == [])
        // Raised: the page asks again, and learns what it may do now.
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .admin))
        await run(stream, plain)
        #expect(ended.withLock { $0 } == ["stream"])
        let second = try await open("second")
        _ = try await trial.coordinator.set("Anna", to: PersonChange(role: .viewer))
        await run(second, plain)
        #expect(ended.withLock { $0 } == ["stream", "second"])
        let third = try await open("third")
        try await trial.coordinator.remove("Anna")
        await run(third, plain)
        #expect(ended.withLock { $0 } == ["stream", "second", "third"])
    }
}
