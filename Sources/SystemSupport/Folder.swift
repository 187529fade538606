// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// System calls on folders that throw the system's error.
public enum Folder {
    /// The names in a folder, without `.` and `..`, in the system's order. Invalid UTF-8 is replaced.
    ///
    /// - Throws: The reason why the folder cannot be opened or read.
    public static func names(in path: String) throws(SystemError) -> [String] {
        guard let directory = opendir(path) else { throw SystemError() }
        defer { closedir(directory) }
        return try names(of: directory)
    }

    private static func names(of directory: OpaquePointer) throws(SystemError) -> [String] {
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                guard errno == 0 else { throw SystemError() }
                return names
            }
            // The entry is valid until the next call of readdir. It is only as long as its name requires, which may
            // be less than its type, so it is read in place instead of being copied.
            let name = UnsafeRawPointer(entry).advanced(by: Self.nameOffset).assumingMemoryBound(to: CChar.self)
            let text = String(cString: name)
            if text != ".", text != ".." { names.append(text) }
        }
    }

    /// The offset of the name in an entry.
    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 19

    /// The target of a symbolic link; nil if the path is not a link or cannot be read.
    public static func link(_ path: String) -> String? {
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { room, used in
            // The array owns the buffer until the closure returns, and the call does not keep it.
            used = room.withMemoryRebound(to: CChar.self) { room in
                room.baseAddress.map { max(0, readlink(path, $0, room.count)) } ?? 0
            }
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes that accounts other than root can still write to the file system of a folder; nil if unknown.
    ///
    /// - Parameter path: The folder; if it does not exist, its nearest existing parent is used.
    public static func freeSpace(_ path: String) -> UInt64? {
        var folder = path
        var status = statvfs()
        while statvfs(folder, &status) != 0 {
            guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), folder != "/" else { return nil }
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
        }
        let (bytes, isHuge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isHuge ? nil : bytes
    }

    /// Creates a folder with a unique name that only its owner may enter.
    ///
    /// - Parameters:
    ///   - name: The beginning of its name.
    ///   - place: The parent folder; nil for `temporary`.
    /// - Returns: Its path.
    /// - Throws: The reason why it cannot be created.
    public static func makeTemporary(_ name: String, in place: String? = nil) throws(SystemError) -> String {
        // mkdtemp replaces the six X's that it requires at the end.
        var path = Array("\(place ?? temporary)/\(name)-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else { throw SystemError() }
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The folder for temporary files: `TMPDIR` if it is an absolute path, otherwise `/tmp`.
    public static var temporary: String {
        let wanted = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return wanted.hasPrefix("/") ? wanted : "/tmp"
    }

    /// Gives what root created in a folder, at most eight folders deep, to the folder's owner and group. Does nothing for
    /// other users, and for a folder of root's. Leaves links as they are, and files with a second name, which may be
    /// anywhere.
    public static func giveToOwner(_ path: String) {
        guard geteuid() == 0 else { return }
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        var owner = stat()
        guard folder >= 0, fstat(folder, &owner) == 0, owner.st_uid != 0 else {
            close(folder)
            return
        }
        give(folder, to: owner, depth: 8)
    }

    /// Goes by descriptors only: the owner may exchange a folder for a link at any moment.
    ///
    /// - Parameter folder: The open folder, which is closed.
    private static func give(_ folder: Int32, to owner: stat, depth: Int) {
        guard let directory = fdopendir(folder) else {
            close(folder)
            return
        }
        defer { closedir(directory) }
        for name in (try? names(of: directory)) ?? [] {
            let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            var status = stat()
            guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
                close(descriptor)
                continue
            }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            if status.st_uid == 0, isFolder || status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1 {
                _ = fchown(descriptor, owner.st_uid, owner.st_gid)
            }
            if isFolder, depth > 0 { give(descriptor, to: owner, depth: depth - 1) } else { close(descriptor) }
        }
    }

    /// Removes a folder with its content. Links are removed, not followed.
    ///
    /// - Returns: True if nothing is left; true if the folder did not exist.
    @discardableResult
    public static func remove(_ path: String) -> Bool {
        if unlink(path) == 0 || errno == ENOENT { return true }
        for name in (try? names(in: path)) ?? [] { remove("\(path)/\(name)") }
        return rmdir(path) == 0 || errno == ENOENT
    }
}
