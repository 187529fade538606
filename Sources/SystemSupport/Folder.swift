// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// System calls on folders, which throw the system's error.
public enum Folder {
    /// The names in a folder, without `.` and `..`, in the system's order. Bytes that are not UTF-8 are replaced.
    ///
    /// - Throws: why it cannot be opened, or cannot be read to its end.
    public static func names(in path: String) throws(SystemError) -> [String] {
        guard let directory = opendir(path) else { throw SystemError() }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                guard errno == 0 else { throw SystemError() }
                return names
            }
            // The entry is valid until the next call of readdir. It is as long as its name, not as long as its type, so
            // that it is read in place instead of copied.
            let name = UnsafeRawPointer(entry).advanced(by: Self.nameOffset).assumingMemoryBound(to: CChar.self)
            let text = String(cString: name)
            if text != ".", text != ".." { names.append(text) }
        }
    }

    /// Where the name begins in an entry.
    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 19

    /// Where a symbolic link points to; nil where it is no link, or must not be read.
    public static func link(_ path: String) -> String? {
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { room, used in
            // The array owns the room until the closure returns, and the call keeps nothing of it.
            used = room.withMemoryRebound(to: CChar.self) { room in
                room.baseAddress.map { max(0, readlink(path, $0, room.count)) } ?? 0
            }
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Makes a folder that only its owner may enter, under a name that no other process has.
    ///
    /// - Parameters:
    ///   - name: how its name begins.
    ///   - place: the folder in which it is made; nil: `temporary`.
    /// - Returns: its path.
    /// - Throws: why it cannot be made.
    public static func makeTemporary(_ name: String, in place: String? = nil) throws(SystemError) -> String {
        // mkdtemp asks for six X at the end, which it replaces.
        var path = Array("\(place ?? temporary)/\(name)-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else { throw SystemError() }
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The folder for temporary files: `TMPDIR` where that is an absolute path, else `/tmp`.
    public static var temporary: String {
        let wanted = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return wanted.hasPrefix("/") ? wanted : "/tmp"
    }

    /// Removes a folder with all that is in it. Links are removed, not followed.
    ///
    /// - Returns: whether nothing is left; a folder that is not there is removed already.
    @discardableResult
    public static func remove(_ path: String) -> Bool {
        if unlink(path) == 0 || errno == ENOENT { return true }
        for name in (try? names(in: path)) ?? [] { remove("\(path)/\(name)") }
        return rmdir(path) == 0 || errno == ENOENT
    }
}
