// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The folder that state is kept in: the store, its lock, and secrets.
public struct StateFolder: Hashable, Sendable {
    public let path: String

    /// The folder at a path; nothing is made yet.
    public init(_ path: String) { self.path = path }

    /// Where state goes, the first of these that applies:
    /// 1. `$STATE_DIRECTORY`, as systemd sets it (the first, where there are several);
    /// 2. `$XDG_STATE_HOME/gnss-gateway`;
    /// 3. `$HOME/.local/state/gnss-gateway`;
    /// 4. as root `/var/lib/gnss-gateway`.
    ///
    /// - Parameters:
    ///   - environment: looks up a variable; that of the process where none is given.
    ///   - user: the user id; the effective one where none is given.
    /// - Throws: `StoreError.noPlace` where none applies.
    public init(environment: (String) -> String? = Self.variable, user: UInt32? = nil) throws(StoreError) {
        // systemd joins several by colons.
        if let stated = environment("STATE_DIRECTORY")?.split(separator: ":").first {
            self.init(String(stated))
        } else if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") {
            self.init(folder + "/gnss-gateway")
        } else if let home = environment("HOME"), home.hasPrefix("/"), home != "/" {
            self.init(home + "/.local/state/gnss-gateway")
        } else if (user ?? geteuid()) == 0 {
            self.init("/var/lib/gnss-gateway")
        } else {
            throw .noPlace
        }
    }

    /// A variable of the environment; nil where it is empty.
    public static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The database.
    var database: String { path + "/store.sqlite" }
    /// What a running daemon holds a lock on.
    var lock: String { path + "/store.lock" }
    /// The folder of secrets.
    var credentials: String { path + "/credentials" }

    /// The names of damaged stores that are kept in it, the oldest first.
    public var keptStores: [String] { SetAside.kept(in: path) }

    /// Whether no room is left there; false where the folder is missing.
    public var isFull: Bool { Self.isFull(path) }

    /// Whether a store could be kept there now, as far as can be seen without writing.
    public var isUsable: Bool { access(path, W_OK | X_OK) == 0 && !isFull }

    /// Makes the folder, and those above it, where it is missing: mode 0700.
    func make() throws(StoreError) { try Self.make(path) }

    /// Makes what was changed in a folder survive a loss of power.
    static func synchronise(_ folder: String) throws(StoreError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(code: errno, path: folder, doing: "opening the folder") }
        defer { close(descriptor) }
        // EINVAL: a file system that has nothing to synchronise.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw StoreError(code: errno, path: folder, doing: "synchronising the folder")
        }
    }

    /// The folder that a path stands in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether less than a page is left for us.
    static func isFull(_ folder: String) -> Bool {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return false }
        let blocks = geteuid() == 0 ? status.f_bfree : status.f_bavail
        // The write-ahead log's index alone takes 32 KiB.
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
