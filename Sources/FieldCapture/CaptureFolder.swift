// SPDX-License-Identifier: Apache-2.0

internal import CProcess
internal import CaptureFormat
internal import Glibc
internal import SystemSupport

/// The folder of all photos. Each photo is a folder with its ID as name, in the form of an export, so that it can be
/// checked without the gateway.
struct CaptureFolder: Sendable {
    /// The beginning of the names of folders that are not complete yet.
    private static let prefix = ".new-"
    /// The space that stays free on the disk, in MiB, because the daemon's state is on it too.
    static let reserveMiB = 256

    let path: String

    /// The IDs of all photos.
    ///
    /// - Throws: `SystemError` if the folder cannot be read; a missing one has no photos.
    func ids() throws(SystemError) -> [String] {
        do throws(SystemError) {
            return try Folder.names(in: path).filter { !$0.hasPrefix(".") }
        } catch {
            guard error.code == ENOENT else { throw error }
            return []
        }
    }

    /// Removes photos that were being stored when the daemon was killed.
    func removeLeftovers() {
        for name in (try? Folder.names(in: path)) ?? [] where name.hasPrefix(Self.prefix) {
            _ = Folder.remove("\(path)/\(name)")
        }
    }

    /// The free space in MiB; nil if unknown.
    var freeMiB: Int? { Folder.freeSpace(path).map { Int(clamping: $0 >> 20) } }

    /// Writes the first files of a photo under a temporary name, and flushes them to disk.
    ///
    /// - Throws: `SystemError`; nothing remains in that case.
    func begin(_ id: String, _ files: [String: [UInt8]]) throws(SystemError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw SystemError() }
        let folder = temporary(id)
        _ = Folder.remove(folder)
        guard mkdir(folder, 0o700) == 0 else { throw SystemError() }
        do throws(SystemError) {
            for (name, bytes) in files { try Self.write(bytes, "\(folder)/\(name)") }
        } catch {
            _ = Folder.remove(folder)
            throw error
        }
    }

    /// Adds files to a photo that was begun and gives it its name: from then on it exists.
    ///
    /// - Throws: `SystemError`; call `discard` then.
    func finish(_ id: String, _ files: [String: [UInt8]]) throws(SystemError) {
        for (name, bytes) in files { try Self.write(bytes, "\(temporary(id))/\(name)") }
        try Self.flush(temporary(id))
        guard rename(temporary(id), "\(path)/\(id)") == 0 else { throw SystemError() }
        try Self.flush(path)
    }

    /// Gives a photo that was begun its name, and then removes the files that had the name before. Unlike `change`, it
    /// works on file systems that cannot exchange two folders, as on a USB stick; after a power failure, the photo may be
    /// missing.
    ///
    /// - Throws: `SystemError`.
    func replace(_ id: String) throws(SystemError) {
        let old = temporary("\(id)-old")
        _ = Folder.remove(old)
        guard rename("\(path)/\(id)", old) == 0 || errno == ENOENT else { throw SystemError() }
        do throws(SystemError) {
            try finish(id, [:])
        } catch {
            // Fails if there are no old files, or if the new ones are in place.
            _ = rename(old, "\(path)/\(id)")
            throw error
        }
        _ = Folder.remove(old)
    }

    /// Replaces the files of a photo that exists by some of them and new ones. At any moment, even after a power failure,
    /// the photo has either its old or its new files.
    ///
    /// - Parameters:
    ///   - kept: The names of the files that remain.
    ///   - files: The new files.
    /// - Returns: The change, to be kept or taken back.
    /// - Throws: `SystemError`; the photo has its old files in that case.
    func change(_ id: String, keeping kept: [String], adding files: [String: [UInt8]]) throws(SystemError) -> Change {
        // Another change may begin before this one has ended, so each has a folder of its own.
        let number = UInt64.random(in: .min ... .max)
        let change = Change(place: "\(path)/\(id)", other: temporary("\(id)-\(String(number, radix: 16))"))
        do throws(SystemError) {
            try change.prepare(keeping: kept, adding: files)
            try change.exchange()
        } catch {
            change.end()
            throw error
        }
        do throws(SystemError) {
            try Self.flush(path)
        } catch {
            change.undo()
            throw error
        }
        return change
    }

    /// A change of a photo's files.
    final class Change: Sendable {
        private let place: String
        /// The folder with the new files before they are in place, and with the old ones afterwards.
        private let other: String

        fileprivate init(place: String, other: String) { (self.place, self.other) = (place, other) }

        fileprivate func prepare(keeping kept: [String], adding files: [String: [UInt8]]) throws(SystemError) {
            guard mkdir(other, 0o700) == 0 else { throw SystemError() }
            for name in kept {
                guard link("\(place)/\(name)", "\(other)/\(name)") == 0 else { throw SystemError() }
            }
            for (name, bytes) in files { try CaptureFolder.write(bytes, "\(other)/\(name)") }
            try CaptureFolder.flush(other)
        }

        fileprivate func exchange() throws(SystemError) {
            if gnss_exchange(other, place) == 0 { return }
            // The files of a photo may have been lost, and it can be deleted all the same.
            guard errno == ENOENT, mkdir(place, 0o700) == 0, gnss_exchange(other, place) == 0 else {
                throw SystemError()
            }
        }

        /// Takes the change back, because the store could not record it.
        func undo() {
            // If even that fails, the old files stay beside the new ones until the next start.
            if gnss_exchange(other, place) == 0 { end() }
        }

        /// Ends the change: removes the files that are not in place.
        func end() { _ = Folder.remove(other) }
    }

    /// Removes a photo that could not be stored.
    func discard(_ id: String) {
        _ = Folder.remove(temporary(id))
        _ = Folder.remove("\(path)/\(id)")
    }

    /// The files of a photo.
    func files(of id: String) -> FolderFiles { FolderFiles(folder: "\(path)/\(id)", place: id) }

    /// Reads files of a photo that belong together: they may be exchanged meanwhile, and are then read again.
    ///
    /// - Throws: The error of `body`.
    func reading<Value>(_ id: String, _ body: (FolderFiles) throws -> Value) throws -> Value {
        for _ in 0..<10 {
            let before = identity(of: id)
            let result = Result { try body(files(of: id)) }
            if identity(of: id) == before { return try result.get() }
        }
        return try body(files(of: id))
    }

    /// The number of the folder in the file system and the time of its last change, which differ after an exchange.
    private func identity(of id: String) -> [Int] {
        var status = stat()
        guard stat("\(path)/\(id)", &status) == 0 else { return [] }
        return [Int(truncatingIfNeeded: status.st_ino), status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }

    private func temporary(_ id: String) -> String { "\(path)/\(Self.prefix)\(id)" }

    fileprivate static func write(_ bytes: [UInt8], _ path: String) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        try Descriptor.write(bytes, to: descriptor)
        guard fsync(descriptor) == 0 else { throw SystemError() }
    }

    fileprivate static func flush(_ folder: String) throws(SystemError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        // EINVAL: the file system does not support flushing a folder.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemError() }
    }
}
