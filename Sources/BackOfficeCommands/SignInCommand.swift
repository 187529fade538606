// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import BackOfficeModel
internal import CommandSupport
internal import GatewayClient
internal import SystemSupport

/// `gnss-gateway sign-in`.
package struct SignInCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Sign in at the back office that gives tasks.",
        discussion: """
            Prompts for the password, or reads one line from standard input, or a file. The gateway sends it to the \
            back office once and does not store it. You stay signed in until 'gnss-gateway sign-out', also when the \
            daemon restarts. Exits with 66 if the password cannot be read, and with 69 if no daemon is running, the \
            back office cannot be reached, or it refuses.
            """)

    @Option(help: "Your name at the back office; default: asks in a terminal.")
    var login: String?

    @Option(help: ArgumentHelp("Read the password from this file.", valueName: "FILE"))
    var passwordFile: String?

    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/back-office'.")
    var json = false

    package init() {}

    /// Runs the command.
    ///
    /// - Throws: The exit code, after writing the reason to standard error.
    package func run() async throws {
        let name = try login ?? askName()
        let request = BackOfficeSignIn(login: name, password: try readPassword(of: name))
        let report = try await Daemon.answer { try await $0.signInAtBackOffice(request) }
        try StandardOutput.print(json ? ControlText.json(report) : LinkText.state(report))
    }

    private func askName() throws -> String {
        guard Question.isPossible else {
            Terminal.say("gnss-gateway: cannot ask for your name without a terminal: add --login NAME")
            throw ExitCode(.usage)
        }
        Terminal.say("Name at the back office: ", terminator: "")
        guard let name = readLine() else { throw ExitCode(.noInput) }
        return name
    }

    private func readPassword(of name: String) throws -> String {
        guard let passwordFile else {
            return try SecretPrompt.read("password", asking: "Password of \(name.shownLine) at the back office: ")
        }
        do throws(FileReadError) {
            return Self.line(try WholeFile.read(passwordFile, atMost: 8192))
        } catch {
            Terminal.say("gnss-gateway: cannot read \(passwordFile.shownLine): \(error)")
            throw ExitCode(.noInput)
        }
    }

    /// A text without the line end that editors add.
    static func line(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        // The end of a line of Windows is one character, too.
        return text.last?.isNewline == true ? String(text.dropLast()) : text
    }
}

/// `gnss-gateway sign-out`.
package struct SignOutCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Sign out of the back office.",
        discussion: """
            Works without a connection too. Tasks, notes and everything that was not sent stay, and appear again when \
            you sign in again. Exits with 69 if no daemon is running or you are not signed in.
            """)

    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/back-office'.")
    var json = false

    package init() {}

    /// Runs the command.
    ///
    /// - Throws: The exit code, after writing the reason to standard error.
    package func run() async throws {
        let report = try await Daemon.answer { try await $0.signOutOfBackOffice() }
        try StandardOutput.print(json ? ControlText.json(report) : LinkText.state(report))
    }
}
