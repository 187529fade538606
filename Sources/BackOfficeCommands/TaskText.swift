// SPDX-License-Identifier: Apache-2.0

internal import BackOfficeModel
internal import CommandSupport
internal import ControlModel
internal import GNSSTypes
internal import SystemSupport

/// Formats tasks for people.
enum TaskText {
    /// Tasks, one per line.
    static func table(_ tasks: [TaskReport]) -> String {
        let rows = tasks.map { task in
            [
                task.id.shownLine, state(task), photos(task), task.created.map(InstantText.day) ?? "-",
                task.due.map { InstantText.day($0) + (task.isOverdue ? " (overdue)" : "") } ?? "-", task.name.shownLine,
            ]
        }
        return TextTable(["ID", "STATE", "PHOTOS", "CREATED", "DUE", "NAME"], rows).text
    }

    /// The state as in `--state`, and how far the task has got if it is being sent.
    private static func state(_ task: TaskReport) -> String {
        let code = task.state.code.shownLine
        if task.sent == .sending { return "\(code), sending" }
        return task.sendProblem == nil ? code : "\(code), not sent"
    }

    /// The number of photos, and of those that are not sent: `3 (2 unsent)`. The back office may have photos of others.
    private static func photos(_ task: TaskReport) -> String {
        let count = max(task.photos, task.serverPhotos)
        return task.unsent > 0 ? "\(count) (\(task.unsent) unsent)" : "\(count)"
    }

    /// A task with all its texts, on several lines.
    static func words(_ task: TaskReport) -> String {
        var lines = ["task \(task.id.shownLine) \"\(task.name.shownLine)\": \(state(task))"]
        if let created = task.created { lines.append("created \(InstantText.words(created))") }
        if let due = task.due { lines.append("due \(InstantText.words(due))\(task.isOverdue ? " (overdue)" : "")") }
        let unsent = task.unsent > 0 ? " (\(task.unsent) not sent)" : ""
        lines.append(
            "\(CountText.words(task.photos, "photo"))\(unsent); the back office has "
                + CountText.words(task.serverPhotos, "photo"))
        lines += block("reason", task.reason ?? "") + block("instructions", task.instructions)
        lines += block("note", task.note)
        if let problem = task.sendProblem { lines.append("not sent: \(problem.text.shownLine)") }
        if !task.isEditable, task.sent == .unsent { lines.append("the task can no longer be changed") }
        return lines.joined(separator: "\n")
    }

    /// A text that may have several lines, under its title.
    private static func block(_ title: String, _ text: String) -> [String] {
        if text.isEmpty { return [] }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return ["\(title):"] + lines.map { "  \(String($0).plainLine)" }
    }
}
