// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ConfigurationFile
internal import DaemonRuntime
internal import Gateway
internal import Logging
internal import ReceiverHost

/// `gnss-gateway config`.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Check or print the configuration.", subcommands: [Check.self, Show.self])

    /// `gnss-gateway config check`.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Check a configuration file, including the drivers' sections.",
            discussion: "Reports all errors at once, with line and key, and then exits with 78.")

        @Argument(help: ArgumentHelp("The configuration file.", valueName: "FILE"))
        var file: String

        func run() throws {
            let (configuration, drivers) = try Configuration.read(file)
            do throws(GatewayError) {
                // Creates the drivers, which may check more than their schemas, without starting them, and
                // reads the files that `tls`, `mqtt`, `webhook`, `traccar`, `corrections` and `agrirouter` name.
                let daemon = try GatewayDaemon(
                    configuration, drivers: drivers, clock: .system, logger: Terminal.logger(.error))
                // The daemon starts with such a certificate, but clients of HTTPS refuse it.
                if let problem = daemon.certificateProblem {
                    Terminal.say("gnss-gateway: warning: \(file): tls.certificate: \(problem)")
                }
            } catch {
                throw Terminal.failure(error)
            }
            let count = configuration.receivers.count
            Terminal.say("\(file): valid, \(count) receiver\(count == 1 ? "" : "s")")
        }
    }

    /// `gnss-gateway config show`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Print a configuration with all keys, their meanings and their defaults.",
            discussion: "Without FILE, prints a configuration to start from. The output is a valid configuration file.")

        @Argument(help: ArgumentHelp("The configuration file.", valueName: "FILE"))
        var file: String?

        func run() throws {
            guard let file else {
                try StandardOutput.print(GatewayConfiguration.sample, terminator: "")
                return
            }
            let (configuration, drivers) = try Configuration.read(file)
            let yaml: String
            do throws(ConfigurationErrors) {
                yaml = try configuration.yaml(drivers: drivers.schemas)
            } catch {
                throw Terminal.failure(error)
            }
            try StandardOutput.print(yaml, terminator: "")
        }
    }
}
