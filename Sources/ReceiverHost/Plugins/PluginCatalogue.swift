// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import PluginHosting
internal import SystemSupport

/// The plugins found, and the files that could not be used.
package struct PluginCatalogue: Sendable {
    /// A file that is not used, and the reason.
    package struct Refused: Sendable, Hashable {
        /// The file or folder.
        package var path: String
        package var reason: PluginLoadError
    }

    /// The plugins, sorted by kind; one of each kind.
    package private(set) var plugins: [FoundPlugin] = []

    /// The files that are named like plugins but cannot be used, in the order in which they were found.
    package private(set) var refused: [Refused] = []

    /// Plugins of a kind that an earlier folder already contains; the earlier one is used.
    package private(set) var shadowed: [FoundPlugin] = []

    /// Examines all files named `lib….so` in the folders: loads those of the built-in folder, and queries the others
    /// in separate processes, at the same time, so that plugins that do not answer delay the caller only once.
    ///
    /// - Parameters:
    ///   - folders: The folders in order of precedence; nonexistent ones are ignored.
    ///   - hostVersion: The version of this program.
    ///   - program: The program with the command `drivers host`.
    package init(folders: [PluginFolder], hostVersion: String, program: String) {
        let files = folders.flatMap { folder in Self.files(in: folder.path).map { (path: $0, folder.isBuiltIn) } }
        let others = files.filter { !$0.1 }.map(\.path)
        let answers = WorkerThread.map(others, atMost: Self.questionsAtOnce) { path in
            Result { () throws(PluginLoadError) in try PluginLoader.describe(path, program: program) }
        }
        var next = answers.makeIterator()
        for (path, isBuiltIn) in files {
            if isBuiltIn {
                add(
                    path,
                    Result { () throws(PluginLoadError) in
                        FoundPlugin(try PluginLoader.load(path, hostVersion: hostVersion))
                    })
            } else if let answer = next.next() {
                add(path, answer)
            }
        }
        plugins.sort { $0.description.kind < $1.description.kind }
    }

    /// Returns the plugin of a kind; nil if none exists.
    package func plugin(ofKind kind: String) -> FoundPlugin? { plugins.first { $0.description.kind == kind } }

    /// The largest number of processes that are asked at the same time.
    static let questionsAtOnce = 32

    private mutating func add(_ path: String, _ answer: Result<FoundPlugin, PluginLoadError>) {
        switch answer {
        case .success(let plugin) where self.plugin(ofKind: plugin.description.kind) == nil: plugins.append(plugin)
        case .success(let plugin): shadowed.append(plugin)
        case .failure(let reason): refused.append(Refused(path: path, reason: reason))
        }
    }

    private static func files(in folder: String) -> [String] {
        let names = ((try? Folder.names(in: folder)) ?? []).filter { $0.hasPrefix("lib") && $0.hasSuffix(".so") }
        return names.sorted().map { "\(folder)/\($0)" }
    }
}

/// A folder with plugins.
package struct PluginFolder: Sendable, Hashable {
    package var path: String
    /// True if its plugins were delivered with the program: only these are loaded into the gateway.
    package var isBuiltIn: Bool

    package init(_ path: String, isBuiltIn: Bool) { (self.path, self.isBuiltIn) = (path, isBuiltIn) }
}

/// The folders that are searched for plugins.
package enum PluginFolders {
    /// Returns the folders in order of precedence: the built-in one, the user's, then those of the configuration.
    ///
    /// The built-in folder is `../lib/gnss-gateway/plugins` relative to the executable's folder; if it does not exist
    /// (for a program run from its build folder), the executable's own folder.
    ///
    /// - Parameter configured: `plugin_path` of the configuration.
    package static func all(configured: [String]) -> [PluginFolder] {
        let own = builtIn.map { [PluginFolder($0, isBuiltIn: true)] } ?? []
        return own + ([user].compactMap(\.self) + configured).map { PluginFolder($0, isBuiltIn: false) }
    }

    private static var builtIn: String? {
        guard let folder = executableFolder else { return nil }
        let installed = "\(folder)/../lib/gnss-gateway/plugins"
        return access(installed, F_OK) == 0 ? installed : folder
    }

    private static var user: String? {
        if let data = environment("XDG_DATA_HOME") { return "\(data)/gnss-gateway/plugins" }
        return environment("HOME").map { "\($0)/.local/share/gnss-gateway/plugins" }
    }

    private static var executableFolder: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        let text = String(cString: path)
        return text.lastIndex(of: "/").map { String(text[..<$0]) }
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), value.hasPrefix("/") else { return nil }
        return value
    }
}
