// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ConfigurationFile
internal import DaemonRuntime
internal import Doctor
internal import GNSSTypes
internal import Gateway
internal import PluginHosting
internal import ReceiverHost

/// `gnss-gateway drivers`.
struct DriversCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drivers", abstract: "List, inspect, check and create receiver drivers.",
        discussion: """
            Drivers are plugins: files named lib….so in the program's plugin directory, then in \
            $XDG_DATA_HOME/gnss-gateway/plugins (~/.local/share/gnss-gateway/plugins), then in the directories listed \
            in the configuration's 'plugin_path'.
            """,
        subcommands: [List.self, Info.self, Check.self, New.self, Host.self],
        defaultSubcommand: List.self)
}

extension DriversCommand {
    /// `gnss-gateway drivers check`.
    struct Check: LaboratoryCommand {
        static let configuration = CommandConfiguration(abstract: LaboratoryAbstract.driversCheck)
        @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
    }

    /// `gnss-gateway drivers new`.
    struct New: LaboratoryCommand {
        static let configuration = CommandConfiguration(abstract: LaboratoryAbstract.driversNew)
        @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
    }

    /// `gnss-gateway drivers list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the drivers, and explain why any other plugin file could not be loaded.")

        @OptionGroup var options: DriverOptions

        @Option(
            help: ArgumentHelp(
                "The user that the daemon runs as, such as gnss-gateway for the service; default: the current user.",
                valueName: "NAME"))
        var user: String?

        func run() throws {
            let registry = try options.registry(user: try pluginUser())
            for plugin in registry.catalogue.plugins where registry.plugin(ofKind: plugin.description.kind) != nil {
                let description = plugin.description
                let place = plugin.isAlwaysIsolated ? " (in a separate process)" : ""
                try StandardOutput.print(
                    "\(description.kind) \(description.version): \(description.summary)\n    \(plugin.path)\(place)")
            }
            for refused in registry.catalogue.refused { Terminal.say("\(refused.path): \(refused.reason)") }
            for faulty in registry.faulty { Terminal.say("\(faulty.plugin.path): \(faulty.error)") }
            for plugin in registry.catalogue.shadowed {
                Terminal.say("\(plugin.path): ignored: an earlier driver is also named \(plugin.description.kind)")
            }
        }

        private func pluginUser() throws -> PluginUser {
            guard let user else { return .current }
            do throws(GatewayError) {
                let account = try Account(named: user)
                guard account.id != Account.current.id else { return .current }
                return PluginUser(id: account.id, variable: account.variable)
            } catch {
                throw Terminal.failure(error)
            }
        }
    }

    /// `gnss-gateway drivers info`.
    struct Info: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "info",
            abstract: "Show a driver's description, what it delivers, its sample configuration and its schema.")

        @OptionGroup var options: DriverOptions

        @Argument(help: "The driver's name, or a plugin file.")
        var driver: String

        func run() throws {
            let plugin = try DriverChoice.plugin(driver, options)
            let description = plugin.description
            let abilities = description.abilities.isEmpty ? "none" : description.abilities.joined(separator: ", ")
            try StandardOutput.print(
                """
                \(description.kind) \(description.version): \(description.summary)
                file:       \(plugin.path)
                contract:   \(description.contract)
                delivers:   \(description.delivers.map(\.description).joined(separator: ", "))
                abilities:  \(abilities)

                sample of the 'config' section:

                \(DriversCommand.indented(description.sampleConfiguration))
                schema of the 'config' section:

                \(DriversCommand.indented(description.configurationSchema))
                """)
        }
    }

    fileprivate static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    }
}
