// SPDX-License-Identifier: Apache-2.0

internal import BackOfficeModel
internal import CommandSupport
internal import ControlModel
internal import GNSSTypes
internal import SystemSupport

/// Formats the link to the back office for people.
enum LinkText {
    /// The state of the link, on several lines.
    static func state(_ report: BackOfficeReport) -> String {
        var lines = [head(report)]
        if let sync = report.sync { lines.append(words(sync)) }
        if let waiting = waiting(report.waiting) { lines.append("waiting to be sent: \(waiting)") }
        if let problem = problem(report) { lines.append("problem: \(problem)") }
        return lines.joined(separator: "\n")
    }

    private static func head(_ report: BackOfficeReport) -> String {
        let server = report.server?.shownLine ?? "the back office"
        switch report.state.value {
        case .off?: return "no back office is configured: set 'back_office.server' to its address"
        case .signedOut?: return "not signed in at \(server): 'gnss-gateway sign-in' signs you in"
        case .signedIn?, nil:
            guard let person = report.person else { return "\(server): \(report.state.code.shownLine)" }
            let name = [person.name, person.surname].filter { !$0.isEmpty }.joined(separator: " ")
            let login = name.isEmpty ? person.login : "\(person.login) (\(name))"
            return "signed in at \(server) as \(login.shownLine)"
        }
    }

    private static func words(_ sync: SyncReport) -> String {
        switch sync.state.value {
        case .running?: return "synchronising: \(sync.percent) %"
        case .done?:
            let counts = "\(CountText.words(sync.added, "new task")), \(sync.changed) changed, \(sync.removed) removed"
            return "synchronised \(InstantText.words(sync.ended ?? sync.started)): \(counts)"
        case .cancelled?: return "the last synchronisation was cancelled"
        case .failed?, nil:
            return "the last synchronisation failed: \(sync.problem?.text.shownLine ?? sync.state.code.shownLine)"
        }
    }

    /// What waits to be sent, such as `1 task, 2 photos`; nil if nothing does.
    static func waiting(_ waiting: BackOfficeReport.Waiting) -> String? {
        let counts = [(waiting.tasks, "task"), (waiting.photos, "photo"), (waiting.paths, "path")]
        let parts = counts.filter { $0.0 > 0 }.map { CountText.words($0.0, $0.1) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Why the server cannot be used, and when the next attempt follows; nil if it can be used.
    static func problem(_ report: BackOfficeReport) -> String? {
        guard let problem = report.problem?.text.shownLine else { return nil }
        return problem + (report.retry.map { "; next attempt in \(Age.words($0))" } ?? "")
    }

    /// The progress on one line.
    static func progress(_ report: BackOfficeReport) -> String {
        if let sync = report.sync, sync.state == .running { return words(sync) }
        return waiting(report.waiting).map { "sending: \($0) left" } ?? "waiting"
    }
}
