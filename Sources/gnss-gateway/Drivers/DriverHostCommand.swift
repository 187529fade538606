// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import Gateway
internal import ReceiverHost

extension DriversCommand {
    /// `gnss-gateway drivers host`: the process of an isolated driver. The gateway starts it and communicates with it
    /// over pipes.
    struct Host: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "host", abstract: "The process of an isolated driver; started only by the gateway.",
            shouldDisplay: false)

        @Option(help: "Limit on the process's private memory, in MiB.")
        var memoryMib = 512

        @Argument(help: "The plugin file.")
        var file: String

        func run() throws {
            let status = DriverProcess.run(plugin: file, memoryMiB: memoryMib)
            if status != 0 { Terminal.say("gnss-gateway: 'drivers host' is for the gateway's internal use") }
            throw ExitCode(status)
        }
    }
}
