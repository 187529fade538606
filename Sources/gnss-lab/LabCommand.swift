// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import Gateway

/// The command line of the laboratory.
@main
struct LabCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gnss-lab",
        abstract: "The laboratory of gnss-gateway: simulated receivers, a simulated agrirouter, checks of drivers.",
        discussion: """
            Each command can be given to 'gnss-gateway' too, which hands it on. Data goes to standard output, words for \
            people to standard error; exit codes are those of 'gnss-gateway --help'.
            """,
        version: GatewayVersion.current,
        subcommands: [SimulateCommand.self, AgrirouterSimulatorCommand.self, DriversCommand.self])

    static func main() async {
        CrashSignals.leaveToTheSystem()
        StandardDescriptors.claim()
        await main(nil)
    }
}

/// `gnss-lab drivers`.
struct DriversCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drivers", abstract: "Check a driver, or begin a new one.",
        subcommands: [Check.self, New.self, CheckRun.self])
}
