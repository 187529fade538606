// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ConfigurationFile
internal import GNSSTypes
internal import Gateway
internal import PluginHosting
internal import ReceiverHost

/// `gnss-gateway drivers`.
struct DriversCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drivers", abstract: "The receiver drivers that were found.",
        discussion: """
            Drivers are plugins: files named lib….so in the folder of the program's own plugins, then in \
            $XDG_DATA_HOME/gnss-gateway/plugins (~/.local/share/gnss-gateway/plugins), then in the folders that \
            'plugin_path' of the configuration names.
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
            abstract: "List the drivers, and the files that are none with the reason.")

        @OptionGroup var options: DriverOptions

        func run() throws {
            let registry = try options.registry()
            for plugin in registry.catalogue.plugins where registry.plugin(ofKind: plugin.description.kind) != nil {
                let description = plugin.description
                let place = plugin.isAlwaysIsolated ? " (in a process of its own)" : ""
                try StandardOutput.print(
                    "\(description.kind) \(description.version): \(description.summary)\n    \(plugin.path)\(place)")
            }
            for refused in registry.catalogue.refused { Terminal.say("\(refused.path): \(refused.reason)") }
            for faulty in registry.faulty { Terminal.say("\(faulty.plugin.path): \(faulty.error)") }
            for plugin in registry.catalogue.shadowed {
                Terminal.say("\(plugin.path): another driver is named \(plugin.description.kind) and comes first")
            }
        }
    }

    /// `gnss-gateway drivers info`.
    struct Info: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show what a driver is and delivers, its sample configuration and its schema.")

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

                sample of its section 'config':

                \(DriversCommand.indented(description.sampleConfiguration))
                schema of its section 'config':

                \(DriversCommand.indented(description.configurationSchema))
                """)
        }
    }

    fileprivate static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    }
}
