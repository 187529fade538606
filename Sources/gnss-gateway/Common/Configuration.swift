// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ConfigurationFile
internal import Gateway
internal import ReceiverHost

/// Reading of the configuration file, for all commands.
enum Configuration {
    /// The configuration, checked against the schemas of the plugins that were found.
    ///
    /// - Parameter path: the file; nil for a configuration of defaults.
    /// - Throws: the exit code, after all that is wrong was said on standard error.
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

    /// The configuration that is in the program itself.
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
        // Before the first plugin is asked what it is.
        Descendants.adopt()
        let drivers = DriverRegistry(pluginPath: document.pluginPath)
        // If a driver is missing, the files that were not loaded may be the reason.
        for problem in drivers.problems { Terminal.say("gnss-gateway: warning: \(problem)") }
        return (try document.configuration(drivers: drivers.schemas, alwaysIsolated: drivers.alwaysIsolated), drivers)
    }
}
