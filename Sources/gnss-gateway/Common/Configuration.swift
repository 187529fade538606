// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ConfigurationFile
internal import Gateway
internal import ReceiverHost

/// Reads the configuration for all commands.
enum Configuration {
    /// Reads the configuration and checks it against the schemas of the installed plugins.
    ///
    /// - Parameter path: The file; nil for a configuration of defaults.
    /// - Throws: The exit code, after writing all errors to standard error.
    static func read(_ path: String?) throws -> (GatewayConfiguration, DriverRegistry) {
        do throws(ConfigurationErrors) {
            let document: ConfigurationDocument =
                if let path {
                    try ConfigurationDocument.read(path: path)
                } else {
                    try ConfigurationDocument(yaml: "", name: "defaults")
                }
            return try resolve(document)
        } catch {
            throw Terminal.failure(error)
        }
    }

    /// Reads a configuration that is built into the program.
    ///
    /// - Throws: The exit code, after writing all errors to standard error.
    static func read(builtIn yaml: String, name: String) throws -> (GatewayConfiguration, DriverRegistry) {
        do throws(ConfigurationErrors) {
            return try resolve(try ConfigurationDocument(yaml: yaml, name: name))
        } catch {
            throw Terminal.failure(error)
        }
    }

    private static func resolve(
        _ document: ConfigurationDocument
    ) throws(ConfigurationErrors) -> (GatewayConfiguration, DriverRegistry) {
        // Must happen before the first plugin is loaded.
        Descendants.adopt()
        let drivers = DriverRegistry(pluginPath: document.pluginPath)
        // If a driver is missing, these problems may be the reason.
        for problem in drivers.problems { Terminal.say("gnss-gateway: warning: \(problem)") }
        let configuration = try document.configuration(
            drivers: drivers.schemas, alwaysIsolated: drivers.alwaysIsolated)
        for warning in configuration.warnings { Terminal.say("gnss-gateway: warning: \(document.name): \(warning)") }
        return (configuration, drivers)
    }
}
