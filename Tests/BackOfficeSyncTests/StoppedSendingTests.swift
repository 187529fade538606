// SPDX-License-Identifier: Apache-2.0

import BackOfficeModel
import ControlModel
import GNSSTypes
import Storage
import Synchronization
import Testing

@testable import BackOfficeSync

/// What people do while the stage talks to the server.
@Suite(.timeLimit(.minutes(4))) struct StoppedSendingTests {
    private let bench: OfficeBench

    init() throws { bench = try OfficeBench() }

    private var office: FalseOffice { bench.office }

    private func hold(_ name: String?) { office.state.withLock { $0.held = name } }

    /// Signs in, and sends a task with two photos.
    private func beginSending(_ bench: OfficeBench) async throws {
        bench.office.state.withLock { $0.tasks["7"] = .init(status: "open") }
        try await bench.signIn()
        for photo in ["a", "b"] { bench.photos.add(photo, task: "7") }
        _ = try await bench.control.sendTask("7", SendRequest(), by: .unnamed)
        try await bench.wait("the photo to be sent") {
            try await bench.control.sending(of: ["a"])["a"]?.sent == .sending
        }
    }

    @Test func `giving up a task ends its request, and no further photo leaves`() async throws {
        hold("photo")
        try await beginSending(bench)
        _ = try await bench.control.stopSendingTask("7", by: .unnamed)
        try await bench.settle()
        hold(nil)
        #expect(try await bench.control.sending(of: ["a"])["a"]?.sent == .unsent)
        try await bench.photos.removeCapture("a", includingSent: false, by: .unnamed)
        #expect(office.state.withLock { $0.calls.contains("photo") } == false)
        _ = try await bench.control.sendTask("7", SendRequest(), by: .unnamed)
        try await bench.settle()
        #expect(try await bench.task("7").state == .provided)
        await bench.end()
    }

    @Test func `a photo of a task is never sent without it, also after a restart`() async throws {
        office.state.withLock { state in
            state.faults.append(("photo", false, .answered(status: 503, body: [], retryAfter: nil)))
        }
        let (photos, folder): (FalsePhotos, String)
        do {
            // The store is free for the next start when this one is released.
            let first = try OfficeBench(office)
            (photos, folder) = (first.photos, first.folder)
            try await beginSending(first)
            try await first.wait("the failure") { await first.control.backOffice(for: .unnamed).problem != nil }
            // The back office closes the task, so that it is not sent any more.
            office.state.withLock { $0.tasks["7"] = nil }
            _ = try await first.control.sync(by: .unnamed)
            try await first.settle()
            #expect(try await first.control.sending(of: ["a"])["a"]?.sent == .unsent)
            await first.end()
        }
        let next = try OfficeBench(office, photos: photos, folder: folder)
        _ = try await next.control.sync(by: .unnamed)
        try await next.settle()
        #expect(office.state.withLock { $0.photos.isEmpty })
        await next.end()
        await bench.end()
    }

    @Test func `cancelling a synchronisation ends its request, so that other things go on`() async throws {
        try await bench.signIn()
        hold("tasks")
        _ = try await bench.control.sync(by: .unnamed)
        try await bench.wait("the request") { office.state.withLock { $0.waiting } == "tasks" }
        #expect(try await bench.control.cancelSync(by: .unnamed).sync?.state.value == .cancelled)
        bench.photos.add("p")
        _ = try await bench.control.sendCaptures(nil, SendRequest(), by: .unnamed)
        try await bench.settle()
        #expect(office.state.withLock { $0.photos.count } == 1)
        #expect(await bench.control.backOffice(for: .unnamed).sync?.state.value == .cancelled)
        await bench.end()
    }

    @Test func `a person who is removed while they sign in is not signed in`() async throws {
        hold("login")
        let request = BackOfficeSignIn(login: "ann", password: FalseOffice.password)
        async let answer = bench.refusal { _ = try await bench.control.signIn(request, by: OfficeBench.ann) }
        try await bench.wait("the request") { office.state.withLock { $0.waiting } == "login" }
        await bench.service.keepOnly(people: ["bob"])
        hold(nil)
        #expect(await answer == "no_account")
        #expect(await bench.control.backOffice(for: OfficeBench.ann).state.value == .signedOut)
        await bench.end()
    }

    @Test func `an admin does not send the photos of others`() async throws {
        bench.photos.add("p", user: "ann")
        let admin = ControlUser(name: "bob", isAdmin: true)
        try await bench.signIn(admin)
        await #expect(throws: ControlError.self) {
            try await bench.control.sendCaptures("p", SendRequest(), by: admin)
        }
        await bench.end()
    }

    @Test func `a photo that the server cannot take holds up no other`() async throws {
        try await bench.signIn()
        for photo in ["a", "b"] { bench.photos.add(photo) }
        for status in [500, 413] {
            office.state.withLock {
                $0.faults.append(("photo", false, .answered(status: status, body: [], retryAfter: nil)))
            }
        }
        _ = try await bench.control.sendCaptures(nil, SendRequest(), by: .unnamed)
        try await bench.wait("the second one to come first") {
            await bench.service.coordinator.jobs.map(\.key.id) == ["b", "a"]
        }
        try await bench.settle()
        let sending = try await bench.control.sending(of: ["a", "b"])
        #expect(sending["a"]?.sent == .sent)
        #expect(sending["b"]?.sent == .unsent && sending["b"]?.problem != nil, "the same form is never accepted")
        await bench.end()
    }

    @Test func `a note that is written while tasks are merged is kept`() async throws {
        office.state.withLock { $0.tasks["7"] = .init(status: "open") }
        try await bench.signIn()
        office.state.withLock { $0.tasks["7"]?.name = "Hedge" }
        bench.photos.isHeld.withLock { $0 = true }
        let lists = bench.photos.lists.withLock { $0 }
        _ = try await bench.control.sync(by: .unnamed)
        try await bench.wait("the answer") { bench.photos.lists.withLock { $0 } > lists }
        async let changed = bench.control.setNote("mine", ofTask: "7", by: .unnamed)
        // A note that does not wait for its turn is stored by then.
        try await Task.sleep(for: .milliseconds(200))
        bench.photos.isHeld.withLock { $0 = false }
        #expect(try await changed.note == "mine")
        try await bench.settle()
        let task = try await bench.task("7")
        #expect(task.note == "mine" && task.name == "Hedge")
        await bench.end()
    }
}
