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
    ///   - user: The gateway's user.
    package init(folders: [PluginFolder], hostVersion: String, program: String, user: PluginUser = .current) {
        let files = folders.flatMap { folder in Self.files(in: folder.path).map { (path: $0, folder.isBuiltIn) } }
        let others = files.filter { !$0.1 }.map(\.path)
        let answers = WorkerThread.map(others, atMost: Self.questionsAtOnce) { path in
            Result { () throws(PluginLoadError) in try PluginLoader.describe(path, program: program, for: user) }
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

/// The user that the gateway runs as, as far as the search for plugins depends on it.
package struct PluginUser: Sendable, Hashable {
    /// The user's ID.
    package var id: UInt32
    /// The user's folder for plugins, which need not exist; nil for none.
    package var folder: String?

    /// - Parameters:
    ///   - id: The user's ID.
    ///   - variable: Returns the value of an environment variable in the user's processes; nil if it is not set.
    package init(id: UInt32, variable: (String) -> String?) {
        func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        self.id = id
        let data = folder("XDG_DATA_HOME") ?? folder("HOME").map { "\($0)/.local/share" }
        self.folder = data.map { "\($0)/gnss-gateway/plugins" }
    }

    /// The user of this process.
    package static var current: PluginUser {
        PluginUser(id: geteuid()) { name in getenv(name).map { String(cString: $0) } }
    }
}

/// The folders that are searched for plugins.
package enum PluginFolders {
    /// Returns the folders in order of precedence: the built-in one, the user's, then those of the configuration.
    ///
    /// The built-in folder is `../lib/gnss-gateway/plugins` relative to the executable's folder; if it does not exist
    /// (for a program run from its build folder), the executable's own folder.
    ///
    /// - Parameters:
    ///   - configured: `plugin_path` of the configuration.
    ///   - user: The gateway's user.
    package static func all(configured: [String], for user: PluginUser) -> [PluginFolder] {
        let own = builtIn.map { [PluginFolder($0, isBuiltIn: true)] } ?? []
        return own + ([user.folder].compactMap(\.self) + configured).map { PluginFolder($0, isBuiltIn: false) }
    }

    private static var builtIn: String? {
        guard let folder = executableFolder else { return nil }
        let installed = "\(folder)/../lib/gnss-gateway/plugins"
        return access(installed, F_OK) == 0 ? installed : folder
    }

    private static var executableFolder: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        let text = String(cString: path)
        return text.lastIndex(of: "/").map { String(text[..<$0]) }
    }
}
