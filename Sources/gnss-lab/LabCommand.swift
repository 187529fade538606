// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import Gateway

/// The command line of `gnss-lab`.
@main
struct LabCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gnss-lab",
        abstract: "gnss-gateway's lab: simulated receivers, agrirouter and back office, and driver checks.",
        discussion: """
            'gnss-gateway' accepts these commands too, except 'fleet', and passes them on. The lab writes data to \
            standard output and messages to standard error. 'gnss-gateway --help' lists the exit codes.
            """,
        version: GatewayVersion.current,
        subcommands: [
            SimulateCommand.self, AgrirouterSimulatorCommand.self, BackOfficeSimulatorCommand.self, FleetCommand.self,
            DriversCommand.self,
        ])

    static func main() async {
        CrashSignals.leaveToTheSystem()
        StandardDescriptors.claim()
        await runCommandLine()
    }
}

/// `gnss-lab drivers`.
struct DriversCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drivers", abstract: "Check a driver, or create a new one.",
        subcommands: [Check.self, New.self, CheckRun.self])
}
