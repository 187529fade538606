// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BackOfficeModel
internal import CommandSupport
internal import ControlModel
internal import GNSSTypes
internal import GatewayClient
internal import SystemSupport

extension TasksCommand {
    /// `gnss-gateway tasks send`.
    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "send", abstract: "Send a task with its photos and its note.",
            discussion: """
                Asks for confirmation in a terminal, because the task cannot be changed afterwards. Waits until it is \
                sent; exits with 69 if that fails. Without a connection the task stays in the gateway, which sends it \
                when it can; 'tasks stop' gives up.
                """)

        @Argument(help: "The task's ID.")
        var id: String

        @Flag(help: "Also send photos whose verdict is pending.")
        var pending = false

        @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
        var yes = false

        @Flag(inversion: .prefixedNo, help: "Wait until the task is sent.")
        var wait = true

        @OptionGroup var output: TaskOutput

        func run() async throws {
            if !yes {
                let task = try await Daemon.answer { try await $0.task(id) }
                guard try Question.isConfirmed(Self.question(task)) else {
                    Terminal.say("nothing was sent")
                    throw ExitCode(.failed)
                }
            }
            let request = SendRequest(pending: pending ? true : nil)
            var task = try await Daemon.answer { try await $0.sendTask(id, request) }
            guard wait else { return try output.show(task) }
            let link = try await LinkWatch.wait { _ in
                try await Daemon.answer { try await $0.task(id) }.sent.value != .sending
            }
            // The person may have signed out meanwhile, and then has no tasks.
            if link.state == .signedIn { task = try await Daemon.answer { try await $0.task(id) } }
            try output.show(task)
            if task.sent == .sent { return }
            Terminal.say("gnss-gateway: \(Self.failure(task, link))")
            throw ExitCode(.unavailable)
        }

        static func question(_ task: TaskReport) -> String {
            let (id, name) = (task.id.shownLine, task.name.shownLine)
            let photos = CountText.words(task.photos, "photo")
            return "Send task \(id) '\(name)' (\(photos))? It cannot be changed afterwards."
        }

        /// Why a task was not sent.
        static func failure(_ task: TaskReport, _ link: BackOfficeReport) -> String {
            if let problem = task.sendProblem { return problem.text.shownLine }
            guard task.sent.value == .sending else { return "the task was not sent" }
            let problem = LinkText.problem(link).map { "\($0); " } ?? ""
            return problem + "the task stays in the gateway until it can be sent"
        }
    }
}
