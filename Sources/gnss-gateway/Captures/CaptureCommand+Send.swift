// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BackOfficeModel
internal import CommandSupport
internal import GatewayClient
internal import SystemSupport

extension CaptureCommand {
    /// `gnss-gateway capture send`.
    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "send", abstract: "Send photos that belong to no task to the back office.",
            discussion: """
                Asks for confirmation in a terminal, because notes cannot be changed afterwards. The photos are sent \
                when the back office can be reached; 'gnss-gateway sync' waits for that. 'gnss-gateway tasks send' \
                sends photos of a task.
                """)

        @Argument(help: "The photo's ID; none with --all.")
        var id: String?

        @Flag(help: "Send all of your photos that belong to no task and were not sent.")
        var all = false

        @Flag(help: "Also send photos whose verdict is pending.")
        var pending = false

        @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
        var yes = false

        @OptionGroup var output: Output

        func validate() throws {
            guard (id == nil) == all else { throw ValidationError("Give a photo's ID, or --all.") }
        }

        func run() async throws {
            let photos = id.map { "the photo \($0.shownLine)" } ?? "all photos that belong to no task and were not sent"
            guard try yes || Question.isConfirmed("Send \(photos)? Notes cannot be changed afterwards.") else {
                Terminal.say("nothing was sent")
                throw ExitCode(.failed)
            }
            let request = SendRequest(pending: pending ? true : nil)
            let report = try await Daemon.answer { try await $0.sendCaptures(id, request) }
            if output.json { return try StandardOutput.print(ControlText.json(report)) }
            try StandardOutput.print("added to what waits to be sent: \(CountText.words(report.queued, "photo"))")
        }
    }
}
