// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import Foundation
internal import GatewayClient
internal import SystemSupport

/// `gnss-gateway console`.
struct ConsoleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console", abstract: "Open the web console, and manage who may use it.",
        discussion: """
            The daemon serves the web console on the loopback addresses in 'listen.http' (default: 127.0.0.1:8947). \
            Everyone on this machine can view it there; only a signed-in browser can change something. On other \
            addresses, a browser must be signed in even to view it.
            """,
        subcommands: [
            ConsoleOpenCommand.self, ConsoleInviteCommand.self, ConsolePasswordCommand.self,
            ConsolePeopleCommand.self, ConsoleSessionsCommand.self, ConsoleCertificateCommand.self,
        ])
}

/// `gnss-gateway console open`.
struct ConsoleOpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open the web console in a browser and sign the browser in.",
        discussion: """
            Prints a URL with a code that signs in one browser. The code can be used once, within 10 minutes; the \
            browser may then change everything for 12 hours. On a desktop, the command also opens the URL. Exits with \
            69 if no daemon is running or it serves no console.
            """)

    @Flag(name: .customLong("print"), help: "Only print the URL, do not open it.")
    var printsOnly = false

    func run() async throws {
        let invitation = try await Daemon.answer { try await $0.inviteBrowser() }
        guard let address = ConsoleInvitation.address(invitation) else {
            Terminal.say(
                "gnss-gateway: the daemon serves no web console: add a loopback address such as 127.0.0.1:8947 to "
                    + "'listen.http'")
            throw ExitCode(.unavailable)
        }
        try StandardOutput.print(address)
        if !printsOnly { await ConsoleInvitation.open(address) }
    }
}

/// Creates and opens the address that signs a browser in.
enum ConsoleInvitation {
    /// The console's address with the code after `#`, which browsers do not send to servers; nil if no console is
    /// served.
    static func address(_ invitation: InvitationReport) -> String? {
        invitation.addresses.first.map { "\($0)#code=\(invitation.code)" }
    }

    /// Opens an address in a desktop's browser, if there is one. All users of the machine can read program arguments,
    /// so the browser gets a file that only this user can read and that leads to the address.
    static func open(_ address: String) async {
        let environment = ProcessInfo.processInfo.environment
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
        let folder = environment["XDG_RUNTIME_DIR"] ?? NSTemporaryDirectory()
        let path = "\(folder)/gnss-gateway-console-\(UUID().uuidString).html"
        let page = """
            <!DOCTYPE html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0; url=\(address)"><title>GNSS gateway</title>
            <a href="\(address)">GNSS gateway</a>
            """
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(page.utf8), attributes: [.posixPermissions: 0o600])
        else { return }
        defer { try? FileManager.default.removeItem(atPath: path) }
        let opener = Process()
        opener.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        opener.arguments = ["xdg-open", path]
        (opener.standardOutput, opener.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        do { try opener.run() } catch { return }
        // The browser reads the file after xdg-open has ended, and no event signals that it is done.
        try? await Task.sleep(for: .seconds(5))
    }
}
