// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GatewayClient
internal import Glibc

/// A role on the command line.
struct RoleArgument: ExpressibleByArgument {
    static var allValueStrings: [String] { ControlRole.allCases.map(\.rawValue) }

    let role: ControlRole

    init?(argument: String) {
        guard let role = ControlRole(rawValue: argument) else { return nil }
        self.role = role
    }
}

/// `gnss-gateway console invite`.
struct ConsoleInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Create a code that signs in one browser of another person.",
        discussion: """
            The code can be used once, within 10 minutes. Roles: a viewer can only view; an operator can also record \
            paths, sample points and pause the uplink; an admin can change everything. A viewer or operator stays \
            signed in for 30 days, an admin for 12 hours. In addition to the addresses, the command prints a QR code for \
            a phone, if another device can reach the gateway and libqrencode4 is installed on the gateway's machine.
            """)

    @Argument(help: "The name of the person that the code is for; the person must already have a role.")
    var name: String?

    @Option(help: "The role of the browser if no person is named: viewer, operator or admin.")
    var role: RoleArgument?

    func validate() throws {
        guard (name == nil) != (role == nil) else { throw ValidationError("Give a name or --role.") }
    }

    func run() async throws {
        let invitation = try await Daemon.answer {
            try await $0.inviteBrowser(InvitationRequest(role: role?.role, name: name))
        }
        try StandardOutput.print("Code for one browser (\(invitation.role.rawValue)): \(invitation.code)")
        for address in invitation.addresses { try StandardOutput.print("\(address)#code=\(invitation.code)") }
        if let code = invitation.qrCode {
            try StandardOutput.print(QRCodeText(code, hasColours: isatty(STDOUT_FILENO) == 1).text)
        } else if invitation.urlForPhones != nil {
            Terminal.say("For a QR code, install libqrencode4 on the gateway's machine.")
        }
        try await ConsoleCertificateCommand.explain(invitation.addresses)
    }
}

/// `gnss-gateway console password`.
struct ConsolePasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Set or remove a person's password.",
        discussion: """
            Prompts for the password, or reads one line from standard input. Adds the person if necessary, and signs \
            the person's browsers out. Over unencrypted connections, the gateway accepts passwords on this machine \
            only.
            """)

    @Argument(help: "The person's name.")
    var name: String

    @Option(help: "The person's role: viewer, operator or admin; default: unchanged, or viewer for a new person.")
    var role: RoleArgument?

    @Flag(help: "Remove the password; the person can then sign in with codes only.")
    var none = false

    func run() async throws {
        let password = none ? "" : try SecretPrompt.read("password", asking: "Password (at least 10 characters): ")
        let person = try await Daemon.answer {
            try await $0.setPerson(name, PersonChange(role: role?.role, password: password))
        }
        Terminal.say(
            "\(person.name) (\(person.role.rawValue)) \(person.hasPassword ? "has a new password" : "has no password")")
    }
}

/// `gnss-gateway console people`.
struct ConsolePeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "List the people who may sign in, add one or remove one.")

    @Option(help: ArgumentHelp("Add a person or change a person's role; requires --role.", valueName: "name"))
    var set: String?

    @Option(help: "The person's role: viewer, operator or admin.")
    var role: RoleArgument?

    @Option(help: ArgumentHelp("Remove a person and sign the person's browsers out.", valueName: "name"))
    var remove: String?

    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/users'.")
    var json = false

    func validate() throws {
        guard (set == nil) == (role == nil), set == nil || remove == nil else {
            throw ValidationError("Give --set with --role, or --remove, or neither.")
        }
    }

    func run() async throws {
        let report = try await Daemon.answer { client in
            if let set { _ = try await client.setPerson(set, PersonChange(role: role?.role)) }
            if let remove { try await client.removePerson(remove) }
            return try await client.people()
        }
        if json { return try StandardOutput.print(ControlText.json(report)) }
        let rows = report.users.map { person in
            [person.name, person.role.rawValue, person.hasPassword ? "yes" : "no", "\(person.sessions)"]
        }
        try StandardOutput.print(TextTable(["NAME", "ROLE", "PASSWORD", "BROWSERS"], rows).text)
    }
}

/// `gnss-gateway console sessions`.
struct ConsoleSessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List the browsers that are signed in, or sign one out.")

    @Option(help: ArgumentHelp("Sign a browser out at once.", valueName: "id"))
    var revoke: String?

    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/sessions'.")
    var json = false

    func run() async throws {
        let report = try await Daemon.answer { client in
            if let revoke { try await client.signOut(revoke) }
            return try await client.browsers()
        }
        if json { return try StandardOutput.print(ControlText.json(report)) }
        let rows = report.sessions.map { browser in
            [
                browser.id, browser.name ?? "", browser.role.rawValue, "\(browser.seconds / 3600) h",
                browser.address ?? "this machine", browser.browser ?? "",
            ]
        }
        try StandardOutput.print(TextTable(["ID", "NAME", "ROLE", "TIME LEFT", "FROM", "BROWSER"], rows).text)
    }
}
