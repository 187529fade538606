// SPDX-License-Identifier: Apache-2.0

import BackOfficeModel
import ControlModel
import Foundation
import GNSSTypes
import Paths
import Storage
import Synchronization
import Testing

@testable import BackOfficeSync

/// The stage beside a server that can fail at each step.
@Suite(.timeLimit(.minutes(4))) struct BackOfficeSyncTests {
    private let bench: OfficeBench
    private let lost = BackOfficeEnd.failed("the connection was closed")

    init() throws { bench = try OfficeBench() }

    private var office: FalseOffice { bench.office }

    private func fail(_ name: String, isDone: Bool, _ end: BackOfficeEnd? = nil) {
        office.state.withLock { $0.faults.append((name, isDone, end ?? lost)) }
    }

    private func send(_ id: String, _ user: ControlUser = .unnamed) async throws {
        _ = try await bench.control.sendTask(id, SendRequest(), by: user)
        try await bench.settle(user)
    }

    // MARK: people

    @Test func `signing in finds the endpoints, and outlasts a restart`() async throws {
        #expect(
            await bench.refusal {
                _ = try await bench.control.signIn(.init(login: "ann", password: "x"), by: .unnamed)
            } == "wrong_login")
        #expect(
            await bench.refusal {
                _ = try await bench.control.signIn(.init(login: " ", password: "x"), by: .unnamed)
            } == "blank_login")
        let folder: String
        do {
            let first = try OfficeBench(office)
            try await first.signIn()
            #expect(first.service.locks.keys.sorted() == ["back_office.server"])
            folder = first.folder
            await first.end()
        }
        let next = try OfficeBench(office, folder: folder)
        let report = await next.control.backOffice(for: .unnamed)
        #expect(report.state == .signedIn && report.person?.id == "10")
        _ = try await next.control.signOut(by: .unnamed)
        #expect(next.service.locks.isEmpty)
        #expect(await bench.refusal { _ = try await next.control.tasks(TaskQuery(), for: .unnamed) } == "no_account")
        await next.end()
    }

    @Test func `two people have their own tasks, also with the same identifier`() async throws {
        office.state.withLock { $0.tasks["7"] = .init() }
        try await bench.signIn(OfficeBench.ann)
        try await bench.signIn(OfficeBench.bob, login: "bob")
        _ = try await bench.control.setNote("ann's", ofTask: "7", by: OfficeBench.ann)
        #expect(try await bench.task("7", OfficeBench.bob).note == "")
        #expect(await bench.refusal { _ = try await bench.task("7") } == "no_account")
        bench.photos.add("p1", user: "ann", task: "7")
        #expect(try await bench.task("7", OfficeBench.ann).photos == 1)
        #expect(try await bench.task("7", OfficeBench.bob).photos == 0)
        await bench.service.keepOnly(people: ["bob"])
        #expect(await bench.control.backOffice(for: OfficeBench.ann).state == .signedOut)
        #expect(await bench.control.backOffice(for: OfficeBench.bob).state == .signedIn)
        await bench.end()
    }

    @Test func `an answer after the sign-out does not count`() async throws {
        office.state.withLock { ($0.tasks["7"], $0.held) = (.init(), "tasks") }
        _ = try await bench.control.signIn(.init(login: "ann", password: FalseOffice.password), by: .unnamed)
        _ = try await bench.control.signOut(by: .unnamed)
        _ = try await bench.control.signIn(.init(login: "bob", password: FalseOffice.password), by: .unnamed)
        office.state.withLock { $0.tasks = ["8": .init()] }
        office.state.withLock { $0.held = nil }
        try await bench.settle()
        #expect(try await bench.control.tasks(TaskQuery(), for: .unnamed).tasks.map(\.id) == ["8"])
        await bench.end()
    }

    // MARK: tasks

    @Test func `an opened task stays open, and the server is told with its note`() async throws {
        office.state.withLock { $0.tasks["7"] = .init(note: "of an officer") }
        fail("status", isDone: false)
        try await bench.signIn()
        #expect(try await bench.control.openTask("7", by: .unnamed).state == .open)
        _ = try await bench.control.sync(by: .unnamed)
        try await bench.settle()
        #expect(try await bench.task("7").state == .open, "the server still said new")
        try await bench.wait("the server to be told") { office.state.withLock { $0.tasks["7"]?.status } == "open" }
        #expect(office.state.withLock { $0.tasks["7"]?.note } == "of an officer")
        await bench.end()
    }

    @Test func `a task is sent once, whatever answer is lost`() async throws {
        for (number, lost) in [("photo", true), ("photo", false), ("status", true), ("tasks", false)].enumerated() {
            let (id, photo) = ("\(number)", "p\(number)")
            office.state.withLock { $0.tasks[id] = .init(status: "open") }
            if number == 0 { try await bench.signIn() }
            _ = try await bench.control.sync(by: .unnamed)
            try await bench.settle()
            bench.photos.add(photo, task: id)
            _ = try await bench.control.setNote("n\(number)", ofTask: id, by: .unnamed)
            fail(lost.0, isDone: lost.1)
            try await send(id)
            let task = try await bench.task(id)
            #expect(task.state == .provided && task.sent == .sent && task.unsent == 0, "\(lost)")
            #expect(office.state.withLock { $0.tasks[id]?.note } == "n\(number)")
            #expect(office.state.withLock { $0.photos.count { $0.task == id } } == 1, "\(lost)")
            let refused = await bench.refusal { _ = try await bench.control.setNote("x", ofTask: id, by: .unnamed) }
            #expect(refused == "not_editable")
            let deleted = await bench.refusal {
                try await bench.photos.removeCapture(photo, includingSent: false, by: .unnamed)
            }
            #expect(deleted == "photo_sent")
        }
        await bench.end()
    }

    @Test func `what waits goes on after a kill`() async throws {
        office.state.withLock { ($0.tasks["7"], $0.held) = (.init(status: "open"), "photo") }
        let (photos, folder): (FalsePhotos, String)
        do {
            let first = try OfficeBench(office)
            (photos, folder) = (first.photos, first.folder)
            try await first.signIn()
            photos.add("p", task: "7")
            _ = try await first.control.sendTask("7", SendRequest(), by: .unnamed)
            let refused = await first.refusal { _ = try await first.control.setNote("x", ofTask: "7", by: .unnamed) }
            #expect(refused == "task_sending")
            await first.end()
        }
        office.state.withLock { $0.held = nil }
        let next = try OfficeBench(office, photos: photos, folder: folder)
        try await next.settle()
        #expect(try await next.task("7").state == .provided)
        await next.end()
    }

    @Test func `a server that ignores a task or refuses a photo unlocks it, with the reason`() async throws {
        office.state.withLock { $0.tasks["7"] = .init(status: "open") }
        try await bench.signIn()
        #expect(await bench.refusal { try await send("7") } == "no_photos")
        bench.photos.add("p", task: "7", verdict: .pending)
        #expect(await bench.refusal { try await send("7") } == "photos_pending")
        office.state.withLock { $0.tasks["7"]?.status = "closed" }
        _ = try await bench.control.sendTask("7", SendRequest(pending: true), by: .unnamed)
        try await bench.settle()
        let refused = try await bench.task("7")
        #expect(refused.sendProblem?.message.code == "back_office.refused")
        #expect(refused.sent == .unsent && refused.isEditable)
        // The server has the photo, and says that it did what it did not do.
        office.state.withLock { $0.tasks["7"]?.status = "open" }
        let silent = BackOfficeEnd.answered(status: 200, body: Array(#"{"status":"ok"}"#.utf8), retryAfter: nil)
        fail("status", isDone: false, silent)
        _ = try await bench.control.sendTask("7", SendRequest(pending: true), by: .unnamed)
        try await bench.settle()
        #expect(try await bench.task("7").sendProblem?.message.code == "back_office.status_ignored")
        await bench.end()
    }

    @Test func `ok without an identifier is no proof that a photo is stored`() async throws {
        try await bench.signIn()
        bench.photos.add("p")
        // What PHP answers to a form that is larger than it accepts.
        fail("photo", isDone: false, .answered(status: 200, body: Array(#"{"status":"ok"}"#.utf8), retryAfter: nil))
        #expect(try await bench.control.sendCaptures(nil, SendRequest(), by: .unnamed).queued == 1)
        try await bench.settle()
        let photo = try #require(try await bench.photos.capture("p", for: .unnamed).summary)
        #expect(photo.sent == .unsent && photo.sendProblem?.message.code == "back_office.photo_not_taken")
        #expect(try await bench.control.sendCaptures("p", SendRequest(), by: .unnamed).queued == 1)
        try await bench.settle()
        #expect(try await bench.photos.capture("p", for: .unnamed).summary?.sent.value == .sent)
        let again = await bench.refusal { _ = try await bench.control.sendCaptures("p", SendRequest(), by: .unnamed) }
        #expect(again == "photo_sent")
        await bench.end()
    }

    @Test func `tasks change, return and vanish, and nothing unsent is lost`() async throws {
        office.state.withLock { $0.tasks = ["1": .init(), "2": .init(), "3": .init(status: "open")] }
        try await bench.signIn()
        _ = try await bench.control.setNote("mine", ofTask: "3", by: .unnamed)
        office.state.withLock { state in
            state.tasks["1"] = .init(status: "returned", name: "Hedge", returned: "too dark")
            (state.tasks["2"], state.tasks["3"]) = (nil, nil)
        }
        _ = try await bench.control.sync(by: .unnamed)
        try await bench.settle()
        let sync = try #require(await bench.control.backOffice(for: .unnamed).sync)
        #expect(sync.state == .done && sync.added == 0 && sync.changed == 1 && sync.removed == 2)
        let returned = try await bench.task("1")
        #expect(returned.reason == "too dark" && returned.isEditable && returned.name == "Hedge")
        #expect(await bench.refusal { _ = try await bench.task("2") } == "unknown_task")
        let kept = try await bench.task("3")
        #expect(kept.state == .closed && !kept.isEditable && kept.note == "mine")
        await bench.end()
    }

    @Test func `lists have the wanted order`() async throws {
        office.state.withLock { state in
            for (id, name) in [("1", "b"), ("2", "A"), ("3", "c")] { state.tasks[id] = .init(name: name) }
            state.tasks["3"]?.status = "closed"
        }
        try await bench.signIn()
        var query = TaskQuery()
        (query.order, query.isDescending) = (.name, false)
        #expect(try await bench.control.tasks(query, for: .unnamed).tasks.map(\.id) == ["2", "1", "3"])
        query.states = [.new]
        query.name = "B"
        let found = try await bench.control.tasks(query, for: .unnamed)
        #expect(found.tasks.map(\.id) == ["1"] && found.total == 3)
        await bench.end()
    }

    @Test func `a task that was returned after a lost answer is not provided again`() async throws {
        office.state.withLock { $0.tasks["7"] = .init(status: "open") }
        try await bench.signIn()
        bench.photos.add("p", task: "7")
        fail("status", isDone: true)
        _ = try await bench.control.sendTask("7", SendRequest(), by: .unnamed)
        try await bench.wait("the lost answer") { office.state.withLock { $0.calls.contains("status") } }
        office.state.withLock { $0.tasks["7"] = .init(status: "returned", returned: "too dark") }
        try await bench.settle()
        let task = try await bench.task("7")
        #expect(task.state == .returned && task.reason == "too dark" && task.sendProblem == nil && task.isEditable)
        #expect(office.state.withLock { $0.tasks["7"]?.status } == "returned")
        await bench.end()
    }

    @Test(arguments: [BackOfficeEnd.answered(status: 413, body: [], retryAfter: nil), .tooLarge(16)])
    func `what would fail again is not tried again`(end: BackOfficeEnd) async throws {
        try await bench.signIn()
        bench.photos.add("p")
        fail("photo", isDone: false, end)
        _ = try await bench.control.sendCaptures(nil, SendRequest(), by: .unnamed)
        try await bench.settle()
        let photo = try #require(try await bench.photos.capture("p", for: .unnamed).summary)
        #expect(photo.sent == .unsent && photo.sendProblem != nil)
        #expect(await bench.control.backOffice(for: .unnamed).problem == nil)
        await bench.end()
    }

    @Test func `what waits when a person signs out can be deleted or sent by another account, once`() async throws {
        try await bench.signIn()
        for id in ["p1", "p2"] { bench.photos.add(id) }
        let path = try await FalsePaths.add("A", to: bench.store)
        office.state.withLock { $0.held = "photo" }
        _ = try await bench.control.sendCaptures(nil, SendRequest(), by: .unnamed)
        _ = try await bench.control.sendPaths(nil, by: .unnamed)
        #expect(try await bench.store.path(path)?.sent == .sending)
        _ = try await bench.control.signOut(by: .unnamed)
        #expect(try await bench.store.path(path)?.sent == .unsent)
        try await bench.photos.removeCapture("p1", includingSent: false, by: .unnamed)
        office.state.withLock { $0.held = nil }
        try await bench.signIn(login: "bob")
        #expect(try await bench.control.sendCaptures(nil, SendRequest(), by: .unnamed).queued == 1)
        #expect(try await bench.control.sendPaths(nil, by: .unnamed).queued == 1)
        try await bench.settle()
        _ = try await bench.control.signOut(by: .unnamed)
        try await bench.signIn()
        #expect(office.state.withLock { ($0.photos.count, $0.paths.count) } == (1, 1))
        #expect(try await bench.photos.capture("p2", for: .unnamed).summary?.sent.value == .sent)
        await bench.end()
    }

    // MARK: paths

    @Test func `a path arrives once, also if its answer was lost`() async throws {
        try await bench.signIn()
        let ids = [try await FalsePaths.add("A", to: bench.store), try await FalsePaths.add("A", to: bench.store)]
        fail("path", isDone: true)
        fail("path", isDone: false)
        #expect(try await bench.control.sendPaths(nil, by: .unnamed).queued == 2)
        try await bench.settle()
        #expect(office.state.withLock { $0.paths.count } == 2, "two equal paths are two")
        for id in ids { #expect(try await bench.store.path(id)?.sent == .sent) }
        #expect(try await bench.control.sendPaths(nil, by: .unnamed).queued == 0)
        await bench.end()
    }

    // MARK: the server

    @Test(arguments: [
        BackOfficeEnd.unreachable("x"), .timedOut, .answered(status: 500, body: [], retryAfter: nil),
        .answered(status: 302, body: [], retryAfter: nil),
        .answered(status: 200, body: Array("<html>".utf8), retryAfter: nil),
    ])
    func `a failing server is tried again, and a request tries at once`(end: BackOfficeEnd) async throws {
        try await bench.signIn()
        fail("tasks", isDone: false, end)
        _ = try await bench.control.sync(by: .unnamed)
        try await bench.wait("the failure") { await bench.control.backOffice(for: .unnamed).problem != nil }
        let report = await bench.control.backOffice(for: .unnamed)
        #expect(report.sync?.state.value == .failed && report.retry != nil)
        _ = try await bench.control.sync(by: .unnamed)
        try await bench.settle()
        #expect(await bench.control.backOffice(for: .unnamed).problem == nil)
        await bench.end()
    }

    @Test func `while nobody has signed in, nothing is asked`() async throws {
        office.state.withLock { $0.tasks["1"] = .init() }
        var preferences = BackOfficePreferences()
        (preferences.server, preferences.interval) = ("http://127.0.0.1", 60)
        let other = try OfficeBench(preferences: preferences)
        try await Task.sleep(for: .milliseconds(100))  // Whatever it would do, it would do now.
        #expect(other.office.state.withLock { $0.calls } == [])
        await other.end()
        await bench.end()
    }
}
