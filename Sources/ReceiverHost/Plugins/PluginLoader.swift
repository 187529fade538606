// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import DriverKit
internal import Glibc
package import PluginHosting

/// A plugin that was loaded from a file.
package struct LoadedPlugin: Sendable {
    package let path: String
    /// What the plugin is and does.
    package let table: PluginTable

    /// What the plugin says of itself.
    package var description: PluginDescription { table.description }
}

/// A plugin that was found: described, and loaded only where this process may open it.
package struct FoundPlugin: Sendable {
    package let path: String
    /// What the plugin says of itself.
    package let description: PluginDescription
    /// Its functions, for a plugin of the built-in folder; nil for all others, which run in processes of their own.
    package let table: PluginTable?

    /// A plugin of the built-in folder.
    package init(_ plugin: LoadedPlugin) {
        (path, description, table) = (plugin.path, plugin.description, plugin.table)
    }

    /// A plugin of another folder.
    package init(path: String, description: PluginDescription) {
        (self.path, self.description, table) = (path, description, nil)
    }

    /// Whether its drivers run in processes of their own, whatever the configuration says.
    package var isAlwaysIsolated: Bool { table == nil }
}

/// Why a file is not a plugin that this gateway uses.
package enum PluginLoadError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file cannot be looked at.
    case unreadable(reason: String)
    /// Everybody may write to the file, or to a folder on the way to it; `path` says which.
    case writableByOthers(path: String, owner: UInt32, mode: UInt32)
    /// The file, a link or a folder on the way to it belongs to neither root nor us; `path` says which.
    case foreignOwner(path: String, owner: UInt32, mode: UInt32)
    /// The dynamic linker refuses it.
    case notLoadable(reason: String)
    /// It does not export `gnss_driver_plugin_v1`.
    case notADriver
    /// It exports the symbol of another major version of the contract.
    case otherContract(major: Int)
    /// Its table, or its own word, is against it.
    case refused(PluginError)
    /// It was asked in a process of its own: what it answered.
    case unsound(reason: String)
    /// It was asked in a process of its own: how it broke down.
    case brokeDown(reason: String)

    /// The refusal for people.
    package var description: String {
        switch self {
        case .unreadable(let reason): "cannot read it: \(reason)"
        case .writableByOthers(let path, let owner, let mode):
            "refused: every user may write to \(path) (owner \(Self.name(owner)), mode \(Self.octal(mode))) and so change "
                + "what runs here; fix: chmod o-w '\(path)'"
        case .foreignOwner(let path, let owner, let mode):
            "refused: \(path) (owner \(Self.name(owner)), mode \(Self.octal(mode))) belongs neither to root nor to the user "
                + "that this runs as, so its owner could change what runs here; fix: chown root '\(path)', or move the "
                + "plugin to a folder of root's"
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

/// Opens files as plugins. What was opened stays in the process: a plugin is never unloaded.
package enum PluginLoader {
    /// Loads a plugin.
    ///
    /// - Parameters:
    ///   - path: the shared object.
    ///   - hostVersion: the version of this program, which the plugin can read.
    /// - Throws: `PluginLoadError`.
    package static func load(_ path: String, hostVersion: String) throws(PluginLoadError) -> LoadedPlugin {
        let path = try PluginPath(path).resolved
        // RTLD_NODELETE: the Swift runtime keeps records of what it loaded, so unloading would crash later.
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
            throw .notLoadable(reason: lastLinkerError())
        }
        guard let symbol = dlsym(handle, GNSS_DRIVER_PLUGIN_SYMBOL) else {
            throw otherMajor(in: handle).map { .otherContract(major: $0) } ?? .notADriver
        }
        // Of the signature that `gnss_driver.h` gives the symbol; the library is never unloaded, so it stays callable.
        let entry = unsafeBitCast(symbol, to: gnss_driver_plugin_v1_function.self)
        do throws(PluginError) {
            return LoadedPlugin(path: path, table: try PluginTable(asking: entry, hostVersion: hostVersion))
        } catch {
            throw .refused(error)
        }
    }

    /// Asks a plugin what it is in a process of its own: this one does not open it.
    ///
    /// - Parameters:
    ///   - path: the shared object.
    ///   - program: the program with the command `drivers host`.
    /// - Throws: `PluginLoadError`; also where the plugin breaks down or does not answer in time.
    package static func describe(_ path: String, program: String) throws(PluginLoadError) -> FoundPlugin {
        let path = try PluginPath(path).resolved
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

    /// Only to name it in the refusal: the symbol of which other contract the file exports.
    private static func otherMajor(in handle: UnsafeMutableRawPointer) -> Int? {
        (0...99).first { dlsym(handle, "gnss_driver_plugin_v\($0)") != nil }
    }

    private static func lastLinkerError() -> String {
        dlerror().map { String(cString: $0) } ?? "the dynamic linker gives no reason"
    }
}
