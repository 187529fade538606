// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GatewayClient

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
        commandName: "invite", abstract: "Make a code that signs in one browser of another person.",
        discussion: """
            The code can be used once, within 10 minutes. Roles: a viewer looks; an operator also records, samples and \
            pauses sending; an admin may change everything. A viewer or operator stays signed in for 30 days, an admin \
            for 12 hours.
            """)

    @Argument(help: "Whom the code is for: a person with a name, who has a role already.")
    var name: String?

    @Option(help: "What the browser may do, without a name: viewer, operator or admin.")
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
        try await ConsoleCertificateCommand.explain(invitation.addresses)
    }
}

/// `gnss-gateway console password`.
struct ConsolePasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Give a person a password, or take it away.",
        discussion: """
            Reads the password from the terminal, or one line from standard input. A person who is not known yet is \
            added. The person's browsers are signed out. Without an encrypted connection passwords are taken on this \
            machine only.
            """)

    @Argument(help: "The person's name.")
    var name: String

    @Option(help: "What the person may do: viewer, operator or admin. Default: as before; a new person may look.")
    var role: RoleArgument?

    @Flag(help: "Take the password away: only codes sign the person in.")
    var none = false

    func run() async throws {
        let password = none ? "" : try SecretPrompt.read("Password (10 characters or more): ")
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

    @Option(help: ArgumentHelp("Add a person, or change the role of one; needs --role.", valueName: "name"))
    var set: String?

    @Option(help: "What the person may do: viewer, operator or admin.")
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
        try StandardOutput.print(TextTable(["ID", "NAME", "ROLE", "STAYS", "FROM", "BROWSER"], rows).text)
    }
}
