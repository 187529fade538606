// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BackOfficeModel
internal import CommandSupport
internal import ControlModel
internal import GatewayClient
internal import SystemSupport

extension PathsCommand {
    /// `gnss-gateway paths send`.
    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "send", abstract: "Send recorded paths to the back office.",
            discussion: """
                Asks for confirmation in a terminal. The paths are sent when the back office can be reached; \
                'gnss-gateway sync' waits for that.
                """)

        @Argument(help: "The path's number; none with --all.")
        var id: Int64?

        @Flag(help: "Send all of your finished paths that were not sent.")
        var all = false

        @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
        var yes = false

        @OptionGroup var output: PathOutput

        func validate() throws {
            guard (id == nil) == all else { throw ValidationError("Give a path's number, or --all.") }
        }

        func run() async throws {
            guard try await isConfirmed() else {
                Terminal.say("nothing was sent")
                throw ExitCode(.failed)
            }
            let report = try await Daemon.answer { try await $0.sendPaths(id) }
            if output.json { return try PathsCommand.print(report) }
            try StandardOutput.print("added to what waits to be sent: \(CountText.words(report.queued, "path"))")
        }

        private func isConfirmed() async throws -> Bool {
            if yes { return true }
            guard let id else { return try Question.isConfirmed("Send all finished paths that were not sent?") }
            let path = try await Daemon.answer { try await $0.path(id) }
            return try Question.isConfirmed(
                "Send path \(id) '\(path.name.shownLine)' (\(PathText.points(path.points)))?")
        }
    }
}
