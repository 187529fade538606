// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import ControlModel
internal import GatewayClient
internal import Glibc

/// Prints a line whenever the state of the demo's receiver changes.
enum DemoNarrator {
    /// Runs until it is cancelled.
    static func run() async {
        var (told, isInvited) = ("", false)
        while !Task.isCancelled {
            // Polls, because a person needs the state no sooner. If the task is cancelled, the sleep and the loop end
            // immediately.
            try? await Task.sleep(for: .seconds(1))
            // There is no answer before the daemon listens.
            guard let report = try? await ControlClient().status(), let words = words(report), words.key != told else {
                continue
            }
            if !isInvited {
                isInvited = true
                await invite()
            }
            told = words.key
            Terminal.say(words.line)
        }
    }

    /// Prints the console's address, and opens it on a desktop.
    private static func invite() async {
        guard let invitation = try? await ControlClient().inviteBrowser(),
            let address = ConsoleInvitation.address(invitation)
        else { return }
        Terminal.say("The web console, for one browser: \(address)")
        if isatty(STDIN_FILENO) == 1 { Task { await ConsoleInvitation.open(address) } }
    }

    /// The line to print, and the part of it whose change requires another line.
    private static func words(_ report: GatewayReport) -> (key: String, line: String)? {
        // Another gateway may be running on this machine.
        guard report.gateway.process == getpid() else { return nil }
        guard let receiver = report.receivers.first, let fix = receiver.fix, let verdict = report.osnma?.first else {
            return nil
        }
        let key = "\(fix.kind), \(fix.quality); \(verdict.state): \(verdict.text)"
        let place = [fix.latitude, fix.longitude].map { $0.map { "\(($0 * 1e6).rounded() / 1e6)" } ?? "?" }
        let satellites = fix.satellitesUsed.map { ", \($0) satellites" } ?? ""
        let authentic = verdict.satellites.isEmpty ? "" : " (\(verdict.satellites.joined(separator: " ")))"
        let line = """
            demo: \(place.joined(separator: " ")) \(fix.kind) \(fix.quality)\(satellites); simulated Galileo \
            \(verdict.state)\(authentic): \(verdict.text)
            """
        return (key, line)
    }
}
