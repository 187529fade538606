// SPDX-License-Identifier: Apache-2.0

internal import DriverKit

/// The plugins that were found with the schemas of their sections, read once.
public struct DriverRegistry: Sendable {
    /// The plugins and the files that are none.
    public let catalogue: PluginCatalogue

    /// The schema of each plugin's section, by its kind.
    public private(set) var schemas: [String: DriverSchema] = [:]

    /// Plugins whose schema is outside the subset of the contract; they are not used.
    public private(set) var faulty: [(plugin: LoadedPlugin, error: SchemaError)] = []

    /// Looks for plugins in the built-in folder, the user's and those given.
    ///
    /// - Parameter pluginPath: `plugin_path` of the configuration.
    public init(pluginPath: [String] = []) {
        let folders = PluginFolders.all(configured: pluginPath)
        catalogue = PluginCatalogue(folders: folders, hostVersion: GatewayVersion.current)
        for plugin in catalogue.plugins { read(plugin) }
    }

    /// The plugin of a kind, where its schema is sound.
    public func plugin(ofKind kind: String) -> LoadedPlugin? {
        schemas[kind] == nil ? nil : catalogue.plugin(ofKind: kind)
    }

    /// What is wrong with files that look like plugins, a line each. Files that are no drivers at all are passed over:
    /// other libraries may stand in the same folder.
    public var problems: [String] {
        catalogue.refused.filter { $0.reason != .notADriver }.map { "\($0.path): \($0.reason)" }
            + faulty.map { "\($0.plugin.path): \($0.error)" }
    }

    private mutating func read(_ plugin: LoadedPlugin) {
        let kind = plugin.description.kind
        do throws(SchemaError) {
            schemas[kind] = try DriverSchema(json: plugin.description.configurationSchema, driver: kind)
        } catch {
            faulty.append((plugin, error))
        }
    }
}
