// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
internal import DaemonRuntime
package import DriverKit
package import PluginHosting

/// The plugins found and the schemas of their sections, read once.
package struct DriverRegistry: Sendable {
    /// The plugins, and the files that could not be used.
    package let catalogue: PluginCatalogue

    /// The schema of each plugin's section, by kind.
    package private(set) var schemas: [String: DriverSchema] = [:]

    /// Plugins whose schema is outside of the subset defined by the contract; they are not used.
    package private(set) var faulty: [(plugin: FoundPlugin, error: SchemaError)] = []

    /// The program with the command `drivers host`, which runs isolated drivers.
    package let program: String

    /// Searches for plugins in the built-in folder, the user's and the given ones.
    ///
    /// - Parameters:
    ///   - pluginPath: `plugin_path` of the configuration.
    ///   - program: The program with the command `drivers host`; nil: this one.
    ///   - user: The gateway's user.
    package init(pluginPath: [String] = [], program: String? = nil, user: PluginUser = .current) {
        let folders = PluginFolders.all(configured: pluginPath, for: user)
        self.program = program ?? ChildProcess.ownProgram
        catalogue = PluginCatalogue(
            folders: folders, hostVersion: GatewayVersion.current, program: self.program, user: user)
        for plugin in catalogue.plugins { read(plugin) }
    }

    /// Returns the plugin of a kind; nil if none exists with a valid schema.
    package func plugin(ofKind kind: String) -> FoundPlugin? {
        schemas[kind] == nil ? nil : catalogue.plugin(ofKind: kind)
    }

    /// The kinds whose drivers run in separate processes regardless of the configuration.
    package var alwaysIsolated: Set<String> {
        Set(catalogue.plugins.filter(\.isAlwaysIsolated).map(\.description.kind))
    }

    /// One line for each file that looks like a plugin but cannot be used. Files that are not drivers at all are
    /// ignored, because other libraries may be in the same folder.
    package var problems: [String] {
        catalogue.refused.filter { $0.reason != .notADriver }.map { "\($0.path): \($0.reason)" }
            + faulty.map { "\($0.plugin.path): \($0.error)" }
    }

    /// Those of `problems` that concern files which the gateway's user may use, and this process must not run.
    package var unexamined: [String] {
        catalogue.refused.compactMap { refused in
            if case .notRun = refused.reason { "\(refused.path): \(refused.reason)" } else { nil }
        }
    }

    /// Lets a plugin check whether a receiver of its kind is connected to a device: in this process for a plugin of
    /// the built-in folder, in a separate process for any other. Blocks.
    ///
    /// - Parameters:
    ///   - plugin: A plugin that can probe.
    ///   - device: A path or address.
    ///   - nanoseconds: The maximum listening time.
    /// - Throws: `PluginError.probeFailed` if the device cannot be opened, or the plugin fails.
    package func probe(
        _ plugin: FoundPlugin, device: String, within nanoseconds: Int64
    ) throws(PluginError) -> ProbeResult {
        if let table = plugin.table {
            return try table.probe(device: device, deadlineNanoseconds: ChildClock.nanoseconds + nanoseconds)
        }
        do throws(ChildQuestion.QuestionError) {
            return try ChildQuestion(program: program, plugin: plugin.path).finding(on: device, within: nanoseconds)
        } catch {
            switch error {
            case .refused(_, let words): throw .probeFailed(words)
            case .broken(let reason):
                throw .probeFailed("\(plugin.description.kind) could not probe the device: \(reason)")
            }
        }
    }

    private mutating func read(_ plugin: FoundPlugin) {
        let kind = plugin.description.kind
        do throws(SchemaError) {
            schemas[kind] = try DriverSchema(json: plugin.description.configurationSchema, driver: kind)
        } catch {
            faulty.append((plugin, error))
        }
    }
}
