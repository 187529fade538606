// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
internal import DaemonRuntime
package import DriverKit
package import PluginHosting

/// The plugins that were found with the schemas of their sections, read once.
package struct DriverRegistry: Sendable {
    /// The plugins and the files that are none.
    package let catalogue: PluginCatalogue

    /// The schema of each plugin's section, by its kind.
    package private(set) var schemas: [String: DriverSchema] = [:]

    /// Plugins whose schema is outside the subset of the contract; they are not used.
    package private(set) var faulty: [(plugin: FoundPlugin, error: SchemaError)] = []

    /// The program with the command `drivers host`, which isolated drivers run in.
    package let program: String

    /// Looks for plugins in the built-in folder, the user's and those given.
    ///
    /// - Parameters:
    ///   - pluginPath: `plugin_path` of the configuration.
    ///   - program: the program with the command `drivers host`; nil: this one.
    package init(pluginPath: [String] = [], program: String? = nil) {
        let folders = PluginFolders.all(configured: pluginPath)
        self.program = program ?? ChildProcess.ownProgram
        catalogue = PluginCatalogue(
            folders: folders, hostVersion: GatewayVersion.current, program: self.program)
        for plugin in catalogue.plugins { read(plugin) }
    }

    /// The plugin of a kind, where its schema is sound.
    package func plugin(ofKind kind: String) -> FoundPlugin? {
        schemas[kind] == nil ? nil : catalogue.plugin(ofKind: kind)
    }

    /// The kinds whose drivers run in processes of their own, whatever the configuration says.
    package var alwaysIsolated: Set<String> {
        Set(catalogue.plugins.filter(\.isAlwaysIsolated).map(\.description.kind))
    }

    /// What is wrong with files that look like plugins, a line each. Files that are no drivers at all are passed over:
    /// other libraries may stand in the same folder.
    package var problems: [String] {
        catalogue.refused.filter { $0.reason != .notADriver }.map { "\($0.path): \($0.reason)" }
            + faulty.map { "\($0.plugin.path): \($0.error)" }
    }

    /// Lets a plugin look whether a receiver of its kind speaks on a device: in this process one of the built-in folder,
    /// in a process of its own any other. Blocks.
    ///
    /// - Parameters:
    ///   - plugin: a plugin that can probe.
    ///   - device: a path or address.
    ///   - nanoseconds: how long it may listen.
    /// - Throws: `PluginError.probeFailed` where the device cannot be opened, or the plugin breaks down.
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
            case .broken(let reason): throw .probeFailed("\(plugin.description.kind) could not list devices: \(reason)")
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
