// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import BackOfficeModel
internal import CommandSupport
internal import ControlModel
internal import GNSSTypes
internal import GatewayClient
internal import SystemSupport

/// `gnss-gateway sync`.
package struct SyncCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Fetch the tasks of the back office, and send what waits to be sent.",
        discussion: """
            Waits until the tasks are there and nothing waits to be sent, and shows the progress in a terminal; Ctrl-C \
            ends only the waiting. Exits with 69 if that fails, for example without a connection, and if no daemon is \
            running or you are not signed in. What could not be sent stays in the gateway, which tries again by itself.
            """)

    @Flag(inversion: .prefixedNo, help: "Wait until everything is done.")
    var wait = true

    @Flag(help: "Only show whether you are signed in, what waits to be sent, and the last result.")
    var status = false

    @Flag(help: "End a running synchronisation early.")
    var cancel = false

    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/back-office'.")
    var json = false

    package init() {}

    /// Checks the command line.
    ///
    /// - Throws: `ValidationError` if it asks for two things.
    package func validate() throws {
        guard !status || !cancel else { throw ValidationError("Give --status or --cancel, not both.") }
    }

    /// Runs the command.
    ///
    /// - Throws: The exit code, after writing the reason to standard error.
    package func run() async throws {
        if status { return try show(try await Daemon.answer { try await $0.backOffice() }) }
        if cancel { return try show(try await Daemon.answer { try await $0.cancelSync() }) }
        var report = try await Daemon.answer { try await $0.beginSync() }
        guard wait else { return try show(report) }
        report = try await LinkWatch.wait { report in
            report.sync?.state.value != .running && LinkText.waiting(report.waiting) == nil
        }
        let isDone = report.sync?.state.value == .done && LinkText.waiting(report.waiting) == nil
        if json || isDone { try show(report) }
        if isDone { return }
        Terminal.say("gnss-gateway: \(Self.failure(report))")
        throw ExitCode(.unavailable)
    }

    private func show(_ report: BackOfficeReport) throws {
        try StandardOutput.print(json ? ControlText.json(report) : LinkText.state(report))
    }

    /// Why the synchronisation is not complete.
    static func failure(_ report: BackOfficeReport) -> String {
        if report.sync?.state.value == .cancelled { return "the synchronisation was cancelled" }
        let reason = LinkText.problem(report) ?? report.sync?.problem?.text.shownLine
        guard let reason else { return LinkText.state(report) }
        return reason + (LinkText.waiting(report.waiting).map { "; waiting to be sent: \($0)" } ?? "")
    }
}
