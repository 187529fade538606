// SPDX-License-Identifier: Apache-2.0

import BackOfficeModel
import ControlModel
import GNSSTypes
import MessageTexts
import Synchronization

/// A back office that notes what it is asked to do, and by whom.
final class FalseBackOffice: BackOfficeControl {
    let asked = Mutex<[String]>([])
    /// What the next request is refused with.
    let refusal = Mutex<ControlError?>(nil)

    var noted: [String] { asked.withLock { $0 } }

    private func note(_ words: String, _ user: ControlUser) throws(ControlError) {
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
        asked.withLock { $0.append("\(user.name ?? "-"): \(words)") }
    }

    static var report: BackOfficeReport {
        let server = "https://office.example/"
        var report = BackOfficeReport(state: .signedIn, server: server)
        report.person = BackOfficeReport.Person(id: "17", login: "jan", name: "Jan", surname: "Novak")
        report.waiting.photos = 2
        var sync = SyncReport(started: FalseControl.time)
        (sync.state, sync.percent, sync.ended, sync.added) = (ReportCode(.done), 100, FalseControl.time, 1)
        report.sync = sync
        let problem = CodedText(BackOfficeText.timedOut, ["server": .words(server)])
        (report.problem, report.retry) = (ProblemReport(problem), 4)
        return report
    }

    static var task: TaskReport {
        var task = TaskReport(
            id: "7", name: "North field", state: ReportCode(.returned), instructions: "Four photos", note: "corn")
        (task.created, task.reason) = (FalseControl.time, "too dark")
        (task.photos, task.unsent, task.serverPhotos) = (3, 2, 1)
        return task
    }

    var backOfficeChanges: UInt64 { get async { 3 } }

    func backOffice(for user: ControlUser) async -> BackOfficeReport { Self.report }

    func signIn(
        _ request: BackOfficeSignIn, by user: ControlUser
    ) async throws(ControlError) -> BackOfficeReport {
        try note("sign in \(request.login) \(request.password.count)", user)
        return Self.report
    }

    func signOut(by user: ControlUser) async throws(ControlError) -> BackOfficeReport {
        try note("sign out", user)
        return Self.report
    }

    func sync(by user: ControlUser) async throws(ControlError) -> BackOfficeReport {
        try note("sync", user)
        return Self.report
    }

    func cancelSync(by user: ControlUser) async throws(ControlError) -> BackOfficeReport {
        try note("cancel", user)
        return Self.report
    }

    func tasks(_ query: TaskQuery, for user: ControlUser) async throws(ControlError) -> TasksReport {
        let states = query.states.map { $0.map(\.code).sorted().joined(separator: ",") } ?? "all"
        let words = [
            query.name ?? "-", states, query.order.rawValue, query.isDescending ? "down" : "up",
            query.putsOverdueLast ? "overdue last" : "mixed",
        ]
        try note("tasks \(words.joined(separator: " "))", user)
        return TasksReport(tasks: [Self.task], total: 5)
    }

    func task(_ id: String, for user: ControlUser) async throws(ControlError) -> TaskReport {
        try note("task \(id)", user)
        return Self.task
    }

    func openTask(_ id: String, by user: ControlUser) async throws(ControlError) -> TaskReport {
        try note("open \(id)", user)
        return Self.task
    }

    func setNote(_ note: String, ofTask id: String, by user: ControlUser) async throws(ControlError) -> TaskReport {
        try self.note("note \(id) \(note)", user)
        return Self.task
    }

    func sendTask(
        _ id: String, _ request: SendRequest, by user: ControlUser
    ) async throws(ControlError) -> TaskReport {
        try note("send \(id) \(Self.words(request))", user)
        return Self.task
    }

    func stopSendingTask(_ id: String, by user: ControlUser) async throws(ControlError) -> TaskReport {
        try note("stop \(id)", user)
        return Self.task
    }

    func sendCaptures(
        _ id: String?, _ request: SendRequest, by user: ControlUser
    ) async throws(ControlError) -> SendReport {
        try note("photos \(id ?? "all") \(Self.words(request))", user)
        return SendReport(queued: 2)
    }

    func sendPaths(_ id: Int64?, by user: ControlUser) async throws(ControlError) -> SendReport {
        try note("paths \(id.map { "\($0)" } ?? "all")", user)
        return SendReport(queued: 1)
    }

    private static func words(_ request: SendRequest) -> String { request.pending.map { "pending \($0)" } ?? "-" }
}
