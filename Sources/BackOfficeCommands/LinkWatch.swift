// SPDX-License-Identifier: Apache-2.0

internal import BackOfficeModel
internal import CommandSupport
internal import GNSSTypes
internal import GatewayClient
internal import Recording

/// Waits for what the daemon does at the back office, with the progress on a terminal. If the command ends early, the
/// daemon continues.
enum LinkWatch {
    /// The time between two requests for the state.
    private static let pause = Duration.milliseconds(200)

    /// Waits until there is nothing more to wait for, the server cannot be used for now, or the person is signed out.
    ///
    /// - Parameter isOver: Returns true if there is nothing more to wait for.
    /// - Returns: The last report.
    /// - Throws: The exit code, after writing the reason to standard error; errors of `isOver`.
    static func wait(until isOver: (BackOfficeReport) async throws -> Bool) async throws -> BackOfficeReport {
        let console = RecordingConsole()
        defer { console.clear() }
        while true {
            let report = try await Daemon.answer { try await $0.backOffice() }
            // A problem without a next attempt is an earlier one, which the running attempt may solve.
            let isStuck = report.retry != nil || report.state != .signedIn
            if try await isOver(report) || isStuck { return report }
            console.show(words: LinkText.progress(report))
            // The interface answers at once, so ask a few times a second until there is a result.
            try await Task.sleep(for: pause)
        }
    }
}
