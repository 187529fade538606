// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The folder of secrets: mode 0700, each secret in a file of mode 0600.
public struct Credentials: Sendable {
    /// The largest size of a secret in bytes.
    public static let limit = 64 << 10

    /// The path of the folder.
    public let folder: String

    /// Creates the folder if it does not exist, and removes other users' access to it.
    ///
    /// - Throws: `StoreError` if the folder cannot be created, opened or protected.
    init(_ folder: String) throws(StoreError) {
        self.folder = folder
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw StoreError(code: errno, path: folder, doing: "creating the folder")
        }
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(code: errno, path: folder, doing: "opening the folder") }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o700) == 0 else {
            throw StoreError(code: errno, path: folder, doing: "setting its mode to 0700")
        }
    }

    /// Opens a folder for reading; nil if it does not exist or is not readable.
    init?(reading folder: String) {
        guard access(folder, R_OK | X_OK) == 0 else { return nil }
        self.folder = folder
    }

    /// The names of the secrets that begin with a prefix, in order.
    ///
    /// - Throws: `StoreError` if the folder cannot be read.
    public func names(_ prefix: String) throws(StoreError) -> [String] {
        do throws(SystemError) {
            return try Folder.names(in: folder).filter { $0.hasPrefix(prefix) && (try? checked($0)) != nil }
                .sorted()
        } catch {
            throw StoreError(code: error.code, path: folder, doing: "listing it")
        }
    }

    /// The path of a secret's file.
    public func path(_ name: String) -> String { folder + "/" + name }

    /// Reads a secret.
    ///
    /// - Returns: The secret; nil if it does not exist.
    /// - Throws: `StoreError` if the file cannot be read, is too long or is not text.
    public func read(_ name: String) throws(StoreError) -> Secret? {
        let path = try checked(name)
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw StoreError(code: errno, path: path, doing: "opening it")
        }
        defer { close(descriptor) }
        // The file may have been created by hand with another mode.
        _ = fchmod(descriptor, 0o600)
        var bytes: [UInt8]
        do throws(FileReadError) {
            // White space at the end of the file does not count towards the limit.
            bytes = try WholeFile.read(descriptor, atMost: Self.limit + 4096)
        } catch .system(let error) {
            throw StoreError(code: error.code, path: path, doing: "reading it")
        } catch .directory {
            throw StoreError(code: EISDIR, path: path, doing: "reading it")
        } catch {
            throw .corrupt(path: path, detail: Self.noText)
        }
        // A space may be part of a secret.
        while let last = bytes.last, [10, 13].contains(last) { bytes.removeLast() }
        guard bytes.count <= Self.limit, let text = String(validating: bytes, as: UTF8.self) else {
            throw .corrupt(path: path, detail: Self.noText)
        }
        return Secret(text)
    }

    private static let noText = "it is not text, or is longer than \(limit) bytes"

    /// Stores a secret atomically: at any moment, even after a power failure, the file is either the old or the new
    /// one.
    ///
    /// - Throws: `StoreError`; the secret is unchanged in that case.
    public func write(_ secret: Secret, as name: String) throws(StoreError) {
        let path = try checked(name)
        let temporary = path + ".new"
        // Remove a leftover of a crash.
        unlink(temporary)
        do throws(StoreError) {
            try fill(temporary, Array((secret.exposed + "\n").utf8))
            guard rename(temporary, path) == 0 else {
                throw StoreError(code: errno, path: path, doing: "putting it in place")
            }
        } catch {
            unlink(temporary)
            throw error
        }
        try StateFolder.synchronise(folder)
    }

    /// Removes a secret; does nothing if it does not exist.
    ///
    /// - Throws: `StoreError` if the file cannot be removed.
    public func remove(_ name: String) throws(StoreError) {
        let path = try checked(name)
        guard unlink(path) == 0 || errno == ENOENT else {
            throw StoreError(code: errno, path: path, doing: "removing it")
        }
        try StateFolder.synchronise(folder)
    }

    private func fill(_ path: String, _ bytes: [UInt8]) throws(StoreError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError(code: errno, path: path, doing: "creating it") }
        defer { close(descriptor) }
        do throws(SystemError) {
            try Descriptor.write(bytes, to: descriptor)
        } catch {
            throw StoreError(code: error.code, path: path, doing: "writing it")
        }
        guard fsync(descriptor) == 0 else { throw StoreError(code: errno, path: path, doing: "synchronising it") }
    }

    /// Permits letters, digits, hyphens, underscores and dots without a leading dot, so that a name cannot leave the
    /// folder.
    private func checked(_ name: String) throws(StoreError) -> String {
        let isSound = name.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (97...122).contains(byte | 0x20) || [45, 46, 95].contains(byte)
        }
        guard isSound, (1...64).contains(name.utf8.count), name.utf8.first != 46, !name.hasSuffix(".new") else {
            throw .failed(path: folder, reason: "\"\(name)\" is not the name of a secret")
        }
        return path(name)
    }
}
