// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import DriverKit
internal import DriverTesting
internal import GNSSTypes
internal import Gateway

/// `gnss-gateway drivers`.
struct DriversCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drivers", abstract: "The receiver drivers that were found.",
        discussion: """
            Drivers are plugins: files named lib….so in the folder of the program's own plugins, then in \
            $XDG_DATA_HOME/gnss-gateway/plugins (~/.local/share/gnss-gateway/plugins), then in the folders that \
            'plugin_path' of the configuration names.
            """,
        subcommands: [List.self, Info.self, Check.self, Host.self], defaultSubcommand: List.self)
}

/// Which folders drivers are looked for in.
struct DriverOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The configuration file whose plugin_path counts too.", valueName: "FILE"))
    var config: String?

    func registry() throws -> DriverRegistry {
        guard let config else { return DriverRegistry() }
        do throws(ConfigurationErrors) {
            return DriverRegistry(pluginPath: try ConfigurationDocument.read(path: config).pluginPath)
        } catch {
            throw Terminal.failure(error)
        }
    }
}

extension DriversCommand {
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
            let plugin = try DriversCommand.plugin(driver, options)
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

    /// `gnss-gateway drivers check`.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Run the conformance suite on a driver.",
            discussion: """
                Loads the driver, runs it with the section that --config gives (as YAML or JSON), and looks whether it \
                keeps the contract. Exits with 69 where it does not.
                """)

        @Argument(help: "A plugin file, or a driver's name.")
        var driver: String

        @Option(
            help: ArgumentHelp("The section 'config' to run it with, in which it finds a receiver.", valueName: "YAML"))
        var config = "{}"

        @Option(help: ArgumentHelp("A section with which it meets a device that sends garbage.", valueName: "YAML"))
        var garbage: String?

        func run() throws {
            // This process is disposable: here the driver may be loaded wherever it comes from.
            let plugin = try DriversCommand.loaded(
                driver.contains("/") ? driver : DriversCommand.plugin(driver, DriverOptions.parse([])).path)
            let schema = try schema(of: plugin)
            let suite = DriverConformance(
                plugin: plugin.table, configuration: try json(config, schema),
                garbageConfiguration: try garbage.map { try json($0, schema) })
            let findings = suite.run()
            for finding in findings { try StandardOutput.print(finding.description) }
            let failures = findings.count { $0.failure != nil }
            guard failures == 0 else {
                throw Terminal.failure(
                    GatewayFailure(.unavailable, "\(plugin.path): \(failures) of \(findings.count) checks failed"))
            }
        }

        private func schema(of plugin: LoadedPlugin) throws -> DriverSchema {
            let description = plugin.description
            do throws(SchemaError) {
                return try DriverSchema(json: description.configurationSchema, driver: description.kind)
            } catch {
                throw Terminal.failure(GatewayFailure(.unavailable, "\(plugin.path): \(error)"))
            }
        }

        private func json(_ yaml: String, _ schema: DriverSchema) throws -> String {
            do throws(ConfigurationErrors) {
                return try DriverSection(yaml: yaml, name: "--config").json(schema)
            } catch {
                throw Terminal.failure(error)
            }
        }
    }

    /// The plugin of that name, or of that file where the name has a slash in it.
    fileprivate static func plugin(_ name: String, _ options: DriverOptions) throws -> FoundPlugin {
        let registry = try options.registry()
        if name.contains("/") {
            do throws(PluginRefusal) {
                return try PluginLoader.describe(name, program: registry.program)
            } catch {
                throw Terminal.failure(GatewayFailure(error.status, "\(name): \(error)"))
            }
        }
        guard let plugin = registry.catalogue.plugin(ofKind: name) else {
            let known = registry.catalogue.plugins.map(\.description.kind).joined(separator: ", ")
            throw Terminal.failure(
                GatewayFailure(.unavailable, "no driver '\(name)' was found (found: \(known)); a file needs a / in it"))
        }
        return plugin
    }

    fileprivate static func loaded(_ path: String) throws -> LoadedPlugin {
        do throws(PluginRefusal) {
            return try PluginLoader.load(path, hostVersion: GatewayVersion.current)
        } catch {
            throw Terminal.failure(GatewayFailure(error.status, "\(path): \(error)"))
        }
    }

    fileprivate static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    }
}

extension PluginRefusal {
    /// The exit code for it.
    fileprivate var status: ExitStatus {
        switch self {
        case .unreadable: .noInput
        case .writableByOthers, .foreignOwner: .noPermission
        default: .unavailable
        }
    }
}
