// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The folder for state: the store, its lock file and the secrets.
public struct StateFolder: Hashable, Sendable {
    public let path: String

    /// Refers to a folder; does not create it.
    public init(_ path: String) { self.path = path }

    /// Finds the folder for state, the first of these that applies:
    /// 1. `$STATE_DIRECTORY` as set by systemd (the first folder if there are several);
    /// 2. `$XDG_STATE_HOME/gnss-gateway`;
    /// 3. `$HOME/.local/state/gnss-gateway`;
    /// 4. `/var/lib/gnss-gateway` for root.
    ///
    /// - Parameters:
    ///   - environment: Looks up a variable; by default in the process environment.
    ///   - user: The user ID; by default the effective one.
    /// - Throws: `StoreError.noPlace` if none applies; `.relativePlace` if `$STATE_DIRECTORY` is not an absolute path.
    public init(environment: (String) -> String? = Self.variable, user: UInt32? = nil) throws(StoreError) {
        // systemd separates several folders by colons.
        if let stated = environment("STATE_DIRECTORY")?.split(separator: ":").first {
            guard stated.hasPrefix("/") else { throw .relativePlace(String(stated)) }
            self.init(String(stated))
        } else if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") {
            self.init(folder + "/gnss-gateway")
        } else if let home = environment("HOME"), home.hasPrefix("/"), home != "/" {
            self.init(home + "/.local/state/gnss-gateway")
        } else if (user ?? geteuid()) == 0 {
            self.init(Self.service)
        } else {
            throw .noPlace
        }
    }

    /// The state folder of the installed service.
    public static let service = "/var/lib/gnss-gateway"

    /// Finds the folder of a store that a command works on without the daemon, the first of these that applies:
    /// 1. `$STATE_DIRECTORY`;
    /// 2. the folder of this user, if it contains a store;
    /// 3. the folder of the installed service, if it exists: with sudo, the environment names root's own folder instead;
    /// 4. the folder of this user.
    ///
    /// - Parameters:
    ///   - environment: Looks up a variable; by default in the process environment.
    ///   - user: The user ID; by default the effective one.
    ///   - service: The folder of the installed service.
    /// - Throws: `StoreError.noPlace` if none applies; `.relativePlace` if `$STATE_DIRECTORY` is not an absolute path.
    public static func ofStore(
        environment: (String) -> String? = Self.variable, user: UInt32? = nil, service: String = Self.service
    ) throws(StoreError) -> StateFolder {
        let isStated = environment("STATE_DIRECTORY")?.split(separator: ":").first != nil
        let isServiceThere = access(service, F_OK) == 0
        do throws(StoreError) {
            let own = try StateFolder(environment: environment, user: user)
            let isOwnMeant = isStated || !isServiceThere || StoreInspection.isThere(own)
            return isOwnMeant ? own : StateFolder(service)
        } catch {
            guard case .noPlace = error, isServiceThere else { throw error }
            return StateFolder(service)
        }
    }

    /// Looks up an environment variable; nil if it is empty or not set.
    public static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The path of the database.
    var database: String { path + "/store.sqlite" }
    /// The path of the lock file, which a running daemon holds locked.
    var lock: String { path + "/store.lock" }
    /// The path of the folder of secrets.
    var credentials: String { path + "/credentials" }

    /// The names of the damaged stores that it contains, the oldest first.
    public var keptStores: [String] { SetAside.kept(in: path) }

    /// True if the disk is full; false if the folder does not exist.
    public var isFull: Bool { Self.isFull(path) }

    /// True if a store could be kept there now, as far as this can be determined without writing.
    public var isUsable: Bool { access(path, W_OK | X_OK) == 0 && !isFull }

    /// Creates the folder and its parents, if they do not exist, with mode 0700.
    ///
    /// - Throws: `StoreError` if a folder cannot be created.
    func make() throws(StoreError) { try Self.make(path) }

    /// Flushes changes of a folder to disk, so that they survive a power failure.
    ///
    /// - Throws: `StoreError` if the folder cannot be opened or flushed.
    static func synchronise(_ folder: String) throws(StoreError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(code: errno, path: folder, doing: "opening the folder") }
        defer { close(descriptor) }
        // EINVAL: the file system does not support flushing a folder.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw StoreError(code: errno, path: folder, doing: "synchronising the folder")
        }
    }

    /// The folder that contains a path.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// True if fewer than 64 KiB or no inodes are available to this user.
    static func isFull(_ folder: String) -> Bool {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return false }
        let blocks = geteuid() == 0 ? status.f_bfree : status.f_bavail
        // The index of the write-ahead log alone takes 32 KiB.
        return UInt64(blocks) &* UInt64(status.f_frsize) < 64 << 10 || (status.f_files > 0 && status.f_favail == 0)
    }

    private static func make(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) == 0 {
            try synchronise(folder(of: path))
            return
        }
        switch errno {
        case EEXIST: return
        case ENOENT where folder(of: path) != path:
            try make(folder(of: path))
            if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
            throw StoreError(code: errno, path: path, doing: "creating the folder")
        case let code: throw StoreError(code: code, path: path, doing: "creating the folder")
        }
    }
}
