// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// Copies files into new files of mode 0600.
enum FileCopy {
    /// - Throws: `StoreError.unreadable` if the source cannot be read; the system's error if the copy cannot be
    ///   written, which is removed then.
    static func make(of source: String, at path: String) throws(StoreError) {
        let from = open(source, O_RDONLY | O_CLOEXEC)
        guard from >= 0 else { throw .unreadable(path: source, reason: SystemError.text(of: errno)) }
        defer { close(from) }
        let to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard to >= 0 else {
            throw StoreError(code: errno, path: StateFolder.folder(of: path), doing: "making \(path)")
        }
        defer { close(to) }
        do throws(StoreError) {
            try copy(from, source, to, path)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Removes a copy of a database that is not complete, with the files that SQLite makes beside it.
    static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    /// Flushes a file to disk, so that it survives a power failure.
    static func synchronise(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            let code = errno
            close(descriptor)
            throw StoreError(code: code, path: StateFolder.folder(of: path), doing: "synchronising \(path)")
        }
        close(descriptor)
    }

    private static func copy(_ from: Int32, _ source: String, _ to: Int32, _ path: String) throws(StoreError) {
        while true {
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try Descriptor.read(from, atMost: 1 << 20)
            } catch {
                throw .unreadable(path: source, reason: error.description)
            }
            if bytes.isEmpty { return }
            do throws(SystemError) {
                try Descriptor.write(bytes, to: to)
            } catch {
                throw StoreError(code: error.code, path: StateFolder.folder(of: path), doing: "writing \(path)")
            }
        }
    }
}
