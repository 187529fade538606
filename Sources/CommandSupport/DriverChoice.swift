// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import ConfigurationFile
internal import DaemonRuntime
internal import DriverKit
internal import Gateway
internal import PluginHosting
package import ReceiverHost
package import SystemSupport

/// The option that adds folders to search for drivers.
package struct DriverOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("A configuration file whose plugin_path is searched too.", valueName: "FILE"))
    package var config: String?

    package init() {}

    /// Returns the drivers in these folders.
    ///
    /// - Parameters:
    ///   - program: The program with the command `drivers host`; nil for this one.
    ///   - user: The gateway's user.
    /// - Throws: The exit code, after writing all errors to standard error.
    package func registry(program: String? = nil, user: PluginUser = .current) throws -> DriverRegistry {
        guard let config else { return DriverRegistry(program: program, user: user) }
        do throws(ConfigurationErrors) {
            let path = try ConfigurationDocument.read(path: config).pluginPath
            return DriverRegistry(pluginPath: path, program: program, user: user)
        } catch {
            throw Terminal.failure(error)
        }
    }
}

/// Finds the driver that a command line names.
package enum DriverChoice {
    /// Finds a driver by name, or loads a plugin file if the name contains a slash.
    ///
    /// - Parameter program: The program with the command `drivers host`; nil for this one.
    /// - Throws: The exit code, after writing the reason to standard error.
    package static func plugin(_ name: String, _ options: DriverOptions, program: String? = nil) throws -> FoundPlugin {
        let registry = try options.registry(program: program)
        if name.contains("/") {
            do throws(PluginLoadError) {
                return try PluginLoader.describe(name, program: registry.program)
            } catch {
                throw Terminal.failure(GatewayError(error.status, "\(name): \(error)"))
            }
        }
        guard let plugin = registry.catalogue.plugin(ofKind: name) else {
            let known = registry.catalogue.plugins.map(\.description.kind).joined(separator: ", ")
            throw Terminal.failure(
                GatewayError(
                    .unavailable, "driver '\(name)' was not found (found: \(known)); a file's path must contain a /"))
        }
        return plugin
    }

    /// Loads a plugin file into this process.
    ///
    /// - Throws: The exit code, after writing the reason to standard error.
    package static func loaded(_ path: String) throws -> LoadedPlugin {
        do throws(PluginLoadError) {
            return try PluginLoader.load(path, hostVersion: GatewayVersion.current)
        } catch {
            throw Terminal.failure(GatewayError(error.status, "\(path): \(error)"))
        }
    }
}

extension PluginLoadError {
    /// The exit code for the error.
    package var status: ExitStatus {
        switch self {
        case .unreadable: .noInput
        case .writableByOthers, .foreignOwner, .notRun: .noPermission
        default: .unavailable
        }
    }
}
