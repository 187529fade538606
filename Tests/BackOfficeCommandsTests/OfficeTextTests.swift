// SPDX-License-Identifier: Apache-2.0

import BackOfficeModel
import ControlModel
import GNSSTypes
import MessageTexts
import Testing

@testable import BackOfficeCommands

/// What people read of the back office.
struct OfficeTextTests {
    private static let noon = Timestamp(milliseconds: 1_777_897_805_250)

    private static var signedIn: BackOfficeReport {
        var report = BackOfficeReport(state: .signedIn, server: "https://office.example/")
        report.person = BackOfficeReport.Person(id: "17", login: "jan", name: "Jan", surname: "Novak")
        return report
    }

    @Test func `the state names server, person, the last synchronisation, and what waits, in singular and plural`() {
        var report = Self.signedIn
        #expect(LinkText.state(report) == "signed in at https://office.example/ as jan (Jan Novak)")
        var sync = SyncReport(started: Self.noon)
        sync.percent = 40
        report.sync = sync
        (report.waiting.tasks, report.waiting.photos) = (1, 3)
        #expect(
            LinkText.state(report).split(separator: "\n").dropFirst() == [
                "synchronising: 40 %", "waiting to be sent: 1 task, 3 photos",
            ])
        #expect(LinkText.progress(report) == "synchronising: 40 %")
        (sync.state, sync.ended, sync.added, sync.removed) = (ReportCode(.done), Self.noon, 1, 2)
        (report.sync, report.waiting) = (sync, .init())
        #expect(
            LinkText.state(report).hasSuffix("\nsynchronised 2026-05-04 12:30:05Z: 1 new task, 0 changed, 2 removed"))
        report.waiting.paths = 1
        #expect(LinkText.progress(report) == "sending: 1 path left")
    }

    @Test func `without a sign-in the state says what to do`() {
        #expect(LinkText.state(BackOfficeReport(state: .off, server: nil)).contains("set 'back_office.server'"))
        let report = BackOfficeReport(state: .signedOut, server: "https://office.example/")
        #expect(
            LinkText.state(report) == "not signed in at https://office.example/: 'gnss-gateway sign-in' signs you in")
    }

    @Test func `a failure gives its reason, the next attempt, and what still waits`() {
        var report = Self.signedIn
        let reason = ProblemReport(CodedText(BackOfficeText.timedOut, ["server": "https://office.example/"]))
        var sync = SyncReport(started: Self.noon)
        (sync.state, sync.problem) = (ReportCode(.failed), reason)
        (report.sync, report.problem, report.retry) = (sync, reason, 20)
        report.waiting.photos = 1
        #expect(
            SyncCommand.failure(report)
                == "\(reason.text); next attempt in 20 s; waiting to be sent: 1 photo")
        sync.state = ReportCode(.cancelled)
        report.sync = sync
        #expect(SyncCommand.failure(report) == "the synchronisation was cancelled")
    }

    @Test func `texts of the back office cannot control the terminal`() {
        var task = TaskReport(
            id: "7\u{1B}[2J", name: "a\nb", state: ReportCode(code: "odd\u{7}"), instructions: "one\r\n\u{1B}[31mtwo",
            note: "")
        task.sendProblem = ProblemReport(CodedText(BackOfficeText.refused, ["detail": "no\u{1B}[0m"]))
        for text in [TaskText.words(task), TaskText.table([task])] {
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "\(text.debugDescription)")
        }
        #expect(TaskText.table([task]).split(separator: "\n").count == 2)
        #expect(TaskText.words(task).contains("instructions:\n  one\n   [31mtwo"))
    }

    @Test func `a task has its texts below each other, and its photos here and there`() {
        var task = TaskReport(
            id: "7", name: "North field", state: ReportCode(.returned), instructions: "Four photos,\none a side",
            note: "corn")
        (task.created, task.due, task.isOverdue) = (Self.noon, Self.noon, true)
        (task.reason, task.photos, task.unsent, task.serverPhotos) = ("too dark", 1, 1, 2)
        #expect(
            TaskText.words(task) == """
                task 7 "North field": returned
                created 2026-05-04 12:30:05Z
                due 2026-05-04 12:30:05Z (overdue)
                1 photo (1 not sent); the back office has 2 photos
                reason:
                  too dark
                instructions:
                  Four photos,
                  one a side
                note:
                  corn
                """)
        #expect(
            TaskText.table([task]) == """
                ID  STATE     PHOTOS        CREATED     DUE                   NAME
                7   returned  2 (1 unsent)  2026-05-04  2026-05-04 (overdue)  North field
                """)
        task.sent = ReportCode(.sending)
        #expect(TaskText.table([task]).contains("returned, sending"))
        #expect(
            TasksCommand.Send.question(task) == "Send task 7 'North field' (1 photo)? It cannot be changed afterwards.")
    }

    @Test func `a task that is not sent says why, or that it stays in the gateway`() {
        var task = TaskReport(id: "7", name: "x", state: ReportCode(.open), instructions: "", note: "")
        var link = Self.signedIn
        task.sent = ReportCode(.sending)
        link.problem = ProblemReport(CodedText(BackOfficeText.timedOut, ["server": "s"]))
        link.retry = 4
        let reason = link.problem?.text ?? ""
        let words = "\(reason); next attempt in 4.0 s; the task stays in the gateway until it can be sent"
        #expect(TasksCommand.Send.failure(task, link) == words)
        task.sent = ReportCode(.unsent)
        let refusal = ProblemReport(CodedText(BackOfficeText.refused, ["detail": "no"]))
        task.sendProblem = refusal
        #expect(TasksCommand.Send.failure(task, link) == refusal.text)
    }
}
