// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GatewayClient

/// `gnss-gateway agrirouter`.
struct AgrirouterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agrirouter", abstract: "Exchange positions with others over agrirouter.",
        discussion: """
            Commands of the running daemon. First the ids of the application go into the configuration \
            ('agrirouter.qa.application_id' and 'version_id', or 'agrirouter.production…'), then a registration code \
            (TAN) that is made in the portal goes to 'agrirouter onboard'. Everything else is in docs/agrirouter.md.
            """,
        subcommands: [
            AgrirouterStatusCommand.self, AgrirouterOnboardCommand.self, AgrirouterReonboardCommand.self,
            AgrirouterDisconnectCommand.self, AgrirouterPauseCommand.self, AgrirouterResumeCommand.self,
            AgrirouterMembersCommand.self, AgrirouterSettingsCommand.self,
        ])
}

/// `--json` of commands whose answer is the state of the uplink.
struct AgrirouterAnswer: ParsableArguments {
    @Flag(help: "As JSON, for programs: the answer of 'GET /v1/agrirouter' of the control interface.")
    var json = false

    /// Prints a state.
    func print(_ report: AgrirouterReport) throws {
        try StandardOutput.print(json ? ControlText.json(report) : AgrirouterText(report).text)
    }
}

/// `gnss-gateway agrirouter status`.
struct AgrirouterStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show how the uplink stands.",
        discussion: "Exits with 69 where no daemon runs.")

    @OptionGroup var answer: AgrirouterAnswer

    func run() async throws { try answer.print(try await Daemon.answer { try await $0.agrirouter() }) }
}

/// `gnss-gateway agrirouter onboard`.
struct AgrirouterOnboardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "onboard", abstract: "Make an endpoint of this gateway, by a registration code (TAN).",
        discussion: """
            The code is asked for, or read from standard input: never an argument, which others on this machine could \
            read. Exits with 64 for something that is no code, 69 where agrirouter refuses or is not reached.
            """)

    @Option(help: ArgumentHelp("qa or production; left out: as it is set.", valueName: "ENVIRONMENT"))
    var environment: String?

    @OptionGroup var answer: AgrirouterAnswer

    func run() async throws {
        let order = OnboardingOrder(code: try SecretPrompt.read("Registration code (TAN): "), environment: environment)
        try answer.print(try await Daemon.answer { try await $0.onboard(order) })
    }
}

/// `gnss-gateway agrirouter reonboard`.
struct AgrirouterReonboardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reonboard", abstract: "Give the endpoint a new certificate, by a new registration code (TAN).",
        discussion: """
            It stays the same endpoint, with its routes and all that waits for it. The code is asked for, or read from \
            standard input.
            """)

    @OptionGroup var answer: AgrirouterAnswer

    func run() async throws {
        let order = OnboardingOrder(code: try SecretPrompt.read("New registration code (TAN): "))
        try answer.print(try await Daemon.answer { try await $0.reonboard(order) })
    }
}

/// `gnss-gateway agrirouter disconnect`.
struct AgrirouterDisconnectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disconnect", abstract: "Forget the endpoint, its secrets, and what waits to be sent.",
        discussion: """
            Agrirouter lets no device remove its own endpoint: delete it in the portal too. The gateway's own id stays, so \
            that onboarding again finds the same endpoint.
            """)

    @Flag(name: .shortAndLong, help: "Do not ask.")
    var yes = false

    @Flag(help: "As JSON, for programs.")
    var json = false

    func run() async throws {
        guard try yes || Question.isConfirmed("Forget the endpoint, its secrets, and what waits to be sent?") else {
            Terminal.say("nothing was done")
            throw ExitCode(1)
        }
        let report = try await Daemon.answer { try await $0.disconnectAgrirouter() }
        if json { return try StandardOutput.print(ControlText.json(report)) }
        let discarded = report.discarded > 0 ? "positions that waited and are gone: \(report.discarded)\n" : ""
        try StandardOutput.print("\(discarded)\(report.text)")
    }
}

/// `gnss-gateway agrirouter pause`.
struct AgrirouterPauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Collect and send nothing, until 'resume'; over restarts too.")

    @OptionGroup var answer: AgrirouterAnswer

    func run() async throws { try answer.print(try await Daemon.answer { try await $0.pauseAgrirouter() }) }
}

/// `gnss-gateway agrirouter resume`.
struct AgrirouterResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "resume", abstract: "Collect and send again.")

    @OptionGroup var answer: AgrirouterAnswer

    func run() async throws { try answer.print(try await Daemon.answer { try await $0.resumeAgrirouter() }) }
}

/// `gnss-gateway agrirouter members`.
struct AgrirouterMembersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "members", abstract: "Show the others that send their positions.")

    @Flag(help: "As JSON, for programs: the answer of 'GET /v1/members' of the control interface.")
    var json = false

    func run() async throws {
        try await Daemon.ask { client in
            if json { return try await client.text(ControlClient.membersPath) }
            return AgrirouterText.members(try await client.members()) + "\n"
        }
    }
}
