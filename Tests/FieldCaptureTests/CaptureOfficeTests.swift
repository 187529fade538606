// SPDX-License-Identifier: Apache-2.0

import CaptureFormat
import ControlModel
import Foundation
import GNSSTypes
import Storage
import Synchronization
import Testing

@testable import FieldCapture

/// A back office whose tasks and photos a test sets.
private final class TestOffice: CaptureOffice {
    struct Task: Hashable {
        var owner: String?
        var id: String
    }

    struct State {
        var editable: Set<Task> = []
        var sending: [String: CaptureSending] = [:]
    }

    let state = Mutex(State())

    func allow(_ id: String, _ owner: String?) { state.withLock { _ = $0.editable.insert(Task(owner: owner, id: id)) } }
    func revoke(_ id: String, _ owner: String?) {
        state.withLock { _ = $0.editable.remove(Task(owner: owner, id: id)) }
    }
    func set(_ id: String, _ sending: CaptureSending?) { state.withLock { $0.sending[id] = sending } }

    func requireEditable(task: String, by user: ControlUser) async throws(ControlError) {
        let isEditable = state.withLock { $0.editable.contains(Task(owner: user.name, id: task)) }
        if !isEditable { throw ControlError(.conflict, "not editable", code: "not_editable") }
    }

    func sending(of captures: [String]) async throws(ControlError) -> [String: CaptureSending] {
        state.withLock { state in state.sending.filter { captures.contains($0.key) } }
    }

    func requireChangeable(_ capture: CaptureSummary) async throws(ControlError) {
        if capture.sent != .unsent { throw ControlError(.conflict, "sent", code: "photo_sent") }
        guard let task = capture.task else { return }
        try await requireEditable(task: task, by: ControlUser(name: capture.user, isAdmin: false))
    }
}

@Suite(.timeLimit(.minutes(2))) struct CaptureOfficeTests {
    private let folder = PhotoFolder()
    private let office = TestOffice()

    private func bench() async throws -> PhotoBench {
        let bench = try await PhotoBench(folder)
        bench.service.connect(office: office)
        return bench
    }

    /// The task in the sealed data of a photo.
    private func sealedTask(_ bench: PhotoBench, _ id: String) async throws -> String? {
        let file = try await bench.service.part(.record, of: id, for: .admin)
        return try JSONValue(parsing: file.bytes)["capture"]?["task"]?.text
    }

    private func list(
        _ bench: PhotoBench, _ task: CaptureTaskFilter, for user: ControlUser, of owner: String? = nil
    ) async throws -> [String] {
        let report = try await bench.service.captures(of: owner, task: task, for: user, limit: 100, offset: 0)
        #expect(report.total == report.captures.count)
        return report.captures.map(\.id)
    }

    @Test func `a photo for a task is sealed with it, keeps it, and is found by it, also by a new store`() async throws
    {
        var bench: PhotoBench? = try await bench()
        let tasks = ["4711", "a\"b\\", "'; DROP TABLE captures; --", "%", "_", "caf\u{E9}", "cafe\u{301}", "\u{1F33E}"]
        var ids: [String] = []
        for (number, task) in tasks.enumerated() {
            office.allow(task, "ann")
            let summary = try #require(try await bench?.take(photo(UInt8(number)), by: .ann, task: task))
            #expect(summary.task.map { Array($0.utf8) } == Array(task.utf8) && summary.sent == .unsent)
            ids.append(summary.id)
        }
        let standalone = try #require(try await bench?.take(photo(99), by: .ann)).id
        let noted = try await bench?.service.setNote("corn", of: ids[1], by: .ann).summary
        #expect(noted?.task == tasks[1] && noted?.revision == 2)
        func check(_ bench: PhotoBench) async throws {
            for (task, id) in zip(tasks, ids) {
                #expect(try await list(bench, .task(task), for: .ann) == [id], "\(task)")
                #expect(try await sealedTask(bench, id) == task)
            }
            #expect(try await list(bench, .none, for: .ann) == [standalone])
            #expect(try await list(bench, .any, for: .ann).count == tasks.count + 1)
            #expect(try await sealedTask(bench, standalone) == nil)
            #expect(try folder.check().isValid)
        }
        try await check(try #require(bench))
        let all = try await bench?.list()
        await bench?.end()
        bench = nil
        folder.close()
        for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
            try? FileManager.default.removeItem(atPath: folder.path + "/" + name)
        }
        let again = try await self.bench()
        #expect(try await again.list() == all)
        try await check(again)
    }

    @Test func `without a back office, or without such a task of the person, no photo is begun for it`() async throws {
        let alone = try await PhotoBench(folder)
        #expect(await refusal { try await alone.take(by: .ann, task: "1") } == "not_configured")
        alone.service.connect(office: office)
        office.allow("1", "ann")
        for user in [ControlUser.bob, .nobody, .admin] {
            #expect(await refusal { try await alone.take(by: user, task: "1") } == "not_editable")
        }
        let odd = ["", String(repeating: "x", count: 201), "a\nb", "a\u{0}", "\u{7F}", "\u{85}"]
        for task in odd + ["e" + String(repeating: "\u{301}", count: 2000)] {
            office.allow(task, "ann")
            #expect(await refusal { try await alone.take(by: .ann, task: task) }.contains("task must have"), "\(task)")
        }
        #expect(try await alone.list().isEmpty && alone.service.runningCaptures().isEmpty)
        let longest = String(repeating: "\u{1F33E}", count: 200)
        office.allow(longest, "ann")
        #expect(try await alone.take(by: .ann, task: longest).task == longest)
    }

    @Test func `a task that stops being editable in the countdown or the upload refuses the image, and stores nothing`()
        async throws
    {
        let bench = try await bench()
        let service = bench.service
        office.allow("1", "ann")
        let begun = try await service.startCapture(CaptureRequest(countdown: 1, task: "1"), by: .ann)
        office.revoke("1", "ann")
        try await bench.wait(for: .waiting, begun.id)
        #expect(await refusal { try await bench.send(photo, begun.id, by: .ann) } == "not_editable")
        office.allow("1", "ann")
        let during = await refusal {
            try await service.storeImage(of: begun.id, by: .ann, camera: CameraReport()) { [office] take in
                try await take(Array(photo.prefix(100)))
                office.revoke("1", "ann")
                try await take(Array(photo.dropFirst(100)))
            }
        }
        #expect(during == "not_editable")
        #expect(try await bench.list().isEmpty && folder.names("").isEmpty)
        // The task is that of the person who takes the photo, not that of the sender of the image.
        office.allow("1", "eve")
        #expect(await refusal { try await bench.send(photo, begun.id, by: .admin) } == "not_editable")
        // The task may be editable again, and the moment of the photo is kept for a while.
        office.allow("1", "ann")
        let stored = try await bench.send(photo, begun.id, by: .admin).summary
        #expect(stored?.task == "1" && stored?.user == "ann")
        // The same image again is answered, whatever became of the task.
        office.revoke("1", "ann")
        #expect(try await bench.send(photo, begun.id, by: .ann).summary == stored)
        #expect(try folder.check().isValid && folder.check().chain.last == 1)
    }

    @Test func `what was sent is shown, and a sent photo or one of a closed task is neither changed nor deleted`()
        async throws
    {
        let bench = try await bench()
        let service = bench.service
        office.allow("1", "ann")
        let standalone = try await bench.take(photo(1), by: .ann, note: "a")
        let tasked = try await bench.take(photo(2), by: .ann, note: "a", task: "1")
        office.set(standalone.id, CaptureSending(sent: .unsent, problem: CodedText(code: "x.refused")))
        let listed = try await bench.list()
        #expect(listed.map(\.sent.code) == ["unsent", "unsent"])
        #expect(listed.map(\.sendProblem?.message.code) == [nil, "x.refused"])
        for state in [PathReport.SentState.sending, .sent] {
            office.set(standalone.id, CaptureSending(sent: state))
            #expect(try await bench.list().map(\.sent.code) == ["unsent", state.code])
            #expect(try await service.capture(standalone.id, for: .ann).summary?.sent.value == state)
            for user in [ControlUser.ann, .admin] {
                #expect(await refusal { try await service.removeCapture(standalone.id, by: user) } == "photo_sent")
                #expect(await refusal { try await service.setNote("b", of: standalone.id, by: user) } == "photo_sent")
                // This changes nothing.
                #expect(try await service.setNote("a", of: standalone.id, by: user).summary?.revision == 1)
            }
        }
        office.revoke("1", "ann")
        for user in [ControlUser.ann, .admin] {
            #expect(await refusal { try await service.removeCapture(tasked.id, by: user) } == "not_editable")
            #expect(await refusal { try await service.setNote("b", of: tasked.id, by: user) } == "not_editable")
        }
        // The store has the photo without what the back office knows.
        for id in [standalone.id, tasked.id] {
            #expect(try await folder.store().capture(id)?.summary.contains("sen") == false)
        }
        #expect(try folder.check().chain.last == 2)
        office.allow("1", "ann")
        office.set(standalone.id, nil)
        for photo in [tasked, standalone] {
            #expect(try await service.setNote("b", of: photo.id, by: .ann).summary?.revision == 2)
            try await service.removeCapture(photo.id, by: .ann)
        }
        #expect(try await bench.list().isEmpty && folder.check().isValid)
    }

    @Test func `tasks of two persons with the same identifier do not mix, and those of a removed person stay`()
        async throws
    {
        let bench = try await bench()
        let gone = ControlUser(name: "gone", isAdmin: false)
        for owner in ["ann", "bob", "eve", "gone", nil] { office.allow("1", owner) }
        var ids: [String: String] = [:]
        for (number, user) in [ControlUser.ann, .bob, .admin, gone, .nobody].enumerated() {
            ids[user.name ?? ""] = try await bench.take(photo(UInt8(number)), by: user, task: "1").id
        }
        let standalone = try await bench.take(photo(50), by: .ann).id
        for user in [ControlUser.ann, .bob, .admin, .nobody] {
            #expect(try await list(bench, .task("1"), for: user) == [ids[user.name ?? ""] ?? ""])
        }
        // An admin without a name, as on the gateway itself.
        let local = ControlUser(name: nil, isAdmin: true)
        #expect(try await list(bench, .task("1"), for: local) == [ids[""] ?? ""])
        #expect(try await list(bench, .task("2"), for: .ann) == [])
        #expect(try await list(bench, .none, for: .admin) == [standalone])
        #expect(try await list(bench, .none, for: .bob) == [])
        for user in [ControlUser.admin, local] {
            #expect(try await list(bench, .task("1"), for: user, of: "gone") == [ids["gone"] ?? ""])
        }
        #expect(try await list(bench, .task("1"), for: .ann, of: "gone") == [])
        // Pages and totals follow the filter.
        let page = try await bench.service.captures(of: nil, task: .none, for: .admin, limit: 1, offset: 1)
        #expect(page.captures.isEmpty && page.total == 1)
        // The back office no longer has tasks of this person.
        office.revoke("1", "gone")
        let left = ids["gone"] ?? ""
        #expect(await refusal { try await bench.service.removeCapture(left, by: .admin) } == "not_editable")
        #expect(try await bench.service.pdf(of: left, for: .admin, language: "en").bytes.count > 1000)
    }

    @Test func `an answer always has the state of sending, and a summary without it was not sent`() async throws {
        let bench = try await PhotoBench(folder)
        let summary = try await bench.take()
        let json = try JSONValue(encoding: summary)
        #expect(json["sent"] == .string("unsent") && json["task"] == nil && json["send_problem"] == nil)
        var members: [String: JSONValue] = [:]
        if case .object(let all) = json { members = all }
        members["sent"] = nil
        #expect(try JSONValue.object(members).decoded(as: CaptureSummary.self) == summary)
        (members["sent"], members["task"]) = (.string("posted"), .string("7"))
        members["send_problem"] = .object([
            "text": .string("no"), "message": .object(["code": .string("x.refused")]),
        ])
        let other = try JSONValue.object(members).decoded(as: CaptureSummary.self)
        #expect(other.sent.code == "posted" && other.task == "7" && other.sendProblem?.message.code == "x.refused")
        #expect(try JSONValue(encoding: other) == .object(members))
        let request = try JSONDecoder().decode(CaptureRequest.self, from: Data(#"{"task":"7"}"#.utf8))
        #expect(request == CaptureRequest(task: "7"))
    }
}
