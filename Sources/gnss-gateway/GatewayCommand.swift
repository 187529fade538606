// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BackOfficeCommands
internal import CommandSupport
internal import DaemonRuntime
internal import Gateway
internal import Glibc
internal import PathCommands

/// The command line of `gnss-gateway`.
@main
struct GatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gnss-gateway",
        abstract: "A gateway for GNSS receivers: plugin drivers, one observation bus, and gpsd's protocol for clients.",
        discussion: """
            Start with 'gnss-gateway demo', which runs a simulated receiver and needs no hardware. Then watch it with \
            'gpspipe -w' or 'cgps' (Debian package gpsd-clients).

            Writes data to standard output and messages to standard error. Exit codes: 0 success, 1 a bench failed or \
            you said no, 64 invalid command line, 65 unusable input or driver, 66 an input file is missing, 69 \
            something required is not available, 70 the store is damaged, 73 a file cannot be created or the disk is \
            full, 74 reading or writing failed, 75 try again later, 77 permission denied, 78 invalid configuration.
            """,
        version: GatewayVersion.current,
        subcommands: [
            RunCommand.self, DemoCommand.self, DecodeCommand.self, OSNMACommand.self, CentroidCommand.self,
            SettingsCommand.self,
            RecordCommand.self, PathsCommand.self, CaptureCommand.self, VerifyCommand.self, SignInCommand.self,
            SignOutCommand.self, SyncCommand.self, TasksCommand.self, AgrirouterCommand.self,
            DriversCommand.self, ReceiversCommand.self,
            StatusCommand.self, FleetCommand.self, ConsoleCommand.self,
            StoreCommand.self, ConfigCommand.self, DoctorCommand.self, AgrirouterSimulatorCommand.self,
            BackOfficeSimulatorCommand.self, SimulateCommand.self,
        ])

    static func main() async {
        // Until the daemon reloads its configuration at SIGHUP, the signal must not end it. The start takes a while.
        if CommandLine.arguments.dropFirst().first == RunCommand.configuration.commandName { signal(SIGHUP, SIG_IGN) }
        Laboratory.take()
        CrashSignals.leaveToTheSystem()
        StandardDescriptors.claim()
        // ArgumentParser searches every library for protocol conformances at its first use, which takes a third of this
        // command's time.
        if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) {
            do { try StandardOutput.print(GatewayVersion.current) } catch { exit(withError: error) }
            return
        }
        await runCommandLine()
    }
}
