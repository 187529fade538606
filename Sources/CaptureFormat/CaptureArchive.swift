// SPDX-License-Identifier: Apache-2.0

internal import CZip
internal import Glibc

/// A ZIP archive with the files of captures. Each capture is a folder of the archive. A file is unpacked when it is read,
/// so that no archive fills the memory.
public struct CaptureArchive: Sendable {
    /// The limits of an archive that is read.
    enum Limit {
        /// The largest size of a file in bytes.
        static let file = 256 << 20
        /// The largest total size of the files in bytes.
        static let total = 4 << 30
        /// The largest number of files.
        static let files = 100_000
    }

    private let reader: ZipReader

    /// Reads the list of files of an archive in memory.
    ///
    /// - Throws: `CaptureFileError` if the bytes are not an archive, or if it is too large.
    public init(_ bytes: [UInt8]) throws(CaptureFileError) { reader = try ZipReader(bytes) }

    /// Reads the list of files of an archive on disk.
    ///
    /// - Parameter descriptor: The open file; it is copied.
    /// - Throws: `CaptureFileError` if the file is not an archive, or if it is too large.
    init(descriptor: Int32) throws(CaptureFileError) { reader = try ZipReader(descriptor: descriptor) }

    /// The captures of the archive: the files of each folder that contains a manifest.
    ///
    /// - Parameter place: The archive's name, for people.
    public func captures(in place: String) -> [any CaptureFiles] {
        var folders: [String: [String: ZipReader.Entry]] = [:]
        for (path, entry) in reader.entries {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            folders[parts.dropLast().joined(separator: "/"), default: [:]][String(parts[parts.count - 1])] = entry
        }
        return folders.sorted { $0.key < $1.key }
            .filter { $0.value.keys.contains { CaptureFileName.revision(ofManifest: $0) != nil } }
            .map { Folder(place: $0.key.isEmpty ? place : place + "/" + $0.key, entries: $0.value, reader: reader) }
    }

    private struct Folder: CaptureFiles {
        let place: String
        let entries: [String: ZipReader.Entry]
        let reader: ZipReader
        var names: [String] { entries.keys.sorted() }

        func bytes(of name: String) throws(CaptureFileError) -> [UInt8] {
            guard let entry = entries[name] else { throw CaptureFileError("the file is missing") }
            return try reader.bytes(of: entry)
        }
    }

    /// Creates an archive. The files are not compressed, because photos cannot be compressed.
    ///
    /// - Parameter files: Pairs of a path and a file's content.
    /// - Throws: `CaptureFileError` if libzip fails for lack of memory.
    public static func archive(_ files: [(path: String, bytes: [UInt8])]) throws(CaptureFileError) -> [UInt8] {
        var error = zip_error_t()
        guard let sink = zip_source_buffer_create(nil, 0, 0, &error) else { throw unwritten(&error) }
        // The additional reference keeps the sink after the archive is closed, which releases a reference.
        zip_source_keep(sink)
        defer { zip_source_free(sink) }
        guard let archive = zip_open_from_source(sink, ZIP_TRUNCATE, &error) else {
            zip_source_free(sink)
            throw unwritten(&error)
        }
        for file in files {
            do throws(CaptureFileError) {
                try add(file.path, file.bytes, to: archive)
            } catch {
                zip_discard(archive)
                throw error
            }
        }
        guard zip_close(archive) == 0 else {
            defer { zip_discard(archive) }
            throw unwritten(zip_get_error(archive))
        }
        return try contents(of: sink)
    }

    private static func add(
        _ path: String, _ bytes: [UInt8], to archive: OpaquePointer
    ) throws(CaptureFileError) {
        // libzip reads the bytes when the archive is closed, and then frees the copy.
        let copy = try ZipReader.copy(of: bytes)
        guard let source = zip_source_buffer(archive, copy, zip_uint64_t(bytes.count), 1) else {
            free(copy)
            throw unwritten(zip_get_error(archive))
        }
        let index = zip_file_add(archive, path, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            zip_source_free(source)
            throw unwritten(zip_get_error(archive))
        }
        zip_set_file_compression(archive, zip_uint64_t(index), ZIP_CM_STORE, 0)
    }

    private static func contents(of source: OpaquePointer) throws(CaptureFileError) -> [UInt8] {
        guard zip_source_open(source) == 0 else { throw unwritten(zip_source_error(source)) }
        defer { zip_source_close(source) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = piece.withUnsafeMutableBytes { zip_source_read(source, $0.baseAddress, zip_uint64_t($0.count)) }
            guard count >= 0 else { throw unwritten(zip_source_error(source)) }
            guard count > 0 else { return bytes }
            bytes += piece.prefix(Int(count))
        }
    }

    private static func unwritten(_ error: UnsafeMutablePointer<zip_error_t>?) -> CaptureFileError {
        CaptureFileError("the archive cannot be created: \(ZipReader.words(error))")
    }
}
