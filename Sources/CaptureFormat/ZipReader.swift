// SPDX-License-Identifier: Apache-2.0

internal import CZip
internal import Glibc
internal import Synchronization
internal import SystemSupport
internal import Zip

/// Reads the files of a ZIP archive, one at a time.
final class ZipReader: Sendable {
    /// A file of the archive.
    struct Entry: Sendable {
        fileprivate let index: zip_uint64_t
        fileprivate let path: String
        /// The size in bytes according to the archive's list.
        let size: Int
    }

    /// The files by their paths.
    let entries: [String: Entry]
    /// libzip's archive, which is not safe for several threads.
    private let archive: Mutex<OpaquePointer>

    /// Reads the list of files of an archive in memory.
    ///
    /// - Throws: `CaptureFileError` if the bytes are not an archive, or if it is too large or ambiguous.
    convenience init(_ bytes: [UInt8]) throws(CaptureFileError) {
        let layout = try Self.layout(bytes.count) { offset, count in
            guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
            return Array(bytes[offset..<offset + count])
        }
        var error = zip_error_t()
        let copy = try Self.copy(of: bytes)
        guard let source = zip_source_buffer_create(copy, zip_uint64_t(bytes.count), 1, &error) else {
            free(copy)
            throw Self.unread(&error)
        }
        try self.init(source: source, layout)
    }

    /// Reads the list of files of an archive on disk.
    ///
    /// - Parameter descriptor: The open file; it is copied.
    /// - Throws: `CaptureFileError` if the file is not an archive, or if it is too large or ambiguous.
    convenience init(descriptor: Int32) throws(CaptureFileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw CaptureFileError(SystemError.text(of: errno)) }
        let layout = try Self.layout(Int(status.st_size)) { offset, count in
            Self.read(descriptor, count, at: offset)
        }
        var error = zip_error_t()
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0, let file = fdopen(copy, "r") else {
            let error = CaptureFileError(SystemError.text(of: errno))
            if copy >= 0 { close(copy) }
            throw error
        }
        guard let source = zip_source_filep_create(file, 0, -1, &error) else {
            fclose(file)
            throw Self.unread(&error)
        }
        try self.init(source: source, layout)
    }

    /// The files as other programs find them; nil if the bytes are not an archive, for which libzip has the words.
    ///
    /// - Throws: `CaptureFileError` if programs could find different files.
    private static func layout(_ size: Int, _ read: ZipLayout.Read) throws(CaptureFileError) -> ZipLayout? {
        guard ZipDirectory.isArchive(size: size, read) else { return nil }
        do throws(ZipLayout.Problem) {
            return try ZipLayout(size: size, read)
        } catch {
            throw CaptureFileError(ambiguous: error.text)
        }
    }

    /// Bytes of a file; nil if they cannot be read completely.
    private static func read(_ descriptor: Int32, _ count: Int, at offset: Int) -> [UInt8]? {
        guard count >= 0, offset >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = bytes.withUnsafeMutableBytes { room in
                // The pointer is used only during the call.
                pread(descriptor, room.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
            }
            guard got > 0 || (got < 0 && errno == EINTR) else { return nil }
            done += max(0, got)
        }
        return bytes
    }

    /// A copy of the bytes that libzip frees; nil for no bytes, because libzip would not free an empty copy.
    ///
    /// - Throws: `CaptureFileError` for lack of memory.
    private static func copy(of bytes: [UInt8]) throws(CaptureFileError) -> UnsafeMutableRawPointer? {
        if bytes.isEmpty { return nil }
        guard let copy = malloc(bytes.count) else { throw CaptureFileError("there is not enough memory") }
        bytes.withUnsafeBytes { if let base = $0.baseAddress { memcpy(copy, base, $0.count) } }
        return copy
    }

    private init(source: OpaquePointer, _ layout: ZipLayout?) throws(CaptureFileError) {
        var error = zip_error_t()
        guard let archive = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error) else {
            zip_source_free(source)
            throw Self.unread(&error)
        }
        do throws(CaptureFileError) {
            entries = try Self.list(archive, layout?.entries ?? [])
        } catch {
            zip_discard(archive)
            throw error
        }
        nonisolated(unsafe) let owned = archive  // Only this object uses the pointer, and only under its lock.
        self.archive = Mutex(owned)
    }

    deinit { archive.withLock { zip_discard($0) } }

    /// - Parameter layout: The files as other programs find them, in the same order.
    private static func list(
        _ archive: OpaquePointer, _ layout: [ZipLayout.Entry]
    ) throws(CaptureFileError) -> [String: Entry] {
        let count = zip_get_num_entries(archive, 0)
        guard count <= CaptureArchive.Limit.files else {
            throw CaptureFileError("the archive has more than \(CaptureArchive.Limit.files) files")
        }
        guard count == layout.count else { throw CaptureFileError(ambiguous: "its list of files is ambiguous") }
        var paths = ZipPaths()
        var entries: [String: Entry] = [:]
        var total: UInt64 = 0
        for index in 0..<zip_uint64_t(max(0, count)) {
            var status = zip_stat_t()
            guard let name = zip_get_name(archive, index, zip_flags_t(ZIP_FL_ENC_GUESS)),
                zip_stat_index(archive, index, 0, &status) == 0, status.valid & zip_uint64_t(ZIP_STAT_SIZE) != 0
            else { throw unread(zip_get_error(archive)) }
            let other = layout[Int(index)]
            guard status.size == other.size,
                status.valid & zip_uint64_t(ZIP_STAT_CRC) == 0 || status.crc == other.checksum
            else { throw CaptureFileError(ambiguous: "its list of files is ambiguous") }
            let path = String(cString: name)
            if let problem = paths.add(path, stored: other.name) { throw CaptureFileError(ambiguous: problem) }
            if path.hasSuffix("/") {
                guard status.size == 0 else { throw CaptureFileError(ambiguous: "a folder in it has a content") }
                continue
            }
            guard status.size <= CaptureArchive.Limit.file else {
                throw CaptureFileError("the file \"\(path.prefix(100))\" in the archive is too large")
            }
            total += status.size
            guard total <= CaptureArchive.Limit.total else {
                throw CaptureFileError("the files of the archive are too large")
            }
            entries[path] = Entry(index: index, path: path, size: Int(status.size))
        }
        return entries
    }

    /// Unpacks a file.
    ///
    /// - Throws: `CaptureFileError` if it is damaged, or larger than the archive's list says.
    func bytes(of entry: Entry) throws(CaptureFileError) -> [UInt8] {
        let result = archive.withLock { archive in
            Result { () throws(CaptureFileError) in try Self.read(entry, in: archive) }
        }
        return try result.get()
    }

    private static func read(_ entry: Entry, in archive: OpaquePointer) throws(CaptureFileError) -> [UInt8] {
        guard let file = zip_fopen_index(archive, entry.index, 0) else { throw unread(zip_get_error(archive)) }
        defer { zip_fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Int(piece.withUnsafeMutableBytes { zip_fread(file, $0.baseAddress, zip_uint64_t($0.count)) })
            guard count >= 0 else { throw unread(zip_file_get_error(file)) }
            guard count > 0 else { return bytes }
            bytes += piece.prefix(count)
            guard bytes.count <= entry.size else {
                throw CaptureFileError(
                    "the file \"\(entry.path.prefix(100))\" in the archive is larger than the archive says")
            }
        }
    }

    private static func unread(_ error: UnsafeMutablePointer<zip_error_t>?) -> CaptureFileError {
        CaptureFileError("the archive cannot be read: \(ZipError(error))")
    }
}
