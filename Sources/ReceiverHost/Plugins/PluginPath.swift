// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The path to a plugin's file, checked from the root folder on.
///
/// Each folder on the path, including those reached through symbolic links, must belong to root or the gateway's user
/// and must not be writable by everybody. A folder that is writable by everybody but has the sticky bit, such as
/// `/tmp`, is acceptable: only the owner of an entry can replace it, and the next entry on the path must belong to
/// root or the gateway's user too. The path is checked from its beginning, so no other user can change a part that
/// was already checked, and the file that is loaded later is still the one that was checked.
struct PluginPath {
    /// Maximum number of links, the same as in Linux itself.
    private static let mostLinks = 40

    /// The file with all links resolved.
    private(set) var resolved = ""
    private let user: UInt32
    private var waiting: [Substring]
    private var links = 0

    /// Follows and checks the path to a file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - user: The ID of the gateway's user.
    /// - Throws: `PluginLoadError` if there is no such file, or another user could replace it.
    init(_ path: String, user: UInt32 = geteuid()) throws(PluginLoadError) {
        self.user = user
        var start = path
        if !path.hasPrefix("/") {
            guard let folder = getcwd(nil, 0) else { throw Self.unreadable }
            defer { free(folder) }
            start = String(cString: folder) + "/" + path
        }
        waiting = start.split(separator: "/").reversed()
        try check(try Self.status(of: "/"), "/")
        while let next = waiting.popLast() { try step(next) }
    }

    private mutating func step(_ name: Substring) throws(PluginLoadError) {
        switch name {
        case ".": return
        case "..": return resolved.removeSubrange((resolved.lastIndex(of: "/") ?? resolved.startIndex)...)
        default: break
        }
        let path = resolved + "/" + name
        let status = try Self.status(of: path)
        try check(status, path)
        guard status.st_mode & S_IFMT == S_IFLNK else { return resolved = path }
        links += 1
        guard links <= Self.mostLinks else { throw .unreadable(reason: SystemError.text(of: ELOOP)) }
        guard let target = Self.target(of: path) else { throw Self.unreadable }
        if target.hasPrefix("/") { resolved = "" }
        waiting += target.split(separator: "/").reversed()
    }

    private func check(_ status: stat, _ path: String) throws(PluginLoadError) {
        let mode = UInt32(status.st_mode)
        guard status.st_uid == 0 || status.st_uid == user else {
            throw .foreignOwner(path: path, owner: status.st_uid, mode: mode & 0o7777)
        }
        // The mode of a link has no meaning.
        let isGuarded = mode & S_IFMT == S_IFLNK || (mode & S_IFMT == S_IFDIR && mode & S_ISVTX != 0)
        guard mode & S_IWOTH == 0 || isGuarded else {
            throw .writableByOthers(path: path, owner: status.st_uid, mode: mode & 0o7777)
        }
    }

    private static func status(of path: String) throws(PluginLoadError) -> stat {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw unreadable }
        return status
    }

    private static func target(of path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    private static var unreadable: PluginLoadError {
        .unreadable(reason: SystemError.text(of: errno))
    }
}
