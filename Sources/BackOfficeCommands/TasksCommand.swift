// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import BackOfficeModel
internal import CommandSupport
internal import GNSSTypes
internal import GatewayClient

/// `gnss-gateway tasks`.
package struct TasksCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "tasks", abstract: "List the tasks of the back office, and send them with their photos.",
        discussion: """
            Sign in first: 'gnss-gateway sign-in'. Photos for a task: 'gnss-gateway capture --task ID --image FILE'. \
            Each command exits with 69 if no daemon is running or the daemon refuses.
            """,
        subcommands: [List.self, Show.self, Open.self, Note.self, Send.self, Stop.self], defaultSubcommand: List.self)

    package init() {}
}

/// A state given on the command line.
struct TaskStateChoice: ExpressibleByArgument {
    let state: TaskReport.State

    init?(argument: String) {
        guard let state = TaskReport.State(code: argument) else { return nil }
        self.state = state
    }

    static var allValueStrings: [String] { TaskReport.State.allCases.map(\.code) }
}

/// An order of tasks given on the command line.
struct TaskOrderChoice: ExpressibleByArgument {
    let order: TaskQuery.Order

    init?(argument: String) {
        guard let order = TaskQuery.Order(rawValue: argument) else { return nil }
        self.order = order
    }

    static var allValueStrings: [String] { TaskQuery.Order.allCases.map(\.rawValue) }
}

/// The option for JSON output.
struct TaskOutput: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    /// Prints a task.
    func show(_ task: TaskReport) throws {
        try StandardOutput.print(json ? ControlText.json(task) : TaskText.words(task))
    }
}

extension TasksCommand {
    /// `gnss-gateway tasks list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List tasks, by default the newest first.")

        @Option(help: ArgumentHelp("Only tasks whose name contains this, in any case.", valueName: "TEXT"))
        var name: String?

        @Option(help: ArgumentHelp("Only tasks in this state; may be repeated.", valueName: "STATE"))
        var state: [TaskStateChoice] = []

        @Option(help: "What to sort by; default: created.")
        var sort: TaskOrderChoice?

        @Flag(help: "Sort in ascending order.")
        var ascending = false

        @Flag(help: "Put overdue tasks at the end.")
        var overdueLast = false

        @OptionGroup var output: TaskOutput

        /// The query for the daemon.
        var query: TaskQuery {
            var query = TaskQuery()
            (query.name, query.order, query.isDescending) = (name, sort?.order ?? .created, !ascending)
            (query.states, query.putsOverdueLast) = (state.isEmpty ? nil : Set(state.map(\.state)), overdueLast)
            return query
        }

        func run() async throws {
            let query = self.query
            let report = try await Daemon.answer { try await $0.tasks(query) }
            if output.json { return try StandardOutput.print(ControlText.json(report)) }
            guard !report.tasks.isEmpty else {
                let total = CountText.words(report.total, "task")
                return Terminal.say(report.total == 0 ? "no tasks" : "no task matches (of \(total))")
            }
            try StandardOutput.print(TaskText.table(report.tasks))
        }
    }

    /// `gnss-gateway tasks show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a task with its instructions and note.")

        @Argument(help: "The task's ID.")
        var id: String

        @OptionGroup var output: TaskOutput

        func run() async throws { try output.show(try await Daemon.answer { try await $0.task(id) }) }
    }

    /// `gnss-gateway tasks open`.
    struct Open: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "open", abstract: "Show a task, and tell the back office that you have seen it.",
            discussion: "A new task becomes an open one; the back office learns that when it can be reached.")

        @Argument(help: "The task's ID.")
        var id: String

        @OptionGroup var output: TaskOutput

        func run() async throws { try output.show(try await Daemon.answer { try await $0.openTask(id) }) }
    }

    /// `gnss-gateway tasks note`.
    struct Note: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "note", abstract: "Change the note that is sent with a task.")

        @Argument(help: "The task's ID.")
        var id: String

        @Argument(help: "The note, at most 2000 characters.")
        var note: String

        @OptionGroup var output: TaskOutput

        func run() async throws {
            try output.show(try await Daemon.answer { try await $0.setNote(note, ofTask: id) })
        }
    }

    /// `gnss-gateway tasks stop`.
    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stop", abstract: "Give up sending a task; photos that have arrived stay at the back office.")

        @Argument(help: "The task's ID.")
        var id: String

        @OptionGroup var output: TaskOutput

        func run() async throws { try output.show(try await Daemon.answer { try await $0.stopSendingTask(id) }) }
    }
}
