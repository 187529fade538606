// SPDX-License-Identifier: Apache-2.0

internal import CZip

/// Creates ZIP archives in memory, without opening or creating files.
public enum ZipWriter {
    /// A file of an archive.
    public typealias File = (path: String, bytes: [UInt8])

    /// Creates an archive.
    ///
    /// - Parameters:
    ///   - files: The files, at most a few hundred.
    ///   - isCompressed: False for files that cannot be compressed, such as photos.
    /// - Throws: `ZipError` for lack of memory, or if libzip is missing.
    public static func archive(_ files: [File], isCompressed: Bool) throws(ZipError) -> [UInt8] {
        var error = zip_error_t()
        guard let sink = zip_source_buffer_create(nil, 0, 0, &error) else { throw ZipError(&error) }
        // The additional reference keeps the sink after the archive is closed, which releases a reference.
        zip_source_keep(sink)
        defer { zip_source_free(sink) }
        guard let archive = zip_open_from_source(sink, ZIP_TRUNCATE, &error) else {
            zip_source_free(sink)
            throw ZipError(&error)
        }
        do throws(ZipError) {
            try finish(archive, with: files[...], isCompressed: isCompressed)
        } catch {
            zip_discard(archive)
            throw error
        }
        return try contents(of: sink)
    }

    /// Adds the files and closes the archive. It calls itself for each further file, because libzip reads the bytes of all
    /// files when the archive is closed, and they are valid only within the closures.
    private static func finish(
        _ archive: OpaquePointer, with files: ArraySlice<File>, isCompressed: Bool
    ) throws(ZipError) {
        guard let file = files.first else {
            guard zip_close(archive) == 0 else { throw ZipError(zip_get_error(archive)) }
            return
        }
        let result = file.bytes.withUnsafeBytes { bytes in
            Result { () throws(ZipError) in
                try add(file.path, bytes, isCompressed: isCompressed, to: archive)
                try finish(archive, with: files.dropFirst(), isCompressed: isCompressed)
            }
        }
        try result.get()
    }

    /// - Parameter bytes: The file's content, which libzip does not copy: it must stay valid until the archive is closed.
    private static func add(
        _ path: String, _ bytes: UnsafeRawBufferPointer, isCompressed: Bool, to archive: OpaquePointer
    ) throws(ZipError) {
        guard let source = zip_source_buffer(archive, bytes.baseAddress, zip_uint64_t(bytes.count), 0) else {
            throw ZipError(zip_get_error(archive))
        }
        let index = zip_file_add(archive, path, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            zip_source_free(source)
            throw ZipError(zip_get_error(archive))
        }
        if !isCompressed { zip_set_file_compression(archive, zip_uint64_t(index), ZIP_CM_STORE, 0) }
    }

    private static func contents(of source: OpaquePointer) throws(ZipError) -> [UInt8] {
        guard zip_source_open(source) == 0 else { throw ZipError(zip_source_error(source)) }
        defer { zip_source_close(source) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = piece.withUnsafeMutableBytes { zip_source_read(source, $0.baseAddress, zip_uint64_t($0.count)) }
            guard count >= 0 else { throw ZipError(zip_source_error(source)) }
            guard count > 0 else { return bytes }
            bytes += piece.prefix(Int(count))
        }
    }
}
