// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import Gateway

/// The command line.
@main
struct GatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gnss-gateway",
        abstract: "A gateway for GNSS receivers: drivers as plugins, one bus, gpsd's protocol to the outside.",
        discussion: """
            Begin with 'gnss-gateway demo': a simulated receiver, no hardware needed. Then look at it with \
            'gpspipe -w' or 'cgps' (Debian package gpsd-clients).

            Data goes to standard output, words for people to standard error. Exit codes: 0 done, 64 wrong command \
            line, 65 nothing in the input could be decoded, 66 an input is missing, 69 something needed is not \
            available, 70 the store is damaged, 73 a file cannot be created or the disk is full, 74 reading or writing \
            failed, 77 permission is lacking, 78 the configuration is wrong.
            """,
        version: GatewayVersion.current,
        subcommands: [
            RunCommand.self, DemoCommand.self, DecodeCommand.self, OSNMACommand.self, CentroidCommand.self,
            RecordCommand.self, PathsCommand.self, AgrirouterCommand.self, DriversCommand.self, ReceiversCommand.self,
            StatusCommand.self,
            StoreCommand.self, ConfigCommand.self, DoctorCommand.self, AgrirouterSimulatorCommand.self,
            SimulateCommand.self,
        ])

    static func main() async {
        Laboratory.take()
        CrashSignals.leaveToTheSystem()
        StandardDescriptors.claim()
        await main(nil)
    }
}
