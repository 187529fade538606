// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GatewayClient
internal import SystemSupport

/// `gnss-gateway agrirouter`.
struct AgrirouterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agrirouter", abstract: "Exchange positions with other endpoints over agrirouter.",
        discussion: """
            These commands act on the running daemon. First put the application's ids into the configuration \
            ('agrirouter.qa.application_id' and 'version_id', or 'agrirouter.production…'). Then create a registration \
            code (TAN) in the portal and run 'agrirouter onboard'. See docs/agrirouter.md for the rest.
            """,
        subcommands: [
            AgrirouterStatusCommand.self, AgrirouterOnboardCommand.self, AgrirouterReonboardCommand.self,
            AgrirouterDisconnectCommand.self, AgrirouterPauseCommand.self, AgrirouterResumeCommand.self,
            AgrirouterMembersCommand.self, AgrirouterSettingsCommand.self,
        ])
}

/// The option `--json` of commands that print the state of the uplink.
struct AgrirouterAnswer: ParsableArguments {
    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/agrirouter'.")
    var json = false

    /// Prints the state.
    func print(_ report: AgrirouterReport) throws {
        try StandardOutput.print(json ? ControlText.json(report) : AgrirouterText(report).text)
    }
}

/// `gnss-gateway agrirouter status`.
struct AgrirouterStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of the agrirouter uplink.",
        discussion: "Exits with 69 if no daemon is running.")

    @OptionGroup var answer: AgrirouterAnswer

    func run() async throws { try answer.print(try await Daemon.answer { try await $0.agrirouter() }) }
}

/// `gnss-gateway agrirouter onboard`.
struct AgrirouterOnboardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "onboard", abstract: "Onboard this gateway as an endpoint, with a registration code (TAN).",
        discussion: """
            Prompts for the code, or reads it from standard input. The code is never an argument, because other users \
            could read it there. Exits with 64 if it is not a valid code, 69 if agrirouter refuses or is unreachable.
            """)

    @Option(help: ArgumentHelp("qa or production; default: the configured environment.", valueName: "ENVIRONMENT"))
    var environment: String?

    @OptionGroup var answer: AgrirouterAnswer

    func run() async throws {
        let order = OnboardingOrder(
            code: try SecretPrompt.read("code", asking: "Registration code (TAN): "), environment: environment)
        try answer.print(try await Daemon.answer { try await $0.onboard(order) })
    }
}

/// `gnss-gateway agrirouter reonboard`.
struct AgrirouterReonboardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reonboard", abstract: "Give the endpoint a new certificate, with a new registration code (TAN).",
        discussion: """
            The endpoint keeps its identity, its routes and its waiting messages. Prompts for the code, or reads it \
            from standard input.
            """)

    @OptionGroup var answer: AgrirouterAnswer

    func run() async throws {
        let order = OnboardingOrder(code: try SecretPrompt.read("code", asking: "New registration code (TAN): "))
        try answer.print(try await Daemon.answer { try await $0.reonboard(order) })
    }
}

/// `gnss-gateway agrirouter disconnect`.
struct AgrirouterDisconnectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disconnect", abstract: "Delete this gateway's endpoint, its secrets and all unsent positions.",
        discussion: """
            agrirouter does not let a device remove its own endpoint: delete it in the portal too. The gateway keeps \
            its external id, so onboarding again finds the same endpoint.
            """)

    @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
    var yes = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        guard try yes || Question.isConfirmed("Delete the endpoint, its secrets and all unsent positions?") else {
            Terminal.say("nothing was changed")
            throw ExitCode(.failed)
        }
        let report = try await Daemon.answer { try await $0.disconnectAgrirouter() }
        if json { return try StandardOutput.print(ControlText.json(report)) }
        let discarded = report.discarded > 0 ? "unsent positions deleted: \(report.discarded)\n" : ""
        try StandardOutput.print("\(discarded)\(report.text)")
    }
}

/// `gnss-gateway agrirouter pause`.
struct AgrirouterPauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Stop collecting and sending until 'resume', even across restarts.")

    @OptionGroup var answer: AgrirouterAnswer

    func run() async throws { try answer.print(try await Daemon.answer { try await $0.pauseAgrirouter() }) }
}

/// `gnss-gateway agrirouter resume`.
struct AgrirouterResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "resume", abstract: "Resume collecting and sending.")

    @OptionGroup var answer: AgrirouterAnswer

    func run() async throws { try answer.print(try await Daemon.answer { try await $0.resumeAgrirouter() }) }
}

/// `gnss-gateway agrirouter members`.
struct AgrirouterMembersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "members", abstract: "Show the members: the other endpoints that send their positions.")

    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/members'.")
    var json = false

    func run() async throws {
        try await Daemon.ask { client in
            if json { return try await client.text(ControlRoute.members) }
            return AgrirouterText.members(try await client.members()) + "\n"
        }
    }
}
