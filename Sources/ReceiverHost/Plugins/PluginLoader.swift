// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import DriverKit
internal import Glibc
package import PluginHosting

/// A plugin loaded from a file.
package struct LoadedPlugin: Sendable {
    package let path: String
    /// The plugin's functions and description.
    package let table: PluginTable

    /// The plugin's description of itself.
    package var description: PluginDescription { table.description }
}

/// A plugin that was found: its description, and its functions if this process may load it.
package struct FoundPlugin: Sendable {
    package let path: String
    /// The plugin's description of itself.
    package let description: PluginDescription
    /// The functions of a plugin in the built-in folder; nil for all others, which run in separate processes.
    package let table: PluginTable?

    /// Creates an entry for a plugin in the built-in folder.
    package init(_ plugin: LoadedPlugin) {
        (path, description, table) = (plugin.path, plugin.description, plugin.table)
    }

    /// Creates an entry for a plugin outside the built-in folder.
    package init(path: String, description: PluginDescription) {
        (self.path, self.description, table) = (path, description, nil)
    }

    /// True if its drivers run in separate processes regardless of the configuration.
    package var isAlwaysIsolated: Bool { table == nil }
}

/// The reason why this gateway cannot use a file as a plugin.
package enum PluginLoadError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file cannot be examined.
    case unreadable(reason: String)
    /// The file, or a folder on the path to it, is writable by everybody; `path` is the one concerned.
    case writableByOthers(path: String, owner: UInt32, mode: UInt32)
    /// The file, or a link or folder on the path to it, belongs to neither root nor the gateway's user; `path` is the
    /// one concerned.
    case foreignOwner(path: String, owner: UInt32, mode: UInt32)
    /// The gateway's user could use the file, but `path` belongs to a user whose code this process must not run.
    case notRun(path: String, owner: UInt32)
    /// The dynamic linker cannot load it.
    case notLoadable(reason: String)
    /// The file does not export `gnss_driver_plugin_v1`.
    case notADriver
    /// The file exports the symbol of another major version of the contract.
    case otherContract(major: Int)
    /// Its table is invalid, or the plugin itself refused.
    case refused(PluginError)
    /// A separate process examined it and reported this reason.
    case unsound(reason: String)
    /// The separate process that examined it failed for this reason.
    case brokeDown(reason: String)

    /// The explanation for people.
    package var description: String {
        switch self {
        case .unreadable(let reason): "cannot read it: \(reason)"
        case .writableByOthers(let path, let owner, let mode):
            "refused: every user may write to \(path) (owner \(Self.name(owner)), mode \(Self.octal(mode))) and could "
                + "change the code that runs here; fix: chmod o-w '\(path)'"
        case .foreignOwner(let path, let owner, let mode):
            "refused: \(path) (owner \(Self.name(owner)), mode \(Self.octal(mode))) belongs neither to root nor to "
                + "the user "
                + "that this runs as, so its owner could change what runs here; fix: chown root '\(path)', or move the "
                + "plugin to a folder that belongs to root"
        case .notRun(let path, let owner):
            "not examined: \(path) belongs to \(Self.name(owner)), so \(Self.name(geteuid())) does not run it; run this "
                + "command as its owner, with sudo -u"
        case .notLoadable(let reason): "cannot load it: \(reason)"
        case .notADriver: "not a driver: it does not export \(GNSS_DRIVER_PLUGIN_SYMBOL)"
        case .otherContract(let major):
            "built for driver contract \(major), this gateway uses \(GNSS_CONTRACT_MAJOR): rebuild it"
        case .refused(let error): error.description
        case .unsound(let reason): reason
        case .brokeDown(let reason): "cannot query it: \(reason)"
        }
    }

    private static func octal(_ mode: UInt32) -> String { "0" + String(mode, radix: 8) }

    private static func name(_ user: UInt32) -> String {
        let name = getpwuid(user).flatMap { String(validatingCString: $0.pointee.pw_name) }
        return name.map { "\($0) (\(user))" } ?? "\(user)"
    }
}

/// Loads files as plugins. A loaded plugin remains in the process; it is never unloaded.
package enum PluginLoader {
    /// Loads a plugin.
    ///
    /// - Parameters:
    ///   - path: The shared object.
    ///   - hostVersion: The version of this program, which is passed to the plugin.
    /// - Throws: `PluginLoadError`.
    package static func load(_ path: String, hostVersion: String) throws(PluginLoadError) -> LoadedPlugin {
        let path = try PluginPath(path).resolved
        // RTLD_NODELETE: the Swift runtime keeps records of loaded code, so unloading it would cause a crash later.
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
            throw .notLoadable(reason: lastLinkerError())
        }
        guard let symbol = dlsym(handle, GNSS_DRIVER_PLUGIN_SYMBOL) else {
            throw otherMajor(in: handle).map { .otherContract(major: $0) } ?? .notADriver
        }
        // `gnss_driver.h` defines this signature for the symbol; the library is never unloaded, so the function
        // remains callable.
        let entry = unsafeBitCast(symbol, to: gnss_driver_plugin_v1_function.self)
        do throws(PluginError) {
            return LoadedPlugin(path: path, table: try PluginTable(asking: entry, hostVersion: hostVersion))
        } catch {
            throw .refused(error)
        }
    }

    /// Lets a separate process describe a plugin; this process does not load it.
    ///
    /// - Parameters:
    ///   - path: The shared object.
    ///   - program: The program with the command `drivers host`.
    ///   - user: The gateway's user.
    /// - Throws: `PluginLoadError`, including when the plugin fails or does not answer in time.
    package static func describe(
        _ path: String, program: String, for user: PluginUser = .current
    ) throws(PluginLoadError) -> FoundPlugin {
        let path = try resolved(path, for: user)
        do throws(ChildQuestion.QuestionError) {
            let description = try ChildQuestion(program: program, plugin: path).description()
            return FoundPlugin(path: path, description: description)
        } catch {
            switch error {
            case .refused(isNoDriver: true, _): throw .notADriver
            case .refused(_, let reason): throw .unsound(reason: reason)
            case .broken(let reason): throw .brokeDown(reason: reason)
            }
        }
    }

    /// Returns the path with all links resolved if the gateway's user may use the file, and this process may run it.
    private static func resolved(_ path: String, for user: PluginUser) throws(PluginLoadError) -> String {
        let resolved = try PluginPath(path, user: user.id).resolved
        guard user.id != geteuid() else { return resolved }
        do throws(PluginLoadError) {
            return try PluginPath(path).resolved
        } catch {
            guard case .foreignOwner(let path, let owner, _) = error else { throw error }
            throw .notRun(path: path, owner: owner)
        }
    }

    /// Returns the other contract version whose symbol the file exports, for the error message only.
    private static func otherMajor(in handle: UnsafeMutableRawPointer) -> Int? {
        (0...99).first { dlsym(handle, "gnss_driver_plugin_v\($0)") != nil }
    }

    private static func lastLinkerError() -> String {
        dlerror().map { String(cString: $0) } ?? "the dynamic linker gives no reason"
    }
}
